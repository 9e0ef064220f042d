"""Which part of a note a mention stands in, read from headings."""

import re
from bisect import bisect_right
from enum import StrEnum
from typing import Final

from icdcoder.domain.tokens import fold_term

_BULLET = r"[ \t]*(?:[-–—•*·][ \t]*)?"
_WITH_COLON = re.compile(_BULLET + r"(?P<title>[^\W\d_][^:.!?]{1,58}):(?P<rest>.*)")
_BARE = re.compile(_BULLET + r"(?P<title>[^\W\d_][^:.!?,]{1,40})")


class Section(StrEnum):
    """What matters to a coder."""

    OTHER = "other"
    FAMILY = "family"
    HISTORY = "history"
    CONCLUSION = "conclusion"


_FAMILY: Final = re.compile(r"\bfamilia|\bheredite")
# A bare line is a heading by what is told of the family: "Polypose familiale" is an illness.
_TOLD_OF_FAMILY: Final = re.compile(
    r"^(?:(?:principaux )?(?:antecedents?|atcds?|antcd\w*|ant|histoire|contexte|terrain|enquete|notion|maladies?) )?(?:familia|heredite)"
)
_OWN: Final = re.compile(r"\bperso|\bmedica|\bchirurg")
_HISTORY: Final = re.compile(r"^(?:principaux )?(?:antecedent|atcd|antcd)|^terrain\b")
_HISTORY_PART: Final = re.compile(r"^(?:chirurgica|medica|medicaux|personnel|gyneco|obstetri|toxi)")
# In the same line: "ATCD familiaux : néant. ATCD personnels : paludisme".
_OWN_BEHIND: Final = re.compile(
    r"(?<=[.;])\s*(?:ant[ée]c[ée]dents?|atcds?|antcd)[^:.;\n]{0,20}\b(?:perso|m[ée]dic|chirurg)[^:.;\n]{0,20}:",
    re.IGNORECASE,
)
_CONCLUSION: Final = re.compile(
    r"^(?:conclusion|diagnostic|au total|synthese|motif|impression|en resume)"
)


def _kind(title: str, current: Section) -> Section:
    folded = fold_term(title).strip()
    is_own = _OWN.search(folded) is not None  # "Antécédents personnels et familiaux"
    if _FAMILY.search(folded) and len(folded.split()) <= 4 and not is_own:
        return Section.FAMILY
    if _HISTORY.search(folded):
        return Section.HISTORY
    if _HISTORY_PART.search(folded) and current in (Section.HISTORY, Section.FAMILY):
        return Section.HISTORY
    return Section.CONCLUSION if _CONCLUSION.search(folded) else Section.OTHER


class SectionReader:
    """`at(offset)`: the section of a place in the note.

    A heading is a short line that ends with a colon, or a known title at the start of a line
    followed by a colon. Family history written behind its heading ends with that line (and the
    lines that continue it); under a bare heading a section lasts until a blank line or the next one.
    """

    def __init__(self, text: str) -> None:
        self._starts, self._kinds = [0], [Section.OTHER]
        offset, current, is_inline = 0, Section.OTHER, False
        for line in text.split("\n"):
            heading = self._heading(line, current)
            if heading is not None:
                current, is_inline = heading
            elif not line.strip() or (is_inline and not _continues(line)):
                current, is_inline = Section.OTHER, False
            if current is not self._kinds[-1]:
                self._starts.append(offset)
                self._kinds.append(current)
            if current is Section.FAMILY and (own := _OWN_BEHIND.search(line)):
                self._starts.append(offset + own.start())
                self._kinds.append(current := Section.HISTORY)
            offset += len(line) + 1

    def at(self, offset: int) -> Section:
        """The section that holds the code point `offset`."""
        return self._kinds[bisect_right(self._starts, offset) - 1]

    @staticmethod
    def _heading(line: str, current: Section) -> tuple[Section, bool] | None:
        if ":" in line:
            match = _WITH_COLON.fullmatch(line)
            if match is None:
                return None
            has_text = bool(match["rest"].strip())
            kind = _kind(match["title"], current)
            if kind is Section.OTHER and has_text and current is Section.FAMILY:
                return None  # "Père : infarctus" inside the family section
            return kind, has_text
        # Without colon only a line of its own that is a known title counts.
        match = _BARE.fullmatch(line.rstrip())
        if match is None or len(match["title"].split()) > 4:
            return None
        kind = _kind(match["title"], current)
        if kind is Section.FAMILY and not _TOLD_OF_FAMILY.search(fold_term(match["title"]).strip()):
            return None
        return None if kind is Section.OTHER else (kind, False)


def _continues(line: str) -> bool:
    stripped = line.lstrip()
    return stripped[:1].islower() or stripped[:1] in tuple("-–—•*·")
