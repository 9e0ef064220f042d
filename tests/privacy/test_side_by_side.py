"""Two texts cut into the same lines."""

from privacy.presentation.side_by_side import DOUBT, LEAK, Piece, Place, lines_of, rows_of


def test_marks_are_cut_at_line_ends():
    lines = lines_of("a Paul\nMartel b", [Place(2, 13, "PER", "", "nom")])
    assert lines == [
        [Piece("a "), Piece("Paul", "PER", "", "nom")],
        [Piece("Martel", "PER", "", "nom"), Piece(" b")],
    ]


def test_a_leak_inside_an_entity_keeps_both():
    lines = lines_of(
        "xxDijonxx", [Place(0, 9, "ORG", "", "hôpital")], [Place(2, 7, "", LEAK, "tel quel")]
    )
    assert lines == [[
        Piece("xx", "ORG", "", "hôpital"),
        Piece("Dijon", "ORG", "leak", "hôpital · tel quel"),
        Piece("xx", "ORG", "", "hôpital"),
    ]]  # fmt: skip


def test_of_flags_that_overlap_the_leak_stays():
    (line,) = lines_of(
        "abcdef", [], [Place(0, 4, "", DOUBT), Place(2, 6, "", LEAK), Place(4, 5, "", DOUBT)]
    )
    assert [(piece.text, piece.flag) for piece in line] == [("ab", ""), ("cdef", "leak")]


def test_the_text_is_whole_whatever_is_marked():
    text = "\n\nMme Petit\n va\n"
    lines = lines_of(text, [Place(2, 11, "PER"), Place(13, 99, "LOC")], [Place(0, 3, "", DOUBT)])
    assert "\n".join("".join(piece.text for piece in line) for line in lines) == text


def test_texts_with_as_many_lines_stand_line_by_line():
    before, after = lines_of("a\nb", []), lines_of("c\nd", [])
    assert [(r.before[0].text, r.after[0].text) for r in rows_of(before, after)] == [
        ("a", "c"),
        ("b", "d"),
    ]


def test_others_stand_as_wholes():
    (row,) = rows_of(lines_of("a\nb", []), lines_of("c", []))
    assert "".join(piece.text for piece in row.before) == "a\nb"


def test_a_table_stands_whole_beside_what_it_becomes():
    before, after = lines_of("a\nb  1\nc  2\nd", []), lines_of("a\nxx  1\nc  2\nd", [])
    rows = rows_of(before, after)
    assert [row.css for row in rows] == ["", "note-table tab-8", ""]
    assert "".join(piece.text for piece in rows[1].before) == "b  1\nc  2"
    assert "".join(piece.text for piece in rows[1].after) == "xx  1\nc  2"
