"""Slots of days, durations and ages."""

import re
from datetime import date, timedelta
from typing import Final

from worker.training.corpus.forms import (
    dates,
    durations,
    french,
    odd_days,
    odd_numbers,
)
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.slot_base import SlotBase

_CHILDHOOD: Final = 5800  # days
_DATE_LOYALTY: Final = 0.8
_ARTICLE: Final = re.compile(r"(?:^|[\s(])(?:le|du|au|Le|Du|Au|dès le) $")


def _both(forms: FormSet) -> tuple[FormSet, FormSet]:
    """Outside prose, and after "le" or "du" (where no machine's form stands)."""
    return forms.without("article"), forms.without("iso", "serre")


_DAY_FORMS: Final[dict[str, tuple[FormSet, FormSet]]] = {
    "": _both(dates.DAYS),
    **{tag: _both(dates.DAYS.tagged(tag)) for tag in ("court", "long", "jm", "jour")},
}
_MONTHS_IN: Final = dates.MONTHS.without("sans_en")
_MONTHS_ALONE: Final = dates.MONTHS.without("seul")
_YEARS_IN: Final = dates.YEARS.without("sans_en")
_YEARS_ALONE: Final = dates.YEARS.without("sans_en", "article2")
_AGES_PROSE: Final = durations.AGES.tagged("prose")
_AGES_FIELD: Final = durations.AGES.tagged("champ")
_AGES_YOUNG: Final = durations.AGES.tagged("jeune")
_FORM_BY_NAME: Final = {form.name: form for form in dates.DAYS.forms}
_RANGES: Final = (
    ("du ", "jour seul", " au ", "j mois aaaa"), ("du ", "jour seul", " au ", "j mois"), ("du ", "jour seul", " au ", "jj/mm/aaaa"), ("", "jour seul", "-", "jj/mm"),
    ("du ", "jj/mm", " au ", "jj/mm/aaaa"), ("du ", "jj/mm/aaaa", " au ", "jj/mm/aaaa"), ("du ", "j mois aaaa", " au ", "j mois aaaa"), ("", "jj/mm", "-", "jj/mm"),
    ("", "jj/mm/aa", " - ", "jj/mm/aa"), ("", "jj/mm/aaaa", " → ", "jj/mm/aaaa"), ("entre le ", "j mois", " et le ", "j mois aaaa"), ("du ", "jj.mm", " au ", "jj.mm.aaaa"),
    ("les ", "jour seul", " et ", "j mois"), ("du ", "jour seul", " au ", "jj.mm.aa"), ("", "jour seul", "/", "j janv. aaaa"), ("du ", "lundi j", " au ", "lundi j mois"),
    ("du ", "j mois", " au ", "j mois aaaa"), ("", "jj/mm", " au ", "jj/mm/aa"),
)  # fmt: skip
_RANGE_WEIGHTS: Final = (6, 4, 2, 2, 3, 5, 2, 1, 1, 1, 1, 1, 1.5, 1, 0.3, 0.7, 1.5, 1)
_LONG_RANGES: Final = tuple(
    shown for shown in _RANGES if "jour seul" not in shown and "lundi j" not in shown
)


