import pytest

from worker.engine.text.folding import compose, fold


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
