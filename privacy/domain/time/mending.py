"""What scanning and typing do to a date: letters for digits, digits apart, times attached."""

import html
import re
from typing import Final

from privacy.domain.text import apply_case, case_of, edit_distance_at_most_one, strip_accents
from privacy.domain.time.feasts import without_feasts
from privacy.domain.time.lexicon import MONTHS, WEEKDAYS, foreign_month
from privacy.domain.time.numerals import rank_of

_OCR: Final = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "i": "1", "|": "1", "S": "5"})
_LOOKALIKE: Final = frozenset("OolIi|S")
_RUN: Final = re.compile(r"[0-9A-Za-zÀ-ÿ|]+")
# « l an dernier » has lost an apostrophe
_LETTERED: Final = re.compile(
    r"(?<![^\W_])[lIOo|]{1,3}(?=\s(?:ans?(?!\s(?:derni|pass|proch))|mois|jours?|semaines?|heures?|SA|sem|j)(?![^\W\d_]))"
)
# « lO mars », « le Ol mars »
_LETTERED_DAY: Final = re.compile(
    r"(?<![^\W_])[lIOo|]{2}(?=\s[^\W\d_]{3})|(?:^|(?<=le\s))[lI|](?=\s[^\W\d_]{3})"
)
_GLUED_FIRST: Final = re.compile(r"(?<!\d)1er(?=[^\W\d_]{3})", re.IGNORECASE)  # « 1ermars »
_ONE: Final = re.compile(rf"(?:^|(?<=\ble\s))un(?=\s(?:{'|'.join(MONTHS)})\b)", re.IGNORECASE)
# « deuxième lundi de mars », like « premier lundi » and « 2e lundi »
_NTH_DAY: Final = re.compile(
    rf"(?<![^\W_])(?:seconde?|[^\W\d_]{{4,8}}i[èe]me)(?=\s(?:{'|'.join(WEEKDAYS)})\s)",
    re.IGNORECASE,
)
_CENTURY: Final = re.compile(r"\bdix[ -](neuf|huit)[ -]cents?(?![^\W\d_])", re.IGNORECASE)
_PLAIN: Final = str.maketrans("ᵉʳⁿᵈᵐ０１２３４５６７８９／．－", "erndm0123456789/.-")
_LETTERS: Final = str.maketrans({"0": "o", "1": "l", "5": "s"})
_SUBRUN: Final = re.compile(r"\d+|[^\d]+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_ROUND: Final = re.compile(r"(?<=\d)[Oo]")  # « 4Oans »
_FIRST: Final = re.compile(r"(?<!\w)(?:1\s?[°º](?=\s+[^\W\d_])|[1lI|]\s?(er))(?!\w)", re.IGNORECASE)
_WEEK: Final = re.compile(
    r"S[. ]?\d{1,2}(?=$|[\s(/.-]+(?:\d\d)?\d\d(?!\d))"
)  # « S12 2020 » is no « 512 »
# « le 2e mars »: only the first of a month is written so
_RANK: Final = re.compile(r"(?<=\d)\s?(?:e|[èeé]me|i[èe]me|nde?|º|°)(?=\s+[^\W\d_])", re.IGNORECASE)
_FIRST_RANK: Final = re.compile(
    r"(?<!\d)1(?:e|[èe]me)(?=\s+[^\W\d_])", re.IGNORECASE
)  # « 1e jour »
_FIRST_BEHIND: Final = re.compile(
    r"([^\W\d_]\.?\s)1er\Z", re.IGNORECASE
)  # « mars 1er », like « mars 2 »
APOSTROPHE: Final = re.compile(r"(?<=[/.])['’](?=\d\d(?!\d))")  # « 01/05/'10 »
# « de avril », « l'printemps »: words that another month or season would have asked for
_UNELIDED: Final = re.compile(r"\bde (?=avr|ao[uû]|oct)", re.IGNORECASE)
_OF_SPRING: Final = re.compile(r"\b(?:(cet)|l['’])\s?(?=printemps)", re.IGNORECASE)
_SEPARATORS: Final = frozenset("/.-,")
_APART: Final = re.compile(r"(?<=\d)[ \xa0](?=\d)")
_AROUND: Final = re.compile(r"(?<=\d)[ \xa0](?=\d)|[ \xa0]+(?=[/.,])|(?<=[/.,])[ \xa0]+")
_APART_LETTERS: Final = re.compile(
    r"(?<![^\W_])(?:[^\W\d_] ){2,}[^\W\d_](?![^\W\d_])"
)  # « 3 m a i »
_PAIR: Final = re.compile(r"\d\d")
_SPACED: Final = re.compile(r"(?<!\d)\d(?:([ \xa0])\d)+(?!\d)")

_TIME: Final = (
    r"\d{1,2}(?:\s?[hH](?:eures?|rs?)?(?:\s?\d{2}(?:\s?(?:min|mn|m))?)?"
    r"|:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:\s?[aApP]\.?[mM]\.?)?(?:Z|[+-]\d{2}:?\d{2})?"
)
_CLOCK: Final = re.compile(_TIME)  # « 11 h 30 » is no hour before a day
_ENDS: Final = re.compile(
    rf"(?:(?<=\d)T|[\s,;(@–-]*(?<![^\W\d_])(?:(?:à|À|a|A|vers|at)\s*)?(?<!\d)){_TIME}\)?[\s.,;:]{{0,2}}\Z"
)
_BEGINS: Final = re.compile(rf"^{_TIME}(?:\s*(?:,|-|–|le)\s*|\s+(?!\d{{1,2}}\Z))")
_AMERICAN: Final = re.compile(r"[aApP]\.?[mM]\.?\)?$")


def without_clock(text: str) -> tuple[str, str, str]:
    """The time of day before a date, the date, the time of day after it (« 12/03/2020 », « à 14h30 »).

    A time of day is kept as it is: it says nothing of the day, and notes write it outside their dates.
    """
    if (":" not in text and "h" not in text and "H" not in text) or _CLOCK.fullmatch(text):
        return "", text, ""
    begins = _BEGINS.match(text)
    if begins is not None and begins.end() < len(text):
        return begins.group(), text[begins.end() :], ""
    ends = _ENDS.search(text)
    if ends is None or ends.start() == 0:
        return "", text, ""
    return "", text[: ends.start()], ends.group()


def is_american(clock: str) -> bool:
    """« 2:30 PM »: a sign that the month comes first."""
    return bool(clock) and _AMERICAN.search(clock) is not None


def together(text: str) -> tuple[str, str]:
    """« 1 2 / 0 3 / 2 0 2 0 » with its digits together, and what stood between them ("" otherwise)."""
    if _PAIR.search(text) is not None:
        return text, ""
    spacers = [match[1] for match in _SPACED.finditer(text)]
    joins = _APART.findall(text)
    if len(joins) < 2 or len(set(joins)) > 1:
        return text, ""
    # « 9 mai 2 0 1 9 » like « 10 mai 2 0 1 9 »
    return _APART.sub("", text), "" if _WORD.search(text) else spacers[0]


def mend(text: str) -> list[str]:
    """What a text that is no date may have been before scanning: the likeliest first, without the text."""
    if (joined := _APART_LETTERS.sub(lambda match: match[0].replace(" ", ""), text)) != text:
        return [joined, *mend(joined)]
    if "&" in text and (plain := html.unescape(text)) != text:
        return [plain, *mend(plain)]
    if (plain := _in_french(text)) != text:
        return [plain, *mend(plain)]
    words = _UNELIDED.sub("d'", _OF_SPRING.sub(lambda match: "ce " if match[1] else "le ", text))
    words = _NTH_DAY.sub(lambda match: str(rank_of(match[0]) or match[0]), words)
    words = _ONE.sub(
        lambda match: apply_case("premier", case_of(match[0])), _CENTURY.sub(_thousand, words)
    )
    first = _FIRST.sub(lambda match: "1" + (match[1] or "er"), text)
    first = _LETTERED_DAY.sub(lambda match: match[0].translate(_OCR), _GLUED_FIRST.sub("1", first))
    if not any(c.isdigit() for c in first):
        return [words] if words != text else []
    letters = _RUN.sub(_digits, first)
    candidates = [
        first,
        words,
        APOSTROPHE.sub("", text),
        _FIRST_BEHIND.sub(r"\g<1>1", text),
        _FIRST_RANK.sub("1er", text),
        _RANK.sub("", _FIRST_RANK.sub("1er", text)),
        without_feasts(text),
        letters,
        _APART.sub("", text),
        _APART.sub("", letters),
        _AROUND.sub("", letters),
        letters.replace("\\", "/"),
        _ROUND.sub("0", text),
        _RUN.sub(_letters, text),
    ]
    return [c for c in dict.fromkeys(candidates) if c != text]


def _in_french(text: str) -> str:
    """Without superscripts, full-width figures and the months of our neighbours (« 3. Januar », « 3 januari »)."""
    plain = text if text.isascii() else text.translate(_PLAIN)
    return _WORD.sub(lambda match: foreign_month(match[0]) or match[0], plain)


def _thousand(match: re.Match[str]) -> str:
    """« dix-neuf cent » is « mille neuf cent »."""
    return apply_case(f"mille {match[1]} cent", case_of(match[0]))


def misread(text: str) -> str | None:
    """« lO ans », « l jour »: letters for all the digits of a number before its unit; None where there are none."""
    shown = _LETTERED.sub(lambda match: match[0].translate(_OCR), text)
    return None if shown == text else shown


def misspelt(shown: str, text: str) -> bool:
    """True when the two differ by one letter of some words alone: a name was misspelt in `text`."""
    if _WORD.sub("x", shown) != _WORD.sub("x", text):
        return False
    pairs = zip(_WORD.findall(shown), _WORD.findall(text), strict=True)
    return all(_alike(strip_accents(a).lower(), strip_accents(b).lower()) for a, b in pairs)


def _alike(word: str, other: str) -> bool:
    if word.rstrip("s") == other.rstrip("s"):  # « 1 ans »
        return True
    return max(len(word), len(other)) > 3 and edit_distance_at_most_one(word, other)


def _letters(match: re.Match[str]) -> str:
    """« 0ctobre », « n0vembre », « avri1 »: digits that look like letters, in a run that has letters."""
    run = match.group()
    is_word = sum(map(str.isalpha, run)) > 1 and run.lower() != "1er"
    return run.translate(_LETTERS) if is_word else run


def _digits(match: re.Match[str]) -> str:
    """Letters that look like digits, in a run that is beside a separator or that has digits."""
    run, text = match.group(), match.string
    if _WEEK.match(text, match.start()):
        return run
    if all(c in _LOOKALIKE or c.isdigit() for c in run):
        edges = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
        if any(c.isdigit() for c in run) or any(c in _SEPARATORS for c in edges):
            return run.translate(_OCR)
        return run
    parts = _SUBRUN.findall(run)
    if len(parts) == 1:
        return run
    return "".join(
        part.translate(_OCR) if len(part) <= 2 and all(c in _LOOKALIKE for c in part) else part
        for part in parts
    )
