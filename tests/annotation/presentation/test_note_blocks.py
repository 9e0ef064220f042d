from dataclasses import dataclass
from itertools import pairwise

from annotation.presentation.note_blocks import blocks_of, line_blocks, table_edges

TEXT = "Bilan :\nNa\t140\nK\t4,1\nfin"


@dataclass
class Words:
    text: str


def test_a_table_takes_its_lines_whole_and_nothing_is_lost():
    edges = table_edges(TEXT)
    assert edges == {8: "note-table tab-8", 21: ""}
    cuts = [0, 3, 8, 11, 21, len(TEXT)]
    pieces = [Words(TEXT[a:b]) for a, b in pairwise(cuts)]
    blocks = blocks_of(TEXT, pieces)
    assert [(block.css, "".join(one.text for one in block.pieces)) for block in blocks] == [
        ("", "Bilan :\n"),
        ("note-table tab-8", "Na\t140\nK\t4,1\n"),
        ("", "fin"),
    ]


def test_a_table_that_ends_the_note():
    (block,) = blocks_of("a\tb\nc\td", [Words("a\tb\nc\td")])
    assert block.css == "note-table tab-8"


def test_lines_stand_alone_but_those_of_a_table():
    assert list(line_blocks(TEXT.split("\n"))) == [
        (slice(0, 1), ""),
        (slice(1, 3), "note-table tab-8"),
        (slice(3, 4), ""),
    ]
