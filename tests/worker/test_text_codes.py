"""The codes of a text for reports of the cohort and advice: substituted words give none."""

import pytest

from icdcoder.domain.coder import CodePrediction
from worker.tasks import text_codes


class Reader:
    """Proposes what stands in the text outside the hidden spans, word by word."""

    def predict(self, texts, top=25, hidden=()):
        return [
            [
                CodePrediction(word, "", 1.0, ())
                for word in text.split()
                if not any(a <= text.index(word) < b for a, b in spans)
            ]
            for text, spans in zip(texts, hidden, strict=True)
        ]


def test_the_hidden_spans_reach_the_coder(monkeypatch):
    monkeypatch.setattr(text_codes, "installed_coder", Reader)
    assert set(text_codes.codes_of()("I10 E119", [(4, 8)])) == {"I10"}
    assert set(text_codes.codes_of()("I10 E119", ())) == {"I10", "E119"}


@pytest.mark.parametrize("hidden", [(), [(0, 3)]])
def test_without_a_coder_no_text_has_codes(monkeypatch, hidden):
    monkeypatch.setattr(text_codes, "installed_coder", lambda: None)
    assert text_codes.installed_codes() is None
    assert text_codes.codes_of()("I10", hidden) == ()
