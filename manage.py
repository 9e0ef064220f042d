#!/usr/bin/env python
"""Django's command line. `manage.py serve` starts everything on one machine."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deidweb.settings.embedded")
    from deidweb.private_files import keep_private

    keep_private()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
