"""The same words under the same bounds in Python, in JavaScript and in every file format there is.

Every format of the registry is taken in, those added later as well.
"""

from __future__ import annotations

import io
import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.registry import FORMATS, Format
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from annotation.domain.spans import Span


@pytest.fixture
def import_dir() -> None:
    """None: nothing is taken in through a page here."""


PROGRAM = Path(__file__).parents[1] / "js" / "annotator" / "slices.mjs"
# name → characters that some tool counts, folds, drops or turns around
TRAPS = {
    "emoji_zwj": "👩\u200d⚕️",
    "family": "👨\u200d👩\u200d👧",
    "flag": "🇫🇷",
    "astral": "𝔘𠮷",
    "nfd": "e\u0301te\u0301",
    "line_separator": "a\u2028b",
    "paragraph_separator": "a\u2029b",
    "next_line": "a\u0085b",
    "right_to_left": "שלום עולם",
    "bidi_override": "a\u202eb\u202cc",
    "soft_hyphen": "so\u00adin",
    "no_break": "75\u00a0013",
    "narrow_no_break": "1\u202f000",
    "zero_width": "a\u200bb",
}
BOTH_WAYS = [item for item in FORMATS.values() if item.reads and item.writes]


def note_of(trap: str) -> Note:
    """The trap before, inside and behind entities, at the very start and at the very end."""
    pieces = [(trap, None), (" Mme ", None), (f"Du{trap}rand", ("PER", "NOM")), (" x ", None),
              (trap, ("PER", "PRENOM")), ("\nné à ", None), ("Dijon", ("LOC", "VILLE")),
              (f" {trap} le ", None), ("12/02/2020", ("DATE", "DATE")), (f"\n\n{trap} ", None),
              (f"fin{trap}", ("ORG", "HOPITAL"))]  # fmt: skip
    text, entities = "", []
    for words, label in pieces:
        if label:
            entities.append(Span(len(text), len(text) + len(words), *label))
        text += words
    return Note("n1", text, entities=tuple(entities))


NOTES = {name: note_of(trap) for name, trap in TRAPS.items()}


def surfaces(note: Note) -> list[str]:
    return [note.text[span.start : span.end] for span in note.entities]


