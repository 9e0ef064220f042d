"""Letters, digits, signs and changes of case come apart; every non-blank character is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.engine.encoder.words import split_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("12nov2019", ["12", "nov", "2019"]),
        ("DUPONTJean", ["DUPONT", "Jean"]),
        ("SmithSURGEON", ["Smith", "SURGEON"]),
        ("Dr.MARTIN", ["Dr", ".", "MARTIN"]),
        ("L'Haÿ-les-Roses", ["L", "'", "Haÿ", "-", "les", "-", "Roses"]),
        ("0612345678", ["0612345678"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
        ("pH", ["p", "H"]),
        ("日本 A_1", ["日本", "A", "_", "1"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert split_words(text).surfaces == words


def test_spaces_and_lines_are_remembered() -> None:
    words = split_words("Mme A.\n\n le 12nov")
    assert words.surfaces == ["Mme", "A", ".", "le", "12", "nov"]
    assert words.spaced == [True, True, False, True, True, False]
    assert words.line_starts == [True, False, False, True, False, False]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Na 140", [False, False]),
        ("Na  140", [False, True]),
        ("Na\t140", [False, True]),
        ("Na\n  140  K", [False, False, True]),
        ("  Na  ", [False]),
    ],
)
def test_a_tab_or_two_blanks_part_columns(text: str, columns: list[bool]) -> None:
    assert split_words(text).columns == columns


@given(st.text())
def test_nothing_but_blanks_is_left_out(text: str) -> None:
    words = split_words(text)
    covered = bytearray(len(text))
    for surface, start, end in zip(words.surfaces, words.starts, words.ends, strict=True):
        assert text[start:end] == surface
        covered[start:end] = b"\1" * (end - start)
    assert all(c or character.isspace() for c, character in zip(covered, text, strict=True))
    assert words.starts == sorted(words.starts)
