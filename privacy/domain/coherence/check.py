"""What reads wrong in a substituted file: order of events, age, NIR, places, gender, elision and
contraction, collisions.

Only what the substitution broke is reported: an original that was already wrong is left alone. A pure function of
the originals and what replaces them; the findings hold places (mention indices), never a value.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from annotation.domain.labels import Label, Subtype
from privacy.domain.coherence.contradictions import Gazetteer, numbers, places
from privacy.domain.coherence.findings import Finding, Kind, Pair
from privacy.domain.coherence.times import Days, ages, days_of, order
from privacy.domain.linking.fitting import DIVISIONS, fit
from privacy.domain.linking.words import elides
from privacy.domain.places.draws import CITY
from privacy.domain.text import edit_distance_at_most_one, fold_phrase

SHORTEST: Final = 3  # letters and digits of a surrogate that may collide
_FEMALE: Final = re.compile(r"\b(?:mme|madame|mlle|mademoiselle)\b\.?\s*(?:[^\W\d_]+\s+)?$", re.I)
_MALE: Final = re.compile(r"\b(?:m\.|mr|monsieur)\s*(?:[^\W\d_]+\s+)?$", re.I)
_ELIDED: Final = re.compile(r"\b(?:d|l|qu)['’]$", re.I)
_PLAIN: Final = re.compile(r"\b(?:de|que)\s$", re.I)
_OPEN: Final = re.compile(r"\b(?:à|de)\s$", re.I)  # « à Le Havre » is « au Havre »
_CONTRACTED: Final = re.compile(r"\b(?:au|aux|du|des)\s$", re.I)
_ARTICLE: Final = re.compile(r"les?\s", re.I)


def incoherences(
    pairs: Sequence[Pair],
    *,
    genders: Mapping[str, str],
    note_dates: Mapping[int, date] | None = None,
    pivot: int = 2030,
    known: Gazetteer | None = None,
) -> tuple[Finding, ...]:
    """Findings by note. `genders`: folded first name → M, F or MF; `note_dates`: dates of the notes when known;
    `pivot`: the last year that two digits may mean; `known`: what decides whether two places agree."""
    kept = [p for p in pairs if not p.surrogate.startswith("[")]  # a label is no value
    days = days_of(kept, pivot)
    found = [
        *order(kept, days),
        *ages(kept, days, note_dates or {}),
        *numbers(kept, days),
        *(places(kept, known) if known else ()),
        *_genders(kept, genders),
        *_elisions(kept),
        *_collisions(kept, days),
        *_real_values(kept, days),
    ]
    return tuple(sorted(found, key=lambda f: (f.note, list(Kind).index(f.kind), f.places)))


def _genders(pairs: Sequence[Pair], genders: Mapping[str, str]) -> Iterator[Finding]:
    """A civility stays in the text: the new first name must not contradict it where the old one did not."""
    for pair in pairs:
        civility = _civility(pair.before) if pair.label == Label.PER else ""
        wrong = {"F": "M", "M": "F"}.get(civility)
        if wrong is None or pair.subtype not in (Subtype.PRENOM, ""):
            continue
        if (
            genders.get(fold_phrase(pair.surrogate))
            == wrong
            != genders.get(fold_phrase(pair.original))
        ):
            yield Finding(Kind.GENDER, pair.note, (pair.index,))


def _civility(before: str) -> str:
    if _FEMALE.search(before):
        return "F"
    return "M" if _MALE.search(before) else ""


def _elisions(pairs: Sequence[Pair]) -> Iterator[Finding]:
    """What stands before a surrogate, could not be fitted to it, and fitted the original."""
    for pair in pairs:
        if pair.is_fitted:
            continue
        unfit = _unfit(pair, pair.surrogate) and not _unfit(pair, pair.original)
        if unfit or _uncontracted(pair):
            yield Finding(Kind.ELISION, pair.note, (pair.index,))


def _unfit(pair: Pair, text: str) -> bool:
    """True for « d'Lyon », « l'nourrisson », « une nourrisson », « cet trentenaire »."""
    if breaks_elision(pair.before, text):
        return True
    found = None
    if pair.label in (Label.AGE, Label.DATE) or pair.subtype in DIVISIONS:
        found = fit(pair.label, pair.subtype, pair.before, text)
    return found is not None and (found.is_broken or found.changes(pair.before))


def breaks_elision(before: str, text: str) -> bool:
    """« d' », « l' », « qu' » before a consonant, « de », « que » before a vowel. Figures are left alone."""
    if not text[:1].isalpha():
        return False
    if _ELIDED.search(before):
        return not elides(text)
    return bool(_PLAIN.search(before)) and elides(text)


