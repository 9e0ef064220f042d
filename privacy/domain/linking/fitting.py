"""Every surrogate of a file made to fit the word before it: « d'Angers » → « de Lyon », « l'octogénaire » →
« le nourrisson ».

The word before is written anew whatever it was: left as it is, « d'Dijon » would tell that the original began
with a vowel.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from annotation.domain.labels import Label, Subtype
from privacy.domain.linking.divisions import country, division, without_preposition
from privacy.domain.linking.nouns import (
    MONTH_NAMES,
    Genders,
    Placed,
    age_in,
    day_at,
    first_word,
    time_in,
)
from privacy.domain.linking.surroundings import agreeing, edits_beside
from privacy.domain.linking.weekdays import Dated, Edit, weekday_edits
from privacy.domain.linking.words import (
    APOSTROPHES,
    DAY_ENDS,
    PLURAL,
    Noun,
    before_count,
    before_country,
    before_day,
    before_division,
    before_land,
    before_last,
    before_month,
    before_noun,
    before_specialty,
    before_town,
    elides,
    gender_told,
    in_season,
    is_apostrophed,
    is_uneven,
    misfits,
    shouted,
    tail_of,
    within,
)
from privacy.domain.patient_file import (
    Link,
    Mention,
    PatientFile,
    Rendered,
    Stands,
    linked_start,
)
from privacy.domain.places.peoples import FOLDED
from privacy.domain.text import fold_phrase
from privacy.domain.time.lexicon import WEEKDAYS, names_weekday
from privacy.domain.time.numerals import COUNT_REACH
from privacy.domain.time.relative import WITHOUT_ARTICLE
from privacy.domain.time.units import read_unit
from privacy.domain.time.unread import without_events

ELISION: Final = "élision à vérifier devant le nouveau nom"
# looked up slowly
_AGE, _DATE, _PER, _LOC, _ORG = Label.AGE, Label.DATE, Label.PER, Label.LOC, Label.ORG
_ELIDING: Final = frozenset((_AGE, _DATE, _PER, _LOC, _ORG))
REACH: Final = COUNT_REACH  # characters before a mention that are read
_LETTERS: Final = frozenset(
    "aàenstuxAÀENSTUX'’"
)  # last signs of « la », « à », « de », « un », « les », « cet », « l' »…
_COUNTS: Final = frozenset("[0123456789")  # first signs of a number and of a label
_LENGTH: Final = Subtype.DUREE
_BIRTH: Final = Subtype.DATE_NAISSANCE
_MEASURES: Final = frozenset(("ma", "ta", "sa"))  # « TA », « SA » before a date
_OF_NAMES: Final = frozenset(("le", "l'", "l’"))
_ANY: Final = "Bville"  # a label is fitted as a name with a consonant, whatever it stands for: « d'[VILLE] » would tell
_ANY_SEASON: Final = "été"
_ANY_DAY: Final = date(2000, 1, 1)
_BEFORE_TIMES: Final = (*DAY_ENDS, "un", "une", "'", "’")
_OF_FEASTS: Final = re.compile(r"(?<![^\W\d_])(?:[àa]\s|la\s|cet(?:te)?\s|l['’])", re.IGNORECASE)
UNIT: Final = re.compile(
    r"\s{0,2}(?P<word>an|année|jour|mois|semaine|heure|nuit)s?(?![^\W_])"
    r"(?:\s(?P<said>(?:révolu|passé|écoulé|précédent|corrigé|plein|franc|ouvré|scolaire)e?|consécuti(?:f|ve)|enti(?:er|ère)|compl(?:et|ète))s?(?![^\W_]))?",
    re.IGNORECASE,
)  # what agrees with the number: « 1 an révolu »
# of a number marked without it, and the noun behind: « {1}er mars », « {2}ème année », « {1}° mars »
ENDING: Final = re.compile(
    r"(?P<ending>[ \xa0]?er|[èe]?re|[èe]me|i[èe]me|nde?|de|d(?=\s{1,2}[^\W\d_])|e|ᵉʳ|ʳᵉ|ᵉ|[°º])(?![^\W_])(?:\s{1,2}(?P<noun>[^\W\d_]+))?",
    re.IGNORECASE,
)
# « LE {3} MARS », « LE {1}ER MARS »: what the ending was is not looked at
_BEFORE_CAPITALS: Final = re.compile(
    r"(?:[ \xa0]?er|[°º])?\s{1,2}(?-i:[^\W\d_a-zß-öø-ÿ]{2,}(?![^\W\d_]))", re.IGNORECASE
)
# « le {1}er trimestre », « le {2}e lundi »: no day of a month
_RANKED: Final = frozenset(
    (*WEEKDAYS, "trimestre", "semestre", "semaine", "quinzaine", "moitie", "partie", "jour", "mois", "annee", "cycle", "cure", "seance", "anniversaire", "printemps")
)  # fmt: skip
_ENDS: Final = frozenset(" \xa0eEèÈrRiInNdDᵉʳ°º")  # first letters
_COUNTED: Final = frozenset((_AGE, _DATE))
_TO: Final = re.compile(r"(?<![^\W\d_])[aà](?![^\W\d_])", re.IGNORECASE)
_TO_LETTERS: Final = frozenset("aàAÀ")
_HEADED: Final = re.compile(r"\A[aà](?=\s)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[^\W_]+(?:[.,]\d+)?")
_LAST_NUMBER: Final = re.compile(r"[^\W_]+(?=(?:[.,]\d+)?\Z)")
_RANK: Final = re.compile(r"\d+(?:er?|re)")
_ONE: Final = frozenset(("0", "1", "un", "une"))
_ABOUT: Final = re.compile(r"\d+\s?aine", re.IGNORECASE)  # « une 20aine »
_LASTS: Final = re.compile(
    r"\d+\s(?:derni|prochain)", re.IGNORECASE
)  # « au cours du {dernier mois} »
_OF_LAST: Final = re.compile(r"(?:\w+\s)?(?:derni|prochain)", re.IGNORECASE)
_LAST_MONTHS: Final = "2 derniers mois"
_TOWNS: Final = frozenset((Subtype.VILLE, ""))
DIVISIONS: Final = frozenset((Subtype.DEPARTEMENT, Subtype.REGION))
LANDS: Final = DIVISIONS | {Subtype.PAYS}  # may be marked with their preposition


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
    genders: Genders | None = None
    for mention in file.mentions:
        if mention.note != note:
            note, end, text, genders = mention.note, 0, file.notes[mention.note].text, None
        start, at, end = end, mention.start, mention.end
        shown = rendered[mention.index]
        # most surrogates are figures, or stand after no word that depends on them
        first = shown.text[:1]
        if (
            (first.isalpha() or first == "[" or is_apostrophed(text[max(0, at - 3) : at]))
            and (
                _may_depend(text[at - 2 : at]) or mention.label is _AGE or mention.subtype in LANDS
            )
        ) or (
            (
                mention.label is _DATE
                and _may_say_when(mention, shown.text, text[max(0, at - 8) : at])
            )
            or (first.isdigit() and _LASTS.match(shown.text))
            or (first in _COUNTS and _is_counted(mention))
            or _lacks_article(mention)
            or (_is_length(mention) and is_uneven(text[max(0, at - 2) : at]))
        ):
            before = text[max(start, at - REACH) : at]
            around = ""
            if mention.label is _AGE or (mention.subtype in LANDS and _is_people(shown.text)):
                genders = genders or _genders(file, note)
                around = genders.around(mention.start)
            shown = _fitted(mention, shown, before, around, file)
            found[mention.index] = shown
        if shown.text == "1er":
            shown = found[mention.index] = shown._replace(text=_first(mention, text, end))
        stays = shown.link is None and at > start and text[at - 1] in APOSTROPHES
        stays = stays and tail_of(text[max(start, at - REACH) : at]) != ""  # no quotation mark
        if mention.label in _ELIDING and (stays or _has_apostrophe(shown)):
            kept = shown._replace(link=Link(1, "'")) if stays else shown
            found[mention.index] = _typed(kept, curls=file.curls)
    return found


def _first(mention: Mention, text: str, end: int) -> str:
    """« LE {1ER} MARS », « sa {1re} année »: a rank as the word behind it asks."""
    if mention.label is _DATE and mention.subtype != _LENGTH:
        return "1ER" if _BEFORE_CAPITALS.match(text, end) else "1er"
    unit = UNIT.match(text, end)
    known = None if unit is None else read_unit(unit["word"])
    return "1re" if known is not None and known.feminine else "1er"


def _may_say_when(mention: Mention, shown: str, before: str) -> bool:
    """False, without a search, where no word before a date or inside it goes with it: behind most of them."""
    if shown[:1].isalpha():
        return mention.subtype != _LENGTH and day_at(shown) is not None
    is_behind = before[-1:].isspace() and before.rstrip().lower().endswith(_BEFORE_TIMES)
    is_behind = is_behind or is_uneven(before)
    return is_behind and any(map(str.isalpha, shown[1:4]))


def _has_apostrophe(shown: Rendered) -> bool:
    text = shown.text if shown.link is None else shown.text + shown.link.text
    return "'" in text or "’" in text


def _typed(shown: Rendered, *, curls: bool) -> Rendered:
    """Apostrophes as those of the text outside the entities: « d’ » would tell that the original had one."""
    old, new = ("'", "’") if curls else ("’", "'")
    link = shown.link and Link(shown.link.cut, shown.link.text.replace(old, new))
    return shown._replace(text=shown.text.replace(old, new), link=link)


def _genders(file: PatientFile, note: int) -> Genders:
    return Genders(file.notes[note].text, [(m.start, m.end) for m in file.of_note(note)])


def _is_people(shown: str) -> bool:
    return fold_phrase(shown).removesuffix("s") in FOLDED


def _is_tag(shown: Rendered) -> bool:
    return shown.text[:1] == "["


def edits_around(
    text: str, mentions: Sequence[Mention], rendered: Mapping[int, Rendered]
) -> list[Edit]:
    """What stands outside the entities of one note becomes: weekdays near a date, units behind a bare number, what tells an original's
    length or size."""
    return sorted(
        [
            *weekdays_around(text, mentions, rendered),
            *_units(text, mentions, rendered),
            *_endings(text, mentions, rendered),
            *edits_beside(text, mentions),
            *agreeing(text, mentions, rendered),
        ]
    )


def _units(
    text: str, mentions: Sequence[Mention], rendered: Mapping[int, Rendered]
) -> Iterator[Edit]:
    """« {1} an » → « 3 ans »: left as it is, « an » would tell that the original is one."""
    for mention in mentions:
        if not _is_length(mention):
            continue
        shown = rendered[mention.index].text
        is_number = shown[:1] == "[" or (shown[:1].isdigit() and _NUMBER.fullmatch(shown))
        found = UNIT.match(text, mention.end) if is_number else None
        if found is not None:
            words = " ".join(filter(None, (found["word"], found["said"])))
            last = _LAST_NUMBER.search(shown)
            is_rank = _RANK.fullmatch(shown) is not None  # « sa {2e} année »
            many = not is_rank and (last is None or last.group().lower() not in _ONE)
            ending = ("S" if words.isupper() else "s") * many
            shown = " ".join(word if word[-1] in "sS" else word + ending for word in words.split())
            yield Edit(found.start("word"), found.end(), shown)


def _endings(
    text: str, mentions: Sequence[Mention], rendered: Mapping[int, Rendered]
) -> Iterator[Edit]:
    """« le {1}er mars » → « le {14} mars », « le {14} mars » → « le {1er} mars », « {1}re année » → « {3}e année »: an ending behind the
    number would tell that it is one, or that it is none."""
    for mention in mentions:
        if text[mention.end : mention.end + 1] not in _ENDS or mention.label not in _COUNTED:
            continue
        found = ENDING.match(text, mention.end) if mention.surface.isdecimal() else None
        if found is None:
            continue
        last = rendered[mention.index].text
        noun = found["noun"] or ""
        unit = read_unit(noun)
        if unit is None and first_word(noun) not in _RANKED:
            ending = ""  # a day of a month, whose surrogate says « 1er » itself
        elif mention.label is _DATE and mention.subtype != _LENGTH:
            ending = "e" * last.isdecimal()
        else:
            first = "re" if unit is not None and unit.feminine else "er"
            ending = first if last in _ONE else "e"
        ending = ending.upper() if found["ending"].isupper() else ending
        yield Edit(mention.end, found.end("ending"), ending)


def weekdays_around(
    text: str, mentions: Sequence[Mention], rendered: Mapping[int, Rendered]
) -> list[Edit]:
    """What the weekdays in words outside the entities of one note become: those of the surrogates near them."""
    dates = [
        Dated(
            mention.start,
            mention.end,
            shown.day,
            mention.subtype == _BIRTH,
            mention.surface[-1].isalpha(),
        )
        for mention in mentions
        if mention.label is _DATE and mention.subtype != _LENGTH
        for shown in (rendered[mention.index],)
        if shown.day is not None or shown.text[:1] == "["
    ]
    if not dates:
        return []
    taken = [(mention.start, mention.end) for mention in mentions]
    if names_weekday(text):
        # « à » and « au » go with the town: a weekday is as far from a date whichever stands between them
        lows = [0, *(end for _, end in taken)]
        taken = [
            (linked_start(text, mention, low), mention.end)
            for low, mention in zip(lows, mentions, strict=False)
        ]
    return weekday_edits(text, dates, taken)


def _may_depend(last: str) -> bool:
    """False for two characters with which none of the words that depend on a noun ends."""
    return last[-1:] in "'’" or (
        last[-1:].isspace() and (last[:1] in _LETTERS or last[:1].isspace())
    )


def _fitted(
    mention: Mention, shown: Rendered, before: str, around: str, file: PatientFile
) -> Rendered:
    if _is_tag(shown):
        done = (
            _counted(mention, before)
            or _time_hidden(mention, before)
            or _organisation_hidden(mention, before)
            or fit(mention.label, mention.subtype, before, _hidden(mention))
        )
        done = done and _shouted_label(_accented(done, file), before, file)
        may_fit = done is not None and not done.is_broken and done.changes(before)
        return shown._replace(link=Link(done.cut, done.link)) if done and may_fit else shown
    if mention.label is _ORG:
        done = _organisation(before, shown.text, shown.stands)
    else:
        done = _counted(mention, before, shown.text) or fit(
            mention.label, mention.subtype, before, shown.text, around
        )
    if done is None:
        return shown
    if done.is_broken:
        return shown if shown.warning else shown._replace(warning=ELISION)
    done = _accented(done, file)
    if done.text == shown.text and not done.changes(before):
        return shown
    return shown._replace(text=done.text, link=Link(done.cut, done.link))


def _hidden(mention: Mention) -> str:
    """What the words before a label are fitted to: « le {dernier mois} » is « les [DUREE] », like « les {2 derniers mois} »."""
    return _LAST_MONTHS if _OF_LAST.match(mention.surface) else _ANY


def _accented(done: Fit, file: PatientFile) -> Fit:
    """« à » and « À » as the file's writer types them, in the words before and at the head of the surrogate: « a {Dijon} » and « au {Creusot} »
    would be « a Lyon » and « à Lyon »."""
    if _TO_LETTERS.isdisjoint(done.link) and done.text[1:2] != " ":
        return done

    def to(found: re.Match[str]) -> str:
        if found.group().isupper():
            return "À" if file.types_great_accents else "A"
        return "à" if file.types_accents else "a"

    return replace(done, link=_TO.sub(to, done.link), text=_HEADED.sub(to, done.text))


def _shouted_label(done: Fit, before: str, file: PatientFile) -> Fit:
    """« L'{ORTHOPÉDIE} » → « LE [SERVICE] » in a text in capitals, as « LA {CARDIOLOGIE} »: a capital alone may begin a sentence."""
    is_shouted = file.in_capitals and before[len(before) - done.cut :].isupper()
    return replace(done, link=done.link.upper()) if is_shouted else done


