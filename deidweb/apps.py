"""The platform as a Django app: its commands and checks."""

from django.apps import AppConfig
from django.conf import settings

from deidweb.operations import logs


class DeidwebConfig(AppConfig):
    name = "deidweb"

    def ready(self) -> None:
        from deidweb import celery, checks  # noqa: F401 - what enqueues takes the application for granted
        from deidweb.operations import end_study  # noqa: F401 - listens

        _guard()


class FilesConfig(AppConfig):
    """The commands of `privacy` that read and write files, without its models."""

    name = "privacy"
    default = False

    def import_models(self) -> None:
        self.models = {}

    def ready(self) -> None:
        _guard()


def _guard() -> None:
    if not settings.FULL_TRACEBACKS:
        logs.guard_uncaught()
