"""An engine's figures with their intervals, ready to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.presentation.label_names import entity_name, label_name
from worker.models import ModelVersion
from worker.presentation.intervals import decimal_interval, share_interval
from worker.presentation.shares import share


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its name, of how many, and its cells."""

    name: str
    count: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvaluationPage:
    """`totals` compares both engines figure by figure; `types` and `labels` are the version's.

    `subtypes` as `labels`, and `confusion`, are None for a version of before 2026-11-25; `label_words`,
    `subtype_words` and `reliability` for one of before 2026-11-27.
    """

    totals: tuple[Row, ...]
    labels: tuple[Row, ...]
    types: tuple[Row, ...]
    subtypes: tuple[Row, ...]
    confusion: Confusion | None
    label_words: tuple[Row, ...]
    subtype_words: tuple[Row, ...]
    reliability: Reliability | None


@dataclass(frozen=True, slots=True)
class Confusion:
    """Words by the right label (a row) and the label found (a column); `(words, is right)` in each cell."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[int, bool], ...]], ...]


@dataclass(frozen=True, slots=True)
class Bin:
    """Words whose probability lies between two tenths. `cells`: of both engines their number and the share that gold
    marks; `drawn`: the bin's middle, and those shares as a chart reads them ("" where there is no word)."""

    name: str
    cells: tuple[str, ...]
    drawn: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Reliability:
    """`errors`: the expected calibration error before and after."""

    errors: tuple[str, str]
    bins: tuple[Bin, ...]


def evaluation_page(version: ModelVersion) -> EvaluationPage | None:
    """None for a version of before intervals were kept."""
    told = version.metrics.get("evaluation")
    if not told:
        return None
    before, after = told["before"], told["after"]
    return EvaluationPage(
        totals=totals(version),
        labels=_named(before, after, "labels"),
        types=type_rows(after),
        subtypes=_named(before, after, "subtypes"),
        confusion=_confusion(after.get("confusion", {})),
        label_words=_named(before, after, "label_words"),
        subtype_words=_named(before, after, "subtype_words"),
        reliability=_reliability(version.metrics.get("reliability") or {}),
    )


def _reliability(told: Mapping[str, Any]) -> Reliability | None:
    """None unless both engines have a network whose words were kept."""
    if not ("before" in told and "after" in told):
        return None
    sides = told["before"], told["after"]
    before, after = (f"{100 * side['ece']:.2f}" for side in sides)
    pairs = zip(sides[0]["bins"], sides[1]["bins"], strict=True)
    return Reliability((_points(before), _points(after)), tuple(starmap(_bin, enumerate(pairs))))


def _points(value: str) -> str:
    return _("%(value)s points") % {"value": number_format(value)}


def _bin(place: int, pair: tuple[Sequence[Any], Sequence[Any]]) -> Bin:
    name = _("%(low)d – %(high)d %%") % {"low": 10 * place, "high": 10 * place + 10}
    cells = [
        cell
        for words, _likely, right in pair
        for cell in (number_format(words), "–" if right is None else share(right))
    ]
    shares = ["" if side[2] is None else str(side[2]) for side in pair]
    return Bin(name, tuple(cells), (f"{place / 10 + 0.05:.2f}", shares[0], shares[1]))


def totals(version: ModelVersion) -> tuple[Row, ...]:
    """Each figure of all notes, before and after; the version has an evaluation."""
    before, after = (version.metrics["evaluation"][side] for side in ("before", "after"))
    old, new = figure_words(before["all"]), figure_words(after["all"])
    notes = after["all"]["notes"]
    rows = [Row(name, notes, (old[name], told)) for name, told in new.items()]
    if "hipaa" in before and "hipaa" in after:
        cells = tuple(share_interval(side["hipaa"]["f1"]) for side in (before, after))
        rows.append(Row(_("F1 binaire, identifiants de la règle HIPAA"), notes, cells))
    return (*rows, *_fixed_recall(version))


def _fixed_recall(version: ModelVersion) -> Iterator[Row]:
    """Nothing for a version of before it was measured, and for a classifier of others, whose threshold is fixed."""
    if "fixed_recall" not in version.metrics:
        return
    told, before = version.metrics["fixed_recall"], version.metrics["evaluation"]["before"]["all"]
    after = _("n'en masque autant à aucun seuil")
    if told:
        after = _("%(corrections)s, au seuil %(threshold)s") % {
            "corrections": decimal_interval(told["corrections"]),
            "threshold": number_format(told["threshold"], 2),
        }
    name = _("Corrections par note, là où ce modèle masque autant")
    yield Row(name, before["notes"], (decimal_interval(before["corrections"]), after))


def _confusion(counts: Mapping[str, int]) -> Confusion | None:
    """The labels that occur, then "nothing": in its row words masked without need, in its column missed ones."""
    if not counts:
        return None
    pairs = {tuple(name.split(">")): count for name, count in counts.items()}
    names = sorted({name for pair in pairs for name in pair if name})
    nothing = _("rien")
    rows = []
    for gold in (*names, ""):
        cells = tuple((pairs.get((gold, found), 0), gold == found != "") for found in (*names, ""))
        rows.append((label_name(gold) or nothing, cells))
    return Confusion((*map(label_name, names), nothing), tuple(rows))


def figure_words(told: Mapping[str, Any]) -> dict[str, str]:
    """The five figures of `worker.training.evaluation`, by their names."""
    return {
        _("Mots identifiants masqués"): share_interval(told["redacted"]),
        _("Notes sans aucun reste"): share_interval(told["whole"]),
        _("Précision du masquage"): share_interval(told["precision"]),
        _("Masqués à tort pour 1 000 mots"): decimal_interval(told["alarms"]),
        _("Corrections par note"): decimal_interval(told["corrections"]),
    }


def _named(before: Mapping[str, Any], after: Mapping[str, Any], table: str) -> tuple[Row, ...]:
    """`table`: "labels", "subtypes", "label_words" or "subtype_words"."""
    unknown = {name: [1.0, 0.0, 1.0] for name in ("precision", "recall", "f1")}
    known, now = before.get(table, {}), after.get(table, {})
    named = label_name if table.startswith("label") else partial(entity_name, "")
    rows = []
    for label in sorted(known.keys() | now.keys()):
        old = known.get(label, {**unknown, "gold": 0})
        new = now.get(label, {**unknown, "gold": 0})
        names = ("precision", "recall", "f1")
        cells = tuple(share_interval(side[name]) for name in names for side in (old, new))
        rows.append(Row(named(label), max(old["gold"], new["gold"]), cells))
    return tuple(rows)


def type_rows(told: Mapping[str, Any]) -> tuple[Row, ...]:
    """Document types by their number of notes, the commonest first."""
    types = sorted(told["types"].items(), key=lambda item: (-item[1]["notes"], item[0]))
    return tuple(
        Row(kind or _("type inconnu"), row["notes"], _type_cells(row)) for kind, row in types
    )


def _type_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        share_interval(row["redacted"]),
        share_interval(row["whole"]),
        decimal_interval(row["alarms"]),
        decimal_interval(row["corrections"]),
    )
