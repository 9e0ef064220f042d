from random import Random

import pytest

from worker.training.corpus import tables
from worker.training.corpus.forms import coined, named_bodies, organisations
from worker.training.corpus.slots import Slots
from worker.training.corpus.world import World


def _slots(seed: int = 0) -> Slots:
    rng = Random(seed)
    return Slots(rng, World(rng), names_birth=False)


def test_a_pattern_draws_its_choices_and_parts() -> None:
    drawn = {
        coined.write("<usine|dépôt> {town} {NUM}", Random(n), {"town": "Y"}) for n in range(60)
    }
    assert {text.split()[0] for text in drawn} == {"usine", "dépôt"}
    assert all(text.split()[1] == "Y" and text.split()[2].isdigit() for text in drawn)


def test_a_part_in_capitals_is_written_in_capitals() -> None:
    assert coined.write("{FIRM}", Random(0), {"firm": "Bio-Côte"}) == "BIO-CÔTE"
    assert coined.plain_capitals("Pôle Santé") == "POLE SANTE"


def test_a_coined_acronym_is_no_term_of_medicine() -> None:
    terms = {name.upper() for name in tables.abbreviations()} | {"IMG", "IVG", "CMP"}
    rng = Random(2)
    drawn = [coined.acronym(rng).replace(".", "").upper() for _ in range(400)]
    drawn += [coined.house_acronym(rng).upper() for _ in range(400)]
    assert not terms.intersection(drawn)


@pytest.mark.parametrize("kind", sorted(named_bodies.KINDS))
def test_every_kind_of_body_has_fifty_surfaces_and_a_slot(kind: str) -> None:
    drawn = set()
    for seed in range(80):
        (piece,) = _slots(seed).write(f"org.{kind}")
        assert piece.subtype == "ORGANISME"
        drawn.add(piece.text)
    assert len(drawn) > 50
    assert not any("{" in text or "<" in text for text in drawn)


@pytest.mark.parametrize(
    "kind",
    ["sigle", "libre", "nu", "long", "abrege", "home", "autodialyse", "maternite", "domicile"],
)
def test_a_house_of_a_kind_keeps_its_name(kind: str) -> None:
    slots = _slots(4)
    (first,) = slots.write(f"h2.{kind}")
    assert first.subtype == "HOPITAL"
    assert slots.world.known(f"house:h2:{kind}").name


def test_wards_bear_a_floor_or_a_number_and_centres_their_disease() -> None:
    wards = {_slots(n).write("s1.aile")[0].text for n in range(60)}
    centres = {_slots(n).write("s1.centre")[0].text for n in range(60)}
    assert len(wards) > 40
    assert any(text.isupper() for text in wards)
    assert any("référence" in text.lower() for text in centres)


def test_a_house_without_its_kind_is_long_enough_to_be_one() -> None:
    rng = Random(1)
    assert all(len(organisations.hospital_of("nu", rng).name) > 5 for _ in range(200))
