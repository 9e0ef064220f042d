"""A dictionary coder: an honest baseline that looks words up. It reads; it does not understand."""

from collections.abc import Iterator, Sequence
from typing import Final

from icdcoder.domain.coder import CodePrediction
from icdcoder.domain.context import ContextReader, Status
from icdcoder.domain.matching import TermIndex
from icdcoder.domain.nomenclature import Nomenclature
from icdcoder.domain.scoring import CONTEXT_WEIGHT, Mention, rank, specificity
from icdcoder.domain.sections import Section, SectionReader
from icdcoder.domain.tokens import tokenise
from icdcoder.domain.vocabulary import NO_CODE, abbreviations, all_terms

_SECTION_STATUS: Final = {Section.FAMILY: Status.FAMILY, Section.HISTORY: Status.HISTORY}


class DictionaryCoder:
    """Looks up labels, synonyms and abbreviations; leaves out negated and family mentions."""

    name = "dictionnaire"
    version = "dictionary-1"

    def __init__(self, nomenclature: Nomenclature) -> None:
        self._nomenclature = nomenclature
        self._index = TermIndex(all_terms(nomenclature), abbreviations(nomenclature))

    def predict(self, texts: Sequence[str], top: int = 10) -> list[list[CodePrediction]]:
        """See `Coder.predict`. Deterministic. Raises ValueError when `top` is not positive."""
        if top < 1:
            raise ValueError("top doit être au moins 1")
        return [rank(self._mentions(text), self._nomenclature, top) for text in texts]

    def _mentions(self, text: str) -> Iterator[Mention]:
        tokens = tokenise(text)
        matches = [match for match in self._index.find(tokens) if match.code != NO_CODE]
        if not matches:
            return
        context, sections = ContextReader(text, tokens), SectionReader(text)
        for match in matches:
            start, end = tokens[match.first].start, tokens[match.last].end
            section = sections.at(start)
            status = max(context.status(match), _SECTION_STATUS.get(section, Status.PRESENT))
            weight = specificity(match) * match.coverage * CONTEXT_WEIGHT[status]
            count = 2 if section is Section.CONCLUSION else 1
            yield Mention(match.code, start, end, weight, count, status)
