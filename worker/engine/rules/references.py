"""References of a letter ("N/Réf : DUR/MM/2020-113") and dictation initials ("ALB/SP")."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import Document
from worker.engine.text.tokens import word_set

_VALUE: Final = (
    r"(?P<v>[a-z\d]+(?:[/\\\-_.:](?:n°)?[a-z\d]+|[ ]?[/\\\-][ ]?(?:(?=[a-z]{0,5}\d)[a-z\d]+|[a-z]{1,4}(?![a-z'\d]))"
    r"|[ ](?=[a-z]*\d)[a-z\d]+|[ ](?=[a-z]{1,3}(?:[/\-\n]|$))[a-z\d]+)*)"
)
_OF_WHAT: Final = (
    r"courrier|dossier|interne|a rappeler|patient|administratives?|du dossier|secretariat|a rappeler dans toute correspondance|lettre|document|du courrier|du document|cr|dictee"
    r"|(?:de|a) (?:votre|notre|ce) (?:courrier|dossier|rdv|rendez-vous|demande|lettre)|de la demande|demande|de l'envoi|/dossier"
)
_FIELD: Final = re.compile(
    r"(?<![a-z])(?:(?P<own>[nv]\s?[/.]?\s?ref(?:erence)?s?|(?:nos|vos|mes|notre|votre)\sref(?:erence)?s?|a rappeler(?: dans toute correspondance)?|affaire|frappe|dactylo|dact\.?|initiales|code\scourrier"
    r"|correspondance(?:\sreferencee)?|id(?:entifiant)?\s(?:du\s|de\sla\s)?(?:document|doc|courrier|lettre|message)(?=\s?:))"
    r"|ref(?:erence)?s?(?!\.?\s(?:(?:de l'|du |de la |de )?(?:prelevement|examen|echantillon|bloc|lame|implant|labo|produit|article|lot|catalogue))\b))(?![a-z])\.?"
    rf"(?:\s(?:{_OF_WHAT}))?"
    rf"\s?(?:[:=]|n°|\s)+\s?{_VALUE}"
)
# A reference of the trade, not of a letter: "stent Xience (réf. 1804300-28, lot 3041251)".
_DEVICE: Final = re.compile(
    r"\b(?:stents?|implants?|protheses?|plaque|valve|sonde|clips?|lots?|tige|cupule|vis|lentille|boitier|pacemaker|generateur|catheter|filet|plug|orthese|tube|pansement)\b[^\n;]{0,32}$"
)
_REPORT: Final = re.compile(
    r"(?:\b(?:compte[- ]rendu(?:\s[a-z']{3,}){0,3}|cr|courrier|lettre|cro|crh|bordereau(?: d'envoi)?|decision|note (?:de service|d'information)|fiche(?:\s[a-z']{3,}){0,3}|ticket)\s(?:n°|#)\s?:?\s?)(?P<v>[a-z\d]+(?:[/\-.][a-z\d]+)*)(?!\w)"
)
# The mark that a mail server gives a message.
_MESSAGE: Final = re.compile(r"\bmessage-?id\s?:\s?<?(?P<v>[a-z\d][^\s<>@]{3,80}@[a-z\d.-]{3,80})")
# The typist in small letters: "frappe : mb".
_TYPIST: Final = re.compile(
    r"\b(?:frappe|dactylo|dact\.|secr\.)\s?:?\s?(?P<v>(?!(?:le|la|du|de|et|en|au|par|sur|ok|ce)\b)[a-z]{2,3})(?=\s*(?:$|[\n,;.)/]))"
)
_TYPED: Final = re.compile(
    r"\b(?:dicte+s?|tapee?|frappe|saisie?|redige\w*|dictee)\s?(?:par\s|:\s?)?(?P<v>[a-z]{2,4}\s?/\s?[a-z]{2,4})(?![a-z/])"
)
# Alone on its line, or at an edge of it: capitals of the dictating doctor, then the typist's.
# Anywhere: the doctor in capitals, the typist in small letters.
_MIXED: Final = re.compile(
    r"(?<![\w/.])(?P<v>[A-Z]{2,4}\s?/\s?[a-z]{2,3}(?:[/-]\d[\d/-]*)?)(?![\w/.²³])"
)
_UNITS: Final = lexicon.words("no_typists")
_INITIALS: Final = re.compile(
    r"(?P<v>[A-Z]{2,4}[ ]?[/][ ]?[A-Za-z]{2,4}(?:[/ -]\d[\d/-]*)?)(?=[ \t]*(?:$|[ \t]{2,}|\t|-\s|—|,|\||\(|\.$))",
    re.MULTILINE,
)
_AT_LINE_END: Final = re.compile(r"[,.)] (?P<v>[A-Z]{2,4}/[A-Za-z]{2,4})(?=[ \t]*$)", re.MULTILINE)
_ONE_SLASH: Final = re.compile(
    r"(?P<v>[A-Z]{1,3}\.?[A-Z]{0,2}\.?/[A-Za-z]{1,4}\.?[A-Za-z]{0,2}\.?)(?=[ \t]*(?:$|[ \t]{3,}))",
    re.MULTILINE,
)


# The first words of `_FIELD` and of `_REPORT`.
_FIELD_WORDS: Final = word_set(
    "a affaire affairen code correspondance dact dactn dactylo dactylon frappe frappen id identifiant"
    " initiales initialesn mes n nos"
    " notre nref nreference nreferences nrefs ref reference references refs v vos votre vref"
    " vreference vreferences vrefs"
)
_REPORT_WORDS: Final = word_set(
    "bordereau compte courrier cr crh cro decision fiche lettre note ticket"
)
_NUMBER: Final = word_set("n n° #")
_MESSAGE_WORDS: Final = word_set("message messageid")
_TYPIST_WORDS: Final = word_set("frappe dactylo dact secr")
_SLASH: Final = frozenset({"/"})
_NONE: Final[frozenset[str]] = frozenset()


def find_references(doc: Document) -> Iterator[Span]:
    """The value after "Réf", and initials of dictation."""
    anchors = doc.anchors
    for pattern, starts, score in (
        (_FIELD, anchors.words(_FIELD_WORDS), 0.93),
        (_REPORT, anchors.words(_REPORT_WORDS) if anchors.has(_NUMBER) else [], 0.85),
        (_TYPED, anchors.words(_NONE, "since") if anchors.has(_SLASH) else [], 0.85),
    ):
        for match in anchors.matches(pattern, starts):
            if _is_of_device(doc, match):
                continue
            if _is_reference(match.group("v"), doc.text[match.start("v") : match.end("v")]):
                yield _span(match, score)
    for pattern, words in ((_MESSAGE, _MESSAGE_WORDS), (_TYPIST, _TYPIST_WORDS)):
        for match in anchors.matches(pattern, anchors.words(words)):
            yield _span(match, 1.0)
    capitals = _before_slashes(doc)
    at_edge = [start for start in capitals if _is_at_edge(doc.text, start)]
    for pattern, starts in (
        (_INITIALS, at_edge),
        (_ONE_SLASH, at_edge),
        (_MIXED, capitals),
        (_AT_LINE_END, [start - 2 for start in capitals if start > 1]),
    ):
        for match in matches_at(pattern, doc.text, starts):
            if not _is_medical(match.group("v")):
                yield _span(match, 0.85)


def _is_of_device(doc: Document, match: re.Match[str]) -> bool:
    if match.re is not _FIELD or match["own"]:
        return False
    line = doc.folded.rfind("\n", 0, match.start()) + 1
    return _DEVICE.search(doc.folded, max(line, match.start() - 48), match.start()) is not None


def _before_slashes(doc: Document) -> list[int]:
    """Where the capitals and dots right before a slash begin, a blank between or not."""
    text = doc.text
    found: set[int] = set()
    for index in doc.where.get("/", ()):
        end = start = doc.starts[index]
        if end and text[end - 1].isspace():
            end = start = end - 1
        while start and (text[start - 1].isupper() or text[start - 1] == "."):
            start -= 1
        if start < end:
            found.add(start)
    return sorted(found)


def _is_at_edge(text: str, start: int) -> bool:
    """First on its line, or after three blanks."""
    line = text.rfind("\n", 0, start) + 1
    return not text[max(line, start - 3) : start].strip(" \t") and (
        start - line > 2 or not text[line:start].strip(" \t")
    )


def _is_reference(value: str, written: str) -> bool:
    if any(character.isdigit() for character in value):
        return len(value) >= 3
    if not any(character.isupper() for character in written):
        return False
    return "/" in value or "-" in value or (written.isupper() and len(value) >= 3)


def _is_medical(value: str) -> bool:
    """ "AC/FA", "TA/FC": abbreviations on both sides."""
    folded = value.lower().replace(" ", "")
    if _FIELD_NAMES.match(folded):
        return True
    if folded.split("/")[1] in _UNITS:
        return True
    abbreviations = lexicon.abbreviations()
    return folded in abbreviations or all(part in abbreviations for part in folded.split("/"))


_FIELD_NAMES: Final = re.compile(r"(?:nda|iep|ipp|nip|rpps|ins|nir|ddn)/")


def _span(match: re.Match[str], score: float) -> Span:
    return Span(match.start("v"), match.end("v"), "REF", "REF", score, "rule:reference")
