import pytest

from annotation.domain.ner_metrics import TOTAL, Annotated, Score, evaluate
from annotation.domain.spans import Span

# Tokens: Mme Durand , 72 ans , vue à Dijon .
TEXT = "Mme Durand, 72 ans, vue à Dijon."
DURAND = Span(4, 10, "PER", "NOM")
AGE = Span(12, 18, "AGE", "AGE")
DIJON = Span(26, 31, "LOC", "VILLE")


def report(gold, predicted, text=TEXT):
    return evaluate([Annotated(text, gold, predicted)])


def test_perfect():
    result = report([DURAND, AGE, DIJON], [DURAND, AGE, DIJON])
    assert (result.notes, result.tokens, result.fully_redacted_notes) == (1, 10, 1)
    assert result.strict[TOTAL] == Score(3, 3, 3, 3)
    assert result.token[TOTAL] == Score(4, 4, 4, 4)
    assert result.redaction.f1 == 1.0
    assert result.over_redaction == 0.0


def test_counts_by_hand():
    # "72" alone for the age (partial), Dijon as a person (wrong label), "vue" too much.
    predicted = [
        DURAND,
        Span(12, 14, "AGE", "AGE"),
        Span(26, 31, "PER", "NOM"),
        Span(20, 23, "PER", "NOM"),
    ]
    result = report([DURAND, AGE, DIJON], predicted)
    assert result.strict["PER"] == Score(1, 3, 1, 1)
    assert result.strict["AGE"] == Score(0, 1, 0, 1)
    assert result.strict["LOC"] == Score(0, 0, 0, 1)
    assert result.partial["AGE"] == Score(1, 1, 1, 1)
    assert result.strict[TOTAL] == Score(1, 4, 1, 3)
    assert result.strict_subtype["NOM"] == Score(1, 3, 1, 1)
    # Tokens: gold Durand 72 ans Dijon; predicted Durand 72 Dijon vue.
    assert result.token["PER"] == Score(1, 3, 1, 1)
    assert result.token["AGE"] == Score(1, 1, 1, 2)
    assert result.redaction == Score(3, 4, 3, 4)
    assert result.fully_redacted_notes == 0
    assert result.over_redaction == pytest.approx(1000 / 10)


def test_the_subtype_matters_on_its_own_level_only():
    result = report([DURAND], [Span(4, 10, "PER", "PRENOM")])
    assert result.strict["PER"].f1 == 1.0
    assert result.strict_subtype["NOM"].recall == 0.0
    assert result.strict_subtype["PRENOM"].precision == 0.0


def test_sums_over_notes():
    result = evaluate([Annotated(TEXT, [DURAND], [DURAND]), Annotated(TEXT, [DIJON], [])])
    assert (result.notes, result.fully_redacted_notes) == (2, 1)
    assert result.redaction.recall == 0.5
    assert result.redaction.precision == 1.0


def test_nothing_to_find_and_nothing_found():
    result = evaluate([])
    assert (result.redaction.precision, result.redaction.recall) == (1.0, 1.0)
    assert report([], []).fully_redacted_notes == 1


def test_json_and_text():
    result = report([DURAND, AGE], [DURAND])
    data = result.to_json()
    assert data["redacted"] == 0.3333
    assert data["entity_strict"]["TOTAL"] == {
        "precision": 1.0,
        "recall": 0.5,
        "f1": 0.6667,
        "gold": 2,
        "predicted": 1,
    }
    text = result.to_text()
    assert "Masqué (toute étiquette)   : 33,3 %" in text
    assert text.splitlines()[9].split()[0] == "AGE"


def test_overlapping_spans_count_each_token_once():
    inside = Span(4, 6, "LOC", "VILLE")
    result = report([DURAND], [DURAND, inside])
    assert result.redaction == Score(1, 1, 1, 1)
