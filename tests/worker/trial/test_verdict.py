import pytest

from worker.trial.verdict import verdict_of


@pytest.mark.parametrize(
    ("levels", "doubts", "kept", "entities", "expected"),
    [
        ([], 0, 0, 5, "pass"),
        (["sure", "doubtful"], 0, 0, 5, "fail"),
        (["likely"], 0, 0, 5, "review"),
        (["doubtful"], 0, 0, 5, "review"),
        ([], 1, 0, 5, "review"),
        ([], 0, 1, 5, "review"),
        ([], 0, 0, 0, "review"),
    ],
)
def test_a_sure_leak_fails_and_any_doubt_is_to_be_looked_at(
    levels, doubts, kept, entities, expected
):
    assert verdict_of(levels=levels, doubts=doubts, kept=kept, entities=entities) == expected
