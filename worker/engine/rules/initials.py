"""Initials that stand for a whole name: "O.B." under a letter, "interne M.B.", "Dr MT"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.folding import fold
from worker.engine.rules import vetoes
from worker.engine.rules.document import Document, Shape

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
    r"(?:confraternellement|cordialement|salutations|sentiments|bien a (?:vous|toi)|amities|amicalement|merci)\b"
)
_BEFORE: Final = re.compile(
    r"(?:^|\n|[-–—:(/>]|\b(?:pour|par|de|avec|a|enfant|bebe|monsieur|madame|jeune|mme|mlle|m\.|dr|pr|docteur|petite?|\w*patiente?|sig(?:ne|nature)|et))\s*$"
)
_NEVER: Final = lexicon.words("no_initials")
_TITLES: Final = frozenset({"dr", "pr", "docteur", "professeur"})


def find_initials(doc: Document) -> Iterator[Span]:
    """Initials instead of a name; abbreviations in capitals stay out."""
    for match in _DOTTED.finditer(doc.text):
        letters = fold(re.sub(r"[^\w]", "", match.group()))
        if letters in _NEVER or (
            letters in lexicon.abbreviations() and not _alone(doc.text, match)
        ):
            continue
        if _promising(doc, match.start()):
            yield _span(match.start(), match.end(), 0.86)
    for match in _SINGLE.finditer(doc.text):
        yield _span(match.start("i"), match.end("i"), 0.75)
    for match in _BY.finditer(doc.text):
        if _is_nobody_else(doc, match):
            yield _span(match.start("i"), match.end("i"), 0.7)
    yield from _line_ends(doc)
    for match in _SPELLED.finditer(doc.text):
        yield Span(match.start(), match.end(), "PER", "NOM", 0.7, "rule:spelled-name")
    yield from _signatures(doc)
    for index, word in enumerate(doc.folds):
        if word in _TITLES:
            yield from _after_title(doc, index + 1)


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


def _line_ends(doc: Document) -> Iterator[Span]:
    """Handwritten-style transmissions: three lines signed alike make initials of them all."""
    for match in _FIELD.finditer(doc.text):
        if _is_field_value(match):
            yield _span(match.start("i"), match.end("i"), 0.72)
    for pattern in (_ROLE_AFTER, _DOTTED_END):
        for match in pattern.finditer(doc.text):
            letters = fold(match.group("i")).replace(".", "")
            if letters not in lexicon.abbreviations() and letters not in _NEVER:
                yield _span(match.start("i"), match.end("i"), 0.72)
    for match in _DASHED.finditer(doc.text):
        letters = fold(match.group("i"))
        if letters not in lexicon.abbreviations() and not vetoes.is_common(letters):
            yield _span(match.start("i"), match.end("i"), 0.7)
    found = list(_LINE_END.finditer(doc.text))
    if len(found) >= _SIGNED_LINES:
        for match in found:
            yield _span(match.start("i"), match.end("i"), 0.75)


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


def _signatures(doc: Document) -> Iterator[Span]:
    """Two to four capitals alone on the line that closes a letter or the note."""
    body = len(doc.text.rstrip())
    for match in _LINE.finditer(doc.text):
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
