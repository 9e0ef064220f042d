"""Numbered parts of a month: drawn whatever they were, in their order."""

import pytest

from privacy.domain.budget import ElementKey
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.time.portions import draw_ranks, portions_of, with_ranks

MARCH = ElementKey("DATE", "month", "2019-03")


def source(seed):
    key = StudyKey(bytes([seed]) * 32)
    return lambda portion: key.stream(DrawContext("p", "DATE/partie", str(portion[1:]), "uniform"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2e semaine de mars", [(True, 2)]),
        ("la première semaine du mois d'avril 2019", [(True, 1)]),
        ("2ème quinzaine d'août", [(False, 2)]),
        ("1RE MOITIE DE 2019", [(False, 1)]),
        ("1re et 2e semaine de mai", [(True, 2)]),
        ("dernière semaine de mars", []),
        ("la 2e semaine", []),
        ("12e semaine de 2019", []),
        ("du 3 au 7 mai", []),
    ],
)
def test_numbered_parts_are_read(text, read):
    assert [portion[1:] for portion in portions_of(MARCH, text)] == read


def test_ranks_of_one_month_keep_their_order():
    portions = [
        *portions_of(MARCH, "1re semaine de mars"),
        *portions_of(MARCH, "4e semaine de mars"),
    ]
    seen = {tuple(draw_ranks(portions, source(seed)).values()) for seed in range(60)}
    assert all(first <= last for first, last in seen)
    assert {first for first, _ in seen} == {last for _, last in seen} == {1, 2, 3, 4}


def test_the_rank_is_written_in_figures_and_in_the_case_of_the_text():
    for text, shown in [
        ("la première semaine de mars", "la 1re semaine de mars"),
        ("LA 3E SEMAINE DE MARS", "LA 1RE SEMAINE DE MARS"),
    ]:
        portions = portions_of(MARCH, text)
        assert with_ranks(text, portions, dict.fromkeys(portions, 1)) == shown