def _is_counted(mention: Mention) -> bool:
    """Whether an age or a length is one word, a unit most often: whatever counts it stands before it."""
    return _is_length(mention) and mention.surface.replace("-", "").isalpha()


def _is_length(mention: Mention) -> bool:
    return mention.label is _AGE or mention.subtype == _LENGTH


def _lacks_article(mention: Mention) -> bool:
    """« {an dernier} », « {veille} »: whose article stands before it."""
    return mention.label is _DATE and fold_phrase(mention.surface) in WITHOUT_ARTICLE


def _counted(mention: Mention, before: str, shown: str = "") -> Fit | None:
    """« d'un bon {mois} » → « de {3 mois} », « deux {ans} » → « {1 an} », « l'{an dernier} » → « {il y a 3 ans} »: what counted a unit that was
    marked alone goes, and so does the article. `shown`: none for a label."""
    if _lacks_article(mention):
        link = before_last(before, shown)
    elif _is_counted(mention) and (not shown or shown[0].isdigit()):
        link = before_count(before, bare=True)
    else:
        return None
    return None if link is None else Fit(len(link[0]), link[1], shown)


def fit(label: str, subtype: str, before: str, surrogate: str, around: str = "") -> Fit | None:
    """How a surrogate fits after `before`; None when no word there depends on it. `around`: the gender that the text
    tells of whom a word of age is said of."""
    if label == _LOC and subtype in _TOWNS:
        return _town(before, surrogate)
    if label == _DATE and (done := _time(subtype, before, surrogate)) is not None:
        return done
    # only a word of age and a land may stand behind other words of their surrogate, or change themselves
    if label not in (_AGE, _LOC) and not tail_of(before):
        return None
    placed = _placed(label, subtype, before, surrogate, around)
    if placed is None:
        return None
    whole, rest = before + placed.text[: placed.at], placed.text[placed.at :]
    tail = tail_of(whole)
    is_land = label == _LOC and not _is_people(rest)
    alone = _before_land(subtype, whole, tail, placed) if is_land else None
    if alone is not None:
        return Fit(max(0, len(alone[0]) - placed.at), alone[1], rest)
    if not tail:
        return None if placed.text == surrogate else Fit(0, "", placed.text)
    if label == _DATE and tail.strip().lower() in _MEASURES:
        return None  # « TA {mars 2019} »: no one's March
    tail, link = _link(subtype, whole, tail, placed)
    if link is None:
        return Fit(0, "", surrogate, is_broken=True) if misfits(tail, placed.noun) else None
    inside = min(len(tail), placed.at)
    if inside == len(tail):  # « un octogénaire » is marked with its article
        return Fit(0, "", placed.text[: placed.at - inside] + link + rest)
    return Fit(len(tail) - inside, link, rest)


