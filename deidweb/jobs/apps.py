from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "deidweb.jobs"
    label = "jobs"
