"""Facts are looked for at the beginnings of words alone: none may begin within one."""

import re

import pytest

from icdcoder.domain.patient import _FACTS, FACTS

# before each opening of a fact that is no word's: "thyroidectomie" has been removed
_WITHIN = {"removed": "thyroidectomie"}


@pytest.mark.parametrize("fact", sorted(FACTS.keys() - _WITHIN.keys()))
def test_a_fact_opens_with_the_boundary_of_a_word(fact):
    heads = re.sub(r"\(\?<![^()]*(?:\[[^]]*\][^()]*)?\)", "", FACTS[fact])
    depth, opens = 0, True
    for sign in re.findall(r"\\.|\[[^]]*\]|.", heads, re.DOTALL):
        if opens:
            assert sign == r"\b", heads
        depth += (sign == "(") - (sign == ")")
        opens = sign == "|" and depth == 0


@pytest.mark.parametrize(("fact", "text"), _WITHIN.items())
def test_a_fact_that_may_open_within_a_word_is_found_there(fact, text):
    assert _FACTS[fact].search(text)