def _before_land(subtype: str, whole: str, tail: str, placed: Placed) -> tuple[str, str] | None:
    """The article alone before a land, and what stands there then; None where there is nothing to change."""
    is_country = subtype == Subtype.PAYS
    if not is_country and within(whole, tail) != tail:
        return None
    noun = placed.noun if placed.noun.gender else replace(placed.noun, gender="F")  # of a label
    found = before_land(whole, tail, noun, is_country=is_country)
    return found if found and any(found) else None


def _link(subtype: str, whole: str, tail: str, placed: Placed) -> tuple[str, str | None]:
    """The tail of the text before a noun, with « dans » before it where that goes, too, and what it becomes; None where it can't be mended."""
    rest = placed.text[placed.at :]
    model = shouted(whole, tail, rest)
    season = in_season(tail, rest)
    if season is not None:
        return tail, season
    if subtype == Subtype.PAYS and not _is_people(rest):
        return tail, before_country(tail, placed.noun, model=model)
    if subtype in DIVISIONS:
        tail = within(whole, tail)
        return tail, before_division(whole, tail, placed.noun, model=model)
    return tail, before_noun(tail, placed.noun, model=model)


def _organisation(before: str, shown: str, stands: Stands, gender: str = "F") -> Fit | None:
    """« à l'[HIA Legouest] » → « à Saint-Valbert », « au CHITS » → « aux Ormeaux », « aux {urgences} » → « en Gériatrie »."""
    if stands is Stands.NAME:
        return _town(before, shown)
    tail = within(before, tail_of(before)) if stands is Stands.SPECIALITY else ""
    if not tail:
        return None
    model = shouted(before, tail, shown)
    link = before_specialty(tail, Noun(elides(shown), gender), model=model)
    return None if link is None else Fit(len(tail), link, shown)


