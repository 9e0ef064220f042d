"""Terms that name a code: labels of the nomenclature, our synonyms and abbreviations."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from icdcoder.domain.tokens import content_stems, words
from icdcoder.domain.wordings import read_table, wordings

NO_CODE: Final = ""  # words that look like a diagnosis and are none

_NOISE = re.compile(
    r", (?:autres? et |siège |sièges? |partie |prise en charge |degré |nature |type )?"
    r"(?:sans précision|non précisée?s?|sans autre indication)\b"
    r"|,? non classée?s? ailleurs\b|\[[^\]]*\]|\([A-Z]\d\d[^)]*\)",
    re.IGNORECASE,
)
_OPTIONAL = re.compile(r"\(([^)]*)\)")
# A residual category ("Autres …") or a combination can't be recognised by its own words.
_RESIDUAL = re.compile(
    r"^(?:autres?|certaine?s?)\b|\bautres?\b|\bsauf\b|\bexception\b|\bou sans\b|\blié(?:e?s)? à\b"
    r"|\bau cours de\b|\bprécisée?s?\b",
    re.IGNORECASE,
)
_OPTIONAL_STEMS: Final = frozenset(
    {"sucre", "essentiel", "essentiell", "idiopathiqu", "primitif", "primitiv"}
)
# One-word labels that are everyday words, drugs, body parts or circumstances.
_TOO_COMMON: Final = words(
    "gout allergi famill repos famil couch alit absenc plaintiv poid naissanc grossess",
    "accouchement avortement stress agressivit fatigu douleur bruit soin mort",
    "examen malais chaleur froid noyad contention surveillanc charbon troubl kyst infection",
    "effet complication oedem choc streptocoqu staphylocoqu insecticid infestation parasitos",
)
_MATCHED_LABEL_CHAPTERS_EXCLUDED: Final = "UVWXYZ"  # circumstances: only through our synonyms


class TermKind(StrEnum):
    """Where a term comes from; decides ties and the score."""

    SYNONYM = "synonym"
    LABEL = "label"
    ABBREVIATION = "abbreviation"
    AMBIGUOUS = "ambiguous"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class Term:
    """`stems` must all be there, in about this order; `optional` ones add to the coverage.

    `condition` names what must hold of the patient; "" always holds.
    """

    code: str
    stems: tuple[str, ...]
    optional: frozenset[str]
    kind: TermKind
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """`is_strict`: in capitals only; `condition` as a term's. Near it one of the stems `near` must stand (if there are any) and
    none of `veto` ("PTH 65 pg/ml" is a hormone)."""

    code: str
    is_strict: bool
    kind: TermKind
    near: frozenset[str] = frozenset()
    veto: frozenset[str] = frozenset()
    condition: str = ""


# Among the vetoes: a number behind the abbreviation ("TCA 1,2"), one before it ("1 AMP").
FIGURE: Final = "figure"
DOSE: Final = "dose"


def label_term(entry: CodeEntry) -> Term | None:
    """The term of a label, or None when its words can't stand for the code."""
    if entry.is_retired or entry.code[0] in _MATCHED_LABEL_CHAPTERS_EXCLUDED:
        return None
    core = core_label(entry.label)
    if _RESIDUAL.search(_OPTIONAL.sub("", core)):
        return None
    optional = {stem for part in _OPTIONAL.findall(core) for stem in content_stems(part)}
    stems = content_stems(_OPTIONAL.sub(" ", core))
    required = tuple(stem for stem in stems if stem not in _OPTIONAL_STEMS)
    if not required or len(required) > 9 or (len(required) == 1 and _is_too_common(required[0])):
        return None
    return Term(
        entry.code, required, frozenset((optional | set(stems)) - set(required)), TermKind.LABEL
    )


def core_label(label: str) -> str:
    """A label without what adds nothing to it: "Asthme, sans précision" → "Asthme"."""
    return _NOISE.sub("", label)


def _is_too_common(stem: str) -> bool:
    return len(stem) < 4 or stem in _TOO_COMMON


