from django.apps import AppConfig


class IcdcoderConfig(AppConfig):
    name = "icdcoder"
