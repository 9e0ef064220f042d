import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from worker.training.corpus import __main__ as command
from worker.training.corpus import library, pages
from worker.training.corpus.catalogue import describe, forms
from worker.training.corpus.generator import (
    default_library,
    generate,
    note_of,
    wishes_of,
)
from worker.training.corpus.library import Family, Library, PhraseRule
from worker.training.corpus.marked import Piece, join
from worker.training.corpus.world import World

BODY = """{h1}
{pat.civ} {pat.nom} {pat.prenom} {pat.ne} le {pat.ddn}, IPP {pat.ipp}, {pat.adresse}, {pat.zip} {pat.ville}
Entrée {date.entree}, sortie {date.sortie}. Tél {pat.tel}.
{med1.titre} {med1} : <bien|mal>. {@suite} {medicament} {posologie}. {eponyme}."""


def _library(count: int = 6, body: str = BODY) -> Library:
    rule = PhraseRule("suite", "p.txt", 1, (("Revu par {ide1}.", 2), ("Rien.", 3)))
    families = tuple(Family(f"crh-{n}", "crh", body, "crh.txt", 1) for n in range(count))
    return Library(families, {"suite": rule})


def test_the_same_seed_gives_the_same_notes_and_another_others() -> None:
    source = _library()
    first, again, other = (list(generate(seed, 30, "train", source)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_notes_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "import hashlib; from worker.training.corpus import generate\n"
        "text = ''.join(g.note.text + repr(g.note.entities) for g in generate(3, 40, 'train'))\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed}, cwd=Path(library.HERE).parents[2],
        ).stdout
        for seed in ("1", "77")
    }  # fmt: skip
    assert len(found) == 1


def test_families_are_used_equally_often() -> None:
    source = _library(count=60)
    train = len(source.by_split["train"])
    used = Counter(made.family for made in generate(5, 4 * train, "train", source))
    assert set(used.values()) == {4}
    assert len(used) == train


def test_a_split_without_families_is_refused() -> None:
    with pytest.raises(ValueError, match="dev"):
        list(generate(0, 1, "dev", _library(count=1)))


def test_the_patient_is_the_same_person_in_note_and_identity() -> None:
    source = _library()
    for number in range(40):
        made = note_of(source.families[0], source, f"t{number}")
        if made.style or "née" in made.note.text:
            continue
        identity = made.note.patient
        surfaces = {
            subtype: [made.note.text[s.start : s.end] for s in made.note.entities if s.subtype == subtype]
            for subtype in ("NOM", "PRENOM", "IPP", "DATE_NAISSANCE")
        }  # fmt: skip
        assert surfaces["NOM"][0].lower() == identity.last_name[0].lower()
        assert surfaces["IPP"] == [identity.ipp]
        assert identity.first_name
        assert len(identity.birth_date) == 10


def test_days_are_in_order_and_the_note_bears_its_date() -> None:
    for seed in range(200):
        stay = World(Random(seed)).stay
        assert stay.birth < stay.admission <= stay.operation <= stay.discharge <= stay.note


def test_a_template_says_whom_it_supposes() -> None:
    told = Family("crh-1", "crh", "Patient.", "f", 1, ("patient: femme 20-40",))
    assert (wishes_of(told).sex, wishes_of(told).youngest, wishes_of(told).oldest) == (
        "F",
        7300,
        14600,
    )
    pregnant = Family("crh-2", "crh", "Grossesse à {sa}.", "f", 1)
    assert wishes_of(pregnant).sex == "F"
    assert wishes_of(pregnant).oldest == 45 * 365
    assert wishes_of(Family("crh-3", "crh", "Adénome de prostate", "f", 1)).sex == "M"


def test_repeated_alternatives_differ_and_double_stops_vanish() -> None:
    rule = PhraseRule("r", "p", 1, (("a", 1), ("b", 2), ("c", 3)))
    source = Library((Family("x-1", "crh", "{*3 @r sep=-}. {homographe}.", "f", 1),), {"r": rule})
    for number in range(20):
        made = note_of(source.families[0], source, f"n{number}")
        if not made.style:
            assert sorted(made.note.text[:5].split("-")) == ["a", "b", "c"]
            assert ".." not in made.note.text


def test_the_patient_is_contracted_and_the_pronoun_is_not() -> None:
    body = "<Auprès de|Parlé à> {pat.le} {pat.patient}, promis de {pat.le} revoir."
    source = Library((Family("x-1", "crh", body, "f", 1, ("homme",)),), {})
    texts = {note_of(source.families[0], source, f"n{n}").note.text for n in range(40)}
    assert {
        "Auprès du patient, promis de le revoir.",
        "Parlé au patient, promis de le revoir.",
    } <= texts
    assert not any("de le patient" in text or "à le patient" in text for text in texts)


def test_a_page_is_put_between_marks() -> None:
    marked = join([Piece("Vu "), Piece("Roy", "NOM"), Piece("\npuis "), Piece("Petit", "NOM")])
    page = join([Piece("\nPage "), Piece("Blanc", "NOM")])
    put = pages.insert(marked, 6, page)
    assert put.text == "Vu Roy\nPage Blanc\npuis Petit"
    assert [put.surface(mark) for mark in put.marks] == ["Roy", "Blanc", "Petit"]


def test_every_shipped_family_writes_notes_with_sound_spans() -> None:
    source = default_library()
    for family in source.families:
        made = note_of(family, source, "sound")
        last = 0
        for span, form in zip(made.note.entities, made.forms, strict=True):
            surface = made.note.text[span.start : span.end]
            assert last <= span.start < span.end
            assert surface == surface.strip()
            assert form
            last = span.end


def test_the_catalogue_names_more_than_150_forms_that_all_write() -> None:
    known = forms()
    assert len({(form.subtype, form.name) for form in known}) == len(known) > 150
    for form in known:
        pieces = form.alone(Random(1))
        assert form.subtype in {piece.subtype for piece in pieces} or form.subtype == "NOM"
        assert any(piece.subtype and piece.text.strip() for piece in pieces)


def test_the_description_counts_what_was_drawn() -> None:
    found = describe(1, 120)
    assert found.notes == 120
    assert 30 <= found.clean <= 80
    assert sum(found.mentions.values()) == sum(c.total() for c in found.forms.values())
    total = sum(side.total() for side in found.families.values())
    assert total == len(default_library().families)


def test_the_command_shows_a_note_with_its_marks(capsys: pytest.CaptureFixture[str]) -> None:
    family = default_library().families[0].id
    assert command.main(["show", family, "-n", "2", "--seed", "3"]) == 0
    assert capsys.readouterr().out.count(f"## {family} ") == 2
    assert command.main(["show", "zzz-nobody"]) == 2
