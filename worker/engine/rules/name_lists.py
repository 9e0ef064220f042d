"""Names whose place on the page says "person": beds of a ward, lists, "ROUX, Inès", split cells."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules import name_list_starts, vetoes
from worker.engine.rules.anchors import matches_at
from worker.engine.rules.document import NAME_SHAPES, Document, Shape
from worker.engine.rules.name_reader import first_name_count, name_spans, read_name
from worker.engine.rules.phrases import match_commune

_UPPER: Final = r"[A-ZÀ-Ý][A-ZÀ-Ý'’-]{2,24}"
_TITLE: Final = r"[A-ZÀ-Ý][a-zà-ÿ]{2,20}(?:-[A-ZÀ-Ý][a-zà-ÿ]{2,20})?"
# "ch 4 : Roux", "12 - ROUX - PTH", "Lit 12: BERTHIER (…)", "1) BERTHIER :".
_BED: Final = re.compile(
    r"^[ \t>•*-]*(?P<room>(?:[Cc]h(?:ambre)?|CH(?:AMBRE)?|[Ll]it|LIT|[Bb]ox|BOX|[Pp]lace|[Ff]auteuil|n°)\.?[ ]?)?"
    r"\d{1,4}(?:[ ]?[-/]?[ ]?(?:[A-DFP]|bis|lit \d))?[ ]?[-:.)/|–]?[ ]{0,3}"
    rf"(?P<n>{_UPPER}|{_TITLE})(?=[ ]*(?:$|[,:;(|/]|[ ][-–][ ]|[ ]{{2}}|[ ][A-ZÀ-Ý]\.|[ ]\d{{1,3}}[ ]?(?:ans|a)\b|[ ][A-Z]{{2,6}}\b))",
    re.MULTILINE,
)
_COMMA: Final = re.compile(rf"(?P<nom>{_UPPER}),[ ](?P<prenom>{_TITLE})(?![\w'’])")
_BRACKETS: Final = re.compile(rf"(?<![\w'’-])(?P<nom>{_UPPER}|{_TITLE})[ ]\((?P<prenom>{_TITLE})\)")
_CELLS: Final = re.compile(
    rf"(?:^|[\t|;,^])[ ]*(?P<nom>{_UPPER}|{_TITLE})[ ]*[\t|;,^][ ]*(?P<prenom>{_UPPER}|{_TITLE})(?=[ ]*(?:[\t|;,^]|$))",
    re.MULTILINE,
)
# "Fatou 7 ans et Ibrahim (4 ans)".
_BEFORE_AGE: Final = re.compile(
    rf"(?:^|[,:;(•-][ ]|\bet )(?P<n>{_TITLE}),?[ ]\(?\d{{1,2}}[ ]?(?:ans|mois|a)\b", re.MULTILINE
)
# "— Sylvie AS", "— ND", "++ Isa" at the end of a line.
_SIGN_OFF: Final = re.compile(
    rf"(?:[—–]|[ ]-|\+\+)[ ](?P<n>{_TITLE})(?P<role>[ ](?:AS|ASH|IDE|AP|SF|IADE|IBODE|int\.|interne|ASD|AMP|AES))?[ ]*$",
    re.MULTILINE,
)
# "MASSON C      PREVOT JF", each in its column or alone on its line.
_SIGNATURE: Final = re.compile(
    rf"(?:^|[ ]{{2}}|\t|[;|/][ ]?)(?P<n>{_UPPER})[ ](?P<i>[A-Z](?:[.-]{{0,2}}[A-Z])?\.?)(?=[ ]{{0,20}}(?:$|[;|/]|[ ]{{2}}|\t))",
    re.MULTILINE,
)
# A family tree: "II-3 Ophélie", "III.1 : Tom".
_PEDIGREE: Final = re.compile(
    rf"\b[IVX]{{1,4}}[-.]\d{{1,2}}[ ]?[:(]?[ ]?(?P<n>{_TITLE}|{_UPPER})(?![\w'’])"
)
_SIGNING: Final = 200  # bearers
_GIVEN_ON_TOP: Final = 500
_SURE_SURNAME: Final = 100


_LIST_SIGNS: Final = frozenset({":", "("})


def find_listed_names(doc: Document) -> Iterator[Span]:
    """Known surnames and first names in the places of a list or a table."""
    yield from _listed_surnames(doc)
    yield from _listed_given(doc)
    for index in doc.indices(_LIST_SIGNS):
        yield from _surnames(doc, index + 1)


def _listed_surnames(doc: Document) -> Iterator[Span]:
    text = doc.text
    for match in matches_at(_BED, text, name_list_starts.beds(doc)):
        yield from _in_bed(doc, match)
    for match in matches_at(_COMMA, text, name_list_starts.before_commas(doc)):
        yield from _pair(doc, match, "name-comma")
    for match in matches_at(_BRACKETS, text, name_list_starts.before_brackets(doc)):
        yield from _pair(doc, match, "name-brackets")
    for first, last in name_list_starts.lines_of_cells(doc):
        for match in _CELLS.finditer(text, first, last):
            yield from _pair(doc, match, "name-cells")
    for match in matches_at(_SIGNATURE, text, name_list_starts.before_initials(doc)):
        yield from _signature(doc, match)


def _listed_given(doc: Document) -> Iterator[Span]:
    text = doc.text
    for match in matches_at(_BEFORE_AGE, text, name_list_starts.before_ages(doc)):
        yield from _given(doc, match, least=0)
    for match in matches_at(_SIGN_OFF, text, name_list_starts.sign_offs(doc)):
        yield from _given(doc, match, least=0 if match.group("role") else 300)
    for match in matches_at(_PEDIGREE, text, name_list_starts.generations(doc)):
        yield from _given(doc, match, least=300)


def _in_bed(doc: Document, match: re.Match[str]) -> Iterator[Span]:
    index = doc.index_at(match.start("n"))
    if index >= len(doc) or doc.starts[index] != match.start("n"):
        return
    least = 5 if match.group("room") else 20
    if doc.shapes[index] is not Shape.UPPER:
        least = 20 if match.group("room") else _SURE_SURNAME
    if _is_surname(doc, index, least):
        name = read_name(doc, index, trusting=True)
        yield from name_spans(doc, name, score=0.84, rule="bed-list")


def _signature(doc: Document, match: re.Match[str]) -> Iterator[Span]:
    index = doc.index_at(match.start("n"))
    word = doc.folded[match.start("n") : match.end("n")]
    if index >= len(doc) or word in lexicon.words("medical_words"):
        return
    if doc.starts[index] == match.start("n") and _is_surname(doc, index, _SIGNING):
        yield Span(*match.span("n"), "PER", "NOM", 0.78, "rule:signature")
        yield Span(*match.span("i"), "PER", "INITIALES", 0.78, "rule:signature")


def _given(doc: Document, match: re.Match[str], *, least: int) -> Iterator[Span]:
    """A first name, known or (`least` 0) a word that nothing else explains."""
    index = doc.index_at(match.start("n"))
    word = doc.folded[match.start("n") : match.end("n")]
    if index >= len(doc) or vetoes.is_common(word) or word in doc.lower_words:
        return
    if vetoes.is_veto_word(doc, index) or word in lexicon.words("scores"):
        return
    if word in lexicon.words("relatives") or match_commune(doc, index):
        return
    if first_name_count(word) >= least and not vetoes.eponym_length(doc, index):
        yield Span(*match.span("n"), "PER", "PRENOM", 0.75, "rule:given-name")


def _pair(doc: Document, match: re.Match[str], rule: str) -> Iterator[Span]:
    """A surname and a first name parted by a sign; both must be known."""
    index = doc.index_at(match.start("nom"))
    given = doc.folded[match.start("prenom") : match.end("prenom")]
    second = doc.index_at(match.start("prenom"))
    if second >= len(doc):
        return
    upper = doc.shapes[index] is Shape.UPPER
    frequent = _GIVEN_ON_TOP if upper else 4 * _GIVEN_ON_TOP
    if first_name_count(given) < frequent or vetoes.is_common(given):
        return
    if given in doc.lower_words or vetoes.eponym_length(doc, second):
        return
    if not _is_surname(doc, index, 3 if upper else 30) or match_commune(doc, second):
        return
    yield Span(*match.span("nom"), "PER", "NOM", 0.84, f"rule:{rule}")
    yield Span(*match.span("prenom"), "PER", "PRENOM", 0.84, f"rule:{rule}")


def _surnames(doc: Document, index: int) -> Iterator[Span]:
    """ "Équipe : Berthier, Legrand, Marchal": two surnames or more, nothing else."""
    found: list[int] = []
    position = index
    while position < len(doc) and _is_surname(doc, position, 50) and doc.same_line(position):
        found.append(position)
        position += 1
        if doc.word(position) not in (",", "/", "et", "-", ";"):
            break
        position += 1
    ends = position >= len(doc) or doc.opens_line(position) or doc.word(position) in (")", ".")
    if len(found) > 1 and ends:
        for position in found:
            yield doc.span(position, position, ("PER", "NOM"), 0.8, "surname-list")


def _is_surname(doc: Document, index: int, least: int) -> bool:
    if doc.shape(index) not in NAME_SHAPES or vetoes.is_veto_word(doc, index):
        return False
    word = doc.folds[index]
    count = max((lexicon.last_names().get(part, 0) for part in word.split("-")), default=0)
    ordinary = vetoes.is_common(word) or word in lexicon.words("scores")
    if ordinary or (word in doc.lower_words and doc.shapes[index] is not Shape.UPPER):
        return False
    towns = lexicon.communes().weights
    is_town = towns.get((word,), 0) > 5000 and count < 1000
    return count >= least and not is_town and not vetoes.eponym_length(doc, index)
