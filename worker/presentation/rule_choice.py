"""Which rules a version does without, and what the other way of putting rules and model together would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.presentation.rule_words import rule_words
from worker.models import ModelVersion
from worker.presentation.shares import decimal, share

Told = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """`found`: how often the rule was right; `masked` and `corrections` before → after, "–" where it was not kept."""

    name: str
    found: str
    masked: str
    corrections: str


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """`basis`: on what the effects were measured, "" where they were not."""

    basis: str
    lines: tuple[ChoiceLine, ...]


def rule_choice(version: ModelVersion) -> RuleChoice:
    """A line a rule that was left out, then one for the plain union beside the steps."""
    told: Told = version.metrics.get("rule_choice") or {}
    notes = int(told.get("notes", 0))
    lines = [_rule(record, notes) for record in version.metrics.get("left_out") or []]
    return RuleChoice(_basis(notes), (*lines, *_merge(told.get("merges") or {}, notes)))


def _basis(notes: int) -> str:
    return (
        ngettext(
            "Effet mesuré sur %(n)d note de validation, règle après règle.",
            "Effet mesuré sur %(n)d notes de validation, règle après règle.",
            notes,
        )
        % {"n": notes}
        if notes
        else ""
    )


def _rule(record: Told, notes: int) -> ChoiceLine:
    found = ngettext(
        "juste %(right)s fois sur %(n)s", "juste %(right)s fois sur %(n)s", record["finds"]
    ) % {name: number_format(record[key]) for name, key in (("right", "right"), ("n", "finds"))}
    before, after = record.get("before"), record.get("after")
    effect = _effect(before, after, notes) if before and after and notes else ("–", "–")
    return ChoiceLine(rule_words(record["name"]), found, *effect)


def _merge(merges: Mapping[str, Told], notes: int) -> Iterator[ChoiceLine]:
    if notes and {"steps", "union"} <= merges.keys():
        name = _("réunion simple, au lieu des étapes")
        effect = _effect(merges["steps"], merges["union"], notes)
        yield ChoiceLine(name, "", *effect)


def _effect(before: Told, after: Told, notes: int) -> tuple[str, str]:
    masked = (share(side["masked"] / max(1, side["identifying"])) for side in (before, after))
    left = (decimal(side["corrections"] / notes) for side in (before, after))
    return " → ".join(masked), " → ".join(left)
