from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "deidweb.audit"
    label = "audit"
