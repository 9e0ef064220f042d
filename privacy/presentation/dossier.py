"""The notes to be read before an export leaves, what the reading tells, and what has changed since the last one."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from annotation.domain.spans import sort_spans
from annotation.presentation.label_names import label_name
from privacy.domain.reading.risk import Reason
from privacy.domain.reading.sample import Why
from privacy.domain.reading.sampled import SampledNote
from privacy.models import ExportReading, ExportRequest
from privacy.presentation.findings import KIND_NAMES, LEVEL_NAMES
from privacy.presentation.numbers import percent
from privacy.presentation.side_by_side import DOUBT, LEAK, Place, Row, entity, lines_of, rows_of
from privacy.selectors.export_readings import SampleReading

REASONS: Final[dict[str, Promise]] = {
    Reason.LEAK: _l("un endroit ressemble à une valeur d'origine"),
    Reason.UNCHECKED: _l("personne ne l'a validée"),
    Reason.UNSURE: _l("le modèle n'était pas sûr de ses entités"),
    Reason.WARNING: _l("la substitution a averti"),
    Reason.DENSE: _l("beaucoup d'entités"),
    Reason.LONG: _l("texte long"),
}


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One note to read; `rank` from 1 in the order of the sample. `doubts` is None where no model was asked."""

    rank: int
    reasons: list[str]
    doubts: int | None
    verdict: str
    badge: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """`left`: riskiest notes that the person has not read yet. `bound`: what the reading tells, in a sentence. `is_asked`:
    whether the model has told of any note what it doubts."""

    riskiest: list[SampleLine]
    drawn: list[SampleLine]
    left: int
    next_rank: int
    bound: str
    is_asked: bool


def dossier_of(export: ExportRequest, reading: SampleReading) -> Dossier:
    """The dossier as one person sees it: the ticks are his."""
    lines = [_line(rank, one, reading) for rank, one in enumerate(export.sample, 1)]
    of = {
        why: [line for line, one in zip(lines, export.sample, strict=True) if one["why"] == why]
        for why in Why
    }
    return Dossier(
        riskiest=of[Why.RISK],
        drawn=of[Why.DRAW],
        left=len(reading.unread(Why.RISK)),
        next_rank=next((line.rank for line in lines if not line.verdict), 0),
        bound=bound_sentence(reading.figures()),
        is_asked=any(line.doubts is not None for line in lines),
    )


def _line(rank: int, one: dict[str, Any], reading: SampleReading) -> SampleLine:
    verdict = reading.verdicts.get(one["public_id"], "")
    is_flagged = verdict == ExportReading.Verdict.RECOGNISED
    return SampleLine(
        rank=rank,
        reasons=[str(REASONS[reason]) for reason in one["reasons"] if reason in REASONS],
        doubts=None if one["doubts"] is None else len(one["doubts"]),
        verdict=str(ExportReading.Verdict(verdict).label) if verdict else "",
        badge="badge-danger" if is_flagged else "badge-ok",
    )


def bound_sentence(figures: dict[str, Any]) -> str:
    """What a reading of the whole sample tells of all notes; what is missing otherwise."""
    if not figures or not figures["census"]:
        return ""
    if figures["bound"] is None:
        return _(
            "Lisez aussi les %(n)d notes tirées au sort : elles disent combien de notes, au plus, laissent reconnaître "
            "quelqu'un."
        ) % {"n": figures["drawn"]}
    return _(
        "Au plus %(share)s des notes laissent reconnaître quelqu'un, avec une confiance de 95 %% (vu dans %(leaks)d des notes "
        "lues : les %(census)d plus risquées, toutes, et %(drawn)d autres tirées au sort)."
    ) % {
        "share": percent(figures["bound"]),
        "leaks": figures["leaks"],
        "census": figures["census"],
        "drawn": figures["drawn"],
    }


