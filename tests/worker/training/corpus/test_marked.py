import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.training.corpus.marked import Edit, Mark, Marked, Piece, edit, join

NOTE = join(
    [Piece("Vu par Dr "), Piece("Jean", "PRENOM"), Piece(" "), Piece("Roy", "NOM"), Piece(" hier")]
)


def _surfaces(marked: Marked) -> list[str]:
    return [marked.surface(mark) for mark in marked.marks]


def test_pieces_are_joined_and_blanks_stay_outside_marks() -> None:
    marked = join([Piece("à "), Piece(" Dole\n", "VILLE", "f"), Piece("le "), Piece(" ", "NOM")])
    assert marked.text == "à  Dole\nle  "
    assert marked.marks == (Mark(3, 7, "VILLE", "f"),)


@pytest.mark.parametrize(
    ("edits", "text", "surfaces"),
    [
        ([Edit(9, 10, "")], "Vu par DrJean Roy hier", ["Jean", "Roy"]),
        ([Edit(14, 15, "")], "Vu par Dr JeanRoy hier", ["Jean", "Roy"]),
        ([Edit(10, 10, "> ")], "Vu par Dr > Jean Roy hier", ["Jean", "Roy"]),
        ([Edit(14, 14, ",")], "Vu par Dr Jean, Roy hier", ["Jean", "Roy"]),
        ([Edit(12, 12, " ")], "Vu par Dr Je an Roy hier", ["Je an", "Roy"]),
        ([Edit(11, 13, "ea")], "Vu par Dr Jean Roy hier", ["Jean", "Roy"]),
        ([Edit(10, 14, "")], "Vu par Dr  Roy hier", ["Roy"]),
        ([Edit(0, 2, "Lu"), Edit(15, 16, "B"), Edit(18, 18, "!")], "Lu par Dr Jean Boy! hier", ["Jean", "Boy"]),
        ([Edit(13, 16, "x")], "Vu par Dr Jeaxoy hier", ["Jeax", "oy"]),
        ([Edit(17, 18, "i "), Edit(10, 11, " J")], "Vu par Dr  Jean Roi  hier", ["Jean", "Roi"]),
    ],
)  # fmt: skip
def test_edits_move_marks_with_their_characters(
    edits: list[Edit], text: str, surfaces: list[str]
) -> None:
    changed = edit(NOTE, edits)
    assert changed.text == text
    assert _surfaces(changed) == surfaces


def test_overlapping_edits_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        edit(NOTE, [Edit(0, 3, "x"), Edit(2, 4, "y")])


@given(
    st.lists(st.tuples(st.integers(0, 22), st.integers(0, 3), st.sampled_from(["", "x", "  ", "yz"])), max_size=8)
)  # fmt: skip
def test_the_text_outside_the_edits_never_changes(drawn: list[tuple[int, int, str]]) -> None:
    edits: list[Edit] = []
    at = 0
    for skip, length, text in drawn:
        start = min(at + skip, len(NOTE.text))
        end = min(start + length, len(NOTE.text))
        edits.append(Edit(start, end, text))
        at = end + 1
        if at > len(NOTE.text):
            break
    expected, position = "", 0
    for start, end, text in edits:
        expected += NOTE.text[position:start] + text
        position = end
    changed = edit(NOTE, edits)
    assert changed.text == expected + NOTE.text[position:]
    last = 0
    for mark in changed.marks:
        assert last <= mark.start < mark.end
        assert changed.surface(mark) == changed.surface(mark).strip()
        last = mark.end
