"""What a policy does to each entity, in figures and in one plain French sentence (the preview page).

The figures describe the mechanism before projection and clamping: closed form for dates, ages and durations,
exact enumeration of the weights for places. They are for the staff who may read the original note.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from annotation.domain.labels import Label
from annotation.domain.notes import Note
from privacy.domain.budget import ElementKey
from privacy.domain.mechanisms.laplace import expected_magnitude
from privacy.domain.patient_file import Rendered
from privacy.domain.place_draws import CITY
from privacy.domain.policy import UNPROVED, DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import PatientResult, Replacement, Substitution, substitution
from privacy.domain.tables import Tables

EXAMPLE_GAP: Final = 3
EXAMPLE_KM: Final = 50
GEOIND_KM: Final = 10
_UNITS: Final = {
    "day": "jours",
    "month": "mois",
    "year": "ans",
    "week": "semaines",
    "hour": "heures",
}
_NOUNS: Final = {
    "AGE": "deux âges",
    "DUREE": "deux durées",
    "DATE": "deux dates",
    "DATE_NAISSANCE": "deux dates",
}
INDEPENDENT: Final = "Remplacé au hasard, sans lien avec l'original : ne coûte rien."
TAGGED: Final = "Remplacé par son étiquette : rien n'en reste."
COMPARISON: Final = "Mécanisme d'un article, pour comparaison : aucune garantie n'est prouvée."
SHIFTED: Final = (
    "Toutes les dates du patient sont décalées d'un même nombre de jours : les écarts restent lisibles,"
    " aucune garantie."
)


@dataclass(frozen=True, slots=True)
class EntityEffect:
    """What happens to one entity.

    `share` is its part of the patient's ε (0 to 1) and `epsilon` the part itself; both None when it spends
    nothing. `displacement` is the expected distance between original and surrogate, in `unit` (French plural, or
    km). `derived_from` (French) is empty unless it follows from other surrogates.
    """

    note_id: str
    replacement: Replacement
    mechanism: str
    share: Fraction | None
    epsilon: Fraction | None
    displacement: float | None
    unit: str
    sentence: str
    derived_from: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The substituted notes and, in reading order, the effect on each of their entities."""

    result: PatientResult
    effects: tuple[EntityEffect, ...]


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
    distances: dict[ElementKey, float | None] = {}
    for note in done.result.notes:
        for replacement in note.replacements:
            rendered = done.rendered[index]
            found.append(_effect(note.note_id, replacement, rendered, done, policy, distances))
            index += 1
    return Preview(done.result, tuple(found))


def _effect(
    note_id: str,
    replacement: Replacement,
    rendered: Rendered,
    done: Substitution,
    policy: SubstitutionPolicy,
    distances: dict[ElementKey, float | None],
) -> EntityEffect:
    element = rendered.element
    if element is None:
        mechanism, sentence = _free(replacement, rendered, policy)
        return EntityEffect(
            note_id, replacement, mechanism, None, None, None, "", sentence, rendered.derived_from
        )
    epsilon = done.shares[element]
    is_place = element.element_class == CITY
    mechanism = str(policy.places if is_place else _date_mechanism(policy))
    if element not in distances:
        distances[element] = _displacement(element, epsilon, done, mechanism)
    return EntityEffect(
        note_id=note_id,
        replacement=replacement,
        mechanism=mechanism,
        share=epsilon / policy.epsilon,
        epsilon=epsilon,
        displacement=distances[element],
        unit="km" if is_place else _UNITS[element.granularity],
        sentence=sentence_for(
            element.element_class, element.granularity, epsilon, mechanism=mechanism
        ),
        derived_from="",
    )


def _free(
    replacement: Replacement, rendered: Rendered, policy: SubstitutionPolicy
) -> tuple[str, str]:
    """Mechanism and sentence of what spends nothing."""
    label = replacement.label
    if rendered.derived_from:
        return (
            "derived",
            f"Déduit de ce qui est déjà remplacé ({rendered.derived_from}) : ne coûte rien de plus.",
        )
    if label in (Label.DATE, Label.AGE) and policy.dates is DateMechanism.TAG:
        return "tag", TAGGED
    if label == Label.LOC and policy.places is PlaceMechanism.TAG:
        return "tag", TAGGED
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
        what = f"deux communes à {GEOIND_KM} km l'une de l'autre"
        odds = float(epsilon) * GEOIND_KM
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
