from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "deidweb.audit"
    label = "audit"

    def ready(self) -> None:
        from deidweb.audit import signals  # noqa: F401
