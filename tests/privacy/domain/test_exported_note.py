"""The line of an exported note: what JSON writes, with a patient or without, and read again."""

import json

from hypothesis import given
from hypothesis import strategies as st

from privacy.domain.exported_note import line_of, pseudonym_in, read_line
from privacy.domain.substitute import Replacement, SubstitutedNote

TEXTS = st.text(st.sampled_from('aé"\\/\n\r\t\b\0\x1f\x7f\u2028œ😀 '), max_size=30)


@given(
    text=TEXTS,
    patient=st.sampled_from(["", "0" * 32, 'p"1']),
    meta=st.sampled_from([{}, {"type": 'CR "é"', "date": "2020-02-12"}]),
)
def test_a_line_is_what_json_writes_and_is_read_again(text, patient, meta):
    replacements = (Replacement(0, 1, "PER", "NOM", 0, 1), Replacement(2, 3, "DATE", "", 2, 3))
    shown = [
        {"start": 0, "end": 1, "label": "PER", "subtype": "NOM"},
        {"start": 2, "end": 3, "label": "DATE", "subtype": ""},
    ]
    owner = {"patient": {"id": patient}} if patient else {}
    beside = {"meta": meta} if meta else {}
    expected = {"id": 'n"1', **owner, **beside, "text": text, "replacements": shown}
    line = line_of(SubstitutedNote('n"1', text, replacements, meta), patient)
    assert line == json.dumps(expected, ensure_ascii=False).encode() + b"\n"
    assert read_line(line) == ('n"1', text)


def test_a_pseudonym_is_told_without_reading_the_line():
    name = "0123456789abcdef" * 2
    assert pseudonym_in(line_of(SubstitutedNote(name, "Bonjour", ()), "p")) == name
    assert pseudonym_in(line_of(SubstitutedNote("n1", "Bonjour", ()), "p")) != "n1"
