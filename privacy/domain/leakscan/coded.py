"""Letters that are written as codes: « &eacute; », « %C3%A9 », « =C3=A9 », « \\u00e9 », « Ã© », base64.

The few stretches that hold codes are decoded, with some text on each side, and scanned again.
"""

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from privacy.domain.leakscan.replaced import touching
from privacy.domain.substitute import SubstitutedNote

AROUND: Final = 60  # characters read on each side of a code
_TOGETHER: Final = 800  # characters that are decoded at once
_LEAST: Final = 8  # characters of base64
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")
_ALPHABET: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-")
_READABLE: Final = 0.8  # share of ASCII among the letters of what is no UTF-8
_HEX: Final = re.compile(r"[0-9A-Fa-f]{2}")


class Code(NamedTuple):
    """`text[start:end]` stands for `shown`."""

    start: int
    end: int
    shown: str


def _from_bytes(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _entity(shown: str) -> str:
    return (
        html.unescape(f"&{shown.replace('amp;', '')[1:]}")
        if "amp;" in shown
        else html.unescape(shown)
    )


def _percent(shown: str) -> str:
    return _from_bytes(bytes.fromhex(re.sub(r"%(?:25)*(?=[0-9A-Fa-f]{2})", "", shown)))


def _hexadecimal(shown: str) -> str:
    return _from_bytes(bytes.fromhex("".join(_HEX.findall(shown))))


def _unicode(shown: str) -> str:
    return "".join(chr(int(code[-2:], 16)) for code in re.findall(r"[ux]\w+", shown))


def _twice_encoded(shown: str) -> str:
    """« Ã© » is « é » in UTF-8, read as Windows-1252."""
    try:
        return shown.encode("cp1252").decode("utf-8")
    except UnicodeError:
        try:
            return shown.encode("latin-1").decode("utf-8")
        except UnicodeError:
            return shown


# the sign that opens a code, the code, what it stands for
_CODES: Final[tuple[tuple[str, re.Pattern[str], Callable[[str], str]], ...]] = (
    ("&", re.compile(r"&(?:amp;)*(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"), _entity),
    ("%", re.compile(r"(?:%(?:25)*[0-9A-Fa-f]{2}){1,64}"), _percent),
    ("=", re.compile(r"(?:=C[2-9A-F]=[89AB][0-9A-F])+|=E[0-9A-F](?=[A-Za-z])"), _hexadecimal),
    ("\\", re.compile(r"(?:\\u00[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2})+"), _unicode),
    ("Ã", re.compile(r"Ã[\u0080-\u00bf\u0152-\u2122]"), _twice_encoded),
)  # fmt: skip


def codes_in(text: str, cuts: Iterable[int] = (), lookalikes: Iterable[Code] = ()) -> list[Code]:
    """In reading order, disjoint. `cuts`: where a run of letters begins that holds a capital after a small letter, as
    base64 does; `lookalikes`: what else is written as something else.

    codes_in("L&eacute;a") → [Code(1, 9, "é")]
    """
    found = [
        code
        for sign, pattern, decode in _CODES
        if sign in text
        for code in _signed(text, sign, pattern, decode)
    ]
    found += _base64_in(text, cuts)
    found += lookalikes
    found.sort()
    kept: list[Code] = []
    for code in found:
        if not kept or code.start >= kept[-1].end:
            kept.append(code)
    return kept


def _signed(
    text: str, sign: str, pattern: re.Pattern[str], decode: Callable[[str], str]
) -> Iterator[Code]:
    at = text.find(sign)
    while at >= 0:
        match = pattern.match(text, at)
        if match is not None and (shown := decode(match[0])) != match[0]:
            yield Code(at, match.end(), shown)
        at = text.find(sign, match.end() if match is not None else at + 1)


def _base64_in(text: str, cuts: Iterable[int]) -> Iterator[Code]:
    end = 0
    for cut in cuts:
        if cut < end:
            continue
        start = cut
        while start > end and text[start - 1] in _ALPHABET:
            start -= 1
        match = _BASE64.match(text, start)
        end = match.end() if match is not None else cut + 1
        if end - start >= _LEAST and (shown := _decoded(text[start:end])):
            yield Code(start, end, shown)


def _decoded(shown: str) -> str:
    """Text of base64, empty for what is none."""
    bare = shown.rstrip("=").translate({45: "+", 95: "/"})
    try:
        raw = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
        text = _from_bytes(raw)
    except (binascii.Error, ValueError):
        return ""
    if not text.isprintable():
        return ""
    plain = sum(c.isascii() for c in text)
    return text if plain >= _READABLE * len(text) else ""


class Window(NamedTuple):
    """A stretch of a note with its codes decoded; `pieces`: (start, end) there, (start, end) in the note."""

    note: SubstitutedNote
    start: int
    pieces: Sequence[tuple[int, int, int, int]]

    def has_code(self, start: int, end: int) -> bool:
        """True when a stretch of the decoded text touches what was a code."""
        return any(first < end and start < last for first, last, _, _ in self.pieces)

    def at(self, place: int, *, is_end: bool) -> int:
        """Where a place of the decoded text lies in the note."""
        moved = place + self.start
        for first, last, source, source_end in self.pieces:
            if place >= last:
                moved = place - last + source_end
            elif place > first or (place == first and not is_end):
                return source_end if is_end else source
        return moved


def windows(note: SubstitutedNote, codes: Sequence[Code]) -> Iterator[Window]:
    """The stretches of a note around its codes, decoded; where codes follow one another for long, each is read twice."""
    first = 0
    while first < len(codes):
        last, most = first, codes[first].end + _TOGETHER
        while (
            last + 1 < len(codes)
            and codes[last + 1].start - codes[last].end <= 2 * AROUND
            and codes[last + 1].end <= most
        ):
            last += 1
        yield _window(note, codes[first : last + 1])
        goes_on = last + 1 < len(codes) and codes[last + 1].end > most
        first = max(first + 1, (first + last + 1) // 2) if goes_on and last > first else last + 1


def _window(note: SubstitutedNote, codes: Sequence[Code]) -> Window:
    start, end = max(0, codes[0].start - AROUND), min(len(note.text), codes[-1].end + AROUND)
    parts: list[str] = []
    pieces: list[tuple[int, int, int, int]] = []
    read, size = start, 0
    for code in codes:
        size += code.start - read
        parts += [note.text[read : code.start], code.shown]
        pieces.append((size, size + len(code.shown), code.start, code.end))
        size, read = size + len(code.shown), code.end
    text = "".join(parts) + note.text[read:end]
    shift = _shifts(start, codes)
    moved = tuple(
        r._replace(start=max(0, shift(r.start)), end=shift(r.end))
        for r in touching(note.replacements, start, end)
    )
    return Window(SubstitutedNote(note.note_id, text, moved), start, pieces)


def _shifts(start: int, codes: Sequence[Code]) -> Callable[[int], int]:
    """Where a place of the note lies in the decoded window."""

    def shift(place: int) -> int:
        lost = sum(code.end - code.start - len(code.shown) for code in codes if code.end <= place)
        return place - start - lost

    return shift
