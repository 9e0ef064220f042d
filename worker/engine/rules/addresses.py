"""Street addresses, post boxes, ZIP codes."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import match_commune
from worker.engine.rules import address_starts
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import Document

_TYPES: Final = (
    r"rues?|avenue|av\.?|ave\.?|boulevard|bd\.?|bld\.?|blvd\.?|boul\.?|allees?|all\.?|impasse|imp\.?|place|pl\.?|quai|chemin|ch\.|che\.?|chem\.?|route|rte\.?|cours"
    r"|square|sq\.?|passage|pass\.?|residence|res\.?|lotissement|lot\.|faubourg|fbg\.?|fg\.?|sentier|sente|ruelle|venelle|montee|cite|villa|hameau|domaine|dom\.?|mail|promenade|esplanade"
    r"|rond[- ]point|voie|traverse|cote|levee|parvis|clos|parc|galerie|rocade|chaussee|porte|r\.|lieu[- ]dit|zone|za|zi|zac|pont|port|cour|rempart|coron|quartier|ferme|chateau|lieudit|ter|berge|drève|dreve|rampe"
)
_NUMBER: Final = r"\d{1,4}(?:\s?(?:bis|ter|quater|[a-f](?![a-z'])))?(?:\s?(?:-|/|et)\s?\d{1,4}(?:\s?(?:bis|ter))?)?"
_NUMBERED: Final = re.compile(
    rf"(?<![\d/.,])(?<!\d[ ])(?P<n>{_NUMBER})[ ]?,?[ ]{{1,2}}(?P<t>{_TYPES})[ ]{{1,2}}(?=[a-z\d'«\"])"
)
_BARE: Final = re.compile(
    r"(?<![a-z'])(?:rue|avenue|av\.|boulevard|bd\.?|impasse|allees?|quai|faubourg|square|esplanade|chemin|route|place|lieu[- ]dit|lotissement|hameau|montee|ruelle|rond[- ]point|promenade|residence|res\.?|cours|sentier|passage|z\.?a\.?[ce]?|z\.?i\.?|zone (?:artisanale|industrielle|commerciale|d'activites?)|parc d'activites?|centre commercial|venelle|traverse|chaussee|parvis|cite(?= (?:des|de la|du|de l'))|domaine de|clos)"
    r"[ ]{1,2}(?:(?:de|du|des|la|le|les|saint|st)[ ]|d'|l')*(?=[a-z\d])"
)
# Streets whose name is their kind: 12 Grande Rue, 3 place, Petite-Rue.
_GRAND: Final = re.compile(
    r"(?<![\d/.,])(?:\d{1,4}(?:\s?(?:bis|ter))?,?[ ]{1,2})(?:grande?|petite|vieille|haute|basse|grand')[ '-]?(?:rue|place|route|cour)(?:[ ](?:de|du|des)[ ][^\W\d_]+)?(?![a-z])"
)
_FIELD: Final = re.compile(
    r"\b(?:adresse|domicile|demeurant|domiciliee?|adr\.?)(?:\s(?:du patient|de la patiente|personnelle|postale|actuelle))?\s?[:|]\s?(?P<a>\d{1,4}(?:\s(?:bis|ter))?,?[ ][^\n|;:\t\d]{4,50}?)(?=\s*(?:,?\s?\d{5}|$|[|;\n\t]|,?\s(?:tel|a [a-z])))",
    re.MULTILINE,
)
_FIELD_TEXT: Final = re.compile(
    r"\b(?:adresse|domicile|adr\.?)(?:\s(?:du patient|de la patiente|personnelle|postale|actuelle))?\s?[:|]\s?(?P<a>(?:lot\.|lotissement|res\.|residence|le |la |les |l'|bat\w*\.?|hameau|lieu-dit|imm\w*|cite|ferme|moulin|quartier|villa|domaine)[^\n|;:\t]{3,60}?)(?=\s*(?:,?\s?\d{5}|$|[|;\n\t]|,?\s(?:tel|a [a-z])))",
    re.MULTILINE,
)
_BOX: Final = re.compile(
    r"(?<![a-z\d])(?:b\.?p\.?|c\.?s\.?|tsa)\s?(?:n°\s?)?\d{2,5}(?:\s\d{2,3})?(?!\d)"
)
_ZIP_TOWN: Final = re.compile(
    r"(?<![\d.,/-])(?:(?<!\d[ ])|(?<=\d{4}[ ]))(?:f\s?-\s?|b\s?-\s?)?(?P<zip>(?:0[1-9]|[1-8]\d|9[0-8])[ ]?\d{3})(?=(?:[ ]{1,3}|[ ]?-[ ]|,[ ])[a-z])(?!\s?(?:mg|ml|ui|g|cp|euros|pas|/|leuco\w*|elements|plaquettes|gb|copies|mui|par|et|germes|ufc|hematies)\b)"
)
_TOWN_ZIP: Final = re.compile(
    r"(?<=[a-z])[ ,]{1,2}\(?(?P<zip>(?:0[1-9]|[1-8]\d|9[0-8])\d{3})(?=\)|\s?(?:$|[,.;\n-]))",
    re.MULTILINE,
)
_ZIP_GLUED: Final = re.compile(
    r"(?<![\w.,/-])(?P<zip>(?:0[1-9]|[1-8]\d|9[0-8])\d{3})(?=[A-ZÀ-Ý]{3})"
)
_ZIP_FIELD: Final = re.compile(r"\b(?:code\spostal|cp|c\.p\.)\s?(?::|\s)\s?(?P<zip>\d{5})(?!\d)")

_LABORATORY: Final = frozenset({"gb ", "gr ", "hb ", "crp", "plq", "vgm"})
_ADDRESS_BEFORE: Final = re.compile(r"(?:^|\n|[-–,;:|]|[a-z]|\d)[ \t]*$")
_PARTICLES: Final = lexicon.words("street_particles")
_CONTINUES: Final = re.compile(
    r"(?:\s?[,\-–]\s?|\s{1,2}|\n?)(?:b\.?p\.?\s?(?:n°\s?)?\d{2,6}(?:\s\d{3})?|c\.?s\.?\s?\d{2,5}(?:\s\d{3})?|bat(?:iment)?\.?\s[a-z\d]{1,3}|appt?\.?(?:artement)?\s?(?:n°\s?)?\d+\w?|apt\.?\s?\d+|appartement\s\w+"
    r"|esc(?:alier)?\.?\s[a-z\d]+|(?:\d{1,2}\s?(?:e|eme|er|ere)\s)?etage(?:\s\d+)?|porte\s\w+|entree\s\w+|res(?:idence|\.)?\s(?:[a-z'-]+\s?){1,4}|hall\s\w+|lot\.?\s\d+|n°\s?\d+|logt\s\d+|immeuble\s(?:[a-z'-]+\s?){1,3}|tour\s[a-z'-]+|allee\s[a-z\d]\b)"
    r"(?![a-z\d])"
)
_STOP_WORDS: Final = lexicon.words("street_ends")
# They open what `_CONTINUES` reads.
_PARTS: Final = lexicon.words("address_parts")
_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|\n|[ \t]+")
_MAX_WORDS: Final = 8
_CAPITAL_ONLY_TYPES: Final = frozenset(
    {"place", "route", "cours", "passage", "residence", "res", "chemin"}
)


def find_addresses(doc: Document) -> Iterator[Span]:
    """A street with number, building, box on one line is one span; ZIP codes apart."""
    anchors = doc.anchors
    for match in anchors.matches(_NUMBERED, address_starts.numbered(anchors)):
        end = _street_end(doc, match.end())
        if end > match.end() and not _is_clinical(doc, match):
            yield _address(doc, match.start(), end, 0.93)
    for match in anchors.matches(_BARE, address_starts.bare(anchors)):
        if _names_a_street(doc, match):
            yield _address(doc, match.start(), _street_end(doc, match.end()), 0.85)
    for match in anchors.matches(_GRAND, address_starts.grand(anchors)):
        yield _address(doc, match.start(), _continued(doc, match.end()), 0.9)
    fields = address_starts.fields(anchors)
    for match in (*anchors.matches(_FIELD, fields), *anchors.matches(_FIELD_TEXT, fields)):
        yield _address(doc, match.start("a"), _continued(doc, match.end("a")), 0.8)
    yield from _boxes_and_codes(doc)
    yield from _glued_codes(doc)
    yield from _lines_above(doc)


def _boxes_and_codes(doc: Document) -> Iterator[Span]:
    anchors = doc.anchors
    for match in anchors.matches(_BOX, address_starts.boxes(anchors)):
        yield Span(match.start(), match.end(), "LOC", "ADRESSE", 0.8, "rule:address")
    for pattern, starts, score in (
        (_ZIP_TOWN, address_starts.zips, 0.9),
        (_TOWN_ZIP, address_starts.before_zips, 0.8),
        (_ZIP_FIELD, address_starts.zip_fields, 0.9),
    ):
        for match in anchors.matches(pattern, starts(anchors)):
            if score != 0.9 or _town_follows(doc, match.end("zip")):
                yield Span(match.start("zip"), match.end("zip"), "LOC", "ZIP", score, "rule:zip")


# The line that carries the ZIP code or the street, and what may stand on the one above it.
_LOW_LINE: Final = re.compile(
    rf"^[ \t>|]*(?:(?:f-)?\d{{2}}[ ]?\d{{3}}[ ]{{1,2}}[a-z]|{_NUMBER},?[ ]{{1,2}}(?:{_TYPES})[ ])",
    re.MULTILINE,
)
_HIGH_LINE: Final = re.compile(
    r"[ \t>|]*(?P<a>(?:(?:Le|La|Les|LE|LA|LES) |L['’]|Grand['’]?e?[ -]?(?:Place|Rue)|Hameau|HAMEAU|Lieu[- ]dit|R[ée]s(?:idence|\.)|RES(?:IDENCE|\.)?|B[âa]t(?:iment|\.)?|BAT(?:IMENT|\.)?|Tour |TOUR |Villa |VILLA |Domaine |Ferme |FERME |Ch[âa]teau |Moulin |Quartier |QUARTIER |Immeuble |IMMEUBLE |Entr[ée]e |Apt |Appt |APPT |Appartement |Cit[ée] |CITE |Le[sz] |Clos |Lotissement |LOT )[^\n:;|\t]{0,44}?)[ \t]*$"
)
_NO_HIGH_LINE: Final = re.compile(
    r"\b(?:ehpad|autonomie|seniors?|retraite|usld|patiente?|docteur|dr)\b|[.!?]$"
)


def _lines_above(doc: Document) -> Iterator[Span]:
    """ "Les Granges" above "39150 SAINT-LAURENT", "Résidence du Parc" above "8 rue de Mirande"."""
    for match in doc.anchors.matches(_LOW_LINE, address_starts.low_lines(doc.anchors)):
        end = doc.text.rfind("\n", 0, match.start() + 1)
        start = doc.text.rfind("\n", 0, max(end, 0)) + 1
        if end <= start:
            continue
        high = _HIGH_LINE.match(doc.text[start:end])
        if high and not _NO_HIGH_LINE.search(doc.folded[start:end]):
            words = high.group("a").split()
            if (len(words) > 1 or "lace" in words[0]) and len(words) < 8:
                first = start + high.start("a")
                yield _address(doc, first, start + high.end("a"), 0.94)


def _glued_codes(doc: Document) -> Iterator[Span]:
    """ "21000DIJON"."""
    for match in matches_at(_ZIP_GLUED, doc.text, address_starts.five(doc.anchors)):
        if match_commune(doc, doc.index_at(match.end())):
            yield Span(*match.span("zip"), "LOC", "ZIP", 0.85, "rule:zip")


def _town_follows(doc: Document, offset: int) -> bool:
    """A ZIP code stands before a town, or before a capitalised word where an address goes on."""
    index = doc.index_at(offset)
    while doc.word(index) in ("-", ","):
        index += 1
    if index >= len(doc) or not doc.text[doc.starts[index]].isalpha():
        return True
    if match_commune(doc, index):
        return doc.folded[doc.starts[index] : doc.starts[index] + 3] not in _LABORATORY
    if not doc.text[doc.starts[index]].isupper() or doc.text[offset - 4] == " ":
        return False
    if _ZIP_LINE.match(doc.text, doc.text.rfind("\n", 0, offset) + 1):
        return True
    before = doc.folded[max(0, offset - 40) : offset - 5]
    return len(doc.folds[index]) > 3 and _ADDRESS_BEFORE.search(before) is not None


_DOSE_UNITS: Final = frozenset(
    {
        "cours",
        "voie",
        "ter",
        "parc",
        "port",
        "porte",
        "pont",
        "cote",
        "passage",
        "place",
        "zone",
        "mail",
        "clos",
        "cite",
    }
)


def _is_clinical(doc: Document, match: re.Match[str]) -> bool:
    """ "2 cours de", "3 passage par": an ordinary noun, when what follows is in lower case."""
    kind = match.group("t").rstrip(".")
    if match.group("n")[0] == "0":
        return True
    if kind in ("ch", "che", "r", "res") and doc.text[match.end()].isdigit():
        return True
    if kind not in _DOSE_UNITS:
        return False
    following = doc.text[match.end() :]
    name = re.match(r"(?:(?:de|du|des|la|le|les|l['’]|d['’])\s?)*(\w)", following)
    return name is None or name.group(1).islower()


_ZIP_LINE: Final = re.compile(r"[ \t]*\d{5} [A-ZÀ-Ý][A-Za-zÀ-ÿ' -]{2,40}(?:\n|$)")
_HOME_FOR_OLD: Final = re.compile(r"\b(?:ehpad|seniors?|autonomie|usld)\b")


def _line_around(doc: Document, offset: int) -> str:
    end = doc.folded.find("\n", offset)
    return doc.folded[doc.folded.rfind("\n", 0, offset) + 1 : end if end != -1 else None]


def _names_a_street(doc: Document, match: re.Match[str]) -> bool:
    kind = match.group().split()[0].rstrip(".")
    if kind in ("residence", "res") and _HOME_FOR_OLD.search(_line_around(doc, match.start())):
        return False
    first = doc.text[match.end()]
    if first.isdigit():
        return kind in ("rue", "avenue", "boulevard", "place") and bool(
            re.match(
                r"\d{1,2}\s(?:mai|novembre|juillet|septembre|aout|juin|fevrier)",
                doc.folded[match.end() :],
            )
        )
    if not first.isupper():
        return False
    word = re.match(r"[^\W\d_]+", doc.text[match.end() :])
    if word is None:
        return False
    upper = word.group().isupper() and len(word.group()) > 1
    all_capitals = doc.text[match.start() : match.start() + 3].isupper()
    if upper and not all_capitals:
        return kind in ("rue", "avenue", "boulevard", "impasse", "allee", "quai")
    if kind in _CAPITAL_ONLY_TYPES and all_capitals:
        return kind not in ("place", "route", "cours", "passage")
    return kind not in ("cours", "passage")


def _street_end(doc: Document, start: int) -> int:
    """End of the street's name, then of building, box or stairs on the same line."""
    end = start
    count = 0
    for token in _TOKEN.finditer(doc.folded, start, min(len(doc.folded), start + 120)):
        word = token.group()
        if word[0].isalnum():
            if count > _MAX_WORDS or _ends_street(doc, token, count):
                break
            count += 1
            end = token.end()
        elif _is_edge(doc, token, end, count):
            break
    return _continued(doc, _trimmed(doc, start, end))


