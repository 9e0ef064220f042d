from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "deidweb.accounts"
    label = "accounts"
