"""Written forms of past durations and of ages."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.forms.french import feminine, number_words
from worker.training.corpus.marked import Fragment


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time: `unit` in jours, semaines, mois, ans, heures."""

    count: int
    unit: str


def any_span(rng: Random) -> Span:
    unit = rng.choices(("jours", "semaines", "mois", "ans", "heures"), (5, 5, 6, 7, 1))[0]
    top = {"jours": 15, "semaines": 9, "mois": 19, "ans": 31, "heures": 49}[unit]
    return Span(rng.randrange(1, top), unit)


_SHORT: Final = {
    "jours": ("j", "jrs", "J"),
    "semaines": ("sem", "sem.", "S"),
    "mois": ("mois", "m"),
    "ans": ("a", "ans"),
    "heures": ("h", "H"),
}


def _unit(span: "Span | Age") -> str:
    return span.unit if span.count > 1 or span.unit == "mois" else span.unit.rstrip("s")


def _count(span: Span) -> str:
    """In words, with the unit's gender."""
    words = number_words(span.count)
    return feminine(words) if span.unit in {"semaines", "heures"} else words


def _plain(span: Span, rng: Random) -> str:
    return f"{span.count} {_unit(span)}"


def _words(span: Span, rng: Random) -> str:
    return f"{_count(span)} {_unit(span)}"


def _short(span: Span, rng: Random) -> str:
    return f"{span.count}{rng.choice(('', ' '))}{rng.choice(_SHORT[span.unit])}"


_DOZENS: Final = (
    "huitaine",
    "dizaine",
    "douzaine",
    "quinzaine",
    "vingtaine",
    "trentaine",
    "quarantaine",
)


def _dozen(span: Span, rng: Random) -> str:
    if span.unit == "jours":
        return f"une {rng.choice(_DOZENS[:4])} de jours"
    if span.unit in {"ans", "mois"}:
        return f"une {rng.choice(_DOZENS[1:])} " + ("d'années" if span.unit == "ans" else "de mois")
    return (
        f"une {rng.choice(_DOZENS[1:2])} de semaines"
        if span.unit == "semaines"
        else "une dizaine d'heures"
    )


def _vague(span: Span, rng: Random) -> str:
    unit = {"ans": "années"}.get(span.unit, span.unit)
    feminine_unit = unit in {"années", "semaines", "heures"}
    many = "de nombreuses" if feminine_unit else "de nombreux"
    return f"{rng.choice(('quelques', 'plusieurs', many))} {unit}"


def _about(span: Span, rng: Random) -> str:
    return f"{rng.choice(('environ', 'plus de', 'près de', 'moins de', 'au moins', 'à peu près', 'bientôt', 'déjà', '+ de', '~'))} {_plain(span, rng)}"


def _between(span: Span, rng: Random) -> str:
    more = Span(span.count + rng.randrange(1, 4), span.unit)
    joint = rng.choice((" à ", "-", " ou ", "/"))
    return f"{span.count}{joint}{more.count} {_unit(more)}"


def _half(span: Span, rng: Random) -> str:
    if span.unit in {"jours", "heures"} or span.count > 9:
        span = Span(span.count % 9 + 1, "ans")
    return f"{_plain(span, rng)} et demi{'e' if span.unit in {'semaines', 'heures'} else ''}"


def _mixed(span: Span, rng: Random) -> str:
    return f"{span.count % 20 + 1} ans et {rng.randrange(2, 12)} mois"


_QUANTITIES: Final[tuple[tuple[str, float, Callable[[Span, Random], str]], ...]] = (
    ("3 semaines", 8, _plain), ("trois semaines", 5, _words), ("3sem", 1, _short), ("une dizaine de jours", 1.5, _dozen),
    ("quelques jours", 2, _vague), ("environ 3 semaines", 1.5, _about), ("3 à 4 jours", 1, _between), ("3 ans et demi", 0.5, _half),
    ("3 ans et 2 mois", 0.4, _mixed),
)  # fmt: skip
_HEADS: Final = (
    ("depuis", 8),
    ("il y a", 5),
    ("dps", 0.3),
    ("ça fait", 0.2),
    ("voilà", 0.15),
    ("y a", 0.1),
)
_SINCE: Final = (
    "depuis hier", "depuis hier soir", "depuis ce matin", "depuis avant-hier", "depuis cette nuit", "depuis la veille",
    "depuis la semaine dernière", "depuis le week-end dernier", "depuis le mois dernier", "depuis l'année dernière", "depuis peu",
    "depuis quelque temps", "depuis lundi", "depuis vendredi soir", "depuis samedi dernier", "depuis l'été dernier", "depuis cet été",
    "depuis le début de la semaine", "depuis la fin de l'été", "depuis la nuit dernière", "depuis ce midi", "depuis mardi matin",
)  # fmt: skip


