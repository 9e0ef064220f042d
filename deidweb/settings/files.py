"""Commands that read files and write files (`manage.py substitute`): without database, server and keys they start sooner."""

from deidweb.settings.saying import *  # noqa: F403

INSTALLED_APPS = ["deidweb.apps.FilesConfig"]
