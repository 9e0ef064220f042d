"""Data sets as their pages show them: charts, formats in words, what changed note by note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from annotation.domain.datasets.diff import Difference
from annotation.domain.datasets.statistics import NOTE_LENGTHS, SPAN_LENGTHS
from annotation.domain.formats.losses import LOSS_TEXTS, Loss
from annotation.domain.formats.registry import FORMATS, WRITABLE, Format
from annotation.models import DatasetFile, DatasetSnapshot
from annotation.presentation.charts import Bar, LineChart, bars, line_chart, stacked
from annotation.presentation.label_names import entity_name, label_name
from annotation.selectors.datasets import Comparison

PARTS: Final = ("train", "validation", "test")


def growth_chart(growth: Mapping[date, int]) -> LineChart | None:
    """`growth`: Monday → validated notes at the end of the week."""
    totals = [float(notes) for notes in growth.values()]
    return line_chart(list(growth), {_("notes validées"): totals})


@dataclass(frozen=True, slots=True)
class Charts:
    """A snapshot's statistics as tables with bars."""

    labels: tuple[Bar, ...]
    subtypes: tuple[Bar, ...]
    types: tuple[Bar, ...]
    note_lengths: tuple[Bar, ...]
    span_lengths: tuple[Bar, ...]


def charts_of(snapshot: DatasetSnapshot) -> Charts:
    figures = snapshot.statistics
    names = {"train": _("apprentissage"), "validation": _("validation"), "test": _("test")}
    return Charts(
        labels=_by_part(
            {label_name(key): counts for key, counts in figures["labels_by_part"].items()}, names
        ),
        subtypes=bars({_subtype(name): count for name, count in figures["subtypes"].items()}),
        types=_by_part(figures["types_by_part"], names),
        note_lengths=bars(_classes(figures["note_lengths"], NOTE_LENGTHS)),
        span_lengths=bars(_classes(figures["span_lengths"], SPAN_LENGTHS)),
    )


def _by_part(table: Mapping[str, Mapping[str, int]], names: Mapping[str, str]) -> tuple[Bar, ...]:
    return stacked(
        {
            row or _("sans type"): {names[part]: counts.get(part, 0) for part in PARTS}
            for row, counts in table.items()
        }
    )


def _subtype(name: str) -> str:
    label, _sign, subtype = name.partition("/")
    return (
        entity_name(label, subtype) if subtype else f"{label_name(label)} ({_('sans sous-type')})"
    )


def _classes(counts: list[int], limits: tuple[int, ...]) -> dict[str, float]:
    names = [_("jusqu'à %(limit)d") % {"limit": limit} for limit in limits]
    return dict(
        zip([*names, _("au-delà de %(limit)d") % {"limit": limits[-1]}], counts, strict=True)
    )


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format as the form offers it, with what it can't say of these notes in words."""

    format: Format
    title: str
    losses: tuple[str, ...]


def format_choices(formats: Iterable[Format] = WRITABLE) -> list[FormatChoice]:
    return [
        FormatChoice(item, _(item.title), tuple(_(LOSS_TEXTS[loss]) for loss in item.loses))
        for item in formats
    ]


def losses_in_words(file: DatasetFile) -> list[tuple[str, int]]:
    """(what was lost, how often), for one written file."""
    return [(_(LOSS_TEXTS[Loss(name)]), count) for name, count in file.losses.items()]


def format_title(name: str) -> str:
    return _(FORMATS[name].title) if name in FORMATS else name


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A note named in a comparison, if it is still there to be opened."""

    title: str
    document: UUID | None
    change: Any = None


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    difference: Difference
    added: list[NoteLink]
    removed: list[NoteLink]
    changed: list[NoteLink]


def comparison_page(found: Comparison) -> ComparisonPage:
    """The notes that differ, each with its title."""

    def link(name: str, change: Any = None) -> NoteLink:
        note = found.notes.get(name)
        return NoteLink(
            note.title if note else _("note retirée"), note.pk if note else None, change
        )

    return ComparisonPage(
        found.difference,
        [link(name) for name in found.difference.added],
        [link(name) for name in found.difference.removed],
        [link(item.note, item) for item in found.difference.changed],
    )
