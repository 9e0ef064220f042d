"""Numbered parts of a month: drawn whatever they were, in their order."""

import pytest

from privacy.domain.budget import ElementKey
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.time.portions import draw_ranks, portions_of, with_ranks

MARCH, APRIL = (ElementKey("DATE", "month", f"2019-0{month}") for month in (3, 4))


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
        ("1re et 2e semaine de mai", [(True, 1), (True, 2)]),
        ("de la première à la 3e semaine de mai", [(True, 1), (True, 3)]),
        ("2nde/2de/2° moitié", [(False, 2)] * 3),
        ("la 12e semaine d'avril", [(True, 12)]),
        ("1 re quinzaine de mars, seconde moitié d'avril", [(False, 1), (False, 2)]),
        ("dernière semaine de mars", []),
        ("la 2e semaine", []),
        ("12e semaine de 2019", []),
        ("du 3 au 7 mai", []),
    ],
)
def test_numbered_parts_are_read(text, read):
    assert [portion[1:] for portion in portions_of([(MARCH, len(text))], text)] == read


def test_a_part_is_the_next_dates():
    text = "1re quinzaine de mars, 2e moitié d'avril"
    found = portions_of([(MARCH, text.index(",")), (APRIL, len(text))], text)
    assert found == [(MARCH, False, 1), (APRIL, False, 2)]


def test_ranks_of_one_month_keep_their_order():
    portions = [
        *portions_of([(MARCH, 19)], "1re semaine de mars"),
        *portions_of([(MARCH, 18)], "4e semaine de mars"),
    ]
    seen = {tuple(draw_ranks(portions, source(seed)).values()) for seed in range(60)}
    assert seen == {(first, last) for last in range(1, 5) for first in range(1, last)}


def test_more_parts_than_there_are_are_drawn_as_well():
    portions = [(MARCH, False, rank) for rank in (1, 2, 3)]
    ranks = list(draw_ranks(portions, source(0)).values())
    assert ranks in ([1, 1, 2], [1, 2, 2])


def test_the_rank_is_written_in_figures_and_in_the_case_of_the_text():
    for text, shown in [
        ("la première semaine de mars", "la 1re semaine de mars"),
        ("LA 3E SEMAINE DE MARS", "LA 1RE SEMAINE DE MARS"),
    ]:
        portions = portions_of([(MARCH, len(text))], text)
        assert with_ranks(text, portions, dict.fromkeys(portions, 1)) == shown
