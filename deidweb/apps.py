"""The platform as a Django app: its commands and checks."""

from django.apps import AppConfig
from django.conf import settings

from deidweb.operations import logs


class DeidwebConfig(AppConfig):
    name = "deidweb"

    def ready(self) -> None:
        from deidweb import celery, checks  # noqa: F401 - what enqueues takes the application for granted
        from deidweb.operations import end_study  # noqa: F401 - listens

        if not settings.FULL_TRACEBACKS:
            logs.guard_uncaught()
