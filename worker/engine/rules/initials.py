"""Initials that stand for a whole name: "O.B." under a letter, "interne M.B.", "Dr MT"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.folding import fold
from worker.engine.rules import vetoes
from worker.engine.rules.anchors import matches_at
from worker.engine.rules.document import Document, Shape
from worker.engine.rules.tokens import word_set

_DOTTED: Final = re.compile(
    r"(?<![\w.'’])(?!M\. )[A-ZÀ-Ý]\.[ ]?-?[ ]?[A-ZÀ-Ý]\.(?:-?[ ]?[A-ZÀ-Ý]\.)?(?![\w])"
)
_LINE: Final = re.compile(r"(?:^|[ \t]{4,})[ \t>]*(?P<i>[A-ZÀ-Ý]{2,4})[ \t]*$", re.MULTILINE)
_SINGLE: Final = re.compile(
    r"\b(?:[Ee]nfant|[Bb]ébé|[Pp]atiente?|[Ff]ils|[Ff]ille|[Mm]ari|[Cc]onjointe?|[Ff]rère|[Ss]œur|[Ss]oeur|[Nn]ourrisson|[Pp]etite?|AS|IDE|SF|AP|ASH)\s\(?(?P<i>(?!M\.\s)[A-ZÀ-Ý]\.)(?=\s|,|$|\))"
)
_BY: Final = re.compile(
    r"(?:\b(?:par|avec|IDE|AS|ASH|SF|AP|interne|Interne|externe|kiné|IADE|signé|Signé|Signature :|Vu par|vu par)\s|[.!)]\s{1,2}|\s[-–/]\s?)"
    r"(?P<i>[A-ZÀ-Ý]{2,3})(?=\s*(?:$|[.,:;()]))",
    re.MULTILINE,
)
_SPELLED: Final = re.compile(r"(?<![\w-])(?:[A-ZÀ-Ý][ -]){3,}[A-ZÀ-Ý](?![\w-])")
_CLOSING: Final = re.compile(
    r"(?:confraternellement|cordialement|salutations|sentiments|bien a (?:vous|toi)|amities|amicalement|merci|bises|bisous|cdlt|bonne journee|bonne reception|a bientot|respectueusement)\b|\ba ?\+"
)
_BEFORE: Final = re.compile(
    r"(?:^|\n|[-–—:(/>]|\b(?:pour|par|de|avec|a|enfant|bebe|monsieur|madame|jeune|mme|mlle|m\.|dr|pr|docteur|petite?|\w*patiente?|sig(?:ne|nature)|et))\s*$"
)
_SHORT, _LONGEST = 3, 4  # letters
_BEARERS: Final = 100  # of a surname that is spelt letter by letter
_BY_WORDS: Final = word_set(
    "par avec ide as ash sf ap interne externe kine iade signe signature vu"
)
_BY_ENDS: Final = ".,:;()"
_SINGLE_WORDS: Final = word_set(
    "enfant bebe patient patiente fils fille mari conjoint conjointe frere sœur soeur nourrisson"
    " petit petite as ide sf ap ash"
)
_NEVER: Final = lexicon.words("no_initials")
_TITLES: Final = frozenset({"dr", "pr", "docteur", "professeur"})


def find_initials(doc: Document) -> Iterator[Span]:
    """Initials instead of a name; abbreviations in capitals stay out."""
    singles = [index for index in doc.capitals if doc.shapes[index] is Shape.INITIAL]
    dotted = [index for index in singles if doc.following[index] == "."]
    short = [index for index in doc.uppers if len(doc.folds[index]) <= _SHORT]
    for match in matches_at(_DOTTED, doc.text, map(doc.starts.__getitem__, dotted)):
        letters = fold(re.sub(r"[^\w]", "", match.group()))
        if letters in _NEVER or (
            letters in lexicon.abbreviations() and not _alone(doc.text, match)
        ):
            continue
        if _promising(doc, match.start()):
            yield _span(match.start(), match.end(), 0.86)
    for match in matches_at(_SINGLE, doc.text, _before(doc, dotted, _SINGLE_WORDS, 2)):
        yield _span(match.start("i"), match.end("i"), 0.75)
    for match in matches_at(_BY, doc.text, _by_starts(doc, short)):
        if _is_nobody_else(doc, match):
            yield _span(match.start("i"), match.end("i"), 0.7)
    yield from _fields(doc, short)
    yield from _line_ends(doc, dotted, short)
    spelled = [doc.starts[index] for index in singles if _goes_on(doc.text, doc.starts[index])]
    for match in matches_at(_SPELLED, doc.text, spelled):
        joined = fold(re.sub(r"[ -]", "", match.group()))
        known = lexicon.last_names().get(joined, 0) >= _BEARERS and not vetoes.is_common(joined)
        rule = "spelled-surname" if known else "spelled-name"
        yield Span(match.start(), match.end(), "PER", "NOM", 0.7, f"rule:{rule}")
    yield from _signatures(doc)
    for index in doc.indices(_TITLES):
        yield from _after_title(doc, index + 1)


def _goes_on(text: str, start: int) -> bool:
    """ "D U P…": a capital, a blank or a hyphen, a capital."""
    return text[start + 1 : start + 2] in (" ", "-") and text[start + 2 : start + 3].isupper()


def _before(doc: Document, indices: list[int], words: frozenset[str], reach: int) -> list[int]:
    """Offsets of these words at most `reach` tokens before one of the tokens `indices`."""
    near = {
        position
        for index in indices
        for position in range(max(0, index - reach), index)
        if doc.folds[position] in words
    }
    return [doc.starts[position] for position in sorted(near)]


def _by_starts(doc: Document, short: list[int]) -> list[int]:
    """Where `_BY` may begin: two words or three characters before the capitals that close."""
    found: set[int] = set()
    for index in short:
        following = doc.text[doc.ends[index] : doc.ends[index] + 1]
        if following.isspace() or following in _BY_ENDS:
            start = doc.starts[index]
            for offset in range(max(0, start - 3), start):
                if doc.text[offset].isspace() or doc.text[offset] in ".!)":
                    found.add(offset)
            near = range(max(0, index - 3), index)
            found.update(doc.starts[word] for word in near if doc.folds[word] in _BY_WORDS)
    return sorted(found)


def _alone(text: str, match: re.Match[str]) -> bool:
    """Nothing else on the line, or far to the right of it."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    dated = re.match(r"\s+le\s\d", text[match.end() :]) is not None
    return (not line.strip() or line.endswith("    ")) and (after in ("", "\n") or dated)


