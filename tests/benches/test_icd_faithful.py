"""Evidence is judged by what its absence costs, beside as many random words."""

from benches.icd import faithful
from icdcoder.domain.coder import CodePrediction, Evidence

TEXTS = [
    f"note {number} avec un signe clair dans un long texte de tous les jours" for number in range(8)
]
CUE = (TEXTS[0].index("signe"), TEXTS[0].index("signe") + 5)
WRONG = (0, 4)


def predict(evidence):
    def told(texts):
        return [[CodePrediction("R05", "", 0.9, (Evidence(*evidence, 1.0),))] for _text in texts]

    return told


def scores(texts, _code):
    return [0.9 if "signe" in text else 0.1 for text in texts]


def test_erasing_keeps_every_offset_and_line_end():
    assert faithful.erased("toux\nsèche", [(2, 7)]) == "to  \n  che"


def test_evidence_that_the_coder_reads_weighs_more_than_random_words():
    found = faithful.drops(TEXTS, predict(CUE), scores)
    assert {round(drop.shown, 6) for drop in found} == {0.8}
    gain = faithful.more(found)
    assert gain.low > 0.3
    assert faithful.row_of("essai", found).met


def test_evidence_beside_what_the_coder_reads_weighs_nothing():
    found = faithful.drops(TEXTS, predict(WRONG), scores)
    assert {drop.shown for drop in found} == {0.0}
    assert faithful.row_of("essai", found).met is False


def test_a_code_without_evidence_tells_nothing():
    assert (
        faithful.drops(
            TEXTS, lambda texts: [[CodePrediction("R05", "", 0.9, ())] for _t in texts], scores
        )
        == []
    )
