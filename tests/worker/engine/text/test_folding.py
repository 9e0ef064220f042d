import pytest

from worker.engine.text.folding import (
    compose,
    fold,
    is_scanned_letter,
    repair_digits,
    repair_letters,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ÉTÉ à Besançon", "ete a besancon"),
        ("L’œuvre – d’Î", "l'œuvre - d'i"),
        ("12\u00a0ans\u202f½", "12 ans ½"),
        ("İstanbul ẞ", "istanbul s"),
    ],
)
def test_fold(text, folded):
    result = fold(text)
    assert len(result) == len(text)
    if "ẞ" not in text:
        assert result == folded


def test_compose_tells_where_each_character_came_from():
    text = "Ze\u0301\u00adb"
    composed, positions = compose(text)
    assert composed == "Zéb"
    assert positions == [0, 1, 4, 5]
    assert compose("Zéb") == ("Zéb", None)


@pytest.mark.parametrize(
    ("scanned", "repaired"),
    [
        ("l2/o3/2o20", "12/03/2020"),
        ("o3 80 29 3o 31", "03 80 29 30 31"),
        ("21ooo dijon", "21000 dijon"),
        ("le 2o mars 2ol9", "le 20 mars 2019"),
        ("2 l/min d'oxygene, voie orale", "2 l/min d'oxygene, voie orale"),
    ],
)
def test_letters_between_digits(scanned, repaired):
    assert repair_digits(scanned) == repaired


def test_digits_inside_words():
    assert repair_letters("HOSP1TALIER DUP0NT h0pital P0931177 MLH1") == (
        "HOSPITALIER DUPONT hopital P0931177 MLH1"
    )


def test_a_figure_inside_a_word_is_a_letter_and_in_a_name_of_a_gene_none():
    assert is_scanned_letter("HOSP1TALIER", 4)
    assert not is_scanned_letter("CDH1A", 3)
    assert not is_scanned_letter("MLH1", 3)