# After a field, a function or a participle that wants a person: "IDE : JD", "relu JD".
_FIELD: Final = re.compile(
    r"\b(?P<f>[Ii]nitiales|INITIALES|[Oo]pérateur|[Ii]nterne|[Ee]xterne|IDE|AS|SF|IADE|IBODE|[Pp]atiente?|[Ss]igné|[Ss]ignature|[Vv]alidé|[Rr]elu|[Dd]icté|[Ss]aisi|[Rr]édigé|[Ss]oignant|[Rr]éférente?|[Rr]édacteur|[Mm]édecin|[Ss]enior|[Cc]hirurgien|[Aa]nesthésiste|[Aa]ide|[Vv]isa|[Tt]ransmis à|[Ll]u)"
    r"(?: par)?(?P<c>[ ]?:[ ]?|[ ])(?P<i>[A-ZÀ-Ý]{2,3})(?![\w'’/+-]|\.\w|[ ](?:[A-ZÀ-Ý]{2,}|\d+[ ]?(?:mg|ml|g|%)))"
)
_FIELD_WORDS: Final = word_set(
    "initiales operateur interne externe ide as sf iade ibode patient patiente signe signature"
    " valide relu dicte saisi redige soignant referent referente redacteur medecin senior"
    " chirurgien anesthesiste aide visa transmis lu"
)
_ROLES_AFTER: Final = word_set("interne externe ide infirmier infirmiere medecin cadre as")
_NO_VALUE: Final = frozenset(
    [
        "ras",
        "ok",
        "nr",
        "nc",
        "na",
        "oui",
        "non",
        "rdv",
        "hdj",
        "cs",
        "mcp",
        "sspi",
        "bo",
        "usc",
        "uhcd",
        "urg",
        "ide",
        "as",
        "sf",
        "ash",
        "dt",
        "hta",
        "vni",
        "ta",
        "fc",
        "avc",
        "idm",
        "iv",
        "sc",
        "po",
    ]
)
_ROLE_AFTER: Final = re.compile(
    r"(?:^|[.;(]\s)[ ]*(?P<i>[A-ZÀ-Ý]{2,3}),? (?=(?:interne|externe|IDE|infirmi[eè]re?|médecin|cadre|AS)\b)",
    re.MULTILINE,
)
_DOTTED_END: Final = re.compile(r"[a-zà-ÿ)] (?P<i>[A-ZÀ-Ý]\.[A-ZÀ-Ý]\.)[ \t]*$", re.MULTILINE)
_DASHED: Final = re.compile(r"(?:[—–]|[.,!)] -)[ ](?P<i>[A-ZÀ-Ý]{2,3})[ \t]*$", re.MULTILINE)
_LINE_END: Final = re.compile(r"[.!)] {1,3}(?P<i>[A-ZÀ-Ý]{2,3})[ \t]*$", re.MULTILINE)
_SIGNED_LINES: Final = 3