def synonym_terms(nomenclature: Nomenclature) -> Iterator[Term]:
    """Our older synonyms, each for the nearest code that this nomenclature knows."""
    for row in read_table("synonyms_fr.csv"):
        code = nomenclature.nearest(row["code"]) if row["code"] else NO_CODE
        if code is None:
            continue
        for phrase in row["terms"].split("|"):
            yield Term(code, content_stems(phrase), frozenset(), TermKind.SYNONYM)


def wording_terms(nomenclature: Nomenclature) -> Iterator[Term]:
    """Our wordings, for the code they name or its nearest known ancestor; no lone abbreviations."""
    for wording in wordings(nomenclature.nearest):
        if not is_abbreviation(wording.phrase) and (stems := content_stems(wording.phrase)):
            yield Term(wording.code, stems, frozenset(), TermKind.SYNONYM, wording.condition)


def is_abbreviation(phrase: str) -> bool:
    """One word of up to six capitals and digits: read in capitals only ("SEP", never "sep")."""
    return len(phrase) <= 6 and phrase.isalnum() and phrase.isupper()


def abbreviations(nomenclature: Nomenclature) -> dict[str, tuple[Abbreviation, ...]]:
    """Folded abbreviation → its senses, those that depend on the patient first ("HIV" of a newborn).

    The table says more about a few than their capitals do.
    """
    found: dict[tuple[str, str], Abbreviation] = {}
    for wording in wordings(nomenclature.nearest):
        if is_abbreviation(wording.phrase):
            sense = Abbreviation(
                wording.code,
                is_strict=True,
                kind=TermKind.ABBREVIATION,
                condition=wording.condition,
            )
            found.setdefault((wording.phrase.casefold(), wording.condition), sense)
    for row in read_table("abbreviations_fr.csv"):
        code = nomenclature.nearest(row["code"])
        if code is not None:
            kind = TermKind.AMBIGUOUS if row["case"] == "ambiguous" else TermKind.ABBREVIATION
            found[row["term"].casefold(), ""] = Abbreviation(
                code, row["case"] != "any", kind, _stems(row["near"]), _stems(row["veto"])
            )
    senses: dict[str, tuple[Abbreviation, ...]] = {}
    for (fold, _condition), sense in sorted(found.items(), key=lambda item: not item[0][1]):
        senses[fold] = (*senses.get(fold, ()), sense)
    return senses


def _stems(listed: str | None) -> frozenset[str]:
    """Of a list between blanks; "figure" and "dose" name a place of a number, and are kept as they are."""
    names = set((listed or "").split())
    kinds = names & {FIGURE, DOSE}
    return frozenset(stem for word in names - kinds for stem in content_stems(word)) | kinds


def all_terms(nomenclature: Nomenclature) -> list[Term]:
    """Wordings, synonyms and labels; where two say the same words, one term is kept.

    Order of preference: wording, synonym, codable code, category; then the shorter code.
    """
    labels = (term for entry in nomenclature if (term := label_term(entry)) is not None)

    def rank(term: Term) -> tuple[int, int, int, str]:
        entry = nomenclature.get(term.code)
        is_category = entry is not None and not entry.is_codable
        return (term.kind != TermKind.SYNONYM, int(is_category), len(term.code), term.code)

    ours = _first_of_each(wording_terms(nomenclature))
    older = _first_of_each(sorted([*synonym_terms(nomenclature), *labels], key=rank))
    return _first_of_each([*ours, *older])


def _first_of_each(terms: Iterable[Term]) -> list[Term]:
    """Of terms with the same words the first one's code, in each order of the words that it is written in."""
    kept: dict[tuple[frozenset[str], str], dict[tuple[str, ...], Term]] = {}
    for term in terms:
        same = kept.setdefault((frozenset(term.stems), term.condition), {})
        if all(other.code == term.code for other in same.values()):
            same.setdefault(term.stems, term)
    return [term for same in kept.values() for term in same.values()]
