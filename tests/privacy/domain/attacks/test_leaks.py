"""Leaks planted form by form: what is hidden, what is found, what alarms where nothing is hidden."""

import re
from datetime import date
from itertools import islice

import pytest

from annotation.domain.notes import PatientIdentity
from privacy.domain.attacks import leaks
from privacy.domain.attacks.report import leaking
from privacy.domain.leakscan import KINDS, Kind
from privacy.domain.randomness import KeyedStream, StudyKey
from privacy.domain.substitute import SubstitutedNote
from privacy.domain.text import fold_phrase

PERSON = leaks.Person(
    PatientIdentity(
        id="p",
        last_name=("Lefèvre",),
        first_name=("Inès",),
        birth_date="1950-07-09",
        nir="123456789012345",
        ipp="8001122334",
        phone=("0611223344",),
    ),
    date(1950, 7, 9),
    "Le Creusot",
)


def written(kind: Kind, times: int = 200) -> set[str]:
    """What a form makes of the person, over many draws."""
    source = KeyedStream(StudyKey(bytes(32)), str(kind).encode())
    return {leaks._FORMS[kind](PERSON, source) for _ in range(times)}


def test_every_form_of_the_scan_is_planted():
    assert tuple(map(str, leaks._FORMS)) == KINDS


@pytest.mark.parametrize(
    ("kind", "some"),
    [
        (Kind.EXACT, {"Inès Lefèvre", "Lefèvre", "1950-07-09", "8001122334"}),
        (Kind.FOLDED, {"LEFÈVRE", "ines lefevre"}),
        (Kind.SPACING, {"Le-Creusot", "Le_Creusot", "Le Creusot"}),
        (Kind.GLUED, {"InèsLefèvre", "MLEFÈVRE"}),
        (Kind.MAIL, {"ilefevre", "ines.lefevre@exemple.fr"}),
        (Kind.DIGITS, {"+33 (0)611223344", "06.11.22.33.44"}),
        (Kind.DATE, {"09/07/1950", "9 juillet 1950", "09071950", "19500709"}),
        (Kind.SPLIT, {"Le-\nfèvre"}),
        (Kind.LETTERS, {"L E F È V R E", "L-e-f-è-v-r-e"}),
        (Kind.INITIALS, {"I.L.", "patient IL"}),
        (Kind.REVERSED, {"ervèfeL", "4332211008"}),
    ],
)
def test_forms_are_written_as_their_names_say(kind, some):
    known = {fold_phrase(text) if kind is Kind.SPACING else text for text in written(kind)}
    assert {fold_phrase(text) if kind is Kind.SPACING else text for text in some} <= known


def test_a_misspelt_name_is_never_the_name_and_one_step_away():
    for text in written(Kind.FUZZY):
        assert fold_phrase(text) != "lefevre"
        assert abs(len(text) - len("Lefèvre")) <= 1


def test_invented_people_can_be_written_in_all_forms(tables):
    for person in islice(leaks.people(KeyedStream(StudyKey(bytes(32)), b"people"), tables), 50):
        assert len(person.last) >= 3
        assert re.fullmatch(r"\d{15}", person.identity.nir)
        assert {"PER", "LOC"} <= {item.label for item in person.originals()}


def test_leaks_are_found_and_strangers_leave_notes_in_peace(tables):
    found = leaking(tables, each=6, strangers=2, words=4)
    assert [row["form"] for row in found["forms"]] == list(KINDS)
    plain = [row["found"] for row in found["forms"] if row["form"] in ("exact", "folded")]
    assert plain == [6, 6]
    assert sum(row["found"] for row in found["forms"]) >= 108
    assert [row["form"] for row in found["words"]] == list(leaks.WAYS)
    assert found["alarms"]["notes"] >= 40
    assert found["alarms"]["raised"] <= 1


def test_a_blind_scan_finds_nothing(tables, monkeypatch):
    monkeypatch.setattr(leaks.Scanner, "scan", lambda _self, _note: [])
    note = SubstitutedNote("n", "Une ligne.\nUne autre.", ())
    rows = leaks.plant([note], 2, source=KeyedStream(StudyKey(bytes(32)), b"x"), tables=tables)
    assert {(row.planted, row.found) for row in rows} == {(2, 0)}


def test_names_that_are_words_are_told_from_those_that_are_not(tables):
    plain, wordy = leaks.last_names(tables, words_too=False), leaks.word_names(tables)
    assert {"Petit", "Cousin", "Salles", "Roy", "Bon"} <= set(wordy)
    assert {"Martin", "Durand", "Sow"} <= set(plain)
    assert not set(plain) & set(wordy)
    assert sorted(plain + wordy) == sorted(leaks.last_names(tables))


def test_no_civility_is_planted_before_a_name_that_is_no_word(tables, monkeypatch):
    seen = []
    monkeypatch.setattr(leaks, "_is_hit", _seen_by(seen))
    note = SubstitutedNote("n", "Une ligne.", ())
    leaks.plant([note], 30, source=KeyedStream(StudyKey(bytes(32)), b"y"), tables=tables)
    assert len(seen) == len(KINDS) * 30
    assert not [leak for leak in seen if "onsieur" in leak]
    assert {len(leak) for leak in seen} & {3, 4}  # short names too


def _seen_by(seen):
    def hit(_outgoing, written, *_):
        seen.append(written[1])
        return True

    return hit


def test_a_misspelling_planted_as_a_word_is_one(tables, monkeypatch):
    seen = []
    monkeypatch.setattr(leaks, "_is_hit", _seen_by(seen))
    note = SubstitutedNote("n", "Une ligne.", ())
    rows = leaks.plant_words(
        [note], 3, source=KeyedStream(StudyKey(bytes(32)), b"z"), tables=tables
    )
    assert [row.form for row in rows] == list(leaks.WAYS)
    lexicon = leaks.lexicon_with(tables.ordinary_words)
    at = list(leaks.WAYS).index("misspelt") * 3
    assert all(map(lexicon.is_word, map(fold_phrase, seen[at : at + 3])))
