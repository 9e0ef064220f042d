"""A note that repeats one thing is read in a time that its length asks for, whatever it repeats."""

from __future__ import annotations

import pytest

from icdcoder.domain.tokens import tokenise
from tests.growth import MOST, growth

UNITS = [
    "#a ", "\n# a : b ", "score ", "EVA 7, ", "HADS : anxiété 4, ", "goutte à ", "insuline NPH ", "rispéridone -> dystonie ", "HIV ",
    "chute à l'hôpital ", "transféré à l'", "coup de pied, ", "fracture ", "a/", "A.B.", "pas de ", "arrêt ", "boit 1 ", "grossesse ", "frappée ", "cannabis ",
    "diurétique coupable hyponatrémie ", "mère asthmatique, ", "dépistage : frère épileptique ",
]  # fmt: skip


@pytest.mark.parametrize("unit", ["#a ", "# ", "\n# a", "a.", "A.B. ", "a+"])
def test_words_are_cut_in_linear_time(unit):
    assert growth(tokenise, unit, 60_000) < MOST


@pytest.mark.parametrize("unit", ["a", "é", "4a"])
def test_one_long_word_is_read_in_linear_time(full_coder, unit):
    full_coder.codes_of("Fracture.")
    assert growth(full_coder.codes_of, unit, 60_000) < MOST


@pytest.mark.parametrize("unit", UNITS)
def test_codes_are_found_in_linear_time(full_coder, unit):
    full_coder.codes_of("Fracture.")  # tables are read at the first call
    assert growth(full_coder.codes_of, unit, 15_000) < MOST


@pytest.mark.parametrize("unit", ["HTA, vue. ", "Na 124, K 3,5. "])
def test_codes_between_substituted_words_are_found_in_linear_time(full_coder, unit):
    def predict(text):
        hidden = [(at, at + 1) for at in range(len(unit) - 1, len(text), len(unit))]
        return full_coder.predict([text], hidden=[hidden])

    predict(unit)
    assert growth(predict, unit, 60_000) < MOST
