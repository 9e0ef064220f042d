from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "deidweb.accounts"
    label = "accounts"

    def ready(self) -> None:
        # what happens at a sign-in, whoever signs in first
        from deidweb.accounts import second_factor_gate, sessions  # noqa: F401
