"""From mentions to scored codes. A simple documented product, not a probability.

mention = specificity(term) x coverage x context
score   = best mention x (1 - 0.3 x 0.5 ** (n - 1)),  n = number of mentions

- specificity: 0.90 for a term of two words or more, 0.80 for one word, 0.85 for an abbreviation,
  0.55 for an ambiguous one; x 0.7 for chapter XVIII (symptoms) and x 0.8 for XX and XXI
  (circumstances), because they code less often when a disease is there;
- coverage: share of the term's words found, optional ones ("sucré", "essentielle") included;
- context: present 1.0, history 0.7, supposed 0.5; negated and family mentions count for nothing,
  nor does a supposed one whose code the note denies elsewhere.
  A past disease keeps its own code with the lower score: choosing the Z85-Z87 code needs the
  coder's judgement; only phrases that say it ("antécédent de cancer du sein") go there directly;
- a mention under a heading such as "Conclusion" or "Motif" counts twice in n.
So one clear mention gives 0.63, two 0.77, four 0.87.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from icdcoder.domain.coder import CodePrediction, Evidence
from icdcoder.domain.context import Status
from icdcoder.domain.matching import Match
from icdcoder.domain.nomenclature import Nomenclature
from icdcoder.domain.vocabulary import TermKind

CONTEXT_WEIGHT: Final = {
    Status.PRESENT: 1.0,
    Status.HISTORY: 0.7,
    Status.HYPOTHESIS: 0.5,
    Status.FAMILY: 0.0,
    Status.NEGATED: 0.0,
}
_KIND_SPECIFICITY: Final = {TermKind.ABBREVIATION: 0.85, TermKind.AMBIGUOUS: 0.55}

# A general code gives way when a note also names one of the precise ones (by prefix).
_GENERAL: Final = {
    "E149": ("E10", "E11", "E12", "E13", "O24"),
    "I64": ("I60", "I61", "I62", "I63"),
    "J189": ("J12", "J13", "J14", "J15", "J16", "J180", "J181", "J69", "U071"),
    "N19": ("N17", "N18"),
    "K746": ("K70", "K743", "K745"),
    "I259": ("I21", "I251", "I252", "I255"),
    "F03": ("F00", "F01", "F02", "G30"),
    "D649": ("D50", "D51", "D52", "D57", "D61", "D62", "D63"),
    "K922": ("I850", "K250", "K254", "K260", "K264", "K920", "K921"),
    "K566": ("K565", "K562", "K561"),
    "J459": ("J46",),
    "R17": ("K80", "K81", "K83", "K85", "C25"),
    "R060": ("I50", "J44", "J45", "J96", "I26"),
    "R509": ("A41", "J18", "N10", "J15"),
    "R104": ("K35", "K80", "K81", "K85", "N20", "K56"),
    "R074": ("I21", "I20", "I26", "I30"),
    "W19": ("W0", "W10", "W11", "W18"),
}


@dataclass(frozen=True, slots=True)
class Mention:
    """One place of one code; offsets in code points."""

    code: str
    start: int
    end: int
    weight: float
    count: int = 1
    status: Status = Status.PRESENT


def specificity(match: Match) -> float:
    """How well the term alone points to its code, in (0, 1]."""
    base = _KIND_SPECIFICITY.get(match.kind, 0.9 if match.size > 1 else 0.8)
    if match.code.startswith("R"):
        return base * 0.7
    return base * 0.8 if match.code[0] in "VWXYZ" else base


def _heirs(code: str, codes: Iterable[str], nomenclature: Nomenclature) -> list[str]:
    """More specific codes of the same note, to which a general code's mentions go."""
    heirs = [other for other in codes if other != code and other.startswith(code)]
    heirs += [other for other in codes if other.startswith(_GENERAL.get(code, ()))]
    # X.9 "sans précision" gives way to a sibling of the same category.
    is_unspecified = len(code) == 4 and code.endswith("9") and not nomenclature.has_children(code)
    if is_unspecified and not heirs:
        heirs = [c for c in codes if c[:3] == code[:3] and not c.startswith(code) and len(c) > 3]
    return heirs


def rank(mentions: Iterable[Mention], nomenclature: Nomenclature, top: int) -> list[CodePrediction]:
    """Groups mentions by code, lets general codes give way, scores, best first."""
    groups = _grouped(list(mentions))
    for code in sorted(groups, key=len):
        heirs = _heirs(code, groups, nomenclature)
        best = max((_score(groups[heir]) for heir in heirs), default=0.0)
        if heirs and best >= 0.5 * _score(groups[code]):
            heir = max(heirs, key=lambda other: _score(groups[other]))
            if heir.startswith(code[:3]):
                groups[heir] += groups[code]
            del groups[code]
    predictions = [_prediction(code, group, nomenclature) for code, group in groups.items()]
    return sorted(predictions, key=lambda p: (-p.score, p.code))[:top]


def _grouped(mentions: list[Mention]) -> dict[str, list[Mention]]:
    """Mentions that count, by code. What was only supposed and is denied elsewhere counts not."""
    denied = {mention.code for mention in mentions if mention.status is Status.NEGATED}
    groups: dict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        is_refuted = mention.status is Status.HYPOTHESIS and mention.code in denied
        if mention.weight > 0 and not is_refuted:
            groups[mention.code].append(mention)
    return groups


def _score(group: list[Mention]) -> float:
    count = sum(mention.count for mention in group)
    return max(mention.weight for mention in group) * (1 - 0.3 * 0.5 ** (count - 1))


def _prediction(code: str, group: list[Mention], nomenclature: Nomenclature) -> CodePrediction:
    evidence = {(m.start, m.end): Evidence(m.start, m.end, round(m.weight, 3)) for m in group}
    return CodePrediction(
        code, nomenclature.label(code), round(_score(group), 4), tuple(sorted(evidence.values()))
    )
