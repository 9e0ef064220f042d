"""What the drawer of one entity shows, as plain data for its template."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from privacy.domain.places.outline import Outline
from privacy.presentation.numbers import decimal


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One bar of a chart that is 100 high; `x` and `width` in hundredths of the whole."""

    label: str
    percent: str
    x: float
    width: float
    height: float
    y: float
    is_original: bool


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A commune that may be drawn; `width` of its bar, 100 for the likeliest."""

    name: str
    kilometres: str
    people: str
    percent: str
    width: float
    is_original: bool


@dataclass(frozen=True, slots=True)
class Spread:
    """What one value may become: a map and a table of communes, or bars along a line.

    `title` tells the values of a range apart; `outside`: the part of the mass that lies off the map.
    """

    title: str = field(repr=False)
    share: str
    sentence: str = field(repr=False)
    facts: list[tuple[str, str]]
    caption: str
    places: list[PlaceRow] = field(default_factory=list, repr=False)
    outline: Outline | None = field(default=None, repr=False)
    outside: str = ""
    bars: list[ChartBar] = field(default_factory=list, repr=False)


@dataclass(frozen=True, slots=True)
class Follower:
    """A mention that follows from this one, or that this one follows from."""

    index: int
    name: str
    original: str = field(repr=False)
    surrogate: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Card:
    """All that the drawer shows of one entity. `spreads`: one a value that it shows, two for a range."""

    index: int
    label: str
    name: str
    original: str = field(repr=False)
    surrogate: str = field(repr=False)
    mechanism: str
    has_guarantee: bool
    share: str
    sentence: str = field(repr=False)
    why: str
    warning: str
    spreads: list[Spread] = field(repr=False)
    followers: list[Follower] = field(repr=False)
    sources: list[Follower] = field(repr=False)


def small_percent(part: float) -> str:
    """Two decimals, four below 0.1 %, and never 0 for what is possible."""
    if 0 < part < 5e-7:
        return _("< 0,0001 %")
    return _("%(n)s %%") % {"n": decimal(100 * part, 2 if part >= 0.001 else 4)}