def decided_sentence(figures: dict[str, Any]) -> str:
    """What the reading told when the decision was taken; a reading that was not whole says so.

    ten of the thirty notes read → « 10 des 30 notes à lire étaient lues : cela ne dit pas combien de notes… »
    """
    if not figures or not figures["census"] or figures["bound"] is not None:
        return bound_sentence(figures)
    return _(
        "%(read)d des %(chosen)d notes à lire étaient lues : cela ne dit pas combien de notes, au plus, laissent reconnaître "
        "quelqu'un."
    ) % {"read": figures["read"], "chosen": figures["census"] + figures["drawn"]}


def changes_of(export: ExportRequest, previous: ExportRequest | None) -> list[str]:
    """What differs from the export that was approved last, in sentences; empty when there is none."""
    changes = export.changes
    if not changes:
        return []
    found = [_("Dernier export approuvé : n° %(number)d.") % {"number": changes["number"]}]
    if "added" in changes:
        found.append(
            _(
                "Notes : %(added)d ajoutées, %(removed)d retirées, %(changed)d réannotées depuis, %(same)d sans changement."
            )
            % changes
        )
    else:
        found.append(
            _(
                "Notes : la comparaison n'est plus possible, la clé ou le fichier de cet export n'existe plus."
            )
        )
    return found + (_settings(export, previous) if previous is not None else [])


def _number(value: Decimal | None) -> str:
    return "" if value is None else f"{value.normalize():f}"


def _settings(export: ExportRequest, previous: ExportRequest) -> list[str]:
    pairs = (
        (
            _("Niveau de bruit ε"),
            _number(previous.epsilon),
            _number(export.epsilon),
        ),
        (_("Dates et âges"), previous.get_dates_display(), export.get_dates_display()),
        (_("Lieux"), previous.get_places_display(), export.get_places_display()),
        (_("Texte entier"), previous.get_texts_display(), export.get_texts_display()),
        (_("ε d'un mot"), _number(previous.word_epsilon), _number(export.word_epsilon)),
        (_("Zone"), previous.area, export.area),
        (_("Notes prises"), previous.get_scope_display(), export.get_scope_display()),
        (_("Étude"), previous.study.name, export.study.name),
        (
            _("Remplacés par leur étiquette"),
            ", ".join(map(label_name, previous.tags)),
            ", ".join(map(label_name, export.tags)),
        ),
    )
    changed = [
        _("%(name)s : « %(before)s » devient « %(after)s ».")
        % {"name": name, "before": before or "–", "after": after or "–"}
        for name, before, after in pairs
        if before != after
    ]
    return changed or [_("ε et mécanismes : les mêmes.")]


@dataclass(frozen=True, slots=True)
class SampledPage:
    """One note, before and after, line by line where the lines are as many."""

    rows: list[Row] = field(repr=False)
    reasons: list[str]
    doubts: int | None
    leaks: int


def page_of(note: SampledNote) -> SampledPage:
    after = lines_of(
        note.after,
        [entity(*mark) for mark in note.marks],
        [*map(_leak, note.findings), *(_doubt(start, end) for start, end in note.doubts or ())],
    )
    before = lines_of("", [])
    if note.before is not None:
        spans = sort_spans(note.before.entities)
        marks = [entity(s.start, s.end, s.label, s.subtype) for s in spans]
        before = lines_of(note.before.text, marks)
    return SampledPage(
        rows=rows_of(before, after),
        reasons=[str(REASONS[reason]) for reason in note.reasons if reason in REASONS],
        doubts=None if note.doubts is None else len(note.doubts),
        leaks=len(note.findings),
    )


def _doubt(start: int, end: int) -> Place:
    return Place(start, end, "", DOUBT, _("Laissé en clair : le modèle hésite"))


def _leak(finding: dict[str, Any]) -> Place:
    kind, level = str(finding["kind"]), str(finding.get("level", ""))
    title = _("Valeur d'origine, %(kind)s (%(level)s)") % {
        "kind": KIND_NAMES.get(kind, kind),
        "level": LEVEL_NAMES.get(level, level),
    }
    return Place(int(finding["start"]), int(finding["end"]), "", LEAK, title)
