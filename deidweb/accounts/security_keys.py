"""Security keys and passkeys (WebAuthn) as second factor, beside the code of a telephone.

The browser's authenticator signs a challenge that is drawn for this session, used once and forgotten after five minutes; what it
signs names the address of the site, so that a page elsewhere gets nothing that opens this one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from deidweb.accounts.models import RecoveryCode, SecurityKey, User
from deidweb.accounts.second_factor import confirmed_factor, is_required, new_recovery_codes
from deidweb.audit.services import record

MOST: Final = 10
_CHALLENGE: Final = "webauthn"  # in the session
_SECONDS: Final = 300


class KeyRefusedError(Exception):
    """Not added, or not accepted; the message says why."""


@dataclass(frozen=True, slots=True)
class Site:
    """What the browser believes that it talks to."""

    host: str
    origin: str

    @classmethod
    def of(cls, request: HttpRequest) -> Site:
        """Of ALLOWED_HOSTS, which Django has checked."""
        host = request.get_host()
        return cls(
            host.rsplit(":", 1)[0] if not host.endswith("]") else host, f"{request.scheme}://{host}"
        )

    @property
    def takes_keys(self) -> bool:
        """Browsers make no key for a bare address."""
        try:
            ip_address(self.host.strip("[]"))
        except ValueError:
            return True
        return False


def has_keys(user: User) -> bool:
    return SecurityKey.objects.filter(user=user).exists()


def registration_options(user: User, site: Site, session: SessionBase) -> str:
    """What the browser's `navigator.credentials.create` takes, as JSON. Raises KeyRefusedError."""
    known = list(SecurityKey.objects.filter(user=user))
    if len(known) >= MOST:
        raise KeyRefusedError(_("Dix clés au plus : retirez-en une d'abord."))
    options = generate_registration_options(
        rp_id=site.host, rp_name="deidweb", user_id=_handle(user), user_name=user.get_username(),
        user_display_name=user.display_name, exclude_credentials=_described(known),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.DISCOURAGED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
    )  # fmt: skip
    _keep(session, "add", options.challenge)
    return options_to_json(options)


def add(user: User, site: Site, session: SessionBase, *, name: str, answer: str) -> list[str]:
    """Keeps the public half; the recovery codes of a person who had none, shown once. Raises KeyRefusedError."""
    challenge = _taken(session, "add")
    name = _name_of(name)
    try:
        found = verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=site.host,
            expected_origin=site.origin,
        )  # fmt: skip
    except (WebAuthnException, InvalidSignature, ValueError, KeyError, TypeError):
        raise KeyRefusedError(_("Cette clé n'a pas été acceptée : recommencez.")) from None
    try:
        with transaction.atomic():
            SecurityKey.objects.create(
                user=user, name=name, credential_id=bytes_to_base64url(found.credential_id),
                public_key=bytes_to_base64url(found.credential_public_key), sign_count=found.sign_count,
            )  # fmt: skip
            record("account.security_key_added", actor=user, target=user)
            return (
                [] if RecoveryCode.objects.filter(user=user).exists() else new_recovery_codes(user)
            )
    except IntegrityError:
        raise KeyRefusedError(_("Cette clé est déjà enregistrée.")) from None


def authentication_options(user: User, site: Site, session: SessionBase) -> str:
    """What `navigator.credentials.get` takes, as JSON."""
    options = generate_authentication_options(
        rp_id=site.host, allow_credentials=_described(SecurityKey.objects.filter(user=user)),
        user_verification=UserVerificationRequirement.PREFERRED,
    )  # fmt: skip
    _keep(session, "check", options.challenge)
    return options_to_json(options)


def check(user: User, site: Site, session: SessionBase, *, answer: str) -> None:
    """The person holds one of the keys. Raises KeyRefusedError."""
    challenge = _taken(session, "check")
    try:
        with transaction.atomic():
            key = SecurityKey.objects.select_for_update().get(
                user=user, credential_id=_id_of(answer)
            )
            done = verify_authentication_response(
                credential=answer, expected_challenge=challenge, expected_rp_id=site.host,
                expected_origin=site.origin, credential_public_key=base64url_to_bytes(key.public_key),
                credential_current_sign_count=key.sign_count,
            )  # fmt: skip
            SecurityKey.objects.filter(pk=key.pk).update(
                sign_count=done.new_sign_count, last_used_at=timezone.now()
            )
    except (
        SecurityKey.DoesNotExist,
        WebAuthnException,
        InvalidSignature,
        ValueError,
        KeyError,
        TypeError,
    ):
        record("account.second_factor_refused", actor=user, target=user)
        raise KeyRefusedError(_("Cette clé n'a pas été acceptée : recommencez.")) from None


@transaction.atomic
def rename(user: User, key_id: int, name: str) -> bool:
    """One's own; False for any other. Raises KeyRefusedError."""
    key = SecurityKey.objects.filter(user=user, pk=key_id)
    if not key.exists():
        return False
    key.update(name=_name_of(name))
    record("account.security_key_renamed", actor=user, target=user)
    return True


@transaction.atomic
def remove(user: User, key_id: int) -> bool:
    """One's own. The last factor of a person who needs one stays. Raises KeyRefusedError."""
    keys = SecurityKey.objects.select_for_update().filter(user=user)
    key = keys.filter(pk=key_id).first()
    if key is None:
        return False
    if keys.count() == 1 and confirmed_factor(user) is None and is_required(user):
        raise KeyRefusedError(
            _("Votre rôle demande un second facteur : ajoutez-en un autre d'abord.")
        )
    key.delete()
    record("account.security_key_removed", actor=user, target=user)
    return True


def _name_of(text: str) -> str:
    """ "  Clé   bleue " → "Clé bleue". Raises KeyRefusedError where nothing is left."""
    name = " ".join(text.split())[:60].strip()
    if not name or not name.isprintable():
        raise KeyRefusedError(_("Donnez un nom à la clé, pour la reconnaître."))
    return name


def _id_of(answer: str) -> str:
    found = json.loads(answer)
    return bytes_to_base64url(base64url_to_bytes(str(found["rawId"])))


def _described(keys: Any) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential_id)) for key in keys]


def _handle(user: User) -> bytes:
    """What an authenticator keeps of a person: nothing that tells who."""
    return hmac.new(
        settings.AUDIT_KEY.encode(), f"deidweb:webauthn:{user.pk}".encode(), hashlib.sha256
    ).digest()


def _keep(session: SessionBase, purpose: str, challenge: bytes) -> None:
    session[_CHALLENGE] = [purpose, bytes_to_base64url(challenge), time.time()]


def _taken(session: SessionBase, purpose: str) -> bytes:
    """Once."""
    kept = session.pop(_CHALLENGE, None)
    if not kept or kept[0] != purpose or time.time() - kept[2] > _SECONDS:
        raise KeyRefusedError(_("Trop tard : recommencez."))
    return base64url_to_bytes(kept[1])