def _uncontracted(pair: Pair) -> bool:
    """True for a town whose article and preposition the substitution no longer contracts as French does."""
    if pair.label != Label.LOC or pair.subtype not in (CITY, ""):
        return False
    return breaks_contraction(pair.before, pair.original, pair.surrogate)


def breaks_contraction(before: str, original: str, town: str) -> bool:
    """« à Le Havre », « de Les Ulis »; « au Dijon » where the original was « au Havre ».

    A town takes « au », « du », « aux », « des » only with its own article in them: what replaces it never has it.
    """
    if fold_phrase(town) == fold_phrase(original):
        return False
    if _CONTRACTED.search(before):
        return town[:1].isalpha()
    return bool(_OPEN.search(before) and _ARTICLE.match(town) and not _ARTICLE.match(original))


def _collides(pair: Pair) -> bool:
    """Initials, short words and what is derived say nothing of two values; a date only with its year."""
    long_enough = sum(c.isalnum() for c in pair.surrogate) >= SHORTEST
    return (
        long_enough and not pair.is_derived and pair.subtype not in (Subtype.INITIALES, Subtype.ZIP)
    )


def _values(pairs: Iterable[Pair], days: Days) -> Iterator[tuple[Pair, str, str]]:
    """Pair, original value, surrogate value, however each is written; every date of a range."""
    for pair in pairs:
        if not _collides(pair):
            continue
        if pair.label == Label.DATE:
            for old, new in days.get(pair.index, ()):
                yield pair, old.key, new.key
        else:
            shown = " ".join(f"{key.granularity}:{key.value}" for key in pair.elements)
            yield pair, shown or fold_phrase(pair.original), fold_phrase(pair.surrogate)


def _collisions(pairs: Sequence[Pair], days: Days) -> Iterator[Finding]:
    """One finding a surrogate and note, with all the places that it merges."""
    groups: defaultdict[tuple[str, str], dict[str, list[Pair]]] = defaultdict(dict)
    for pair, old, new in _values(pairs, days):
        groups[pair.label, new].setdefault(old, []).append(pair)
    for (label, _), olds in groups.items():
        if len(olds) < 2 or (label == Label.PER and _all_typos(list(olds))):
            continue
        merged = [pair for group in olds.values() for pair in group]
        places = tuple(sorted({pair.index for pair in merged}))
        for note in sorted({pair.note for pair in merged}):
            yield Finding(Kind.COLLISION, note, places)


def _all_typos(olds: Sequence[str]) -> bool:
    """Two spellings of one name share their surrogate on purpose."""
    return all(edit_distance_at_most_one(olds[0], other) for other in olds[1:])


def _real_values(pairs: Sequence[Pair], days: Days) -> Iterator[Finding]:
    """A surrogate that is some original of the file, of the same label. What spends is left out: a noise that
    could not fall on a real value would tell which values are real."""
    free = list(_values([p for p in pairs if not p.elements], days))
    real = {(pair.label, old) for pair, old, _ in _values(pairs, days)}
    for pair, _, new in free:
        if (pair.label, new) in real:
            yield Finding(Kind.REAL, pair.note, (pair.index,))
