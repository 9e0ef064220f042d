"""What the preview page says of one redraw: the budget's shares and each entity's effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from annotation.domain.labels import SUBTYPE_TO_LABEL, Subtype
from annotation.domain.notes import Note
from annotation.presentation.label_names import entity_name, mark_of
from deidweb.sentences import localised
from privacy.domain.budget import Element
from privacy.domain.effects import EntityEffect, sentence_for
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.redraw import Drawn
from privacy.presentation.badges import NoteBadges, badges_of
from privacy.presentation.guarantees import cautions_of, date_sentence
from privacy.presentation.numbers import decimal, measure, percent
from privacy.presentation.words import MECHANISM_NAMES

# what the engine says in French, for the translators
SOURCES: Final = (
    _l("la commune"), _l("la date de naissance et la date de la note"), _l("deux dates de la note"),
    _l("la date de naissance"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShareOfBudget:
    """One element of the patient; `weight` is relative to the others."""

    label: str
    mark: str
    weight: str
    title: str


@dataclass(frozen=True, slots=True)
class EffectRow:
    """One distinct value of the note. `index` is the rank of its first entity; `warning`: what a reviewer should know."""

    index: int
    label: str
    name: str
    surrogate: str = field(repr=False)
    share: str
    mechanism: str
    displacement: str
    derived: str
    warning: str


@dataclass(frozen=True, slots=True)
class Panel:
    """`cautions`: what must be said of the mechanisms chosen."""

    sentence: str
    cautions: list[str]
    budget: str
    shares: list[ShareOfBudget]
    rows: list[EffectRow] = field(repr=False)
    notes: list[NoteBadges]


def panel_of(drawn: Drawn, policy: SubstitutionPolicy, notes: Sequence[Note]) -> Panel:
    """Everything that the panel shows; the original strings stay with the page."""
    shown = frozenset(note.first + at for note in drawn.notes for at in range(len(note.surrogates)))
    return Panel(
        sentence=_sentence(drawn.elements, policy),
        budget=_budget(drawn.elements, policy),
        shares=[_share(element, policy) for element in drawn.elements],
        rows=_rows(drawn, notes),
        cautions=cautions_of(policy),
        notes=[NoteBadges(note.rank, badges_of(note.findings, shown)) for note in drawn.notes],
    )


def _sentence(elements: Sequence[Element], policy: SubstitutionPolicy) -> str:
    days = [e for e in elements if e.element_class == Subtype.DATE and e.granularity == "day"]
    if days or policy.dates != "metric" or not elements:
        return date_sentence(max((e.epsilon for e in days), default=None), str(policy.dates))
    first = elements[0]
    return localised(sentence_for(first.element_class, first.granularity, first.epsilon))


def _budget(elements: Sequence[Element], policy: SubstitutionPolicy) -> str:
    if not elements:
        return ""
    largest = max(element.epsilon for element in elements)
    if policy.class_weights and len(elements) > 1:
        return _(
            "ε = %(epsilon)s partagé entre %(count)s valeurs distinctes de toutes les notes de ce patient, selon leurs parts : "
            "de %(least)s à %(most)s chacune."
        ) % {
            "epsilon": decimal(policy.epsilon),
            "count": len(elements),
            "least": decimal(min(element.epsilon for element in elements), 3),
            "most": decimal(largest, 3),
        }
    return ngettext(
        "ε = %(epsilon)s pour une seule valeur dans toutes les notes de ce patient.",
        "ε = %(epsilon)s partagé entre %(count)s valeurs distinctes de toutes les notes de ce patient : %(share)s chacune.",
        len(elements),
    ) % {
        "epsilon": decimal(policy.epsilon),
        "count": len(elements),
        "share": decimal(largest, 4 if largest < Fraction(1, 10) else 3),
    }


def _share(element: Element, policy: SubstitutionPolicy) -> ShareOfBudget:
    weight = float(element.epsilon / policy.epsilon)
    mentions = ngettext("%(n)s mention", "%(n)s mentions", element.mentions) % {
        "n": element.mentions
    }
    return ShareOfBudget(
        label=str(SUBTYPE_TO_LABEL.get(element.element_class, element.element_class)),
        mark=mark_of("", element.element_class),
        weight=f"{weight:.6f}",
        title=f"{entity_name('', element.element_class)} · {percent(weight)} · {mentions}",
    )


def _rows(drawn: Drawn, notes: Sequence[Note]) -> list[EffectRow]:
    """One row a distinct value: repeated mentions share their draw."""
    seen: set[tuple[str, str]] = set()
    rows: list[EffectRow] = []
    for shown in drawn.notes:
        text = notes[shown.rank].text
        for at, effect in enumerate(shown.effects):
            replaced = effect.replacement
            value = (replaced.label, text[replaced.source_start : replaced.source_end])
            if value not in seen:
                seen.add(value)
                rows.append(_row(shown.first + at, effect, shown.surrogates[at]))
    return rows


def _row(index: int, effect: EntityEffect, surrogate: str) -> EffectRow:
    label, subtype = effect.replacement.label, effect.replacement.subtype
    return EffectRow(
        index=index,
        label=label,
        name=entity_name(label, subtype),
        surrogate=surrogate,
        share=_("aucune") if effect.share is None else percent(float(effect.share)),
        mechanism=str(MECHANISM_NAMES.get(effect.mechanism, effect.mechanism)),
        displacement=_displacement(effect),
        derived=_("oui, de %(source)s") % {"source": _(effect.derived_from)}
        if effect.derived_from
        else _("non"),
        warning=localised(effect.replacement.warning) if effect.replacement.warning else "",
    )


def _displacement(effect: EntityEffect) -> str:
    """Those of a range are told once when they are equal."""
    told = [
        _("%(distance)s en moyenne") % {"distance": measure(part.displacement, part.unit)}
        for part in effect.parts
        if part.displacement is not None
    ]
    return " ; ".join(dict.fromkeys(told)) or "–"
