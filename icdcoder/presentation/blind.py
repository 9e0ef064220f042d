"""The result of a blind study in words and rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deidweb.numbers import fixed
from icdcoder.domain.blind import NONE, OTHERS, Agreement, Interval, Result, matrix
from icdcoder.domain.codes import format_code
from icdcoder.models import BlindReading

Guess = BlindReading.Guess
_NOTHING: Final = "–"


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """Two readings of one note, compared. `is_across`: an original with a copy."""

    is_across: bool
    notes: int
    pairs: int
    both: int
    first: int
    second: int
    f1: str
    kappa: str


@dataclass(frozen=True, slots=True)
class Cell:
    count: int
    is_same: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows are codes of the originals, columns those of the copies."""

    heads: list[str]
    rows: list[tuple[str, list[Cell]]]


@dataclass(frozen=True, slots=True)
class TimeRow:
    is_original: bool
    readings: int
    seconds: str


@dataclass(frozen=True, slots=True)
class GuessRow:
    is_original: bool
    counts: list[int]


@dataclass(frozen=True, slots=True)
class ShownResult:
    sentences: list[str]
    agreement: list[AgreementRow]
    matrix: Matrix
    times: list[TimeRow]
    guesses: list[GuessRow]
    guess_heads: list[str]


def shown_result(result: Result) -> ShownResult:
    rows = [(True, result.across), (False, result.same)]
    return ShownResult(
        sentences=[*_agreement_said(result), *_principals_said(result), *_times_said(result), *_guesses_said(result)],
        agreement=[_agreement_row(across, told) for across, told in rows if told is not None],
        matrix=_matrix(result.confusion),
        times=[
            TimeRow(is_original, count, _interval(seconds))
            for is_original, count, seconds in zip(
                (True, False), (result.originals, result.copies), result.seconds, strict=True
            )
        ],
        guesses=[
            GuessRow(is_original, [result.guesses.table.get((is_original, str(g)), 0) for g in Guess])
            for is_original in (True, False)
        ]
        if result.guesses.table
        else [],
        guess_heads=[str(guess.label) for guess in Guess],
    )  # fmt: skip


def _agreement_said(result: Result) -> list[str]:
    across, same = result.across, result.same
    if across is None:
        return [
            _("Aucune note n'a encore été codée sous ses deux formes : il n'y a rien à comparer.")
        ]
    said = [
        ngettext(
            "Sur %(n)s note codée sous ses deux formes, F1 entre original et copie : %(f1)s.",
            "Sur %(n)s notes codées sous leurs deux formes, F1 entre original et copie : %(f1)s.",
            across.notes,
        )
        % {"n": number_format(across.notes), "f1": _shares(across.f1)}
    ]
    if same is None:
        return [
            *said,
            _(
                "Avec deux personnes, ce chiffre tient aussi à ce qui les sépare : il en faut trois pour le savoir."
            ),
        ]
    return [
        *said,
        _("Deux personnes devant la même forme : %(f1)s ; c'est la mesure de ce que les personnes diffèrent de toute façon.")
        % {"f1": _shares(same.f1)},
    ]  # fmt: skip


def _principals_said(result: Result) -> list[str]:
    total = sum(result.principals.values())
    same = sum(count for (one, other), count in result.principals.items() if one == other)
    if not total:
        return []
    return [
        ngettext(
            "Diagnostic principal : le même dans %(same)s paire sur %(total)s.",
            "Diagnostic principal : le même dans %(same)s paires sur %(total)s.",
            same,
        )
        % {"same": number_format(same), "total": number_format(total)}
    ]


def _times_said(result: Result) -> list[str]:
    if result.slower is None:
        return []
    return [
        _("À note et personnes égales, coder une copie prend %(times)s fois le temps d'un original.")
        % {"times": _interval(result.slower, 2)}
    ]  # fmt: skip


def _guesses_said(result: Result) -> list[str]:
    if result.guesses.right is None:
        return []
    return [
        ngettext(
            "%(n)s réponse sur la forme, juste dans %(share)s des cas ; le hasard en donne 50 %%.",
            "%(n)s réponses sur la forme, justes dans %(share)s des cas ; le hasard en donne 50 %%.",
            result.guesses.guessed,
        )
        % {"n": number_format(result.guesses.guessed), "share": _shares(result.guesses.right)}
    ]


def _agreement_row(is_across: bool, told: Agreement) -> AgreementRow:  # noqa: FBT001 (a column)
    return AgreementRow(
        is_across, told.notes, told.pairs, told.both, told.first, told.second,
        _shares(told.f1), _interval(told.kappa, 2),
    )  # fmt: skip


def _matrix(counts: dict[tuple[str, str], int]) -> Matrix:
    heads, cells = matrix(counts)
    names = [_code_name(code) for code in heads]
    return Matrix(
        names,
        [
            (
                name,
                [
                    Cell(count, row == column and heads[row] != OTHERS)
                    for column, count in enumerate(own)
                ],
            )
            for row, (name, own) in enumerate(zip(names, cells, strict=True))
        ],
    )


def _code_name(code: str) -> str:
    if code == NONE:
        return _("aucun")
    return _("autres") if code == OTHERS else format_code(code)


def _shares(told: Interval | None) -> str:
    """ "81,5 % [70 – 90,2]"."""
    if told is None:
        return _NOTHING
    return _("%(value)s %% [%(low)s – %(high)s]") % {
        "value": fixed(100 * told.value, 1),
        "low": fixed(100 * told.low, 1),
        "high": fixed(100 * told.high, 1),
    }


def _interval(told: Interval | None, digits: int = 0) -> str:
    if told is None:
        return _NOTHING
    return _("%(value)s [%(low)s – %(high)s]") % {
        "value": fixed(told.value, digits),
        "low": fixed(told.low, digits),
        "high": fixed(told.high, digits),
    }
