"""The ledger of the command line: a file of SQLite beside no server, charged as the pages charge.

FILE.key, drawn at the first use, names the accounts: without it nobody can tell whose they are, with it anybody can who
knows the identifiers. One transaction a run: it is committed just before the output takes its place, so that a
crash may charge for an output that never appeared, and never the other way round.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.domain.notes import Note
from deidweb.short_files import short_text
from privacy.domain.errors import BadKeyError
from privacy.domain.ledger import Bill, account_of, cost, fraction_text, fresh, lone_note, over_cap
from privacy.domain.randomness import StudyKey

_WAIT_SECONDS: Final = 60.0
_PRIVATE: Final = 0o600
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS charge (memo TEXT PRIMARY KEY, account TEXT NOT NULL, element_class TEXT NOT NULL,"
    " epsilon TEXT NOT NULL, has_bound INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS charge_of_account ON charge (account)",
    "CREATE TABLE IF NOT EXISTS override (signed_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, mechanisms TEXT NOT NULL,"
    " reason TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS key_mark (mark TEXT PRIMARY KEY) WITHOUT ROWID",
)


class LedgerFileError(Exception):
    """The ledger can't be used, or refuses; the message (French) says what to do."""


class LedgerFile:
    """An open ledger: `charge` patient by patient, then `settle`, or nothing is kept."""

    def __init__(
        self, connection: sqlite3.Connection, key: StudyKey, cap: Fraction, path: Path
    ) -> None:
        self._rows, self._key, self._cap = connection, key, cap
        self._path, self._opened = path, _identity(path)
        self.over = self.lone = 0

    def payer(self, notes: list[Note]) -> str:
        """The account of a patient, or of the text of a note without one."""
        first = notes[0]
        if first.patient.id:
            return account_of(self._key, "patient", first.patient.id)
        self.lone += 1
        return account_of(self._key, *lone_note(first.text))

    def charge(self, found: Bill) -> None:
        """Charges what is new of a file, and counts whom it takes past the cap."""
        marks = ",".join("?" * len(found.charges))
        memos = [charge.memo for charge in found.charges]
        known = self._rows.execute(f"SELECT memo FROM charge WHERE memo IN ({marks})", memos)  # noqa: S608 - only "?"
        new = fresh(found, [memo for (memo,) in known])
        if not new:
            return
        self.over += len(
            over_cap({found.account: cost(new)}, self._spent(found.account), self._cap)
        )
        self._rows.executemany(
            "INSERT INTO charge VALUES (?, ?, ?, ?, ?)",
            [
                (
                    item.memo,
                    found.account,
                    item.element_class,
                    fraction_text(item.epsilon),
                    item.has_bound,
                )
                for item in new
            ],
        )

    def _spent(self, account: str) -> dict[str, Fraction]:
        rows = self._rows.execute(
            "SELECT epsilon, COUNT(*) FROM charge WHERE account = ? GROUP BY epsilon", (account,)
        )
        try:
            spent = sum((Fraction(epsilon) * times for epsilon, times in rows), Fraction(0))
        except (ValueError, ZeroDivisionError, TypeError):
            raise _unreadable(self._path) from None
        return {account: spent}

    def sign(self, mechanisms: str, reason: str) -> None:
        """Keeps why something without a bound left."""
        self._rows.execute(
            "INSERT INTO override (mechanisms, reason) VALUES (?, ?)", (mechanisms, reason)
        )

    def settle(self) -> None:
        """All that was charged has left. Raises LedgerFileError when somebody would pass the cap, or where the file was moved or
        replaced meanwhile, so that what is charged would be found by nobody: nothing is kept."""
        if self.over:
            raise LedgerFileError(
                ngettext(
                    "Le plafond de ε = %(cap)s serait dépassé pour %(count)d patient : rien n'est écrit ni compté.",
                    "Le plafond de ε = %(cap)s serait dépassé pour %(count)d patients : rien n'est écrit ni compté.",
                    self.over,
                )
                % {"cap": self._cap, "count": self.over}
            )
        if _identity(self._path) != self._opened:
            raise LedgerFileError(
                _(
                    "%(file)s a été déplacé ou remplacé pendant le calcul : rien n'est écrit ni compté."
                )
                % {"file": self._path.name}
            )
        self._rows.commit()


@contextmanager
def open_ledger(path: Path, cap: Fraction) -> Iterator[LedgerFile]:
    """The ledger in `path`, made at the first use; another run waits a minute for its turn. Raises LedgerFileError."""
    _touch(path)
    try:
        with closing(sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)) as rows:
            rows.execute("PRAGMA synchronous = FULL")
            rows.execute("BEGIN IMMEDIATE")
            for table in _TABLES:
                rows.execute(table)
            used = rows.execute("SELECT 1 FROM charge LIMIT 1").fetchone() is not None
            key = _key(Path(f"{path}.key"), may_draw=not used)
            _check_mark(rows, key, path)
            yield LedgerFile(rows, key, cap, path)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise LedgerFileError(
                _("Le registre sert à un autre calcul : réessayez après lui.")
            ) from None
        raise _unreadable(path) from None
    except sqlite3.DatabaseError:
        raise _unreadable(path) from None


def _check_mark(rows: sqlite3.Connection, key: StudyKey, path: Path) -> None:
    """Another ledger's key would open empty accounts for who has spent already. A ledger without a mark gets that of its key."""
    mark = account_of(key, "ledger", "")
    found = rows.execute("SELECT mark FROM key_mark").fetchone()
    if found is None:
        rows.execute("INSERT INTO key_mark VALUES (?)", (mark,))
    elif found != (mark,):
        raise LedgerFileError(
            _("%(key)s n'est pas la clé de ce registre : remettez celle qui a été tirée avec lui.")
            % {"key": f"{path.name}.key"}
        )


def _unreadable(path: Path) -> LedgerFileError:
    return LedgerFileError(_("%(file)s : registre illisible.") % {"file": path.name})


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file a path names; None for none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _touch(path: Path) -> None:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE))


def _key(path: Path, *, may_draw: bool) -> StudyKey:
    """The key that names the accounts. A fresh one would open empty accounts for who has spent already."""
    if may_draw and not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(StudyKey.fresh().secret.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
    if not path.is_file():
        raise LedgerFileError(
            _("%(file)s manque : sans cette clé, le registre ne reconnaît personne.")
            % {"file": path.name}
        )
    try:
        return StudyKey.from_hex(short_text(path, "replace"))
    except BadKeyError as error:
        raise LedgerFileError(f"{path.name} : {error}") from None
