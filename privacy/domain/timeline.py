"""Dates, ages and durations of one patient's file: elements, derivations, surrogates."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.budget import ElementKey
from privacy.domain.mechanisms.sequence import (
    NoisyDate,
    NoisyQuantity,
    draw_dates,
    draw_quantities,
    shift_dates,
)
from privacy.domain.patient_file import Mention, PatientFile, Rendered
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.surrogates.shapes import draw_source, same_shape
from privacy.domain.time.dates import parse_date
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
from privacy.domain.time.quantities import Quantity, Unit, is_vague, parse_quantity
from privacy.domain.time.resolve import NEIGHBOUR_GAP, TimePoint, Written, resolve

DATE: Final = "DATE"
BIRTH: Final = "DATE_NAISSANCE"
AGE: Final = "AGE"
DURATION: Final = "DUREE"
LONGEST_YEARS: Final = 120
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
UNREAD: Final = "expression non comprise : remplacée par une valeur aléatoire de même forme"
UNREAD_WORDS: Final = "expression non comprise : remplacée par son étiquette"
VAGUE: Final = "expression vague, laissée telle quelle"
CROSSED: Final = "le jour seul ne suffisait plus : le mois a été ajouté"


@dataclass(frozen=True, slots=True)
class _DateMention:
    mention: Mention
    form: WrittenDate
    point: TimePoint = field(repr=False)
    element: ElementKey


@dataclass(frozen=True, slots=True)
class _QuantityMention:
    """`since` and `until` are the date elements it follows from, when it is derived."""

    mention: Mention
    quantity: Quantity
    element: ElementKey | None
    since: ElementKey | None = None
    until: ElementKey | None = None


class Timeline:
    """Reads every DATE and AGE mention once; `elements` before the budget, `render` after it."""

    def __init__(self, file: PatientFile, policy: SubstitutionPolicy, key: StudyKey) -> None:
        self._file, self._policy, self._key = file, policy, key
        self._dates: list[_DateMention] = []
        self._quantities: list[_QuantityMention] = []
        self._unread: list[Mention] = []
        self._points: dict[ElementKey, TimePoint] = {}
        if policy.dates is not DateMechanism.TAG:
            self._read()

    def elements(self) -> list[ElementKey]:
        """One key a mention that spends, repeated: dates (under `metric`), ages and durations."""
        dates = (
            [d.element for d in self._dates] if self._policy.dates is DateMechanism.METRIC else []
        )
        return dates + [q.element for q in self._quantities if q.element is not None]

    def render(self, shares: Mapping[ElementKey, Fraction]) -> dict[int, Rendered]:
        """What replaces each DATE and AGE mention, by mention index."""
        if self._policy.dates is DateMechanism.TAG:
            mentions = self._file.labelled(Label.DATE, Label.AGE)
            return {m.index: Rendered(f"[{m.subtype or m.label}]") for m in mentions}
        surrogates = self._draw_dates(shares)
        values = self._draw_quantities(shares)
        shown = {m.index: self._unread_text(m) for m in self._unread}
        for item in self._dates:
            shown[item.mention.index] = self._date_text(
                item, surrogates, spends=item.element in shares
            )
        for quantity in self._quantities:
            shown[quantity.mention.index] = _quantity_text(quantity, surrogates, values)
        return shown

    # reading

    def _read(self) -> None:
        quantities: list[tuple[Mention, Quantity]] = []
        for note in range(len(self._file.notes)):
            written: list[tuple[Mention, Written]] = []
            for mention in self._file.of_note(note):
                if mention.label is Label.DATE and mention.subtype != DURATION:
                    self._sort(mention, written, quantities, date_first=True)
                elif mention.label in (Label.DATE, Label.AGE):
                    self._sort(mention, written, quantities, date_first=False)
            self._place(note, written)
        self._merge_births()
        self._points = {item.element: item.point for item in self._dates}
        birth = self._birth()
        for mention, quantity in quantities:
            self._quantities.append(self._link(mention, quantity, birth))

    def _sort(
        self,
        mention: Mention,
        written: list[tuple[Mention, Written]],
        quantities: list[tuple[Mention, Quantity]],
        *,
        date_first: bool,
    ) -> None:
        """Read a mention as a date or as a quantity, whichever its label suggests first."""
        form = parse_date(mention.surface, pivot=self._policy.reference_date.year)
        quantity = parse_quantity(
            mention.surface, default=Unit.YEAR if mention.label is Label.AGE else None
        )
        if quantity is not None and (not date_first or form is None):
            quantities.append((mention, quantity))
        elif form is not None and mention.label is Label.DATE:
            written.append((mention, Written(mention.start, mention.end, form)))
        else:
            self._unread.append(mention)

    def _place(self, note: int, written: list[tuple[Mention, Written]]) -> None:
        """Resolve the dates of one note and name their elements."""
        points = resolve(
            [item for _, item in written], self._anchor_for(note, [w for _, w in written])
        )
        for (mention, item), point in zip(written, points, strict=True):
            kind = BIRTH if mention.subtype == BIRTH else DATE
            self._dates.append(_DateMention(mention, item.form, point, _date_key(kind, point)))

    def _anchor_for(self, note: int, written: Sequence[Written]) -> date:
        """The latest day a partial date may mean: the note's date, else the last full date in it."""
        known = self._file.note_date(note)
        if known is not None:
            return known
        fields = [item.form.fields for item in written]
        full = [date(f.year, f.month, f.day) for f in fields if f.year and f.month and f.day]
        return max(full, default=self._policy.reference_date)

    def _merge_births(self) -> None:
        """A plain date equal to a birth date is that birth date: one value, one element."""
        births = {
            item.point.key: item.element
            for item in self._dates
            if item.element.element_class == BIRTH
        }
        self._dates = [
            _DateMention(d.mention, d.form, d.point, births.get(d.point.key, d.element))
            for d in self._dates
        ]

    def _birth(self) -> ElementKey | None:
        """The patient's birth date: the one that the structured data confirm, else the only one."""
        births = list(
            dict.fromkeys(d.element for d in self._dates if d.element.element_class == BIRTH)
        )
        confirmed = [b for b in births if b.value == self._file.identity.birth_date]
        return confirmed[0] if confirmed else (births[0] if len(births) == 1 else None)

    # derivation

    def _now(self, note: int) -> ElementKey | None:
        """The element that stands for "now" in a note: its own date when a text of the file gives it, else the
        last day named in the note (before its own date when that is known)."""
        known = self._file.note_date(note)
        days = [
            d
            for d in self._dates
            if d.element.element_class == DATE and d.point.granularity is Granularity.DAY
        ]
        if known is not None:
            same = [d.element for d in days if d.point.first == known]
            if same:
                return same[0]
        here = [
            d for d in days if d.mention.note == note and (known is None or d.point.first <= known)
        ]
        return max(here, key=lambda d: d.point.first).element if here else None

    def _link(
        self, mention: Mention, quantity: Quantity, birth: ElementKey | None
    ) -> _QuantityMention:
        """Derive an age from birth and note dates, a duration from two dates, when they agree."""
        now = self._now(mention.note)
        kind = AGE if mention.label is Label.AGE else DURATION
        if now is not None and not quantity.gap:
            sources = [birth] if kind == AGE else self._events(mention.note, now)
            for since in sources:
                if since is not None and self._agrees(
                    quantity, since, now, slack=1 if kind == AGE else 0
                ):
                    return _QuantityMention(mention, quantity, None, since, now)
        element = ElementKey(kind, quantity.unit.value, str(quantity.value))
        return _QuantityMention(mention, quantity, element)

    def _events(self, note: int, now: ElementKey) -> list[ElementKey | None]:
        here = [
            d for d in self._dates if d.mention.note == note and d.element.element_class == DATE
        ]
        return [d.element for d in sorted(here, key=lambda d: d.point.middle) if d.element != now]

    def _agrees(
        self, quantity: Quantity, since: ElementKey, now: ElementKey, *, slack: int
    ) -> bool:
        length = completed(self._points[since], self._points[now], quantity.unit)
        return length is not None and length > 0 and abs(length - quantity.value) <= slack

    # drawing

    def _draw_dates(self, shares: Mapping[ElementKey, Fraction]) -> dict[ElementKey, TimePoint]:
        keys = list(self._points)
        points = list(self._points.values())
        if self._policy.dates is DateMechanism.SHIFT:
            shifted = shift_dates(points, patient=self._file.patient_id, key=self._key)
            return dict(zip(keys, shifted, strict=True))
        items = [
            NoisyDate(point, Granularity(key.granularity), shares[key], key.element_class)
            for key, point in self._points.items()
        ]
        drawn = draw_dates(
            items,
            patient=self._file.patient_id,
            key=self._key,
            reference=self._policy.reference_date,
        )
        return dict(zip(keys, drawn, strict=True))

    def _draw_quantities(self, shares: Mapping[ElementKey, Fraction]) -> dict[ElementKey, int]:
        values: dict[ElementKey, int] = {}
        for kind in (AGE, DURATION):
            keys = list(
                dict.fromkeys(
                    q.element
                    for q in self._quantities
                    if q.element and q.element.element_class == kind
                )
            )
            items = [
                NoisyQuantity(int(k.value), Unit(k.granularity), shares[k], kind) for k in keys
            ]
            drawn = draw_quantities(
                items, patient=self._file.patient_id, key=self._key, longest_years=LONGEST_YEARS
            )
            values |= dict(zip(keys, drawn, strict=True))
        return values

    # writing

    def _date_text(
        self, item: _DateMention, surrogates: Mapping[ElementKey, TimePoint], *, spends: bool
    ) -> Rendered:
        first = surrogates[item.element].first
        form, warning = item.form, None
        if (
            item.form.shows(Kind.DAY)
            and not item.form.shows(Kind.MONTH)
            and self._crosses(item, first, surrogates)
        ):
            form, warning = _with_month(item.form), CROSSED
        fields: DateFields = fields_of(first)
        return Rendered(form.render(fields), item.element if spends else None, warning=warning)

    def _crosses(
        self, item: _DateMention, first: date, surrogates: Mapping[ElementKey, TimePoint]
    ) -> bool:
        """True when a lone day leans on the next date (« du 3 au 7 mai ») and their months now differ."""
        for other in self._dates:
            gap = other.mention.start - item.mention.end
            if other.mention.note == item.mention.note and 0 <= gap <= NEIGHBOUR_GAP:
                after = surrogates[other.element].first
                return (after.year, after.month) != (first.year, first.month)
        return False

    def _unread_text(self, mention: Mention) -> Rendered:
        if is_vague(mention.surface):
            return Rendered(mention.surface, warning=VAGUE)
        if _WORD.search(mention.surface):
            # random letters would read as a misprint, and the words may say what they like
            return Rendered(f"[{mention.subtype or mention.label}]", warning=UNREAD_WORDS)
        source = draw_source(
            self._key, self._file.patient_id, f"{mention.label}/forme", mention.surface
        )
        return Rendered(same_shape(source, mention.surface), warning=UNREAD)


def _date_key(kind: str, point: TimePoint) -> ElementKey:
    """A birth date written to the day is measured in months (its day is redrawn)."""
    birth_to_the_day = kind == BIRTH and point.granularity is Granularity.DAY
    unit = Granularity.MONTH if birth_to_the_day else point.granularity
    return ElementKey(kind, unit.value, point.key)


def _with_month(form: WrittenDate) -> WrittenDate:
    slash = Piece(Kind.LITERAL, literal="/")
    return form.with_pieces(*form.pieces, slash, Piece(Kind.MONTH, writing=Writing.PADDED))


def _quantity_text(
    item: _QuantityMention,
    surrogates: Mapping[ElementKey, TimePoint],
    values: Mapping[ElementKey, int],
) -> Rendered:
    if item.element is not None:
        return Rendered(item.quantity.render(values[item.element]), item.element)
    if item.since is None or item.until is None:
        msg = "a derived quantity has two sources"
        raise ValueError(msg)
    length = completed(surrogates[item.since], surrogates[item.until], item.quantity.unit)
    is_age = item.mention.label is Label.AGE
    source = "la date de naissance et la date de la note" if is_age else "deux dates de la note"
    return Rendered(item.quantity.render(max(length or 0, 1)), derived_from=source)