def _is_edge(doc: Document, token: "re.Match[str]", end: int, count: int) -> bool:
    """Wide blanks, a line break, a sign: all but what stands inside a word or an abbreviation."""
    word = token.group()
    if word[0] in " \t":
        return len(word) > 2
    if word in "'-":
        return not _inside_word(doc.text, token.start())
    return word != "." or (count > 0 and end - _last_word_start(doc.folded, end) > 4)


def _inside_word(text: str, offset: int) -> bool:
    return 0 < offset < len(text) - 1 and text[offset - 1].isalnum() and text[offset + 1].isalnum()


def _last_word_start(folded: str, end: int) -> int:
    start = end
    while start > 0 and folded[start - 1].isalnum():
        start -= 1
    return start


def _ends_street(doc: Document, token: "re.Match[str]", count: int) -> bool:
    word = token.group()
    if word[0].isdigit():
        return len(word) == 5 or (
            len(word) == 2
            and bool(re.match(r"\s\d{3}\s[a-z]", doc.folded[token.end() : token.end() + 6]))
        )
    if word in _PARTS:
        return count > 0
    if word == "le" and count and doc.folded[token.end() : token.end() + 2].strip().isdigit():
        return True
    if word not in _STOP_WORDS:
        return False
    return count > 0 or word in ("tel", "fax", "avec")


