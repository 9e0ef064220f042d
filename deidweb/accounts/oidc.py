"""OpenID Connect, as the hospital's identity provider speaks it: code flow with PKCE, state and nonce.

Off unless OIDC_ISSUER is set. The only addresses that are ever asked are the issuer's and those that its own description
names, over HTTPS (or on this machine). Nothing is written before a token has been checked: what must be remembered between the
two pages travels in a signed cookie.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from authlib.oidc.core import CodeIDToken
from django.conf import settings
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from deidweb.accounts.outside import OutsidePerson

ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "ES256",
    "ES384",
    "EdDSA",
)  # no HMAC, no "none"
COOKIE_SECONDS: Final = 600
_TIMEOUT: Final = 5.0
_MOST_BYTES: Final = 512 * 1024
_KEPT_SECONDS: Final = 3600.0
_LEEWAY: Final = 60
_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


class OidcError(Exception):
    """The provider does not answer as it should, or the token is not for us. The message names no person."""


@dataclass(frozen=True, slots=True)
class Provider:
    authorize: str
    token: str
    keys: str
    takes_basic: bool


@dataclass(frozen=True, slots=True)
class Begun:
    """What the way back is compared with."""

    state: str
    nonce: str
    verifier: str

    @classmethod
    def drawn(cls) -> Begun:
        return cls(*(secrets.token_urlsafe(32) for _ in range(3)))


@dataclass(frozen=True, slots=True)
class Known:
    """Who signed in there, and how."""

    person: OutsidePerson
    methods: frozenset[str]


def is_on() -> bool:
    return bool(settings.OIDC_ISSUER and settings.OIDC_CLIENT_ID)


def address(begun: Begun, redirect_uri: str) -> str:
    """Where the person signs in. Raises OidcError."""
    challenge = hashlib.sha256(begun.verifier.encode()).digest()
    query = {
        "response_type": "code", "client_id": settings.OIDC_CLIENT_ID, "redirect_uri": redirect_uri,
        "scope": settings.OIDC_SCOPE, "state": begun.state, "nonce": begun.nonce,
        "code_challenge": base64.urlsafe_b64encode(challenge).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
    }  # fmt: skip
    authorize = provider().authorize
    return f"{authorize}{'&' if '?' in authorize else '?'}{urlencode(query)}"


def finish(begun: Begun, code: str, redirect_uri: str) -> Known:
    """The code for a token, the token for a person. Raises OidcError."""
    where = provider()
    form = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri,
        "client_id": settings.OIDC_CLIENT_ID, "code_verifier": begun.verifier,
    }  # fmt: skip
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    if where.takes_basic:
        pair = f"{settings.OIDC_CLIENT_ID}:{settings.OIDC_CLIENT_SECRET}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    else:
        form["client_secret"] = settings.OIDC_CLIENT_SECRET
    answer = _asked(urllib.request.Request(where.token, urlencode(form).encode(), headers))  # noqa: S310 - checked by provider()
    token, access = answer.get("id_token"), answer.get("access_token")
    if not isinstance(token, str):
        raise OidcError("no identity token")
    return _known(claims_of(token, begun.nonce, access if isinstance(access, str) else None))


def claims_of(token: str, nonce: str, access_token: str | None = None) -> dict[str, Any]:
    """The claims of an identity token that the provider has signed for us and for this visit. Raises OidcError."""
    try:
        try:
            found = jwt.decode(token, _keys(fresh=False), algorithms=ALGORITHMS)
        except InvalidKeyIdError:  # the provider has changed its key
            found = jwt.decode(token, _keys(fresh=True), algorithms=ALGORITHMS)
        claims = CodeIDToken(
            found.claims, found.header,
            {"iss": {"essential": True, "value": settings.OIDC_ISSUER},
             "aud": {"essential": True, "value": settings.OIDC_CLIENT_ID}},
            {"nonce": nonce, "client_id": settings.OIDC_CLIENT_ID, "access_token": access_token},
        )  # fmt: skip
        claims.validate(leeway=_LEEWAY)
    except (JoseError, ValueError) as error:
        raise OidcError(type(error).__name__) from None
    return dict(claims)


def _known(claims: dict[str, Any]) -> Known:
    groups, methods = claims.get(settings.OIDC_GROUPS_CLAIM), claims.get("amr")
    name = claims.get(settings.OIDC_USERNAME_CLAIM) or ""
    person = OutsidePerson(
        source=settings.OIDC_ISSUER, subject=str(claims["sub"]), username=str(name),
        full_name=str(claims.get("name") or ""), groups=frozenset(_texts(groups)),
    )  # fmt: skip
    if not person.subject or len(person.subject) > 255:
        raise OidcError("no subject")
    return Known(person, frozenset(_texts(methods)))


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


# --- the provider's own description, kept for an hour

_cache: dict[str, tuple[float, Any]] = {}


def forget() -> None:
    _cache.clear()


def provider() -> Provider:
    """Raises OidcError; what can't be used is not kept."""
    url = f"{settings.OIDC_ISSUER.rstrip('/')}/.well-known/openid-configuration"
    try:
        return _described(_fetched(url))
    except OidcError:
        _cache.pop(url, None)
        raise


def _described(told: dict[str, Any]) -> Provider:
    if told.get("issuer") != settings.OIDC_ISSUER:
        raise OidcError("another issuer")
    methods = told.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    names = ("authorization_endpoint", "token_endpoint", "jwks_uri")
    found = [_safe(str(told.get(name, ""))) for name in names]
    return Provider(found[0], found[1], found[2], "client_secret_basic" in methods)


def _keys(*, fresh: bool) -> KeySet:
    where = provider().keys
    if fresh:
        _cache.pop(where, None)
    try:
        return KeySet.import_key_set(_fetched(where))  # type: ignore[arg-type]
    except (JoseError, ValueError, KeyError, TypeError):
        _cache.pop(where, None)
        raise OidcError("unreadable keys") from None


def _fetched(url: str) -> dict[str, Any]:
    kept = _cache.get(url)
    if kept and kept[0] > time.monotonic():
        return dict(kept[1])
    found = _asked(urllib.request.Request(_safe(url)))  # noqa: S310 - checked
    _cache[url] = (time.monotonic() + _KEPT_SECONDS, found)
    return found


def _safe(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        return url
    raise OidcError("not HTTPS")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Whoever asks at an address that was checked must not be led to one that was not."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _asked(request: urllib.request.Request) -> dict[str, Any]:
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        with opener.open(request, timeout=_TIMEOUT) as answer:
            body = answer.read(_MOST_BYTES + 1)
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise OidcError(type(error).__name__) from None
    if len(body) > _MOST_BYTES:
        raise OidcError("too long")
    try:
        found = json.loads(body)
    except ValueError:
        raise OidcError("no JSON") from None
    if not isinstance(found, dict):
        raise OidcError("no object")
    return found
