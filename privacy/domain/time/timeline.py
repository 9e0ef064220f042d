"""Dates, ages and durations of one patient's file: elements, derivations, surrogates."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property
from itertools import chain, groupby, pairwise
from typing import Final, NamedTuple, TypedDict

from annotation.domain.labels import Label, Subtype
from privacy.domain.budget import ElementKey
from privacy.domain.mechanisms.chain import STEPS, chain_dates, chain_quantities
from privacy.domain.mechanisms.sequence import (
    WIDER,
    NoisyDate,
    NoisyQuantity,
    draw_dates,
    draw_quantities,
    shift_dates,
)
from privacy.domain.patient_file import Mention, PatientFile, Rendered
from privacy.domain.policy import FREE_DATES, DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import BitSource, StudyKey, below
from privacy.domain.slots import tagged
from privacy.domain.surrogates.shapes import draw_source
from privacy.domain.time.capping import capped_date, capped_quantity
from privacy.domain.time.counted import counts_in_roman, counts_other, counts_seasons
from privacy.domain.time.dates import (
    FINAL_OF_DATE,
    INITIAL_OF_DATE,
    month_of_year,
    parse_date,
    short_year,
)
from privacy.domain.time.feasts import without_feasts
from privacy.domain.time.forms import (
    DateFields,
    Granularity,
    Kind,
    Piece,
    Writing,
    WrittenDate,
    fields_of,
)
from privacy.domain.time.intervals import completed
from privacy.domain.time.neutral import leans_on_figures, neutral, neutral_quantity, spells_year
from privacy.domain.time.numerals import (
    COLLECTIVES,
    COUNT_BEFORE,
    COUNT_REACH,
    NUMBER_WORDS,
    rank_of,
)
from privacy.domain.time.parts import agreed_unit, is_cut
from privacy.domain.time.portions import (
    Portion,
    draw_ranks,
    has_portions,
    portions_of,
    with_ranks,
)
from privacy.domain.time.quantities import Quantity, names_age, parse_quantity
from privacy.domain.time.ranges import DateExpression, alone, parse_dates, years_after
from privacy.domain.time.relative import left_alone
from privacy.domain.time.resolve import FAR_TEXT, NEIGHBOUR_GAP, TimePoint, Written, resolve
from privacy.domain.time.units import Unit, read_unit
from privacy.domain.time.unread import (
    is_class,
    is_rank,
    random_like,
    says_nothing,
    without_events,
)

DATE: Final = Subtype.DATE
BIRTH: Final = Subtype.DATE_NAISSANCE
AGE: Final = Subtype.AGE
DURATION: Final = Subtype.DUREE
LONGEST_YEARS: Final = 120
_TIMES: Final = frozenset((Label.DATE, Label.AGE))
_SHORT: Final = re.compile(r"(?:['’]|\d\d?[/.\-])?\d\d?\Z", re.ASCII)
_IN: Final = re.compile(r"\b(?:en|fin|d[ée]but|courant|ann[ée]e)\s\Z", re.IGNORECASE)
_IN_DECADE: Final = re.compile(r"\bann[ée]es\s\Z", re.IGNORECASE)
# « fin 03/12 » is a month, however it is marked
_IN_WITHIN: Final = re.compile(
    r"(?:(?:depuis|vers|d[èe]s|avant|apr[èe]s|de|la|[àa])\s)*(?:(?:en|fin|d[ée]but|courant)\s|mi[\s-])(?=\d\d?[/.\-]\d\d?\Z)",
    re.IGNORECASE | re.ASCII,
)
_WEEK: Final = re.compile(r"(?<![^\W_])(?:semaine|sem\.?|S)\s{0,3}\Z", re.IGNORECASE)
_OF_WEEK: Final = re.compile(r"\d\d?(?:\s?(?:[/.,\-]|de)?\s?\d{2,4})?\s?", re.ASCII)
_BARE: Final = re.compile(
    rf"\W*(?:\d{{1,3}}(?:er|[èe]?re|e|[èe]me)?|{NUMBER_WORDS.pattern})\W*", re.IGNORECASE
)
# « H », « M », « A » and « S » with a blank are words of their own (« Sexe M 1945 »)
_COUNTER: Final = re.compile(r"(?<![^\W_])[JjSC][+\-]?\Z")
_OF_LIFE: Final = re.compile(r"\d\sde\svie\b", re.IGNORECASE)  # « J15 de vie » is an age
_MOST_COUNTED: Final = 3  # digits
# what stands between a date marked in two, and what either says of day, month and year
_PARTED: Final = re.compile(r"(?:er|ᵉʳ|°)?[ \xa0]{1,2}", re.IGNORECASE)
_BETWEEN_PARTS: Final = 4  # characters
_PARTS: Final = (Kind.DAY, Kind.MONTH, Kind.YEAR)
_PARTINGS: Final = frozenset(
    tuple(tuple(sign == "1" for sign in part) for part in pair.split())
    for pair in ("100 010", "100 011", "110 001", "010 001")
)
_MAYBE_NEAR: Final = 2 * FAR_TEXT  # characters, with the words that are not counted
# a no-break blank, which « 2 jours » may have and « hier » can't; two blanks; the end of a line
_BLANKS: Final = re.compile(r"[^\S ]\s*| \s+")
_LEAP_YEAR: Final = 2000
_LASTING: Final = re.compile(
    r"\b(?:pendant|durant|pdt|pour|sur|dur[ée]e|arr[êe]t|at|itt|repos|traitement|ttt|cure|suivi|immobilisation|pl[âa]tre)(?:\s(?:de|:|=))?\s\Z",
    re.IGNORECASE,
)
_COLLECTIVE: Final = re.compile(rf"(?:{'|'.join(COLLECTIVES)}|\d\s?[tz]?aine)\Z", re.IGNORECASE)
_OF_UNIT: Final = re.compile(r"\s{1,2}d(?:e\s{1,2}|['’])([^\W\d_]+)", re.IGNORECASE)
_FIRST_WORD: Final = re.compile(r"\s?([^\W\d_]+)")
_COUNTED_NOUN: Final = re.compile(
    r"\s{1,2}(?:ann[ée]e|mois|semaine|jour|heure|nuit|an|anniversaire|d[ée]cennie|trimestre|semestre|printemps|cure|cycle|s[ée]ance)s?(?![^\W_])",
    re.IGNORECASE,
)
_SINCE: Final = re.compile(r"\bdepuis\s{1,3}(?:l['’]\s{0,3}|l[ae]\s{1,3})?\Z", re.IGNORECASE)
_OF_BIRTH: Final = {Granularity.MONTH: "%Y-%m", Granularity.YEAR: "%Y"}
_UNITS: Final = {unit.value: unit for unit in Granularity}
_FROM_EVENT: Final = re.compile(r"(?:depuis|dps|d[èe]s|avant|apr[èe]s|jusqu['’])", re.IGNORECASE)
UNREAD: Final = "expression non comprise : remplacée par une valeur aléatoire de même nature"
UNREAD_TAG: Final = "expression non comprise : remplacée par son étiquette"
VAGUE: Final = "expression vague, laissée telle quelle"
CROSSED: Final = "le jour seul ne suffisait plus : le mois a été ajouté"
YEAR_CROSSED: Final = "le mois seul ne suffisait plus : l'année a été ajoutée"


class _Common(TypedDict):
    patient: str
    key: StudyKey


class _DateMention(NamedTuple):
    """One date of a mention; a mention such as « du 3 au 7 mai » has several, in order."""

    mention: Mention
    expression: DateExpression
    written: Written
    point: TimePoint
    element: ElementKey

    @property
    def form(self) -> WrittenDate:
        return self.written.form


class _Behind(NamedTuple):
    """The next date of the same note, and how the nearest later ones separate and write each kind of piece."""

    following: _DateMention | None
    written: Mapping[Kind, tuple[Piece, ...]]


@dataclass(frozen=True, slots=True)
class _QuantityMention:
    """An interval has two elements. `since` and `until` are the date elements it follows from, when it is derived."""

    mention: Mention
    quantity: Quantity
    elements: tuple[ElementKey, ...]
    since: ElementKey | None = None
    until: ElementKey | None = None


_Read = tuple[Mention, DateExpression, Written]


class Timeline:
    """Reads every DATE and AGE mention once; `elements` before the budget, `render` after it.

    `of_notes`: the elements of the notes' own dates, by note, where the policy lets them leave; `note_days`, after
    `render`: their surrogates.
    """

    def __init__(self, file: PatientFile, policy: SubstitutionPolicy, key: StudyKey) -> None:
        self._file, self._policy, self._key = file, policy, key
        self._dates: list[_DateMention] = []
        self._quantities: list[_QuantityMention] = []
        self._unread: list[Mention] = []
        self._kept: list[Mention] = []
        self._points: dict[ElementKey, TimePoint] = {}
        self.of_notes: dict[int, ElementKey] = {}
        self.note_days: dict[int, date] = {}
        # of each note, found when first asked for: what stands for "now", and the lengths up to it
        self._nows: dict[int, ElementKey | None] = {}
        self._lengths: dict[tuple[int, Unit], dict[int, ElementKey]] = {}
        # since when a length lasts that is none in figures, as it is written
        self._rounded: dict[tuple[int, str, Unit, int], ElementKey | None] = {}
        self._read()

    def elements(self) -> list[ElementKey]:
        """One key a value that spends, repeated: dates (unless only shifted), ages and durations."""
        shown = [*(d.element for d in self._dates), *self.of_notes.values()]
        dates = [] if self._policy.dates in FREE_DATES else shown
        return dates + [element for q in self._quantities for element in q.elements]

    def render(self, shares: Mapping[ElementKey, Fraction]) -> dict[int, Rendered]:
        """What replaces each DATE and AGE mention, by mention index."""
        surrogates = self._draw_dates(shares)
        self.note_days = {note: surrogates[e].first for note, e in self.of_notes.items()}
        values = self._draw_quantities(shares)
        shown = {m.index: self._unread_text(m) for m in self._unread}
        portions: dict[int, list[Portion]] = {}
        for items in self._by_mention():
            index = items[0].mention.index
            shown[index] = self._date_text(items, surrogates, shares)
            if has_portions(shown[index].text):
                text, ends = items[0].expression.as_read()
                elements = [item.element for item in items]
                portions[index] = portions_of(list(zip(elements, ends, strict=True)), text)
        ranks = draw_ranks(chain.from_iterable(portions.values()), self._portion_source)
        for index, parts in portions.items():
            shown[index] = shown[index]._replace(text=with_ranks(shown[index].text, parts, ranks))
        for quantity in self._quantities:
            shown[quantity.mention.index] = self._quantity_text(quantity, surrogates, values)
        for mention in self._unread:
            unit = agreed_unit(self._file, mention, shown)
            if unit is not None:
                shown[mention.index] = Rendered(unit, warning=VAGUE)
        for at, one in shown.items():
            if _BLANKS.search(one.text) is not None:
                shown[at] = one._replace(text=_BLANKS.sub(" ", one.text))
        return shown | {m.index: Rendered(m.surface) for m in self._kept}

    # reading

    def _read(self) -> None:
        quantities: list[tuple[Mention, Quantity]] = []
        for note in range(len(self._file.notes)):
            written: list[_Read] = []
            for mention in self._file.of_note(note):
                if mention.label in _TIMES:
                    self._sort(mention, written, quantities)
            self._place(note, written)
        self._merge_births()
        self._points = {item.element: item.point for item in self._dates}
        if self._policy.note_dates and Label.DATE not in self._policy.tags:
            self._read_note_dates()
        birth = self._birth()
        for mention, quantity in quantities:
            self._quantities.append(self._link(mention, quantity, birth))

    def _sort(
        self,
        mention: Mention,
        written: list[_Read],
        quantities: list[tuple[Mention, Quantity]],
    ) -> None:
        """Read a mention as a date or as a quantity, whichever its label suggests first."""
        if _BLANKS.search(mention.surface) is not None:  # « soixante  et  onze ans »
            mention = replace(mention, surface=_BLANKS.sub(" ", mention.surface))
        is_age = mention.label is Label.AGE
        is_life = is_age or _OF_LIFE.search(mention.surface) is not None
        counts_births = is_life or mention.subtype == BIRTH
        if self._is_hidden(mention):
            self._unread.append(mention)
            return
        if left_alone(mention.surface, age=counts_births) or self._counts(mention):
            self._kept.append(mention)
            return
        may_rank = mention.label is Label.DATE and _may_rank(mention.surface)
        ranks = may_rank and _COUNTED_NOUN.match(self._file.after(mention)) is not None
        is_length = mention.subtype == DURATION or ranks
        date_first = not (is_age or is_length or self._lasts(mention))
        read = _in_figures(mention, "e" if ranks else "") if may_rank else mention
        default = Unit.YEAR if is_life else self._unit_behind(read) if is_length else None
        quantity = None if date_first else parse_quantity(read.surface, default=default)
        form = None
        if quantity is None and not is_age:
            form = self._dates_in(read)
        if date_first and form is None:
            quantity = parse_quantity(read.surface, default=default)
        if quantity is None and form is None:
            quantity = self._one(mention)
        if quantity is not None:
            since = _SINCE.search(self._file.before(mention)) is not None
            accents = self._file.types_accents
            shown_as = neutral_quantity(quantity, accents=accents, since=since)
            quantities.append((mention, shown_as))
        elif form is not None:
            several = [part.form for part in form.parts] if len(form.parts) > 1 else []
            figures = leans_on_figures(several)
            spelled = spells_year(part.pieces for part in several)
            place = 0
            for part, before in zip(form.parts, form.between, strict=False):
                place += len(before)
                accents = self._file.types_accents
                shown = neutral(part.form, accents=accents, figures=figures, spelled=spelled)
                is_birth = mention.subtype == BIRTH
                at = Written(place, place, shown, part is not form.parts[-1], is_birth)
                written.append((mention, form, at))
        else:
            self._unread.append(mention)

    def _lasts(self, mention: Mention) -> bool:
        """« arrêt de {12/52} », « {pendant 12/52} », twelve weeks however they are marked: December 1952 would be written otherwise than
        « {13/52} »."""
        if not mention.surface.endswith("/52") or mention.subtype == BIRTH:
            return False
        head = mention.surface[: mention.surface.rfind(" ") + 1]
        return _LASTING.search(self._file.before(mention) + head) is not None

    def _is_hidden(self, mention: Mention) -> bool:
        """A class at school; a rank alone is one as an age where it counts nothing (« en {seconde} », « classe de {3e} », but « sa {3e}
        année »). And « deux étés », whose noun would tell one from two."""
        if is_cut(self._file, mention):
            return True
        if mention.subtype == DURATION:
            return counts_other(mention.surface) or counts_in_roman(mention.surface)
        if mention.label is Label.AGE and counts_in_roman(mention.surface):
            return True
        if mention.label is Label.AGE and is_rank(mention.surface):
            return _COUNTED_NOUN.match(self._file.after(mention)) is None
        is_count = mention.label is Label.DATE and counts_seasons(mention.surface)
        return is_count or is_class(mention.surface)

    def _one(self, mention: Mention) -> Quantity | None:
        """« 1 trimestre », « 2 ans » for a unit alone behind an article or a number that is not marked (« un bon {trimestre} », « deux
        {ans} »), which goes with it."""
        is_age = mention.label is Label.AGE
        if not (is_age or mention.subtype == DURATION) or not mention.surface.isalpha():
            return None
        found = COUNT_BEFORE.search(self._file.before(mention, COUNT_REACH))
        if found is None:
            return None
        default = Unit.YEAR if is_age else None
        return parse_quantity(f"{found['count']} {mention.surface}", default=default)

    def _counts(self, mention: Mention) -> bool:
        """The « 3 » of « J3 », « S3 » or « C3 », marked without its letter; a year or a date in figures is none."""
        if mention.label is not Label.DATE or mention.subtype == BIRTH:
            return False
        is_count = mention.surface.isdecimal() and len(mention.surface) <= _MOST_COUNTED
        return is_count and _COUNTER.search(self._file.before(mention)) is not None

    def _unit_behind(self, mention: Mention) -> Unit | None:
        """The unit of a bare number marked as a duration, the « 3 » of « depuis 3 jours », the « quinzaine » of « une quinzaine de
        jours »; None of anything else."""
        if _COLLECTIVE.search(mention.surface) is not None:
            found = _OF_UNIT.match(self._file.after(mention))
            of = read_unit(found[1]) if found else None
            return None if of is None else of.unit
        if _BARE.fullmatch(mention.surface) is None:
            return None
        word = _FIRST_WORD.match(self._file.after(mention))
        unit = read_unit(word[1]) if word else None
        return Unit.DAY if unit is None else unit.unit

    def _dates_in(self, mention: Mention) -> DateExpression | None:
        """The dates of a mention: « 05 » behind « en » is a year, « 03/12 » March 2012."""
        pivot = self._policy.reference_date.year
        surface = INITIAL_OF_DATE.sub(r"\g<head>", mention.surface)
        week = _week(self._file.before(mention), surface, pivot)
        if week is not None:
            return alone(week, surface)
        surface = years_after(self._file.before(mention), surface, pivot)
        if _SHORT.match(surface) and (before := _IN.search(self._file.before(mention))):
            short = short_year(surface, pivot, before=before.group())
            short = short or month_of_year(surface, pivot, self._near(mention))
            if short is not None:
                return alone(short, surface)
        if surface.isdecimal() and _IN_DECADE.search(self._file.before(mention)):
            decade = parse_date(f"années {surface}", pivot=pivot)
            if decade is not None:
                return alone(replace(decade, pieces=decade.pieces[-1:]), surface)
        within = _IN_WITHIN.match(surface)
        of = within and month_of_year(surface[within.end() :], pivot, self._near(mention))
        if within and of:
            head = Piece(Kind.LITERAL, literal=within.group())
            return alone(replace(of, pieces=(head, *of.pieces)), surface)
        surface = FINAL_OF_DATE.sub(r"\g<digits>", surface)
        found = parse_dates(surface, pivot=pivot)
        if found is None and (plain := self._plain(mention, surface)) != surface:
            return parse_dates(plain, pivot=pivot)
        return found

    def _plain(self, mention: Mention, surface: str) -> str:
        """A text with its feasts as days: « le lundi de Pâques » is « 13 avril » in a note of 2020. An event that nobody knows the day of is one
        of them (« à la {foire aux vins} », « {Ramadan 2023} »), else its label would tell it from a day; a length that no « since » begins
        is none (« toute la {tempête} »)."""
        near = self._near(mention)
        is_length = mention.subtype == DURATION and _FROM_EVENT.match(surface) is None
        if mention.label is not Label.DATE or is_length:
            return without_feasts(surface, near)
        return without_events(surface, near)

    def _near(self, mention: Mention) -> date:
        return self._file.note_date(mention.note) or self._policy.reference_date

    def _place(self, note: int, written: list[_Read]) -> None:
        """Resolve the dates of one note and name their elements."""
        if any(not item.form.shows(Kind.YEAR) for _, _, item in written):
            written = self._placed(note, written)
        ends = self._put_together(written)
        items = [item for _, _, item in written]
        latest = self._policy.reference_date
        points = resolve(items, self._anchor_for(note, items), latest)
        for rank, ((mention, expression, item), point) in enumerate(
            zip(written, points, strict=True)
        ):
            kind = BIRTH if mention.subtype == BIRTH else DATE
            element = _date_key(kind, point, item.form)
            if rank in ends:
                point, element = self._dates[-1].point, self._dates[-1].element
            self._dates.append(_DateMention(mention, expression, item, point, element))

    def _placed(self, note: int, written: Sequence[_Read]) -> list[_Read]:
        """The dates of a note at their places. To look at the words before entities takes long, and matters only where two dates may be near
        one another without them."""
        places = self._file.places_in(note)
        starts = [places[mention.index] for mention, _, _ in written]
        if any(NEIGHBOUR_GAP < b - a <= _MAYBE_NEAR for a, b in pairwise(starts)):
            places = self._file.places_in(note, linked=True)
        return [
            (mention, form, item._replace(start=item.start + at, end=item.end + at))
            for mention, form, item in written
            for at in (places[mention.index],)
        ]

    def _put_together(self, written: list[_Read]) -> set[int]:
        """Give the dates marked in two (« le {1}er {mars 2019} », « {3 mars} {2019} ») the month and the year of their ends, which are one
        value with them. The ranks of these ends."""
        ends: set[int] = set()
        for rank in reversed(range(1, len(written))):
            (mention, expression, item), (other, _, end) = written[rank - 1 : rank + 1]
            is_beside = 0 < other.start - mention.end <= _BETWEEN_PARTS
            if not is_beside or mention.subtype != other.subtype or not self._is_end(item, end):
                continue
            text, fields = (
                self._file.notes[mention.note].text,
                _with(item.form.fields, end.form.fields),
            )
            if fields is not None and _PARTED.fullmatch(text, mention.end, other.start):
                form = replace(item.form, fields=fields)
                written[rank - 1] = mention, expression, item._replace(form=form)
                ends.add(rank)
        return ends

    @staticmethod
    def _is_end(item: Written, end: Written) -> bool:
        shown = tuple(tuple(written.form.shows(kind) for kind in _PARTS) for written in (item, end))
        return shown in _PARTINGS

    def _anchor_for(self, note: int, written: Sequence[Written]) -> date:
        """The latest day a partial date may mean: the note's date, else the last full date in it."""
        known = self._file.note_date(note)
        if known is not None:
            return known
        fields = [item.form.fields for item in written]
        full = [date(f.year, f.month, f.day) for f in fields if f.year and f.month and f.day]
        return max(full, default=self._policy.reference_date)

    def _merge_births(self) -> None:
        """A plain date equal to a birth date is that birth date: one value, one element. So is the month or the year of one, said alone of
        a birth: « né le 09/01/1951 […] né en 1951 »."""
        births = {
            item.point.key: item.element
            for item in self._dates
            if item.element.element_class == BIRTH
        }
        if not births:
            return
        whole = {
            item.point.first.strftime(shown): item
            for item in self._dates
            if item.element.element_class == BIRTH and item.point.granularity is Granularity.DAY
            for shown in _OF_BIRTH.values()
        }
        self._dates = [self._merged(item, births, whole) for item in self._dates]

    @staticmethod
    def _merged(
        item: _DateMention, births: Mapping[str, ElementKey], whole: Mapping[str, _DateMention]
    ) -> _DateMention:
        shown = _OF_BIRTH.get(item.point.granularity)
        if item.element.element_class == BIRTH and shown is not None:
            same = whole.get(item.point.first.strftime(shown))
            if same is not None:
                return item._replace(point=same.point, element=same.element)
        return item._replace(element=births.get(item.point.key, item.element))

    def _read_note_dates(self) -> None:
        """A note's own date is the element of the same day in the texts, else one more."""
        named = {item.point.key: item.element for item in self._dates}
        for note in range(len(self._file.notes)):
            day = self._file.note_date(note)
            if day is None or note in self._file.dateless:
                continue
            point = TimePoint(Granularity.DAY, day)
            element = named.get(point.key, ElementKey(DATE, point.granularity.value, point.key))
            self._points.setdefault(element, point)
            self.of_notes[note] = element

    def _birth(self) -> ElementKey | None:
        """The patient's birth date: the one that the structured data confirm, else the only one."""
        births = list(
            dict.fromkeys(d.element for d in self._dates if d.element.element_class == BIRTH)
        )
        confirmed = [b for b in births if b.value == self._file.identity.birth_date]
        return confirmed[0] if confirmed else (births[0] if len(births) == 1 else None)

    # derivation

    @cached_property
    def _events(self) -> dict[int, list[_DateMention]]:
        """The dates of each note, births aside, in reading order."""
        found: dict[int, list[_DateMention]] = {}
        for item in self._dates:
            if item.element.element_class == DATE:
                found.setdefault(item.mention.note, []).append(item)
        return found

    @cached_property
    def _named_days(self) -> dict[date, ElementKey]:
        """The days that the texts of the file name, births aside."""
        found: dict[date, ElementKey] = {}
        for item in chain.from_iterable(self._events.values()):
            if item.point.granularity is Granularity.DAY:
                found.setdefault(item.point.first, item.element)
        return found

    def _now(self, note: int) -> ElementKey | None:
        """The element that stands for "now" in a note: its own date when a text of the file gives it, else the
        last day named in the note (before its own date when that is known)."""
        if note not in self._nows:
            self._nows[note] = self._find_now(note)
        return self._nows[note]

    def _find_now(self, note: int) -> ElementKey | None:
        known = self._file.note_date(note)
        if known is not None and known in self._named_days:
            return self._named_days[known]
        here = [
            item
            for item in self._events.get(note, ())
            if item.point.granularity is Granularity.DAY
            and (known is None or item.point.first <= known)
        ]
        return max(here, key=lambda item: item.point.first).element if here else None

    def _link(
        self, mention: Mention, quantity: Quantity, birth: ElementKey | None
    ) -> _QuantityMention:
        """Derive an age from birth and note dates, a duration from two dates, when they agree."""
        kind = AGE if mention.label is Label.AGE else DURATION
        may_follow = not quantity.is_interval and (kind == DURATION or birth is not None)
        now = self._now(mention.note) if may_follow else None
        if now is not None:
            if kind == DURATION:
                since = self._event(mention, quantity, now)
            else:
                is_so = birth is not None and self._agrees(mention, quantity, birth, now)
                since = birth if is_so else None
            if since is not None:
                return _QuantityMention(mention, quantity, (), since, now)
        unit = quantity.unit.value
        elements = tuple(ElementKey(kind, unit, str(value)) for value in quantity.values)
        return _QuantityMention(mention, quantity, elements)

    def _event(self, mention: Mention, quantity: Quantity, now: ElementKey) -> ElementKey | None:
        """The earliest date of the note since which a duration lasts; None without any."""
        since = self._since(mention.note, quantity.unit, now)
        if not quantity.rounds:
            return since.get(quantity.value)
        told = mention.note, mention.surface, quantity.unit, quantity.value
        if told not in self._rounded:
            agreeing = (e for e in since.values() if self._agrees(mention, quantity, e, now))
            self._rounded[told] = next(agreeing, None)
        return self._rounded[told]

    def _since(self, note: int, unit: Unit, now: ElementKey) -> dict[int, ElementKey]:
        """Each length from a date of the note to "now", and the earliest date that has it."""
        found = self._lengths.get((note, unit))
        if found is None:
            found = self._lengths[note, unit] = {}
            for item in sorted(self._events.get(note, ()), key=lambda item: item.point.middle):
                if item.element != now:
                    length = completed(self._points[item.element], self._points[now], unit)
                    if length is not None and length > 0:
                        found.setdefault(length, item.element)
        return found

    def _agrees(
        self, mention: Mention, quantity: Quantity, since: ElementKey, now: ElementKey
    ) -> bool:
        length = completed(self._points[since], self._points[now], quantity.unit)
        if length is None or length <= 0:
            return False
        is_age = mention.label is Label.AGE
        if any(piece.role == "band" for piece in quantity.pieces):
            return is_age and names_age(mention.surface, length)
        return abs(length - quantity.value) <= is_age or (
            quantity.render(length) == quantity.render(quantity.value)  # « la soixantaine »
        )

    # drawing

    def _draw_dates(self, shares: Mapping[ElementKey, Fraction]) -> dict[ElementKey, TimePoint]:
        keys = list(self._points)
        points = list(self._points.values())
        if self._policy.dates is DateMechanism.SHIFT:
            shifted = shift_dates(
                points,
                patient=self._file.patient_id,
                key=self._key,
                reference=self._policy.reference_date,
            )
            return dict(zip(keys, self._capped(shifted), strict=True))
        wider = self._wider()
        items = [
            NoisyDate(
                point,
                _UNITS[key.granularity],
                shares[key],
                key.element_class,
                wider.get(key, ()),
            )
            for key, point in self._points.items()
        ]
        common: _Common = {"patient": self._file.patient_id, "key": self._key}
        reference = self._policy.reference_date
        if self._policy.dates in STEPS:
            drawn = chain_dates(items, reference=reference, name=self._policy.dates, **common)
        else:
            drawn = draw_dates(items, reference=reference, **common)
        return dict(zip(keys, self._capped(drawn), strict=True))

    def _capped(self, drawn: Sequence[TimePoint]) -> Sequence[TimePoint]:
        """Without dates that tell of an age above 89, where the policy wants none."""
        if not self._policy.cap_ages:
            return drawn
        return [capped_date(point, self._policy.reference_date) for point in drawn]

    def _wider(self) -> dict[ElementKey, set[Kind]]:
        """The forms of an element's mentions that say more than one unit: « T2 2019 » and « mai 2019 » are one value."""
        found: dict[ElementKey, set[Kind]] = {}
        for item in self._dates:
            for piece in item.form.pieces:
                if piece.kind in WIDER:
                    found.setdefault(item.element, set()).add(piece.kind)
        return found

    def _draw_quantities(self, shares: Mapping[ElementKey, Fraction]) -> dict[ElementKey, int]:
        values: dict[ElementKey, int] = {}
        for kind in (AGE, DURATION):
            keys = list(
                dict.fromkeys(
                    element
                    for q in self._quantities
                    for element in q.elements
                    if element.element_class == kind
                )
            )
            if not keys:
                continue
            items = [
                NoisyQuantity(int(k.value), Unit(k.granularity), shares[k], kind) for k in keys
            ]
            drawn = self._noisy_quantities(items)
            values |= dict(zip(keys, drawn, strict=True))
        return values

    def _noisy_quantities(self, items: Sequence[NoisyQuantity]) -> list[int]:
        common: _Common = {"patient": self._file.patient_id, "key": self._key}
        if self._policy.dates in STEPS:
            name = self._policy.dates.value
            return chain_quantities(items, longest_years=LONGEST_YEARS, name=name, **common)
        return draw_quantities(items, longest_years=LONGEST_YEARS, **common)

    def _portion_source(self, portion: Portion) -> BitSource:
        element, is_week, rank = portion
        value = f"{element.value}/{is_week}/{rank}"
        return draw_source(self._key, self._file.patient_id, f"{DATE}/partie", value)

    # writing

    def _by_mention(self) -> list[list[_DateMention]]:
        """The dates of each mention: they were read in order, so that they lie side by side."""
        grouped = groupby(self._dates, key=lambda item: item.mention.index)
        return [list(items) for _, items in grouped]

    def _date_text(
        self,
        items: Sequence[_DateMention],
        surrogates: Mapping[ElementKey, TimePoint],
        shares: Mapping[ElementKey, Fraction],
    ) -> Rendered:
        """The whole mention, with all of its elements that spend."""
        shown, warnings = zip(*[self._part_text(item, surrogates) for item in items], strict=True)
        spent = tuple(dict.fromkeys([item.element for item in items if item.element in shares]))
        warning = next((one for one in warnings if one is not None), None)
        text = items[0].expression.join(shown)
        day = surrogates[items[0].element].first if items[0].form.shows(Kind.DAY) else None
        return Rendered(text, spent, warning=warning, day=day)

    def _part_text(
        self, item: _DateMention, surrogates: Mapping[ElementKey, TimePoint]
    ) -> tuple[str, str | None]:
        first = surrogates[item.element].first
        lacking, warning = self._lacking(item, first, surrogates)
        form = item.form
        if lacking is not None:
            form = form.with_pieces(*form.pieces, *self._next(item, lacking))
        return form.render(fields_of(first)), warning

    def _lacking(
        self, item: _DateMention, first: date, surrogates: Mapping[ElementKey, TimePoint]
    ) -> tuple[Kind | None, str | None]:
        """What a date that leans on the next one must say itself, since they now differ in it: the month of the 3 in
        « du 3 au 7 mai », the year of « mars » in « de mars à mai 2021 »."""
        form = item.form
        if form.shows(Kind.YEAR) or (form.shows(Kind.DAY) and form.shows(Kind.MONTH)):
            return None, None
        other = self._behind[id(item)].following
        if other is None or other.written.start - item.written.end > NEIGHBOUR_GAP:
            return None, None
        after = surrogates[other.element].first
        if form.shows(Kind.DAY) and (after.year, after.month) != (first.year, first.month):
            return Kind.MONTH, CROSSED
        if form.shows(Kind.MONTH) and other.form.shows(Kind.YEAR) and after.year != first.year:
            return Kind.YEAR, YEAR_CROSSED
        return None, None

    def _next(self, item: _DateMention, kind: Kind) -> tuple[Piece, ...]:
        """How the next date of the note that says its month (or year) separates and writes it: « mai » in
        « du 3 au 7 mai »."""
        writing = Writing.PADDED if kind is Kind.MONTH else Writing.FOUR_DIGITS
        usual = (Piece(Kind.LITERAL, literal="/"), Piece(kind, writing=writing))
        return self._behind[id(item)].written.get(kind, usual)

    @cached_property
    def _behind(self) -> dict[int, _Behind]:
        """What stands behind each date, from the last to the first: one pass, however many dates there are."""
        behind: dict[int, _Behind] = {}
        following, written = None, dict[Kind, tuple[Piece, ...]]()
        for item in reversed(self._dates):
            if following is None or following.mention.note != item.mention.note:
                following, written = None, {}
            behind[id(item)] = _Behind(following, written)
            following, written = item, written | _separated(item.form)
        return behind

    def _quantity_text(
        self,
        item: _QuantityMention,
        surrogates: Mapping[ElementKey, TimePoint],
        values: Mapping[ElementKey, int],
    ) -> Rendered:
        fine = self._fine(item)
        if item.elements:
            drawn = [values[element] for element in item.elements]
            return Rendered(self._write(item, drawn, fine), item.elements)
        if item.since is None or item.until is None:
            msg = "a derived quantity has two sources"
            raise ValueError(msg)
        length = completed(surrogates[item.since], surrogates[item.until], item.quantity.unit)
        is_age = item.mention.label is Label.AGE
        source = "la date de naissance et la date de la note" if is_age else "deux dates de la note"
        text = self._write(item, [max(length or 0, 1)], fine)
        return Rendered(text, derived_from=source, sources=(item.since, item.until))

    def _write(self, item: _QuantityMention, drawn: Sequence[int], fine: Sequence[int]) -> str:
        least = item.quantity.least(self._file.before(item.mention))
        values = [max(value, least) for value in drawn]
        if self._policy.cap_ages:
            return capped_quantity(item.quantity, values, fine)
        return item.quantity.render(*values, fine=fine)

    def _fine(self, item: _QuantityMention) -> list[int]:
        """Decimals and halves, drawn uniformly: they are finer than the unit that is noised, like the day of a
        birth date."""
        quantity = item.quantity
        if not quantity.choices:
            return []
        value = f"{quantity.unit}/{quantity.values}/{quantity.fine}"
        source = draw_source(
            self._key, self._file.patient_id, f"{item.mention.label}/décimales", value
        )
        return [below(source, choices) for choices in quantity.choices]

    def _unread_text(self, mention: Mention) -> Rendered:
        if self._is_hidden(mention):
            return tagged(mention, UNREAD_TAG)
        surface = self._plain(mention, mention.surface)
        if says_nothing(surface):
            return Rendered(mention.surface, warning=VAGUE)
        if self._policy.cap_ages and (mention.label is Label.AGE or mention.subtype == BIRTH):
            return tagged(mention, UNREAD_TAG)  # any value of the kind might tell an age above 89
        source = draw_source(
            self._key, self._file.patient_id, f"{mention.label}/forme", mention.surface
        )
        drawn = random_like(
            source,
            surface,
            accents=self._file.types_accents,
            is_age=mention.label is Label.AGE,
        )
        if drawn is None:
            return tagged(mention, UNREAD_TAG)
        # any weekday for the one that may stand before it
        day = date(2001, 1, 1) + timedelta(days=below(source, 7))
        return Rendered(drawn, warning=UNREAD, day=day)


