"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from deidweb.private_files import keep_private

keep_private()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deidweb.settings.embedded")
application = get_wsgi_application()
