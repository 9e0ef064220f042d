"""The second factor: a code of six digits that a telephone shows for 30 seconds, or a recovery code."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from datetime import timedelta
from typing import Any, Final
from urllib.parse import quote, urlencode

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_otp.oath import TOTP

from deidweb.accounts.models import Membership, RecoveryCode, SecondFactor, SecurityKey, User
from deidweb.audit.services import record

STEP_SECONDS: Final = 30
_TOLERANCE: Final = 1  # a clock that is half a minute wrong
_SECRET_BYTES, _NONCE_BYTES = 20, 12
_TRIES: Final = 5
_CLOSED: Final = timedelta(minutes=15)
_CODES, _CODE_LETTERS = 10, 12
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def is_required(user: User) -> bool:
    """Whether one of the person's roles asks for a second factor."""
    wanted = set(settings.SECOND_FACTOR_ROLES)
    if not wanted:
        return False
    if "*" in wanted or (user.is_superuser and "superuser" in wanted):
        return True
    return Membership.objects.in_force().filter(user=user, role__in=wanted).exists()


def confirmed_factor(user: User) -> SecondFactor | None:
    return SecondFactor.objects.filter(user=user).exclude(confirmed_at=None).first()


def has_factor(user: User) -> bool:
    """A code of a telephone or a key: asked for at every sign-in."""
    return confirmed_factor(user) is not None or SecurityKey.objects.filter(user=user).exists()


def begin(user: User) -> str:
    """A fresh secret (base 32), not in force before `confirm`. One that is in force is left alone: remove it first."""
    found = SecondFactor.objects.filter(user=user).first()
    if found is not None and found.confirmed_at is None:
        return _base32(_open(found))
    if found is not None:
        raise ValueError("in force already")
    secret = secrets.token_bytes(_SECRET_BYTES)
    SecondFactor.objects.create(user=user, secret=_sealed(user, secret))
    return _base32(secret)


def address_of(user: User, secret: str) -> str:
    """What the square of dots says to the telephone."""
    label = quote(f"deidweb:{user.get_username()}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': 'deidweb'})}"


@transaction.atomic
def confirm(user: User, code: str) -> list[str]:
    """In force from now on if the code is right; the recovery codes, shown once. Empty when it is wrong."""
    factor = SecondFactor.objects.select_for_update().get(user=user)
    if factor.confirmed_at is not None or not _passes(factor, code):
        return []
    return _put_in_force(user)


@transaction.atomic
def new_recovery_codes(user: User) -> list[str]:
    """Ten; the former ones are void."""
    codes = [
        "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LETTERS)) for _ in range(_CODES)
    ]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(user, code)) for code in codes
    )
    return codes


@transaction.atomic
def draw_recovery_codes(user: User) -> list[str]:
    """At the person's own wish: those that were lost or used up."""
    record("account.recovery_codes_drawn", actor=user, target=user)
    return new_recovery_codes(user)


def draw_secret(user: User) -> str:
    """Of another telephone, sealed: in force once `change_telephone` has a code of it, the old one until then."""
    return _sealed(user, secrets.token_bytes(_SECRET_BYTES))


def shown_secret(user: User, sealed: str) -> str:
    """In base 32, as a telephone takes it. Raises InvalidTag for another account's."""
    return _base32(_open(SecondFactor(user=user, secret=sealed)))


@transaction.atomic
def change_telephone(user: User, sealed: str, code: str) -> list[str]:
    """The old telephone serves no longer if the code is the new one's; new recovery codes, shown once. Empty when it is wrong."""
    new = SecondFactor(user=user, secret=sealed)
    if not _passes(new, code):
        return []
    return _put_in_force(
        user, secret=sealed, last_step=new.last_step, failures=0, closed_until=None
    )


def _put_in_force(user: User, **fields: Any) -> list[str]:
    """The recovery codes that go with it, shown once."""
    SecondFactor.objects.filter(user=user).update(confirmed_at=timezone.now(), **fields)
    record("account.second_factor_set", actor=user, target=user)
    return new_recovery_codes(user)


def check(user: User, code: str) -> bool:
    """A code of the telephone or a recovery code. Five wrong ones close the way for a quarter of an hour."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().exclude(confirmed_at=None).get(user=user)
        if is_closed(factor):
            return False
        passed = _passes(factor, code) or _uses_recovery(user, code)
        failures = 0 if passed else factor.failures + 1
        closed = timezone.now() + _CLOSED if failures >= _TRIES else None
        SecondFactor.objects.filter(pk=factor.pk).update(
            failures=0 if closed else failures, closed_until=closed
        )
        if not passed:
            record("account.second_factor_refused", actor=user, target=user)
    return passed


@transaction.atomic
def check_recovery(user: User, code: str) -> bool:
    """A recovery code of a person who has no telephone set up; the caller counts the tries."""
    passed = _uses_recovery(user, code)
    if not passed:
        record("account.second_factor_refused", actor=user, target=user)
    return passed


def is_closed(factor: SecondFactor) -> bool:
    """An end that is further away than any is set was reckoned by a clock that has been set back since."""
    now = timezone.now()
    return factor.closed_until is not None and now < factor.closed_until <= now + _CLOSED


@transaction.atomic
def remove(*, actor: User, user: User) -> None:
    """For a lost telephone: the next sign-in sets another."""
    SecondFactor.objects.filter(user=user).delete()
    SecurityKey.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    record("account.second_factor_removed", actor=actor, target=user)


def _passes(factor: SecondFactor, code: str) -> bool:
    """Each code once: the step that it belongs to is kept."""
    digits = code.replace(" ", "")
    if len(digits) != 6 or not (digits.isascii() and digits.isdigit()):
        return False
    totp = TOTP(_open(factor), step=STEP_SECONDS)
    totp.time = time.time()
    if not totp.verify(int(digits), tolerance=_TOLERANCE, min_t=factor.last_step + 1):
        return False
    SecondFactor.objects.filter(pk=factor.pk).update(last_step=totp.t())
    factor.last_step = totp.t()
    return True


def _uses_recovery(user: User, code: str) -> bool:
    typed = "".join(char for char in code.casefold() if char.isalnum())
    used, _models = RecoveryCode.objects.filter(user=user, digest=_digest(user, typed)).delete()
    if used:
        record("account.recovery_code_used", actor=user, target=user)
    return bool(used)


def _digest(user: User, code: str) -> str:
    return hmac.new(_key("recovery"), f"{user.pk}:{code}".encode(), hashlib.sha256).hexdigest()


def _sealed(user: User, secret: bytes) -> str:
    """Bound to the account: copied to another row it opens nothing."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    box = AESGCM(_key("second-factor")).encrypt(nonce, secret, str(user.pk).encode())
    return base64.b64encode(nonce + box).decode("ascii")


def _open(factor: SecondFactor) -> bytes:
    """Raises InvalidTag when AUDIT_KEY is another than the one that sealed it."""
    data = base64.b64decode(factor.secret)
    bound = str(factor.user_id).encode()
    return AESGCM(_key("second-factor")).decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], bound)


def _key(purpose: str) -> bytes:
    """Of AUDIT_KEY, which is never replaced: a dump of the database alone opens no second factor."""
    return hmac.new(
        settings.AUDIT_KEY.encode(), f"deidweb:{purpose}".encode(), hashlib.sha256
    ).digest()


def _base32(secret: bytes) -> str:
    return base64.b32encode(secret).decode("ascii")
