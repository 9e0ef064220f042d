"""The platform as a Django app: its commands and checks."""

from django.apps import AppConfig


class DeidwebConfig(AppConfig):
    name = "deidweb"

    def ready(self) -> None:
        from deidweb import checks  # noqa: F401
