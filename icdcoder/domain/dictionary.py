"""A dictionary coder: it looks words up, reads figures and applies coding rules. No network."""

from collections.abc import Iterable, Sequence
from typing import Final

from annotation.domain.uncollected import uncollected
from icdcoder.domain.boxes import without_unticked
from icdcoder.domain.coder import CodePrediction, Span
from icdcoder.domain.context import Status
from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.extensions import Extender
from icdcoder.domain.matching import TermIndex
from icdcoder.domain.measures import Measure, measures, states
from icdcoder.domain.mention import Mention
from icdcoder.domain.nomenclature import Nomenclature
from icdcoder.domain.patient import Patient
from icdcoder.domain.reading import of_today, read_mentions
from icdcoder.domain.rules import apply_rules
from icdcoder.domain.scoring import rank
from icdcoder.domain.sections import Section
from icdcoder.domain.substituted import silenced
from icdcoder.domain.vocabulary import TermKind, abbreviations, all_terms

TOP: Final = 25  # codes of a note at most: a long stay has as many
_SORE: Final = "L899"
_SITED: Final = ("M10", "M11", "M86")  # one joint: the site named once is meant throughout


class DictionaryCoder:
    """Looks up labels, wordings and abbreviations in what the note says of the patient."""

    name = "dictionnaire"
    version = "dictionary-14"
    says = (
        "Ces codes viennent d'un dictionnaire de termes et de règles : il lit les négations, les antécédents et les "
        "chiffres, il ne comprend pas la note. Mesuré le 28/11/2026 sur 40 notes jamais lues : sur 100 catégories "
        "proposées, 79 sont justes ; sur 100 qu'il faut, il en trouve 82. Au code exact : 71 et 76."
    )

    def __init__(self, nomenclature: Nomenclature) -> None:
        self._nomenclature = nomenclature
        with uncollected():
            self._index = TermIndex(all_terms(nomenclature), abbreviations(nomenclature))

    def predict(
        self, texts: Sequence[str], top: int = TOP, hidden: Sequence[Sequence[Span]] = ()
    ) -> list[list[CodePrediction]]:
        """See `Coder.predict`. Deterministic. Raises ValueError when `top` is not positive."""
        if top < 1:
            raise ValueError("top doit être au moins 1")
        spans = hidden or [()] * len(texts)
        return [self._code(text, of, top) for text, of in zip(texts, spans, strict=True)]

    def codes_of(self, text: str, hidden: Sequence[Span] = ()) -> dict[str, list[Mention]]:
        """Every code that the note speaks of, with its mentions, before anything is ranked."""
        note = CutNote.of(without_unticked(silenced(text, hidden)))
        patient = Patient(note.folded)
        found = measures(note, hidden)
        figures = _measured(found, patient)
        mentions = read_mentions(note, self._index, patient.conditions, hidden, figures)
        denied = {mention.code for mention in mentions if mention.status is Status.NEGATED}
        groups: dict[str, list[Mention]] = {}
        for mention in [*of_today(mentions, patient.text, patient.conditions), *figures]:
            if mention.status is not Status.HYPOTHESIS or mention.code not in denied:
                groups.setdefault(mention.code, []).append(mention)
        extender = Extender(self._nomenclature, patient, found)
        for mention in groups.pop(_SORE, []):  # each has its own stage
            stage = extender.stage(mention.start, mention.end)
            groups.setdefault(stage, []).append(mention._replace(code=stage))
        apply_rules(groups, patient)
        return _extended(groups, extender)

    def _code(self, text: str, hidden: Sequence[Span], top: int) -> list[CodePrediction]:
        return rank(self.codes_of(text, hidden), self._nomenclature, hidden, top)


def _measured(found: list[Measure], patient: Patient) -> list[Mention]:
    return [
        Mention(code, at.start, at.end, Status.PRESENT, Section.OTHER, TermKind.MEASURE, 1, 1.0)
        for code, at in states(found, patient.conditions)
    ]


def _said_better(groups: Iterable[str]) -> set[str]:
    """Categories beside their own descendant ("J21" and "J210"), joint diseases without their site beside the one with it."""
    codes = list(groups)
    found = {code[:length] for code in codes for length in range(3, len(code))}
    for code in codes:
        if code.startswith(_SITED) and code[4:] == "9":
            stem = code[:4]
            if any(other not in (code, stem) and other.startswith(stem) for other in codes):
                found.add(code)
    return found


def _extended(groups: dict[str, list[Mention]], extender: Extender) -> dict[str, list[Mention]]:
    """The groups under codes that may be coded; what only differed by its descendant is one."""
    extended: dict[str, list[Mention]] = {}
    said_better = _said_better(groups)
    for code, mentions in groups.items():
        if code in said_better:
            continue
        first = min(mentions, key=lambda mention: mention.start)
        final = extender.codable(code, first.start, first.end)
        if final is not None:
            extended.setdefault(final, []).extend(mentions)
    return extended
