"""The hospital's directory (LDAP): who has a password there comes in with it. Off unless LDAP_URL is set.

One entry is looked for under the account of the service, then its own password is tried: neither the name nor the password
ever becomes part of an address or, unescaped, of a filter.
"""

from __future__ import annotations

import ssl
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _
from ldap3 import NONE, SIMPLE, SUBTREE, Connection, Server, Tls
from ldap3.core.exceptions import LDAPException
from ldap3.utils.conv import escape_filter_chars

from deidweb.accounts.models import User
from deidweb.accounts.outside import (
    LDAP_SOURCE,
    OutsidePerson,
    OutsideRefusedError,
    account_of,
)

_SECONDS: Final = 5
_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


class DirectoryAwayError(Exception):
    """It gives no answer, or not to us."""


def directory_user(username: str, password: str) -> User | None:
    """The account of whoever has this name and password in the directory; None for everybody else. Raises
    DirectoryAwayError, and OutsideRefusedError for whoever has the password but does not come in."""
    if not username or not password:  # an empty password would « succeed »: it binds nobody
        return None
    try:
        person = _found(username, password)
    except (LDAPException, OSError):
        raise DirectoryAwayError from None
    return account_of(person) if person else None


def _found(username: str, password: str) -> OutsidePerson | None:
    server = _server()
    with _opened(server, settings.LDAP_BIND_DN, settings.LDAP_BIND_PASSWORD) as service:
        entry = _entry(service, username)
    if entry is None:
        return None
    try:
        with _opened(server, entry["dn"], password):
            pass
    except LDAPException:
        return None
    values = entry["attributes"]
    subject = _first(values, settings.LDAP_ID_ATTRIBUTE)
    if not subject:
        raise OutsideRefusedError(
            _(
                "L'annuaire ne donne pas d'identifiant durable pour vous : prévenez la personne qui tient le serveur."
            )
        )
    return OutsidePerson(
        source=LDAP_SOURCE, subject=subject, username=_first(values, settings.LDAP_USERNAME_ATTRIBUTE),
        full_name=_first(values, "displayName") or _first(values, "cn"),
        groups=frozenset(_texts(values.get(settings.LDAP_GROUP_ATTRIBUTE))),
    )  # fmt: skip


def _entry(service: Connection, username: str) -> dict[str, Any] | None:
    """Exactly one, or none: a name that two entries have signs nobody in."""
    wanted = settings.LDAP_FILTER.replace("{name}", escape_filter_chars(username))
    names = [
        settings.LDAP_ID_ATTRIBUTE, settings.LDAP_USERNAME_ATTRIBUTE, settings.LDAP_GROUP_ATTRIBUTE,
        "displayName", "cn",
    ]  # fmt: skip
    service.search(settings.LDAP_BASE, wanted, SUBTREE, attributes=names, size_limit=2)
    found = [item for item in service.response or [] if item.get("type") == "searchResEntry"]
    return found[0] if len(found) == 1 else None


def _server() -> Server:
    parts = urlsplit(settings.LDAP_URL)
    is_safe = parts.scheme == "ldaps" or settings.LDAP_START_TLS or parts.hostname in _LOOPBACK
    if parts.scheme not in ("ldap", "ldaps") or not is_safe:
        raise ImproperlyConfigured("LDAP_URL : ldaps://…, ou LDAP_START_TLS=1")
    tls = Tls(validate=ssl.CERT_REQUIRED, ca_certs_file=settings.LDAP_CA_FILE or None)
    # no schema is asked for: an attribute that the directory does not know is empty
    return Server(settings.LDAP_URL, get_info=NONE, tls=tls, connect_timeout=_SECONDS)


def _opened(server: Server, dn: str, password: str) -> Connection:
    """Bound, to be used with `with`. Raises LDAPException for a wrong password."""
    connection = Connection(
        server, user=dn or None, password=password or None, authentication=SIMPLE if dn else None,
        read_only=True, raise_exceptions=True, receive_timeout=_SECONDS, auto_referrals=False,
        check_names=False,
    )  # fmt: skip
    connection.open()
    if settings.LDAP_START_TLS:
        connection.start_tls()
    connection.bind()
    return connection


def _first(values: Any, name: str) -> str:
    return next(iter(_texts(values.get(name))), "")


def _texts(value: object) -> list[str]:
    """Of one or many values; of bytes (objectGUID) their hexadecimal digits."""
    many = value if isinstance(value, list | tuple) else [value]
    return [item.hex() if isinstance(item, bytes) else str(item) for item in many if item]
