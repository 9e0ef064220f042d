"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from deidweb.private_files import keep_private

keep_private()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deidweb.settings.embedded")
application = get_wsgi_application()
# The pages are imported here, once for all processes that are forked from this one, instead of by each of them at its first request.
_pages = get_resolver().url_patterns