def _trimmed(doc: Document, start: int, end: int) -> int:
    """Drops particles that hang at the end."""
    while end > start:
        first = _last_word_start(doc.folded, end)
        if doc.folded[first:end] not in _PARTICLES or first <= start:
            return end
        end = first
        while end > start and not doc.folded[end - 1].isalnum():
            end -= 1
    return end


def _continued(doc: Document, end: int) -> int:
    while more := _CONTINUES.match(doc.folded, end):
        if "\n" in more.group():
            break
        end = more.end()
        while doc.folded[end - 1].isspace():
            end -= 1
    return end


# "Imm. Le Trident, 3e ét., " before the number of the street.
_HIGH_PARTS: Final = re.compile(
    r"(?:(?:imm(?:euble)?|res(?:idence)?|bat(?:iment)?|tour|esc(?:alier)?|appt?|apt|appartement|hall|villa|\d{1,2} ?(?:e|eme|er) et(?:age)?|rdc)\b\.?[^,;:\n|()]{0,28}[,-] ){1,3}$"
)
_CARE_FIELD: Final = re.compile(r"\b(?:etablissement|ehpad|autonomie|seniors?)\b")
_HIGH_REACH: Final = 72  # characters


def _address(doc: Document, start: int, end: int, score: float) -> Span:
    line = max(doc.folded.rfind("\n", 0, start) + 1, start - _HIGH_REACH)
    if doc.text[start].isdigit() and doc.folded[start - 2 : start] in (", ", "- "):
        high = _HIGH_PARTS.search(doc.folded, line, start)
        start = high.start() if high and not _CARE_FIELD.search(doc.folded, line, start) else start
    while end > start and not doc.text[end - 1].isalnum() and doc.text[end - 1] not in ')"»':
        end -= 1
    return Span(start, end, "LOC", "ADRESSE", score, "rule:address")
