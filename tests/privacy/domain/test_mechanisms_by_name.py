"""Every mechanism of the articles through the whole substitution of a note."""

from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.effects import COMPARISON, effects
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.substitute import substitute_patient_file

TEXT = "Né le 12/03/1950 à Dijon, 45 ans, depuis 3 semaines, vu le 20/05/2019 puis le 03/06/2019 à Besançon."
ENTITIES = [
    ("12/03/1950", "DATE", "DATE_NAISSANCE"),
    ("Dijon", "LOC", "VILLE"),
    ("45 ans", "AGE", "AGE"),
    ("3 semaines", "DATE", "DUREE"),
    ("20/05/2019", "DATE", "DATE"),
    ("03/06/2019", "DATE", "DATE"),
    ("Besançon", "LOC", "VILLE"),
]
REFERENCE = date(2022, 10, 24)


def policy(dates="metric", places="metric"):
    return SubstitutionPolicy(
        Fraction(4), REFERENCE, DateMechanism(dates), PlaceMechanism(places), "FR-BFC"
    )


def shown(result):
    note = result.notes[0]
    return [note.text[r.start : r.end] for r in note.replacements]


# birth, age, duration, two dates, two cities
@pytest.mark.parametrize(
    ("dates", "places", "elements"),
    [
        ("metric", "metric", 7), ("tchouka2023", "metric", 7), ("tchouka2022", "geoind", 7),
        ("shift", "tchouka2023", 4), ("tag", "tchouka2024", 2), ("metric", "random", 5),
        ("tchouka2023", "tag", 5), ("tag", "tag", 0),
    ],
)  # fmt: skip
def test_elements_share_the_budget_under_every_mechanism(
    make_note, tables, key, dates, places, elements
):
    note = make_note(TEXT, ENTITIES)
    result = substitute_patient_file([note], policy=policy(dates, places), key=key, tables=tables)
    assert len(result.elements) == elements
    assert sum(e.epsilon for e in result.elements) == (4 if elements else 0)
    birth, city, age, duration, first, second, _other = shown(result)
    if dates == "tag":
        assert (birth, age, first) == ("[DATE_NAISSANCE]", "[AGE]", "[DATE]")
        return
    read = [date(*map(int, reversed(text.split("/")))) for text in (birth, first, second)]
    assert read[0] <= read[1] <= read[2] <= REFERENCE
    assert age.endswith("ans")
    assert duration.endswith(("semaine", "semaines"))
    if places == "tag":
        assert city == "[VILLE]"
    else:
        # by name, its article joined to the word before: other regions have communes that are called the same
        assert any(c.region == "27" and c.name.endswith(city) for c in tables.atlas.communes)


@pytest.mark.parametrize(("dates", "places"), [("tchouka2022", "tchouka2023"), ("tchouka2023", "tchouka2024")])  # fmt: skip
def test_the_papers_say_that_they_prove_nothing(make_note, tables, key, dates, places):
    found = effects(
        [make_note(TEXT, ENTITIES)], policy=policy(dates, places), key=key, tables=tables
    )
    assert [e.mechanism for e in found] == [dates, places, dates, dates, dates, dates, places]
    assert {e.sentence for e in found} == {COMPARISON}
    assert found[0].parts[0].displacement is None
    assert found[1].parts[0].displacement > 0


def test_geoind_speaks_of_the_place_unit(make_note, tables, key):
    found = effects(
        [make_note("Vu à Dijon.", [("Dijon", "LOC", "VILLE")])],
        policy=policy(places="geoind"), key=key, tables=tables,
    )  # fmt: skip
    assert found[0].sentence == (
        "Un lecteur ne peut pas distinguer deux communes à 50 km l'une de l'autre mieux qu'à 55 contre 1."
    )
    assert found[0].parts[0].displacement == 25  # 2/ε of 50 km


def test_ages_keep_the_metric_noise_when_dates_are_shifted(make_note, tables, key):
    found = effects(
        [make_note(TEXT, ENTITIES)], policy=policy(dates="shift"), key=key, tables=tables
    )
    assert [e.mechanism for e in found[2:6]] == ["metric", "metric", "shift", "shift"]
