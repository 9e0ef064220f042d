"""Sign-in, sign-out and refusals go to the audit log (Django's own signals)."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver

from deidweb.audit.services import record


@receiver(user_logged_in)
def signed_in(user: Any, **_kwargs: Any) -> None:
    record("account.signed_in", actor=user, target=user)


@receiver(user_logged_out)
def signed_out(user: Any, **_kwargs: Any) -> None:
    if user is not None:
        record("account.signed_out", actor=user, target=user)


@receiver(user_login_failed)
def refused(**_kwargs: Any) -> None:
    # The name that was typed stays out: people type passwords into that field.
    record("account.sign_in_refused", actor=None)
