"""A name found once is found everywhere; homographs, eponyms and abbreviations are not."""

from annotation.domain.spans import Span
from worker.engine.hybrid import HybridDetector
from worker.engine.note import Note
from worker.engine.propagation import propagate
from worker.engine.reading import Reading
from worker.engine.rules.mentions import mentions
from worker.engine.text.document import Document

TEXT = (
    "Mme Vauclerc est vue ce jour. Suite : Vauclerc sort demain. Maladie de Vauclerc exclue. ECBU. "
)


def found(text: str, *spans: Span) -> list[str]:
    return [
        f"{text[s.start - 2 : s.start]}{text[s.start : s.end]}"
        for s in mentions(Document.read(text), spans)
    ]


def test_a_surname_is_found_again_but_not_as_an_eponym():
    assert found(TEXT, Span(4, 12, "PER", "NOM", 0.97, "model:m")) == [": Vauclerc"]


def test_an_unsure_find_spreads_nothing():
    assert found(TEXT, Span(4, 12, "PER", "NOM", 0.6, "model:m")) == []


def test_an_abbreviation_taken_for_a_name_spreads_nothing():
    text = "ECBU fait. Dr ECBU. ECBU normal."
    assert found(text, Span(14, 18, "PER", "NOM", 0.99, "model:m")) == []


def test_what_is_there_already_is_not_found_twice():
    spans = [Span(4, 12, "PER", "NOM", 0.97, "m"), Span(38, 46, "PER", "NOM", 0.9, "m")]
    assert found(TEXT, *spans) == []


def test_the_model_may_overrule_the_spread():
    class Rules:
        version = "r"

        def detect(self, texts, patients=None):
            return [[]]

    class Model:
        version = "m"

        def __init__(self, outside: float) -> None:
            self.outside = outside

        def detect(self, texts, patients=None):
            return [reading.spans for reading in self.read(texts)]

        def read(self, texts, suspected=None):
            span = Span(4, 12, "PER", "NOM", 0.97, "model:m")
            return [Reading([span], [4, 38], [12, 46], [0.01, self.outside])]

    def count(outside: float) -> int:
        return len(HybridDetector(Rules(), Model(outside)).detect([TEXT])[0])

    assert (count(0.9), count(0.999)) == (2, 1)


def test_a_surname_in_small_letters_is_found_again_in_small_letters():
    text = "vu avec morvan, ok. selon morvan pas de geste. vu avec marche, la marche est bonne."
    spans = [Span(8, 14, "PER", "NOM", 0.9, "model:m"), Span(55, 61, "PER", "NOM", 0.9, "model:m")]
    assert found(text, *spans) == ["n morvan"]


def test_a_text_whose_accents_stand_apart_is_left_as_it_is():
    text = "Mme Le\u0301a, vue. Le\u0301a sort."
    span = Span(4, 8, "PER", "PRENOM", 0.97, "model:m")
    assert propagate(Note(text), [span], Reading([], [], [], [])) == [span]
