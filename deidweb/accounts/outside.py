"""People whom the hospital's identity provider or directory knows: their accounts here, and what their groups give.

An account made this way has no password of its own and has been in nobody's hands: for everything that takes two people it is
one person. No name is taken for the same person: an existing account is joined by `manage.py link_account` alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from django.conf import settings
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Membership, OutsideIdentity, Project, User
from deidweb.accounts.services import role_end
from deidweb.audit.services import record

LDAP_SOURCE: Final = "ldap"  # in place of an issuer's address
_NAME_LETTERS: Final = 150


class OutsideRefusedError(Exception):
    """The person is known there but does not come in; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class OutsidePerson:
    """Who somebody is elsewhere. `subject` never changes and never becomes another's; names may."""

    source: str
    subject: str
    username: str
    full_name: str = ""
    groups: frozenset[str] = field(default_factory=frozenset)


@transaction.atomic
def account_of(person: OutsidePerson) -> User:
    """The person's account, made at the first sign-in, with the roles that today's groups give. Raises OutsideRefusedError."""
    allowed = frozenset(settings.OUTSIDE_GROUPS)
    if allowed and allowed.isdisjoint(person.groups):
        raise OutsideRefusedError(_("Votre compte n'est dans aucun groupe qui ouvre ce service."))
    link = (
        OutsideIdentity.objects.select_related("user")
        .filter(source=person.source, subject=person.subject)
        .first()
    )
    user = link.user if link else _made(person)
    if not user.is_active:
        raise OutsideRefusedError(_("Ce compte est fermé : demandez à un administrateur."))
    _follow_groups(user, person.groups)
    return user


def link_account(*, username: str, source: str, subject: str) -> None:
    """Joins an account that is there already, by who runs the server. Raises User.DoesNotExist, IntegrityError."""
    user = User.objects.get(username=username)
    with transaction.atomic():
        OutsideIdentity.objects.create(user=user, source=source, subject=subject)
        record("account.linked", actor=None, target=user)


def _made(person: OutsidePerson) -> User:
    name = person.username.strip()[:_NAME_LETTERS]
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        raise OutsideRefusedError(
            _("Votre nom d'utilisateur manque ou contient des caractères interdits.")
        ) from None
    if User.objects.filter(username__iexact=name).exists():
        raise OutsideRefusedError(
            _("Un autre compte porte déjà ce nom : un administrateur doit relier les deux.")
        )
    user = User(username=name, last_name=person.full_name[:_NAME_LETTERS])
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
            OutsideIdentity.objects.create(user=user, source=person.source, subject=person.subject)
    except IntegrityError:  # the same person, twice at once
        raise OutsideRefusedError(_("Réessayez : votre compte vient d'être créé.")) from None
    record("account.created", actor=None, target=user)
    return user


def _follow_groups(user: User, groups: frozenset[str]) -> None:
    """Gives and takes roles that groups give; those that people gave are left alone, those that have run out stay so."""
    wanted = {(one.project, one.role) for one in settings.GROUP_ROLES if one.group in groups}
    known = set(
        Project.objects.filter(pk__in={pk for pk, _role in wanted}).values_list("pk", flat=True)
    )
    held = {(m.project_id, m.role): m for m in user.memberships.select_related("project")}
    for project, role in sorted(wanted - set(held), key=str):
        if project in known:
            given = Membership.objects.create(
                user=user, project_id=project, role=role, by_group=True, expires_at=role_end()
            )
            record("member.added", actor=None, project=given.project, target=user, role=role)
    for key, membership in held.items():
        # one that a person took away, or that ran out, stays so, or leaving the group and coming back would give it anew
        if membership.by_group and not membership.is_over and key not in wanted:
            membership.delete()
            record("member.removed", actor=None, project=membership.project, target=user, role=membership.role)  # fmt: skip
