from fractions import Fraction

import pytest

from privacy.domain.attacks.cohort import REFERENCE, as_note, invent_people
from privacy.domain.attacks.collision import collisions
from privacy.domain.attacks.linkage import Released, export, link
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import KeyedStream, StudyKey

A, B = StudyKey(bytes(range(32))), StudyKey(bytes(range(1, 33)))


@pytest.fixture(scope="module")
def people(tables):
    return invent_people(KeyedStream(StudyKey(bytes(32)), b"link"), 30, visits=3, tables=tables)


def released(people, tables, key, dates):
    return export(people, SubstitutionPolicy(Fraction(1), REFERENCE, dates=dates), key, tables)


def test_two_studies_share_nothing_that_joins(people, tables):
    left = released(people, tables, A, DateMechanism.METRIC)
    right = released(people, tables, B, DateMechanism.METRIC)
    found = link(left, right)
    assert found.joined["name"] == found.joined["record"] == found.joined["everything"] == 0.0
    assert max(found.joined["dates"], found.joined["intervals"], found.joined["town"]) <= 0.1


def test_a_shift_joins_two_studies_by_their_intervals(people, tables):
    left = released(people, tables, A, DateMechanism.SHIFT)
    right = released(people, tables, B, DateMechanism.SHIFT)
    found = link(left, right)
    assert (found.joined["intervals"], found.wrong["intervals"]) == (1.0, 0.0)
    assert found.joined["dates"] <= 0.1


def test_exports_of_one_study_agree(people, tables):
    left = released(people, tables, A, DateMechanism.METRIC)
    assert link(left, released(people, tables, A, DateMechanism.METRIC)).joined["everything"] == 1.0


def test_a_value_that_two_patients_share_joins_nobody():
    def row(name, record):
        return Released(name, record, "Dole", ("1", "2"), (1,))

    left = [row("Anne Roy", "1"), row("Anne Roy", "2"), row("Luc Bon", "3")]
    right = [row("Luc Bon", "9"), row("Eve Lot", "2"), row("Anne Roy", "3")]
    found = link(left, right)
    # Luc Bon is rank 2 on the left and 0 on the right; records 2 and 3 stand at their own ranks
    assert (found.joined["name"], found.wrong["name"]) == (0.0, pytest.approx(1 / 3))
    assert (found.joined["record"], found.wrong["record"]) == (pytest.approx(2 / 3), 0.0)
    assert found.joined["town"] == 0.0


def test_collisions_are_counted_by_pairs(people):
    three = people[:3]
    names = [f"{p.first_name} {p.last_name}" for p in three]
    shown = [
        Released(names[1], "1", three[0].town, (), ()),  # the true name of the second
        Released("Eve Lot", "1", "Nulle-Part", (), ()),
        Released("EVE LOT", "1", "Ailleurs", (), ()),
    ]
    found = collisions(three, shown)
    assert (found["name"].pairs, found["name"].borrowed) == (1, 1)
    assert (found["record"].pairs, found["record"].originals) == (3, 0)
    assert found["town"].borrowed == 0  # one's own town again is no one else's


def test_the_note_of_a_patient_is_marked_where_its_values_stand(people):
    note = as_note(people[0])
    surfaces = [note.text[s.start : s.end] for s in note.entities]
    assert surfaces[:4] == [
        people[0].first_name,
        people[0].last_name,
        people[0].record,
        people[0].town,
    ]
    assert len(surfaces) == 4 + 3
