"""What belongs to a person's name beside what was found of it: particles before it, a figure that a
scanner read for a letter inside it or at its end."""

import re
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.text.folding import fold

_PARTICLE: Final = r"(?:de|du|des|da|di|do|dos|das|del|della|van|von|der|den|ter|ten|el|al|ben|bent|bin|ibn|abd|ait|le|la|les|d['’]|l['’])"
# Between a first name, or initials, and a name: particles only.
_PARTICLES: Final = re.compile(
    rf"(?:^|\s)(?P<p>{_PARTICLE}(?:\s{_PARTICLE}){{0,2}})\s?$", re.IGNORECASE
)
_TITLED: Final = re.compile(
    rf"(?<![^\W_])(?P<t>[^\W\d_]{{1,12}})\.?\s(?P<p>{_PARTICLE}(?:\s{_PARTICLE}){{0,2}})\s?$",
    re.IGNORECASE,
)
_REACH: Final = 32  # characters of a title and particles
_RANKS: Final = frozenset(
    {"general", "colonel", "commandant", "capitaine", "lieutenant", "amiral", "comte", "comtesse"}
)
_TITLES: Final = (lexicon.words("titles") - {"m", "me", "veuve"}) | _RANKS
_CUT: Final = re.compile(r"-\n[ ]?[a-zß-öø-ÿ]{2,}")
_FIGURES: Final = re.compile(r"[01358]{1,2}(?![\d.,/:-]\d|\d)(?P<rest>[^\W\d_]*)")


def with_particles(text: str, span: Span, previous: Span | None) -> Span:
    """ "gonzague [de broucker]", "général [de Montfort]": the surname with the particles between it and
    the first name or the title."""
    if span.subtype != "NOM":
        return span
    floor = previous.end if previous is not None else 0
    between = text[floor : span.start]
    if previous is not None and previous.label == "PER" and len(between) <= _REACH:
        match = _PARTICLES.fullmatch(between) if between[:1] in (" ", "\n") else None
        if match:
            return replace(span, start=floor + match.start("p"))
    near = between[-_REACH:]
    titled = _TITLED.search(near)
    if titled is None or fold(titled["t"]) not in _TITLES:
        return span
    return replace(span, start=span.start - len(near) + titled.start("p"))


def end_over_line(text: str, span: Span, end: int, limit: int) -> int:
    """The end of "Gi-\\nraud" when "Gi" was found: the end of the line cut the name."""
    match = _CUT.match(text, end) if span.label == "PER" else None
    return match.end() if match and match.end() <= limit else end


def end_with_figures(text: str, span: Span, limit: int) -> int:
    """The end of "BERNARD0", "Lu1gi" when "BERNARD", "Lu" were found; never beyond `limit`."""
    if span.label != "PER" or span.subtype == "INITIALES" or not text[span.end - 1].isalpha():
        return span.end
    match = _FIGURES.match(text, span.end)
    if match is None or match.start("rest") > limit:
        return span.end
    return min(match.end(), limit)