def _may_rank(text: str) -> bool:
    """Whether a text is a rank alone; most dates end with a figure."""
    return text[-1].isalpha() and is_rank(text)


def _in_figures(mention: Mention, ending: str) -> Mention:
    """A rank alone, « 1er », « deuxième », as figures with that ending: without any « 1er » may be the day before « 2 »."""
    digits = "".join(filter(str.isdigit, mention.surface))
    number = digits or rank_of(mention.surface.replace(" ", "-"))
    return replace(mention, surface=f"{number}{ending}")


def _with(fields: DateFields, end: DateFields) -> DateFields | None:
    """The fields with the month and the year of their end; None for what no calendar has."""
    whole = replace(fields, month=fields.month or end.month, year=fields.year or end.year)
    try:
        date(whole.year or _LEAP_YEAR, whole.month or 1, whole.day or 1)
    except ValueError:
        return None
    return whole


def _week(before: str, text: str, pivot: int) -> WrittenDate | None:
    """« 40/2019 », « 12/2019 » and « 12 » behind « semaine » or « sem. », which is not marked: the 12th is no December."""
    if _OF_WEEK.fullmatch(text) is None or _WEEK.search(before) is None:
        return None
    form = parse_date(f"semaine {text}", pivot=pivot)
    at = next((at for at, p in enumerate(form.pieces) if p.kind is Kind.WEEK), 0) if form else 0
    return replace(form, pieces=form.pieces[at:]) if form and at else None


def _separated(form: WrittenDate) -> dict[Kind, tuple[Piece, ...]]:
    """How a date separates and writes each kind of piece that follows a literal: the month of « 7 mai » as « mai » behind a space."""
    pairs = [*pairwise(form.pieces)]
    return {
        piece.kind: (before, piece)
        for before, piece in reversed(pairs)
        if before.kind is Kind.LITERAL
    }


def _date_key(kind: str, point: TimePoint, form: WrittenDate) -> ElementKey:
    """A birth date written to the day and a week are measured in months (their day is redrawn)."""
    to_the_day = point.granularity is Granularity.DAY
    redrawn = to_the_day and (kind == BIRTH or form.shows(Kind.WEEK))
    unit = Granularity.MONTH if redrawn else point.granularity
    return ElementKey(kind, str(unit), point.key)
