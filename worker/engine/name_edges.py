"""What belongs to a person's name beside what was found of it: particles before it, a figure that a
scanner read for a letter inside it or at its end."""

import re
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span

_PARTICLE: Final = r"(?:de|du|des|da|di|do|dos|das|del|della|van|von|der|den|ter|ten|el|al|ben|bent|bin|ibn|abd|ait|le|la|les|d['’]|l['’])"
# Between a first name, or initials, and a name: particles only.
_PARTICLES: Final = re.compile(
    rf"(?:^|\s)(?P<p>{_PARTICLE}(?:\s{_PARTICLE}){{0,2}})\s?$", re.IGNORECASE
)
_FIGURES: Final = re.compile(r"[01358]{1,2}(?![\d.,/:-]\d|\d)(?P<rest>[^\W\d_]*)")


def with_particles(text: str, span: Span, previous: Span | None) -> Span:
    """ "gonzague [de broucker]": the surname with the particles that part it from the first name."""
    if span.subtype != "NOM" or previous is None or previous.label != "PER":
        return span
    between = text[previous.end : span.start]
    match = _PARTICLES.fullmatch(between) if between[:1] == " " else None
    return replace(span, start=previous.end + match.start("p")) if match else span


def end_with_figures(text: str, span: Span, limit: int) -> int:
    """The end of "BERNARD0", "Lu1gi" when "BERNARD", "Lu" were found; never beyond `limit`."""
    if span.label != "PER" or span.subtype == "INITIALES" or not text[span.end - 1].isalpha():
        return span.end
    match = _FIGURES.match(text, span.end)
    if match is None or match.start("rest") > limit:
        return span.end
    return min(match.end(), limit)
