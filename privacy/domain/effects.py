"""What a policy does to each entity, in figures and in one plain French sentence (the preview page).

The figures describe the mechanism before ordering and clamping: closed form for dates, ages and durations,
exact enumeration of the weights for places. They are for the staff who may read the original note.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import Note
from privacy.domain.budget import ElementKey
from privacy.domain.mechanisms.laplace import expected_magnitude
from privacy.domain.patient_file import Rendered
from privacy.domain.places.draws import CITY
from privacy.domain.places.metric import UNIT_KM
from privacy.domain.policy import UNPROVED, DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import PatientResult, Replacement, Substitution, substitution
from privacy.domain.tables import Tables

EXAMPLE_GAP: Final = 3
EXAMPLE_KM: Final = UNIT_KM
_UNITS: Final = {
    "day": "jours",
    "month": "mois",
    "year": "ans",
    "week": "semaines",
    "hour": "heures",
    "term": "semaines",
    "term_day": "jours",
}
_NOUNS: Final[dict[str, str]] = {
    Subtype.AGE: "deux âges",
    Subtype.DUREE: "deux durées",
    Subtype.DATE: "deux dates",
    Subtype.DATE_NAISSANCE: "deux dates",
}
INDEPENDENT: Final = "Remplacé au hasard, sans lien avec l'original : ne coûte rien."
TAGGED: Final = "Remplacé par son étiquette : rien n'en reste."
COMPARISON: Final = "Mécanisme d'un article, pour comparaison : aucune garantie n'est prouvée."
SHIFTED: Final = (
    "Toutes les dates du patient sont décalées d'un même nombre de jours : les écarts restent lisibles,"
    " aucune garantie."
)


@dataclass(frozen=True, slots=True)
class ElementEffect:
    """What happens to one value that spends.

    `share` is its part of the patient's ε (0 to 1) and `epsilon` the part itself. `displacement` is the expected
    distance between original and surrogate, in `unit` (French plural, or km); None where it depends on the rank.
    """

    element: ElementKey = field(repr=False)
    share: Fraction
    epsilon: Fraction
    displacement: float | None
    unit: str
    sentence: str


@dataclass(frozen=True, slots=True)
class EntityEffect:
    """What happens to one entity. `parts`: one a value that it shows (none when it spends nothing, two for a
    range). `derived_from` (French) is empty unless it follows from other surrogates.
    """

    note_id: str
    replacement: Replacement
    mechanism: str
    sentence: str
    derived_from: str
    parts: tuple[ElementEffect, ...] = ()

    @property
    def share(self) -> Fraction | None:
        """Its part of the patient's ε, None when it spends nothing."""
        return sum((part.share for part in self.parts), Fraction(0)) if self.parts else None


@dataclass(frozen=True, slots=True)
class Preview:
    """The substituted notes and, in reading order, the effect on each of their entities. `done`: the same with
    the originals, in memory only."""

    result: PatientResult
    effects: tuple[EntityEffect, ...]
    done: Substitution = field(repr=False)


def effects(
    notes: Sequence[Note], *, policy: SubstitutionPolicy, key: StudyKey, tables: Tables
) -> tuple[EntityEffect, ...]:
    """The effect on every entity of one patient's notes, in reading order."""
    return preview(notes, policy=policy, key=key, tables=tables).effects


def preview(
    notes: Sequence[Note], *, policy: SubstitutionPolicy, key: StudyKey, tables: Tables
) -> Preview:
    """Substitute and explain in one go. Raises what `substitute_patient_file` raises."""
    done = substitution(notes, policy=policy, key=key, tables=tables)
    found: list[EntityEffect] = []
    index = 0
    known: dict[ElementKey, ElementEffect] = {}
    for note in done.result.notes:
        for replacement in note.replacements:
            rendered = done.rendered[index]
            found.append(_effect(note.note_id, replacement, rendered, done, policy, known))
            index += 1
    return Preview(done.result, tuple(found), done)