class DaySlots(SlotBase):
    """Days in the order of the stay, durations, ages."""

    def _date(self, key: str, part: str) -> Fragment:
        if part in _DAY_FORMS:
            return self._day(part, self._any_day(key, part))
        if part in {"mois", "annee"}:
            return self._month_or_year(part, self._earlier())
        if part == "heure":
            return dates.TIMED.draw(self.rng).render(self._any_day(key, ""), self.rng)
        if part == "plage":
            return self._range()
        if part in odd_days.ODD_DAYS:
            return self._odd_day(part)
        stay = self.world.stay
        fixed = {
            "note": stay.note,
            "entree": stay.admission,
            "sortie": stay.discharge,
            "op": stay.operation,
        }
        if part in fixed:
            return self._day("", fixed[part])
        if part == "apres":
            return self._day("", stay.note + timedelta(days=self.rng.randrange(2, 200)))
        return self._day("", self._earlier(400 if self.rng.random() < 0.6 else 6000))

    def _odd_day(self, part: str) -> Fragment:
        """Nights and cells are of these weeks, decades and engraved days of long ago."""
        if part in {"nuit", "bref", "cellule", "moisnu", "moment", "fete", "saison"}:
            day = self._day_of_stay() if self.rng.random() < 0.7 else self._earlier(400)
        else:
            life = (self.world.stay.admission - self.world.stay.birth).days
            day = self.world.stay.admission - timedelta(days=1 + int(self.rng.random() * life))
        return odd_days.ODD_DAYS[part].draw(self.rng).render(day, self.rng)

    def _any_day(self, key: str, part: str) -> date:
        if key[-1].isdigit():
            return self.world.value(f"day:{key}", self._some_day)
        if part == "jm":  # whoever leaves the year out speaks of these weeks
            return self._earlier(60) if self.rng.random() < 0.2 else self._day_of_stay()
        return self._some_day()

    def _day_of_stay(self) -> date:
        stay = self.world.stay
        length = (stay.note - stay.admission).days
        return stay.admission + timedelta(days=int(self.rng.random() * (length + 1)))

    def _some_day(self) -> date:
        """Around the stay, else in the years before."""
        return self._day_of_stay() if self.rng.random() < 0.75 else self._earlier(1200)

    def _earlier(self, most: int = 12000) -> date:
        """Before the admission and after the birth, `most` days ago at most, rather lately."""
        stay = self.world.stay
        reach = min((stay.admission - stay.birth).days, most)
        return stay.admission - timedelta(days=1 + int(self.rng.random() ** 3 * reach))

    def _day(self, part: str, day: date) -> Fragment:
        before = self.before[-12:]
        after_article = bool(_ARTICLE.search(before))
        forms = _DAY_FORMS[part][after_article]
        form = self._form(f"date{part}{after_article}", forms, _DATE_LOYALTY)
        if before.rstrip("le ").lower().endswith(french.WEEKDAYS) and "jour" in form.tags:
            form = _DAY_FORMS["court"][True].draw(self.rng)
        return form.render(day, self.rng)

    def _month_or_year(self, part: str, day: date) -> Fragment:
        is_in = self.before.lower().endswith(("en ", "depuis ", "fin ", "début ", "mi-"))
        if part == "mois":
            return self._form(f"mois{is_in}", _MONTHS_IN if is_in else _MONTHS_ALONE).render(
                day, self.rng
            )
        if self.before.lower().endswith("années "):
            return (Piece(str(day.year // 10 * 10), "DATE", "aaaa"),)
        return self._form(f"annee{is_in}", _YEARS_IN if is_in else _YEARS_ALONE).render(
            day, self.rng
        )

    def _range(self) -> Fragment:
        rng, first = self.rng, self._some_day()
        last = first + timedelta(days=rng.randrange(1, 14))
        shown = rng.choices(_RANGES, _RANGE_WEIGHTS)[0]
        if first.month != last.month:
            shown = rng.choice(_LONG_RANGES)
        has_article = self.before.lower().endswith(("du ", "le ", "les ", "entre le "))
        head, start, joint, end = shown
        start_form, end_form = _FORM_BY_NAME[start], _FORM_BY_NAME[end]
        name = f"plage {start}{joint}{end}"
        pieces = [*start_form.render(first, rng), Piece(joint), *end_form.render(last, rng)]
        if head and not has_article:
            pieces.insert(0, Piece(self._cased(head)))
        return tuple(p._replace(form=name) if p.subtype else p for p in pieces)

    def _duree(self, key: str, part: str) -> Fragment:
        fragment = durations.DURATIONS.draw(self.rng).render(durations.any_span(self.rng), self.rng)
        first = fragment[0]
        return (first._replace(text=self._cased(first.text)), *fragment[1:])

    def _age(self, key: str, part: str) -> Fragment:
        if part == "cellule":
            age = durations.age_of(1 + int(self.rng.random() ** 2 * _CHILDHOOD))
            return odd_numbers.CELL_AGES.draw(self.rng).render(age, self.rng)
        return self._age_of(self._someones_age())

    def _someones_age(self) -> durations.Age:
        """In a child's note: an age that the child has had, or a parent's."""
        own = self.world.age_in_days
        if own > _CHILDHOOD:
            return durations.any_age(self.rng)
        if self.rng.random() < 0.6:
            return durations.age_of(1 + int(self.rng.random() * own))
        return durations.Age(self.rng.randrange(19, 52), "ans")

    def _age_of(self, age: durations.Age) -> Fragment:
        in_prose = bool(re.search(r"[a-zé]{2,} (?:de )?$", self.before))
        young = age.unit == "ans" and 2 <= age.count < 7 and self.rng.random() < 0.15
        forms = _AGES_YOUNG if young else _AGES_PROSE if in_prose else _AGES_FIELD
        return self._written(f"age{in_prose}" if not young else "young", forms, age)

    def _sa(self, key: str, part: str) -> Fragment:
        return self._written("sa", durations.TERMS, durations.any_term(self.rng))

    def _annees(self, key: str, part: str) -> Fragment:
        years = sorted({self._earlier().year for _ in range(self.rng.randrange(2, 5))})
        pieces = [Piece(str(years[0]), "DATE", "liste d'années")]
        for place, year in enumerate(years[1:], start=2):
            joint = (
                self.rng.choice((" et ", " puis "))
                if place == len(years)
                else self.rng.choice((", ", ", ", " - "))
            )
            pieces += [Piece(joint), Piece(str(year), "DATE", "liste d'années")]
        return tuple(pieces)