def _organisation_hidden(mention: Mention, before: str) -> Fit | None:
    """« d'{oncologie} », « aux {urgences} » → « de [SERVICE] », « en [SERVICE] »."""
    if mention.label is not _ORG:
        return None
    stands = Stands.SPECIALITY if mention.subtype == Subtype.SERVICE else Stands.NAME
    return _organisation(before, _ANY, stands, "M")


def _town(before: str, surrogate: str) -> Fit | None:
    tail = tail_of(before)
    if not tail or not surrogate[:1].isalpha():
        return None
    return Fit(len(tail), *before_town(tail, surrogate, model=shouted(before, tail, surrogate)))


def _time(subtype: str, before: str, surrogate: str) -> Fit | None:
    """« à la {Toussaint 2019} » → « le {31 octobre 2019} », « à la {rentrée 2019} » → « en {août 2019} »,
    « une {quinzaine} » → « {14 jours} »; None where nothing of it is to be written anew."""
    if subtype == _LENGTH:
        is_count = surrogate[:1].isdigit() and not _ABOUT.match(surrogate)
        link = before_count(before) if is_count else None
        return None if link is None else Fit(len(link[0]), link[1], surrogate)
    at = day_at(surrogate)
    if at is not None:
        link = before_day(before + surrogate[:at], surrogate)
        inside = min(at, len(link[0])) if link else 0
        if link is None or inside == len(link[0]):
            return link and Fit(0, "", surrogate[: at - inside] + link[1] + surrogate[at:])
        return Fit(len(link[0]) - inside, link[1], surrogate[at:])
    tail = tail_of(before)
    month = (
        before_month(before, tail, surrogate)
        if tail and first_word(surrogate) in MONTH_NAMES
        else None
    )
    return None if month is None else Fit(len(tail), month, surrogate)