def _effect(
    note_id: str,
    replacement: Replacement,
    rendered: Rendered,
    done: Substitution,
    policy: SubstitutionPolicy,
    known: dict[ElementKey, ElementEffect],
) -> EntityEffect:
    if not rendered.elements:
        mechanism, sentence = _free(replacement, rendered, policy)
        return EntityEffect(note_id, replacement, mechanism, sentence, rendered.derived_from)
    is_place = rendered.elements[0].element_class == CITY
    mechanism = str(policy.places if is_place else _date_mechanism(policy))
    for element in rendered.elements:
        if element not in known:
            known[element] = _part(element, done, policy, mechanism)
    parts = tuple(known[element] for element in rendered.elements)
    sentence = max(parts, key=lambda part: part.epsilon).sentence
    return EntityEffect(note_id, replacement, mechanism, sentence, "", parts)


def _part(
    element: ElementKey, done: Substitution, policy: SubstitutionPolicy, mechanism: str
) -> ElementEffect:
    epsilon, is_place = done.shares[element], element.element_class == CITY
    return ElementEffect(
        element=element,
        share=epsilon / policy.epsilon,
        epsilon=epsilon,
        displacement=_displacement(element, epsilon, done, mechanism),
        unit="km" if is_place else _UNITS[element.granularity],
        sentence=sentence_for(
            element.element_class, element.granularity, epsilon, mechanism=mechanism
        ),
    )


def _free(
    replacement: Replacement, rendered: Rendered, policy: SubstitutionPolicy
) -> tuple[str, str]:
    """Mechanism and sentence of what spends nothing."""
    label = replacement.label
    if label in policy.tags:
        return "tag", TAGGED
    if rendered.derived_from:
        return (
            "derived",
            f"Déduit de ce qui est déjà remplacé ({rendered.derived_from}) : ne coûte rien de plus.",
        )
    if label == Label.DATE and policy.dates is DateMechanism.SHIFT and not rendered.warning:
        return "shift", SHIFTED
    return "random", INDEPENDENT


def _date_mechanism(policy: SubstitutionPolicy) -> str:
    """Ages and durations keep the metric noise when the dates are only shifted."""
    return str(DateMechanism.METRIC if policy.dates is DateMechanism.SHIFT else policy.dates)


def _displacement(
    element: ElementKey, epsilon: Fraction, done: Substitution, mechanism: str
) -> float | None:
    """None for the papers' chained dates: the error grows with the rank in the file."""
    if element.element_class != CITY:
        return expected_magnitude(epsilon) if mechanism == DateMechanism.METRIC else None
    origin = done.places.source(element).index
    return done.places.choice(epsilon).expected_kilometres(origin)


def sentence_for(
    element_class: str, granularity: str, epsilon: Fraction, *, mechanism: str = "metric"
) -> str:
    """« Un lecteur ne peut pas distinguer deux dates à 3 jours d'écart mieux qu'à 2 contre 1. »"""
    if mechanism in UNPROVED:
        return COMPARISON
    if element_class != CITY:
        what = f"{_NOUNS[element_class]} à {EXAMPLE_GAP} {_UNITS[granularity]} d'écart"
        odds = float(epsilon) * EXAMPLE_GAP
    elif mechanism == PlaceMechanism.GEOIND:
        what = f"deux communes à {EXAMPLE_KM} km l'une de l'autre"
        odds = float(epsilon)
    else:
        what = f"deux communes de même taille à {EXAMPLE_KM} km l'une de l'autre"
        odds = float(epsilon)
    return f"Un lecteur ne peut pas distinguer {what} mieux qu'à {french_odds(odds)} contre 1."


def french_odds(log_odds: float) -> str:
    """e^x as people say it: one decimal below 10, « plus de 1 000 » beyond."""
    if log_odds > math.log(1000):
        return "plus de 1 000"
    odds = math.exp(log_odds)
    return f"{odds:.0f}" if odds >= 9.95 else f"{odds:.1f}".replace(".", ",").removesuffix(",0")