def _fields(doc: Document, short: list[int]) -> Iterator[Span]:
    """ "IDE : JD", "relu JD"."""
    for match in matches_at(_FIELD, doc.text, _before(doc, short, _FIELD_WORDS, 4)):
        if _is_field_value(match):
            yield _span(match.start("i"), match.end("i"), 0.72)


def _ends_of_lines(doc: Document, indices: list[int], *, length: int) -> list[int]:
    """Those of the tokens `indices` whose line ends `length` tokens later."""
    return [
        index for index in indices if index + length >= len(doc) or doc.opens_line(index + length)
    ]


def _line_ends(doc: Document, dotted: list[int], short: list[int]) -> Iterator[Span]:
    """Handwritten-style transmissions: three lines signed alike make initials of them all."""
    starts = doc.starts
    doctors = [index for index in short if _is_before_role(doc, index)]
    ends = _ends_of_lines(doc, dotted, length=4)
    for pattern, begins in (
        (_ROLE_AFTER, [_blanks_before(doc.text, starts[index]) for index in doctors]),
        (_DOTTED_END, [starts[index] - 2 for index in ends if starts[index] > 1]),
    ):
        for match in matches_at(pattern, doc.text, begins):
            letters = fold(match.group("i")).replace(".", "")
            if letters not in lexicon.abbreviations() and letters not in _NEVER:
                yield _span(match.start("i"), match.end("i"), 0.72)
    last = _ends_of_lines(doc, short, length=1)
    for match in matches_at(_DASHED, doc.text, _back(doc, last, (4, 2))):
        letters = fold(match.group("i"))
        if letters not in lexicon.abbreviations() and not vetoes.is_common(letters):
            yield _span(match.start("i"), match.end("i"), 0.7)
    found = list(matches_at(_LINE_END, doc.text, _back(doc, last, (4, 3, 2))))
    if len(found) >= _SIGNED_LINES:
        for match in found:
            yield _span(match.start("i"), match.end("i"), 0.75)


def _back(doc: Document, indices: list[int], steps: tuple[int, ...]) -> list[int]:
    """Offsets so many characters before the tokens."""
    back = {doc.starts[index] - step for index in indices for step in steps}
    return sorted(offset for offset in back if offset >= 0)


