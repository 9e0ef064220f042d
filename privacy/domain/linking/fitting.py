"""Every surrogate of a file made to fit the word before it: « d'Angers » → « de Lyon », « l'octogénaire » →
« le nourrisson ».

The word before is written anew whatever it was: left as it is, « d'Dijon » would tell that the original began
with a vowel.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from annotation.domain.labels import Label, Subtype
from privacy.domain.linking.divisions import division
from privacy.domain.linking.nouns import Placed, age_in, time_in
from privacy.domain.linking.weekdays import weekday_link
from privacy.domain.linking.words import (
    LONGEST,
    Noun,
    before_noun,
    before_town,
    elides,
    gender_told,
    in_season,
    misfits,
    tail_of,
)
from privacy.domain.patient_file import Link, Mention, PatientFile, Rendered

ELISION: Final = "élision à vérifier devant le nouveau nom"
_AGE, _DATE, _PER, _LOC = Label.AGE, Label.DATE, Label.PER, Label.LOC  # looked up slowly
REACH: Final = 2 * LONGEST  # characters before a mention that are read
_LETTERS: Final = frozenset(
    "aàenstuxAÀENSTUX"
)  # last letters of « la », « à », « de », « un », « les », « cet »…
_ANY: Final = "Bville"  # a label is fitted as a name with a consonant, whatever it stands for: « d'[VILLE] » would tell
_TOWNS: Final = frozenset((Subtype.VILLE, ""))
DIVISIONS: Final = frozenset((Subtype.DEPARTEMENT, Subtype.REGION))


@dataclass(frozen=True, slots=True)
class Fit:
    """`cut` characters before the surrogate become `link`, and the surrogate `text`; `is_broken`: it can't be
    mended and reads wrong."""

    cut: int
    link: str = field(repr=False)
    text: str = field(repr=False)
    is_broken: bool = False

    def changes(self, before: str) -> bool:
        """Whether the end of `before` becomes another."""
        return before[len(before) - self.cut :] != self.link


def fitted(file: PatientFile, rendered: Mapping[int, Rendered]) -> dict[int, Rendered]:
    """The same renderings, each with what the word before it becomes; what can't be mended carries a warning.

    A surrogate that is its original is fitted, too: a mistake that stayed would tell that it is.
    """
    found = dict(rendered)
    note, end, text = -1, 0, ""
    for mention in file.mentions:
        if mention.note != note:
            note, end, text = mention.note, 0, file.notes[mention.note].text
        start, at, end = end, mention.start, mention.end
        shown = rendered[mention.index]
        weekday = _weekday(mention, shown, text[start:at])
        if weekday is not None:
            found[mention.index] = shown._replace(link=weekday)
            continue
        # most surrogates are figures, or stand after no word that depends on them
        if (shown.text[:1].isalpha() or _is_tag(shown)) and (
            _may_depend(text[at - 2 : at]) or mention.label is _AGE
        ):
            before = text[max(start, at - REACH) : at]
            found[mention.index] = _fitted(mention, shown, before)
    return found


def _is_tag(shown: Rendered) -> bool:
    return shown.text[:1] == "["


def _weekday(mention: Mention, shown: Rendered, before: str) -> Link | None:
    """The weekday before a date, outside its span: that of the surrogate, none before a label."""
    if mention.label is not _DATE or mention.subtype == Subtype.DUREE:
        return None
    if shown.day is None and shown.text[:1] != "[":
        return None
    return weekday_link(before, shown.day)


def _may_depend(last: str) -> bool:
    """False for two characters with which none of the words that depend on a noun ends."""
    return last[-1:] in "'’" or (last[-1:].isspace() and last[:1] in _LETTERS)


def _fitted(mention: Mention, shown: Rendered, before: str) -> Rendered:
    if _is_tag(shown):
        done = fit(mention.label, mention.subtype, before, mention.surface, _ANY)
        may_fit = done is not None and not done.is_broken and done.changes(before)
        return shown._replace(link=Link(done.cut, done.link)) if done and may_fit else shown
    done = fit(mention.label, mention.subtype, before, mention.surface, shown.text)
    if done is None:
        return shown
    if done.is_broken:
        return shown if shown.warning else shown._replace(warning=ELISION)
    if done.text == shown.text and not done.changes(before):
        return shown
    return shown._replace(text=done.text, link=Link(done.cut, done.link))


def fit(label: str, subtype: str, before: str, original: str, surrogate: str) -> Fit | None:
    """How a surrogate fits after `before`; None when no word there depends on it."""
    if label == _LOC and subtype in _TOWNS:
        return _town(before, surrogate)
    # only a word of age may stand behind other words of its surrogate, or change itself
    if label != _AGE and not tail_of(before):
        return None
    placed = _placed(label, subtype, before, original, surrogate)
    if placed is None:
        return None
    tail = tail_of(before + placed.text[: placed.at])
    if not tail:
        return None if placed.text == surrogate else Fit(0, "", placed.text)
    rest = placed.text[placed.at :]
    link = in_season(tail, rest)
    if link is None:
        link = before_noun(tail, placed.noun, model=rest, is_division=subtype in DIVISIONS)
    if link is None:
        return Fit(0, "", surrogate, is_broken=True) if misfits(tail, placed.noun) else None
    inside = min(len(tail), placed.at)
    if inside == len(tail):  # « un octogénaire » is marked with its article
        return Fit(0, "", placed.text[: placed.at - inside] + link + rest)
    return Fit(len(tail) - inside, link, rest)


def _town(before: str, surrogate: str) -> Fit | None:
    tail = tail_of(before)
    if not tail or not surrogate[:1].isalpha():
        return None
    done = before_town(tail, surrogate)
    if done is None:
        return Fit(0, "", surrogate, is_broken=True)
    return Fit(len(tail), *done)


def _placed(label: str, subtype: str, before: str, original: str, surrogate: str) -> Placed | None:
    age = age_in(surrogate, original=original, before=before) if label == _AGE else None
    if age is not None:
        return age
    if not surrogate[:1].isalpha():
        return None
    if label in (_AGE, _DATE):
        return time_in(surrogate, original=original)
    if label == _PER:
        return Placed(0, surrogate, Noun(elides(surrogate)))
    if label == _LOC and subtype in DIVISIONS:
        return Placed(0, surrogate, division(surrogate))
    if label == _LOC and subtype == Subtype.PAYS:
        # « en » stands before feminine countries and before vowels: « l'Espagne » → « la Turquie »
        return Placed(0, surrogate, Noun(elides(surrogate), gender_told(tail_of(before)) or "F"))
    return None
