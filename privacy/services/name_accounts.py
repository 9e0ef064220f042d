"""The names of accounts: one a person in the whole installation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from privacy.domain.ledger import Bill, account_of
from privacy.domain.randomness import StudyKey
from privacy.domain.source_file import SourceFile
from privacy.models import LedgerCharge
from privacy.selectors.former_accounts import former_key_path, projects_to_join
from privacy.services.keep_keys import former_ledger_key, ledger_key


@dataclass(frozen=True, slots=True)
class AccountNames:
    """`key` names the accounts; `former`: by project, the keys of those whose accounts are still to be joined."""

    key: StudyKey = field(repr=False)
    former: Mapping[UUID, StudyKey] = field(repr=False, default_factory=dict)

    def of(self, source: SourceFile, project_id: UUID) -> Bill:
        """The bill of a patient's file, still empty: his account, and what it was called in each project."""
        former = self.former_of(source.former_holder, project_id)
        return Bill(account_of(self.key, *source.holder), (), former)

    def former_of(self, holder: tuple[str, str], project_id: UUID) -> tuple[str, ...]:
        """What an account was called. A patient's identifier is one person's in every project; a note's says
        something in its own project alone."""
        kind, _external_id = holder
        keys = (key for pk, key in self.former.items() if kind == "patient" or pk == project_id)
        return tuple(account_of(key, *holder) for key in keys)


def account_names() -> AccountNames:
    """The key is made at the first build. Raises StudyKeyError; StudyKeyMissingError when accounts have been named
    and their key is gone: a fresh one would open empty accounts for people who have spent already."""
    has_rows = LedgerCharge.objects.filter(is_joined=True).exists()
    former = [pk for pk in projects_to_join() if former_key_path(pk).is_file()]
    return AccountNames(
        ledger_key(may_create=not has_rows), {pk: former_ledger_key(pk) for pk in former}
    )