def _is_before_role(doc: Document, index: int) -> bool:
    """ "JD, interne"."""
    word = doc.following[index]
    return (doc.word(index + 2) if word == "," else word) in _ROLES_AFTER


def _blanks_before(text: str, start: int) -> int:
    """Where the sign or the line before `start` and its blanks begins."""
    first = start
    while first and text[first - 1] == " ":
        first -= 1
    if first == 0 or text[first - 1] == "\n":
        return first
    if first < start and text[first - 1] in ".;(":
        return first - 1
    return first - 2 if first > 1 and text[first - 1].isspace() else first


def _is_field_value(match: re.Match[str]) -> bool:
    """Known abbreviations count only after a colon, and never as "RAS" or "OK"."""
    letters = fold(match.group("i"))
    if letters in _NO_VALUE or letters in _NEVER or vetoes.is_common(letters):
        return False
    colon = ":" in match.group("c")
    return letters not in lexicon.abbreviations() or (colon and len(letters) == 2)


def _is_nobody_else(doc: Document, match: re.Match[str]) -> bool:
    """No abbreviation, no ordinary word; at the end of a line unless "par" or a function leads."""
    letters = fold(match.group("i"))
    if (
        letters in lexicon.abbreviations()
        or vetoes.is_common(letters)
        or letters in lexicon.words("no_initials")
    ):
        return False
    if letters in lexicon.words("no_acronyms") or (
        not match.group()[0].isalpha() and not _ends_line(doc, match)
    ):
        return False
    line = doc.text[doc.text.rfind("\n", 0, match.start()) + 1 : match.start()]
    return not line.isupper()


def _ends_line(doc: Document, match: re.Match[str]) -> bool:
    rest = doc.text[match.end() : match.end() + 3].lstrip(" .)")
    return not rest or rest[0] == "\n"


def _promising(doc: Document, start: int) -> bool:
    before = doc.folded[max(0, start - 30) : start]
    if _BEFORE.search(before):
        return True
    word = re.search(r"([a-z-]+)\s$", before)
    return word is not None and (
        word.group(1) in lexicon.words("staff") or word.group(1) in lexicon.words("relatives")
    )


def _lone_capitals(doc: Document) -> Iterator[re.Match[str]]:
    """ "JD" at the end of a line, alone or far to the right."""
    text = doc.text
    ends = [index for index in doc.uppers if len(doc.folds[index]) <= _LONGEST]
    for index in _ends_of_lines(doc, ends, length=1):
        start = doc.starts[index]
        while start and text[start - 1] in " \t>":
            start -= 1
        line_end = text.find("\n", start)
        match = _LINE.search(text, start, len(text) if line_end < 0 else line_end)
        if match is not None:
            yield match


def _signatures(doc: Document) -> Iterator[Span]:
    """Two to four capitals alone on the line that closes a letter or the note."""
    body = len(doc.text.rstrip())
    for match in _lone_capitals(doc):
        letters = fold(match.group("i"))
        if letters in lexicon.abbreviations() or vetoes.is_common(letters):
            continue
        closes = match.end() >= body and len(doc.text) > len(match.group())
        if closes or _CLOSING.search(doc.folded[max(0, match.start() - 60) : match.start()]):
            yield _span(match.start("i"), match.end("i"), 0.75)


def _after_title(doc: Document, index: int) -> Iterator[Span]:
    """ "Dr MT", "Pr JLB": capitals that are no surname."""
    if doc.word(index) == ".":
        index += 1
    word = doc.word(index)
    if doc.shape(index) is not Shape.UPPER or len(word) > 3 or not doc.same_line(index):
        return
    rare = lexicon.last_names().get(word, 0) < 50
    vowelless = not set(word) & set("aeiouy")
    if (len(word) == 2 and rare) or vowelless:
        yield doc.span(index, index, ("PER", "INITIALES"), 0.8, "initials")


def _span(start: int, end: int, score: float) -> Span:
    return Span(start, end, "PER", "INITIALES", score, "rule:initials")
