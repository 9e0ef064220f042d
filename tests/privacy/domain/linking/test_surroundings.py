"""What stands around an entity is written so whatever the original was. All invented."""

import re

import pytest

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.linking.surroundings import edits_beside, first_beside
from privacy.domain.patient_file import open_file
from tests.growth import MOST, growth

KINDS = {"v": ("LOC", "VILLE"), "z": ("LOC", "ZIP"), "n": ("PER", "NOM"), "d": ("DATE", "DATE")}


def edited(marked: str) -> str:
    """« Nom : {n|MARTIN} » read, with « # » for each entity."""
    text, spans, read = "", [], 0
    for found in re.finditer(r"\{(\w)\|([^}]*)\}", marked):
        text += marked[read : found.start()]
        spans.append(Span(len(text), len(text) + len(found[2]), *KINDS[found[1]]))
        text += found[2]
        read = found.end()
    text += marked[read:]
    file = open_file([Note("n", text, PatientIdentity(), {}, tuple(spans))])
    parts, read = [], 0
    masked = [(span.start, span.end, "#") for span in spans]
    for start, end, shown in sorted([*masked, *edits_beside(text, file.of_note(0))]):
        if start >= read:
            parts += [text[read:start], shown]
            read = end
    return "".join(parts) + text[read:]


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("Nom : {n|MARTIN}.......Sexe : F", "Nom : #....Sexe : F"),
        ("Nom : {n|LE GOFF} ...... Sexe : F", "Nom : #....Sexe : F"),
        ("Nom : {n|ROUX}      Sexe : F", "Nom : #  Sexe : F"),
        ("Nom : {n|ROUX}\t\tSexe : F", "Nom : #\tSexe : F"),
        ("| {n|ROUX}      | F |", "| #  | F |"),
        ("Sortie     {d|9/10/2019}", "Sortie  #"),
        ("Hb    {d|9/10/2019}    {d|10/10/2019}    13", "Hb  #  #  13"),
        ("Sortie .......... {d|9/10/2019}", "Sortie....#"),
        ("Nom : {n|ROUX}______Sexe : F", "Nom : #____Sexe : F"),
        ("21079 {v|DIJON} CEDEX 9, tél.", "21079 #, tél."),
        ("{z|21079} CEDEX", "#"),
        ("{v|Dijon}-Cedex", "#"),
        ("{v|Lyon} 3e, vu", "#, vu"),
        ("{v|Paris} XIIIe arrondissement.", "#."),
        ("{v|Paris} 13ème arrdt.", "#"),
    ],
)
def test_what_tells_the_original_is_written_anew(marked, wanted):
    assert edited(marked) == wanted


@pytest.mark.parametrize(
    "marked",
    [
        "Vu {n|ROUX} ce jour... suite",
        "Vu par {n|ROUX}.\n\n   {n|MARTIN}, interne",
        "à {v|Lyon} 3e consultation",
        "{n|ROUX} CEDEX 9",
        "{v|Lyon} 3 jours, puis",
    ],
)
def test_what_tells_nothing_stays(marked):
    assert edited(marked) == re.sub(r"\{\w\|[^}]*\}", "#", marked)


def test_a_longer_original_leaves_the_same_text():
    short = edited("Nom : {n|ROUX}" + " " * 16 + "Sexe : F")
    assert edited("Nom : {n|ROUX-MARTINEAU}" + " " * 6 + "Sexe : F") == short


@pytest.mark.parametrize(
    ("kept", "start"),
    [("   Sexe", 0), (" CEDEX 9, vu", 0), (" vu    ", 3), (" vu ", None), (", 3e ", None)],
)
def test_what_may_be_changed_between_two_entities(kept, start):
    assert first_beside(kept) == start


@pytest.mark.slow
@pytest.mark.parametrize("repeated", [" ", ".", " .", " cedex", "\t"])
def test_takes_linear_time(repeated):
    def run(filler: str) -> None:
        edited("{v|Dijon}" + filler + "{v|Dijon}")

    assert growth(run, repeated, 50_000) < MOST
