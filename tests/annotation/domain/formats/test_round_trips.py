"""What is written in a format comes back, but for what the format says it loses."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import replace

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import LOSS_TEXTS, Loss
from annotation.domain.formats.pieces import pieces
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.registry import FORMATS, READABLE, WITHOUT_NOTES, WRITABLE
from annotation.domain.formats.utf16 import Utf16
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from annotation.domain.text import is_blank

# emoji with joiners, decomposed accent, line separator, right-to-left, soft hyphen
TEXT = "Mme 👩‍⚕️ Dupont\nné\u0301e le 3 mai  à Dijon\u2028שלום so\u00adin\n\nHôpital\nNord"


def span(surface: str, label: str, subtype: str, **more: object) -> Span:
    start = TEXT.index(surface)
    return replace(Span(start, start + len(surface), label, subtype), **more)


NOTE = Note(
    "dossier/n é 1",
    TEXT,
    PatientIdentity(id="p1", last_name=("Dupont", "D|x"), zip="21000"),
    {"type": "CRH", "date": "2024-01-31", "site": "Belfort"},
    (
        span("Dupont", "PER", "NOM", score=0.9, source="rule:x", doubt=True, comment="nom ?"),
        span("3 mai", "DATE", "DATE_NAISSANCE"),
        span("mai", "DATE", "DATE"),
        span("Dijon", "LOC", "VILLE", source="user:3"),
        span("שלום", "PER", "PRENOM"),
        span("Hôpital\nNord", "ORG", "HOPITAL"),
    ),
)
PLACES = ("start", "end", "label", "subtype")
DETAILS = {"score": Loss.SCORES, "source": Loss.SOURCES, "doubt": Loss.COMMENTS, "comment": Loss.COMMENTS}  # fmt: skip


def trip(name: str, *notes: Note) -> tuple[list[Note], Writing, bytes]:
    stream, writing = io.BytesIO(), Writing()
    item = FORMATS[name]
    assert item.writes is not None
    assert item.reads is not None
    item.writes(notes, stream, writing)
    data = stream.getvalue()
    return [note for _line, note in item.reads(io.BytesIO(data), Reading(name))], writing, data


@pytest.mark.parametrize("name", [item.name for item in WRITABLE])
def test_what_is_lost_is_what_the_format_declares(name):
    _notes, writing, _data = trip(name, NOTE)
    declared = set(FORMATS[name].loses) | {Loss.META, Loss.IDS}
    assert set(writing.losses) <= declared
    assert writing.notes == 1


@pytest.mark.parametrize("name", ["jsonl", "csv"])
def test_nothing_is_lost(name):
    (back,), writing, _data = trip(name, NOTE)
    assert back == NOTE
    assert not writing.losses


@pytest.mark.parametrize(
    "name", ["eds", "doccano", "doccano_objects", "label_studio", "brat", "prodigy", "webanno"]
)
def test_text_id_and_entities_come_back(name):
    (back,), writing, _data = trip(name, NOTE)
    assert (back.id, back.text) == (NOTE.id, NOTE.text)
    kept = [[getattr(s, key) for key in PLACES] for s in back.entities]
    wanted = [[getattr(s, key) for key in PLACES] for s in NOTE.entities]
    assert sorted(kept) == sorted(wanted)
    for key, loss in DETAILS.items():
        lost = loss in writing.losses or (
            loss is Loss.COMMENTS and Loss.COMMENT_PLACES in writing.losses
        )
        if not lost:
            by_place = {(s.start, s.end): getattr(s, key) for s in back.entities}
            assert by_place == {(s.start, s.end): getattr(s, key) for s in NOTE.entities}


@pytest.mark.parametrize("name", ["conll", "conll_bioes"])
def test_conll_drops_overlaps_and_blanks_and_says_so(name):
    (back,), writing, _data = trip(name, NOTE)
    assert back.id == NOTE.id
    assert back.text == (
        "Mme 👩 \u200d ⚕ ️ Dupont\nné\u0301e le 3 mai à Dijon שלום so \u00ad in\nHôpital\nNord"
    )
    assert [back.text[s.start : s.end] for s in back.entities] == [
        "Dupont",
        "3 mai",
        "Dijon",
        "שלום",
        "Hôpital",
        "Nord",
    ]
    assert writing.losses[Loss.OVERLAPS] == 1
    assert writing.losses[Loss.BLANKS] == 1
    assert writing.losses[Loss.DISCONTINUOUS] == 1


def test_inception_counts_utf16_and_says_so():
    _notes, writing, _data = trip("webanno", NOTE)  # an emoji beyond U+FFFF
    assert writing.losses[Loss.UTF16] == 1
    _notes, writing, _data = trip("webanno", Note("n1", "né à Dijon ☕"))
    assert writing.losses[Loss.UTF16] == 0
    assert "UTF-16" in LOSS_TEXTS[Loss.UTF16]


def test_bioes_tags():
    _notes, _writing, data = trip("conll_bioes", NOTE)
    lines = data.decode().splitlines()
    assert "3 B-DATE_NAISSANCE" in lines
    assert "mai E-DATE_NAISSANCE" in lines
    assert "Dijon S-VILLE" in lines


def test_omop_keeps_texts_types_and_dates():
    for name in ("omop_csv", "omop_parquet"):
        (back,), writing, _data = trip(name, replace(NOTE, id="12"))
        assert (back.id, back.text) == ("12", TEXT)
        assert back.meta == {"type": "CRH", "date": "2024-01-31"}
        assert writing.losses[Loss.ENTITIES] == 6


def test_omop_gives_notes_without_numbers_their_own():
    _notes, writing, data = trip(
        "omop_csv", NOTE, replace(NOTE, id="n2", patient=PatientIdentity())
    )
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert len({row["note_id"] for row in rows}) == 2
    assert len({row["person_id"] for row in rows}) == 2
    assert rows[0]["note_source_value"] == NOTE.id
    assert writing.losses[Loss.IDS] == 2
    assert writing.losses[Loss.PATIENT] == 1  # the other note has none that could be lost


def test_omop_tables_hold_the_entities_and_the_stay():
    note = replace(NOTE, id="12", meta={"type": "CRH", "date": "2024-01-31", "stay": "8001"})
    (back,), writing, data = trip("omop_tables", note)
    assert back.meta == note.meta
    assert [(s.start, s.end, s.label, s.subtype, s.source) for s in back.entities] == [
        (s.start, s.end, s.label, s.subtype, s.source) for s in note.entities
    ]
    assert Loss.ENTITIES not in writing.losses
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("NOTE_NLP.csv").decode())))
    assert rows[0]["lexical_variant"] == "Dupont"
    assert rows[0]["term_modifiers"] == "label=PER,subtype=NOM"
    assert [row["note_nlp_id"] for row in rows] == list("123456")
    assert {row["note_id"] for row in rows} == {"12"}


def test_omop_parquet_tables_hold_the_same_as_those_in_csv():
    note = replace(NOTE, id="12", meta={"type": "CRH", "date": "2024-01-31", "stay": "8001"})
    bare = replace(NOTE, id="n2", patient=PatientIdentity(), meta={}, entities=())
    backs, writing, data = trip("omop_parquet_tables", note, bare)
    as_csv, _writing, csv_data = trip("omop_tables", note, bare)
    assert backs == as_csv
    assert Loss.ENTITIES not in writing.losses
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["NOTE.parquet", "NOTE_NLP.parquet"]
        rows = pq.read_table(io.BytesIO(archive.read("NOTE_NLP.parquet"))).to_pylist()
    with zipfile.ZipFile(io.BytesIO(csv_data)) as archive:
        told = list(csv.DictReader(io.StringIO(archive.read("NOTE_NLP.csv").decode())))
    assert [{k: "" if v is None else str(v) for k, v in row.items()} for row in rows] == told
    assert (rows[0]["note_id"], rows[0]["offset"], rows[0]["snippet"]) == (
        12,
        told[0]["offset"],
        None,
    )


def test_many_rows_of_note_nlp_pass_by_groups():
    """More entities than one group of rows holds."""
    notes = [replace(NOTE, id=str(rank)) for rank in range(1, 101)]
    backs, _writing, _data = trip("omop_parquet_tables", *notes)
    assert [len(back.entities) for back in backs] == [6] * 100


def test_a_parquet_table_that_is_none_is_refused():
    bad = io.BytesIO()
    with zipfile.ZipFile(bad, "w") as archive:
        archive.writestr("NOTE.parquet", b"PAR1 is what it begins with")
    reading = Reading("omop_parquet_tables")
    with pytest.raises(FormatError, match="Parquet lisible"):
        list(FORMATS["omop_parquet_tables"].reads(bad, reading))


def test_foreign_rows_of_note_nlp_are_counted_and_left_aside():
    _notes, _writing, data = trip("omop_tables", replace(NOTE, id="12"))
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(changed, "w") as target:
        nlp = source.read("NOTE_NLP.csv").decode().replace("label=PER", "negated=PER")
        target.writestr("folder/NOTE.csv", source.read("NOTE.csv"))
        target.writestr("folder/NOTE_NLP.csv", nlp)
    reading = Reading("omop_tables")
    assert FORMATS["omop_tables"].reads is not None
    ((_line, back),) = FORMATS["omop_tables"].reads(changed, reading)
    assert len(back.entities) == 4
    assert reading.losses[Loss.ENTITIES] == 2


def test_prodigy_tokens_rebuild_the_text_and_token_end_is_inclusive():
    _notes, _writing, data = trip("prodigy", NOTE)
    task = json.loads(data)
    assert "".join(t["text"] + " " * t["ws"] for t in task["tokens"]) == TEXT
    first = task["spans"][0]
    token = task["tokens"][first["token_end"]]
    assert (token["end"], token["text"]) == (first["end"], "Dupont")


def test_the_same_notes_give_the_same_bytes():
    for item in WRITABLE:
        assert trip(item.name, NOTE)[2] == trip(item.name, NOTE)[2]


def test_every_loss_has_its_words_and_every_format_its_reader():
    assert set(LOSS_TEXTS) == set(Loss)
    assert {item.name for item in READABLE} == set(FORMATS) - WITHOUT_NOTES


def test_utf16_counts_and_refuses_the_middle_of_a_pair():
    scale = Utf16("a😀b")
    assert [scale.to_units(point) for point in range(4)] == [0, 1, 3, 4]
    assert [scale.to_points(unit) for unit in (0, 1, 3, 4)] == [0, 1, 2, 3]
    with pytest.raises(ValueError):
        scale.to_points(2)


WORDS = st.text(
    st.sampled_from('aé1 \n\t.,|_[]\\*;-😀\u0301\u200d\u2028\u00ad\u00a0ש"'),
    min_size=1,
    max_size=40,
)


@st.composite
def notes(draw: st.DrawFn) -> Note:
    text = draw(WORDS.filter(lambda t: not is_blank(t) and not t[0].isspace()))
    bounds = pieces(text, ())
    spans = set()
    for _ in range(draw(st.integers(0, 4))):
        first = draw(st.integers(0, len(bounds) - 1))
        last = draw(st.integers(first, len(bounds) - 1))
        place = bounds[first][0], bounds[last][1]
        if not any(text[p] == "\u0301" for p in (place[0], min(place[1], len(text) - 1))):
            spans.add(Span(*place, *draw(st.sampled_from([("PER", "NOM"), ("QID", "IPP"), ("DATE", "DATE_NAISSANCE")]))))  # fmt: skip
    return Note("n1", text, entities=tuple(sorted(spans)))


@settings(max_examples=60)
@given(notes())
def test_any_text_and_entities_survive(note):
    for name in ("jsonl", "csv", "eds", "doccano", "label_studio", "brat", "prodigy", "webanno"):
        (back,), _writing, _data = trip(name, note)
        assert back.text == note.text, name
        assert sorted(back.entities) == list(note.entities), name