def in_javascript(notes: list[Note]) -> list[list[dict]]:
    asked = [
        {"text": note.text, "spans": [[s.start, s.end] for s in note.entities]} for note in notes
    ]
    done = subprocess.run(
        ["node", str(PROGRAM)], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def through(item: Format, note: Note) -> Note:
    assert item.writes is not None
    assert item.reads is not None
    stream = io.BytesIO()
    item.writes([note], stream, Writing())
    (back,) = [n for _line, n in item.reads(io.BytesIO(stream.getvalue()), Reading(item.name))]
    return back


def test_the_traps_are_what_they_say():
    assert len(BOTH_WAYS) >= 10
    utf16 = {name: len(note.text.encode("utf-16-le")) // 2 for name, note in NOTES.items()}
    astral = {name for name, note in NOTES.items() if utf16[name] != len(note.text)}
    assert astral == {"emoji_zwj", "family", "flag", "astral"}
    assert all(len(note.text.splitlines()) > 4 for name, note in NOTES.items() if "line" in name)


@pytest.mark.node
def test_python_and_javascript_cut_the_same_words():
    for note, seen in zip(NOTES.values(), in_javascript(list(NOTES.values())), strict=True):
        assert [one["words"] for one in seen] == surfaces(note)
        assert [one["back"] for one in seen] == [[s.start, s.end] for s in note.entities]


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("name", [item.name for item in BOTH_WAYS])
def test_every_format_brings_the_same_words_back(name, trap):
    item, note = FORMATS[name], NOTES[trap]
    back = through(item, note)
    if Loss.BLANKS in item.loses:
        # Words are kept, what stands between them is not.
        assert "".join(back.text.split()) == "".join(note.text.split())
        for surface in surfaces(back):
            assert surface == surface.strip()
        if Loss.DISCONTINUOUS not in item.loses:
            assert [s.split() for s in surfaces(back)] == [s.split() for s in surfaces(note)]
        joined = "".join("".join(s.split()) for s in surfaces(back))
        assert joined == "".join("".join(s.split()) for s in surfaces(note))
        return
    assert back.text == note.text
    if Loss.ENTITIES not in item.loses:
        assert sorted((s.start, s.end, s.label, s.subtype) for s in back.entities) == sorted(
            (s.start, s.end, s.label, s.subtype) for s in note.entities
        )


@pytest.mark.node
@pytest.mark.parametrize("name", [item.name for item in BOTH_WAYS])
def test_what_a_format_brings_back_is_cut_alike_in_javascript(name):
    notes = [through(FORMATS[name], note) for note in NOTES.values()]
    for note, seen in zip(notes, in_javascript(notes), strict=True):
        assert [one["words"] for one in seen] == surfaces(note)


@pytest.mark.parametrize("trap", TRAPS)
def test_a_source_with_windows_line_ends(trap):
    """Offsets in the file count its own characters; stored ones count the stored text's."""
    note = NOTES[trap]
    source = note.text.replace("\n", "\r\n")
    moved = [
        {
            "start": span.start + note.text.count("\n", 0, span.start),
            "end": span.end + note.text.count("\n", 0, span.end),
            "label": span.label,
            "subtype": span.subtype,
        }
        for span in note.entities
    ]
    line = json.dumps({"id": "n1", "text": source, "entities": moved}).encode()
    reads = FORMATS["jsonl"].reads
    assert reads is not None
    ((_line, back),) = list(reads(io.BytesIO(line), Reading("n.jsonl")))
    assert back.text == note.text
    assert surfaces(back) == surfaces(note)


def with_line_ends(note: Note, sign: str) -> Note:
    """The note as a file from elsewhere has it: other line ends, offsets that count them."""
    by = len(sign) - 1
    moved = tuple(
        replace(
            span,
            start=span.start + by * note.text.count("\n", 0, span.start),
            end=span.end + by * note.text.count("\n", 0, span.end),
        )
        for span in note.entities
    )
    return replace(note, text=note.text.replace("\n", sign), entities=moved)


# Python's CSV writer leaves a bare CR unquoted: such a file is made by hand below.
LINE_ENDS = [
    (item.name, sign)
    for item in BOTH_WAYS
    for sign in ("\r\n", "\r")
    if sign == "\r\n" or not (item.name.endswith("csv") or item.name == "omop_tables")
]


@pytest.mark.parametrize(("name", "sign"), LINE_ENDS)
def test_every_format_takes_other_line_ends(name, sign):
    item = FORMATS[name]
    for trap, note in NOTES.items():
        back = through(item, with_line_ends(note, sign))
        if Loss.BLANKS in item.loses:
            assert "".join(back.text.split()) == "".join(note.text.split()), trap
            if Loss.DISCONTINUOUS not in item.loses:
                assert [s.split() for s in surfaces(back)] == [s.split() for s in surfaces(note)]
            continue
        assert back.text == note.text, trap
        if Loss.ENTITIES not in item.loses:
            assert sorted(surfaces(back)) == sorted(surfaces(note)), trap


def test_plain_texts_and_archives_take_other_line_ends():
    note = with_line_ends(NOTES["emoji_zwj"], "\r\n")
    reads = FORMATS["text"].reads
    assert reads is not None
    ((_line, back),) = list(reads(io.BytesIO(note.text.encode()), Reading("n.txt")))
    assert back.text == NOTES["emoji_zwj"].text


def test_a_table_takes_bare_carriage_returns():
    note = with_line_ends(NOTES["emoji_zwj"], "\r")
    entities = [
        {"start": s.start, "end": s.end, "label": s.label, "subtype": s.subtype}
        for s in note.entities
    ]
    cells = [f'"{cell}"' for cell in (note.text, json.dumps(entities).replace('"', '""'))]
    data = f"id,text,entities\r\nn1,{','.join(cells)}\r\n".encode()
    reads = FORMATS["csv"].reads
    assert reads is not None
    ((_line, back),) = list(reads(io.BytesIO(data), Reading("n.csv")))
    assert back.text == NOTES["emoji_zwj"].text
    assert surfaces(back) == surfaces(NOTES["emoji_zwj"])