def _time_hidden(mention: Mention, before: str) -> Fit | None:
    """« à la [DATE] » → « le [DATE] », « une [DUREE] » → « [DUREE] »: said of feasts, and of few lengths."""
    if mention.label is not _DATE or _OF_LAST.match(mention.surface):
        return None
    tail = tail_of(before)
    if mention.subtype == _LENGTH:
        link = before_count(before)
    elif in_season(tail, mention.surface) is not None:
        link = tail, in_season(tail, _ANY_SEASON) or tail
    else:
        link = before_day(before, shouted(before, tail, _ANY))
        is_day = link and (_OF_FEASTS.search(link[0]) or is_uneven(link[0]))
        is_day = is_day or without_events(mention.surface, _ANY_DAY) != mention.surface
        link = link if is_day else None
    return link and Fit(len(link[0]), link[1], _ANY)


def _placed(label: str, subtype: str, before: str, surrogate: str, around: str) -> Placed | None:
    age = age_in(surrogate, before=before, around=around) if label == _AGE else None
    if age is not None:
        return age
    if surrogate[:1].isdigit() and (is_apostrophed(before) or is_uneven(before)):
        return Placed(
            0, surrogate, Noun(elides=False)
        )  # « plus d'1 an » → « plus de 3 ans », « plus de 1 an », too
    if _LASTS.match(surrogate):
        return Placed(0, surrogate, Noun(elides=False, gender=PLURAL))
    if not surrogate[:1].isalpha():
        return None
    if label in (_AGE, _DATE):
        return time_in(surrogate)
    if label == _PER:  # « l'{Hostis} » and « le {Goff} »
        gender = "M" if tail_of(before).rstrip().lower() in _OF_NAMES else ""
        return Placed(0, surrogate, Noun(elides(surrogate), gender))
    if label == _LOC and subtype in LANDS and _is_people(surrogate):
        told = gender_told(tail_of(before)) or around or "M"
        return Placed(0, surrogate, Noun(elides=False, gender=told))
    if label == _LOC and subtype in LANDS:
        at = len(surrogate) - len(without_preposition(surrogate))
        asks = country if subtype == Subtype.PAYS else division
        return Placed(at, surrogate, asks(surrogate[at:]))
    return None