def _headed(head: str, quantity: Callable[[Span, Random], str]) -> Callable[[Any, Random], str]:
    return lambda span, rng: f"{head} {quantity(span, rng)}"


def _after(quantity: Callable[[Span, Random], str]) -> Callable[[Any, Random], str]:
    return lambda s, r: f"{quantity(s, r)} {r.choice(('auparavant', 'plus tôt'))}"


DURATIONS: Final = FormSet.of(
    [
        *(
            Form("DUREE", f"{head} {name}", _headed(head, quantity), weight * more / 8, sample=any_span)
            for head, more in _HEADS
            for name, weight, quantity in _QUANTITIES
        ),
        Form("DUREE", "depuis hier", lambda s, r: r.choice(_SINCE), 6, sample=any_span),
        Form("DUREE", "3 jours auparavant", _after(_plain), 0.8, sample=any_span),
        Form("DUREE", "trois jours plus tôt", _after(_words), 0.5, sample=any_span),
        Form("DUREE", "DEPUIS 3 SEMAINES", lambda s, r: f"DEPUIS {_plain(s, r)}".upper(), 0.5, sample=any_span),
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Age:
    """`unit`: ans, mois, semaines, jours."""

    count: int
    unit: str


def any_age(rng: Random) -> Age:
    if rng.random() < 0.85:
        return Age(rng.randrange(2, 100), "ans")
    unit = rng.choices(("mois", "semaines", "jours"), (6, 1, 1.5))[0]
    return Age(rng.randrange(1, {"mois": 24, "semaines": 9, "jours": 29}[unit]), unit)


def age_of(days: int) -> Age:
    """As it is said: days, weeks, months below two years, then years."""
    if days < 15:
        return Age(max(1, days), "jours")
    if days < 60:
        return Age(days // 7, "semaines")
    if days < 730:
        return Age(max(1, int(days / 30.44)), "mois")
    return Age(int(days / 365.25), "ans")


def _age(pattern: str) -> Callable[[Any, Random], Fragment | str]:
    def write(age: Age, rng: Random) -> str:
        words = number_words(age.count)
        return pattern.format(
            n=age.count, u=_unit(age), U=_unit(age).upper(), i=age.unit[0], I=age.unit[0].upper(),
            w=feminine(words) if age.unit == "semaines" else words, k=max(2, age.count % 7), v="ans",
        )  # fmt: skip

    return write


AGES: Final = FormSet.of(
    Form("AGE", name, _age(pattern), weight, frozenset(tags.split()), any_age)
    for name, pattern, weight, tags in (
        ("72 ans", "{n} {u}", 14, "prose champ"), ("72ans", "{n}{u}", 1.5, "prose champ"), ("72 ANS", "{n} {U}", 0.8, "champ"),
        ("soixante-douze ans", "{w} {u}", 1.8, "prose"), ("72a", "{n}{i}", 1, "champ"), ("72A", "{n}{I}", 0.5, "champ"),
        ("72 a.", "{n} {i}.", 0.3, "champ"), ("72  ans", "{n}  {u}", 0.2, "prose champ"), ("4 ans et demi", "{k} {v} et demi", 0.25, "jeune"), ("4 ans 1/2", "{k} {v} 1/2", 0.15, "jeune"),
        ("72 a", "{n} {i}", 0.4, "champ"), ("72-ans", "{n}-{u}", 0.1, "prose"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Term:
    """The term of a pregnancy."""

    weeks: int
    days: int


def any_term(rng: Random) -> Term:
    weeks = rng.randrange(6, 42) if rng.random() < 0.4 else rng.randrange(24, 42)
    return Term(weeks, rng.randrange(7))


def _term(pattern: str) -> Callable[[Any, Random], str]:
    return lambda term, rng: pattern.format(w=term.weeks, d=term.days)


TERMS: Final = FormSet.of(
    Form("AGE", f"terme {name}", _term(pattern), weight, sample=any_term)
    for name, pattern, weight in (
        ("38 SA", "{w} SA", 4), ("38 SA + 2", "{w} SA + {d}", 3), ("38SA", "{w}SA", 2), ("38 SA + 2 j", "{w} SA + {d} j", 2), ("38+2 SA", "{w}+{d} SA", 1.5),
        ("38 semaines d'aménorrhée", "{w} semaines d'aménorrhée", 1), ("38SA+2", "{w}SA+{d}", 2), ("38 SA et 2 jours", "{w} SA et {d} jours", 1), ("38 SA 2/7", "{w} SA {d}/7", 0.4), ("38 sa", "{w} sa", 0.3),
    )
)  # fmt: skip
