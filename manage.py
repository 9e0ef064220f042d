#!/usr/bin/env python
"""Django's command line. `manage.py serve` starts everything on one machine."""

import os
import sys

# they need neither database nor server, whose settings and models take a third of their start
FILES_ALONE = frozenset({"substitute"})


def main() -> None:
    settings = "files" if FILES_ALONE.intersection(sys.argv[1:2]) else "embedded"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", f"deidweb.settings.{settings}")
    from deidweb.private_files import keep_private

    keep_private()
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        from deidweb.unready import why

        if not (sentence := why(error)) or "--traceback" in sys.argv:
            raise
        sys.exit(f"CommandError: {sentence}")


if __name__ == "__main__":
    main()
