"""Wrong passwords are counted before they are looked at, so that tries at the same moment count, too.

Six in a quarter of an hour close an account to the address that they came from; twenty accounts tried from one address
close that address. Neither closes anything to a browser from which the person has signed in before: it is counted apart,
or whoever sits behind the same proxy could lock everybody out.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from datetime import timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from deidweb.accounts.models import PasswordTry, User
from deidweb.accounts.outside import OutsideRefusedError

WINDOW: Final = timedelta(minutes=15)
PER_ACCOUNT: Final = 6
PER_ADDRESS: Final = 20  # different accounts
KEPT: Final = timedelta(days=1)
COOKIE: Final = "deidweb_browser"
COOKIE_AGE: Final = 180 * 24 * 3600
_ACCOUNTS: Final = 20  # of one browser: a ward shares its machines
_SALT: Final = "deidweb.accounts.browser"


class ThrottledBackend(ModelBackend):
    """Django's own, then the hospital's directory, behind the count. What asks without a request (a command, a test) is not counted."""

    _is_closed = False

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Raises PermissionDenied when there were too many tries; `is_throttled` then says so to the page."""
        name = username if username is not None else kwargs.get(User.USERNAME_FIELD)
        if request is None or name is None:
            return super().authenticate(request, username, password, **kwargs)
        tried = _reserve(request, str(name))
        if tried is None:
            request.is_throttled = True  # type: ignore[attr-defined]
            raise PermissionDenied
        user = super().authenticate(request, username, password, **kwargs)
        request.is_closed_account = self._is_closed  # type: ignore[attr-defined]
        if user is None and settings.LDAP_URL:
            user = _directory_user(request, str(name), password or "")
        if user is not None:
            _same(tried).delete()
        return user

    def user_can_authenticate(self, user: Any) -> bool:
        """Asked of who knows the password: he may be told that the account is closed."""
        can = super().user_can_authenticate(user)
        self._is_closed = not can
        return can


def _directory_user(request: HttpRequest, name: str, password: str) -> User | None:
    """Why somebody does not come in who may have the right password, the page is told by `directory_says`."""
    from deidweb.accounts import directory  # ldap3 is loaded where it serves

    try:
        return directory.directory_user(name, password)
    except directory.DirectoryAwayError:
        told = _(
            "Nom ou mot de passe inconnus ici, et l'annuaire de l'établissement ne répond pas : si c'est lui qui garde votre mot "
            "de passe, réessayez dans quelques minutes."
        )
    except OutsideRefusedError as error:
        told = str(error)
    request.directory_says = told  # type: ignore[attr-defined]
    return None


def directory_says(request: HttpRequest | None) -> str:
    """What the hospital's directory has to say of this request; "" for a wrong name or password."""
    return str(getattr(request, "directory_says", ""))


def is_throttled(request: HttpRequest) -> bool:
    """True when this request's password was not even looked at."""
    return bool(getattr(request, "is_throttled", False))


def is_closed_account(request: HttpRequest | None) -> bool:
    """True when the password was right and the account is closed."""
    return bool(getattr(request, "is_closed_account", False))


def counted(request: HttpRequest, name: str, passes: Callable[[], bool]) -> bool:
    """Whether `passes`, which is not even asked after too many wrong tries of the same `name`."""
    tried = _reserve(request, name)
    if tried is None:
        request.is_throttled = True  # type: ignore[attr-defined]
        return False
    passed = passes()
    if passed:
        _same(tried).delete()
    return passed


def _reserve(request: HttpRequest, name: str) -> PasswordTry | None:
    """The try, counted; None when it is one too many, which is not counted: who waits gets in."""
    since = timezone.now() - WINDOW
    PasswordTry.objects.filter(at__lt=timezone.now() - KEPT).delete()
    tried = PasswordTry.objects.create(
        name=_digest(name),
        address=_place(request.META.get("REMOTE_ADDR", "")),
        browser=_known_browser(request, _digest(name)),
    )
    if _same(tried).filter(at__gte=since).count() > PER_ACCOUNT or _sprays(tried, since):
        tried.delete()
        return None
    return tried


def _same(tried: PasswordTry) -> QuerySet[PasswordTry]:
    """Tries at the same account by the same browser, or by unknown ones at the same address."""
    same = PasswordTry.objects.filter(name=tried.name, browser=tried.browser)
    return same if tried.browser else same.filter(address=tried.address)


def _sprays(tried: PasswordTry, since: Any) -> bool:
    """Many accounts are tried from one address, by browsers that none of them knows."""
    if tried.browser:
        return False
    here = PasswordTry.objects.filter(address=tried.address, browser="", at__gte=since)
    return here.values("name").distinct().count() > PER_ADDRESS


def _place(address: str) -> str:
    """Where a try comes from: "" for all who come by a socket of the machine. Of an IPv6 address the network: whoever
    has one has all of its 2^64 addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Network((int(found) >> 64 << 64, 64)))
    return str(getattr(found, "ipv4_mapped", None) or found)


def _digest(name: str) -> str:
    """People type passwords into the field of the name: what was typed is not kept."""
    # a directory finds "alice" for "Àlice" and "al  ice", too: other spellings are not other tries
    plain = unicodedata.normalize("NFKD", User.normalize_username(name)[:254])
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    normal = " ".join(bare.casefold().split())
    return salted_hmac(_SALT, normal, algorithm="sha256").hexdigest()


# --- browsers


def remember_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """A signed cookie that says from now on: this person has signed in here. It opens nothing by itself."""
    known = _read(request)
    names = [_digest(user.get_username()), *known.get("names", [])]
    value = {
        "browser": known.get("browser") or secrets.token_hex(16),
        "names": list(dict.fromkeys(names))[:_ACCOUNTS],
    }
    response.set_cookie(
        _cookie(),
        signing.dumps(value, salt=_SALT, compress=True),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known_browser(request: HttpRequest, name: str) -> str:
    known = _read(request)
    return str(known["browser"]) if name in known.get("names", []) else ""


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        found = signing.loads(request.COOKIES.get(_cookie(), ""), salt=_SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def _cookie() -> str:
    return f"__Host-{COOKIE}" if settings.SESSION_COOKIE_SECURE else COOKIE
