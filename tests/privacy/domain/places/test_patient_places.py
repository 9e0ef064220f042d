import re
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.linking.divisions import country
from privacy.domain.linking.fitting import fit
from privacy.domain.linking.words import BARE
from privacy.domain.places.patient_places import ATTACHED, SUPPOSED, UNKNOWN, city_like
from privacy.domain.places.peoples import FOLDED, is_people
from privacy.domain.policy import PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.text import fold_phrase

POLICY = SubstitutionPolicy(Fraction(1), date(2024, 1, 1))


@pytest.fixture
def run(make_note, tables, key):
    def substitute(text, entities, *, policy=POLICY, key=key, **patient):
        note = make_note(text, entities, **patient)
        return substitute_patient_file([note], policy=policy, key=key, tables=tables)

    return substitute


def shown(result):
    note = result.notes[0]
    return [note.text[r.start : r.end] for r in note.replacements]


@pytest.mark.parametrize("seed", range(6))
def test_postal_code_department_and_hospital_follow_the_city(run, tables, seed):
    result = run(
        "CH de Dijon. 21000 DIJON Cedex, Dijon (21), Côte-d'Or : courrier reçu.",
        [("CH de Dijon", "ORG", "HOPITAL"), ("21000", "LOC", "ZIP"), ("DIJON", "LOC", "VILLE"),
         ("Dijon", "LOC", "VILLE"), ("21", "LOC", "DEPARTEMENT"), ("Côte-d'Or", "LOC", "DEPARTEMENT")],
        key=StudyKey(bytes([seed]) * 32),
    )  # fmt: skip
    hospital, code, upper, city, number, department = shown(result)
    commune = tables.atlas.find(city, postal_code=code)
    assert upper == upper.upper()
    assert commune.name == city
    assert code in commune.postal_codes
    assert number == commune.department
    assert department == commune.department_name
    assert hospital.startswith("CH d")
    assert city.split()[-1] in hospital
    assert [r.derived for r in result.notes[0].replacements] == [
        True,
        True,
        False,
        False,
        True,
        True,
    ]
    assert [(e.element_class, e.mentions, e.epsilon) for e in result.elements] == [("VILLE", 2, 1)]


def test_a_lone_postal_code_is_an_element_of_its_own(run):
    result = run("Code postal 25000.", [("25000", "LOC", "ZIP")])
    assert [(e.element_class, e.mentions) for e in result.elements] == [("VILLE", 1)]


def test_a_postal_code_of_a_city_named_elsewhere_is_derived(run, tables):
    result = run(
        "Vit à Dijon depuis toujours. Code 21000.",
        [("Dijon", "LOC", "VILLE"), ("21000", "LOC", "ZIP")],
    )
    city, code = shown(result)
    assert code in tables.atlas.find(city, postal_code=code).postal_codes
    assert len(result.elements) == 1


def test_the_area_bounds_the_surrogates(run, tables):
    policy = SubstitutionPolicy(Fraction(1), date(2024, 1, 1), area="FR-21")
    for seed in range(12):
        result = run("À Dijon (21).", [("Dijon", "LOC", "VILLE"), ("21", "LOC", "DEPARTEMENT")], policy=policy,
                     key=StudyKey(bytes([seed]) * 32))  # fmt: skip
        assert shown(result)[1] == "21"


def test_the_homonym_of_the_patients_department_is_taken(make_note, tables, key):
    # ε so large that the draw is the commune itself, told by its department
    policy = SubstitutionPolicy(Fraction(10_000), date(2024, 1, 1))
    for code, department in (("39100", "39"), ("52300", "52")):
        communes = [
            c
            for c in tables.atlas.communes
            if c.name == "Saint-Aubin" and c.department == department
        ]
        if not communes:
            continue
        note = make_note("À Saint-Aubin (00).", [("Saint-Aubin", "LOC", "VILLE")], zip=code)
        result = substitute_patient_file([note], policy=policy, key=key, tables=tables)
        assert shown(result) == ["Saint-Aubin"]
    assert tables.atlas.find("Saint-Aubin", departments=["39"]).department == "39"
    assert tables.atlas.find("Saint-Aubin", departments=["40"]).department == "40"


def test_a_homonym_that_only_its_region_tells_is_marked_as_supposed(make_note, tables, key):
    policy = SubstitutionPolicy(Fraction(10_000), date(2024, 1, 1))
    for code, expected in (("75011", SUPPOSED), ("93200", None)):
        note = make_note("Vit à Saint-Denis.", [("Saint-Denis", "LOC", "VILLE")], zip=code)
        result = substitute_patient_file([note], policy=policy, key=key, tables=tables)
        assert result.notes[0].replacements[0].warning == expected
        assert [e.element_class for e in result.elements] == ["VILLE"]


def test_an_unknown_town_gets_a_random_commune_and_a_warning(run):
    result = run("Né à Trifouillis.", [("Trifouillis", "LOC", "VILLE")])
    assert result.notes[0].replacements[0].warning == UNKNOWN
    assert shown(result) != ["Trifouillis"]
    assert result.elements == ()


def test_an_unknown_place_beside_a_known_postal_code_takes_its_commune(run):
    result = run("25000 Trifouillis", [("25000", "LOC", "ZIP"), ("Trifouillis", "LOC", "VILLE")])
    assert [r.warning for r in result.notes[0].replacements] == [None, ATTACHED]
    assert [(e.element_class, e.mentions) for e in result.elements] == [("VILLE", 1)]


def test_a_hospital_s_town_is_that_of_the_file_however_it_was_read(run):
    """The town leant on its postal code, the hospital on its name alone: two communes of one name."""
    result = run(
        "CH de St-Denis, vit à Saint-Denis 21000.",
        [
            ("CH de St-Denis", "ORG", "HOPITAL"),
            ("Saint-Denis", "LOC", "VILLE"),
            ("21000", "LOC", "ZIP"),
        ],
    )
    hospital, town, _ = shown(result)
    linked = {f"CH de {town}", f"CH d'{town}", f"CH du {town.removeprefix('Le ')}"}
    assert hospital in linked
    assert result.notes[0].replacements[0].derived


def test_random_places_ignore_epsilon(run):
    texts = {
        run(
            "Né à Dijon.",
            [("Dijon", "LOC", "VILLE")],
            policy=SubstitutionPolicy(Fraction(e), date(2024, 1, 1), places=PlaceMechanism.RANDOM),
        )
        .notes[0]
        .text
        for e in (1, 2, 50)
    }
    assert len(texts) == 1


def test_tag_names_the_sub_type(run):
    policy = SubstitutionPolicy(Fraction(1), date(2024, 1, 1), places=PlaceMechanism.TAG)
    result = run("21000 Dijon, 3 rue Foch", [("21000", "LOC", "ZIP"), ("Dijon", "LOC", "VILLE"),
                                             ("3 rue Foch", "LOC", "ADRESSE")], policy=policy)  # fmt: skip
    assert result.notes[0].text == "[ZIP] [VILLE], [ADRESSE]"


def test_no_country_is_read_as_the_people_of_one(tables):
    assert [name for name in tables.country_names if is_people(name)] == []


@pytest.mark.parametrize(
    ("text", "name", "pattern"),
    [
        ("d'origine portugaise.", "portugaise", r"d'origine \w+\."),
        ("un Turc.", "Turc", r"un [A-Z]\w+\."),
        ("Patiente, l'Italienne.", "Italienne", r"Patiente, la [A-Z]\w+\."),
        ("ses parents franco-algériens.", "franco-algériens", r"ses parents \w+s\."),
    ],
)
def test_people_marked_as_a_country_become_others(run, text, name, pattern):
    result = run(text, [(name, "LOC", "PAYS")])
    (people,) = shown(result)
    assert re.fullmatch(pattern, result.notes[0].text)
    assert fold_phrase(people).removesuffix("s") in FOLDED


def test_a_country_may_stay_the_same(run, tables):
    """One that was refused would be told by never showing."""
    text, entities = "Né au Portugal.", [("Portugal", "LOC", "PAYS")]
    shown = {
        run(text, entities, key=StudyKey(seed.to_bytes(32, "big"))).notes[0].text
        for seed in range(600)
    }
    assert text in shown
    assert len(shown) > 0.95 * len(tables.country_names)


@pytest.mark.parametrize(
    ("original", "expected"),
    [
        ("Né au {}", {"né au Mali", "né en Italie", "né en Iran", "né aux Comores", "né à Cuba", "né en Hongrie"}),
        ("Né en {}", {"né au Mali", "né en Italie", "né en Iran", "né aux Comores", "né à Cuba", "né en Hongrie"}),
        ("Vient du {}", {"vient du Mali", "vient d'Italie", "vient d'Iran", "vient des Comores", "vient de Cuba", "vient de Hongrie"}),
        ("Vient d'{}", {"vient du Mali", "vient d'Italie", "vient d'Iran", "vient des Comores", "vient de Cuba", "vient de Hongrie"}),
        ("Quitte la {}", {"quitte Mali", "quitte Italie", "quitte Iran", "quitte Comores", "quitte Cuba", "quitte Hongrie"}),
    ],
)  # fmt: skip
def test_any_country_may_follow_and_takes_its_preposition(original, expected):
    """The preposition would tell to which of four lists the original belongs."""
    told = set()
    for name in ("Mali", "Italie", "Iran", "Comores", "Cuba", "Hongrie"):
        fitted = fit("LOC", "PAYS", original.format(""), name)
        kept = original.format("")
        told.add((kept[: len(kept) - fitted.cut] + fitted.link + fitted.text).lower())
    assert told == {one.lower() for one in expected}


def test_a_country_without_a_preposition_becomes_one_that_has_no_article(run):
    """« quitte {Cuba} » would tell that it is none of « quitte la {France} »."""
    shown = {
        run("Quitte la France.", [("France", "LOC", "PAYS")], key=StudyKey(bytes([seed]) * 32))
        .notes[0]
        .text.removeprefix("Quitte ")
        for seed in range(40)
    }
    assert {"Cuba.", "Malte.", "Chypre."} <= shown
    assert all(country(name.rstrip(".")).gender == BARE for name in shown)


def test_the_preposition_follows_the_new_town(run):
    seen = set()
    for seed in range(20):
        result = run(
            "Près d'Angers.", [("Angers", "LOC", "VILLE")], key=StudyKey(bytes([seed]) * 32)
        )
        (town,) = shown(result)
        starts = town[0] in "AEIOUYHÉÈÎ"
        assert result.notes[0].replacements[0].warning is None
        if result.notes[0].text.split()[1].startswith("d"):  # « du Mans », « des Ulis » apart
            assert result.notes[0].text in (
                f"Près d'{town}.",
                f"Près de {town}.",
                f"Près du {town}.",
                f"Près des {town}.",
            )
            seen.add((starts, result.notes[0].text[5:7]))
    assert {(True, "d'"), (False, "de")} <= seen
    assert not {(True, "de"), (False, "d'")} & seen


def test_over_two_lines_the_end_of_the_line_goes_before_the_preposition(run):
    seen = set()
    for seed in range(20):
        result = run(
            "Près de\nDijon.", [("Dijon", "LOC", "VILLE")], key=StudyKey(bytes([seed]) * 32)
        )
        assert result.notes[0].text.startswith(
            ("Près \nde ", "Près \nd'", "Près \ndu ", "Près \ndes ")
        )
        assert result.notes[0].replacements[0].warning is None
        seen.add(result.notes[0].text[6:8])
    assert {"de", "d'"} <= seen


@pytest.mark.parametrize(
    ("name", "original", "expected"),
    [
        ("Saint-Étienne", "DIJON", "SAINT-ETIENNE"),
        ("Saint-Étienne", "CHALON SUR SAONE", "SAINT-ETIENNE"),
        ("Saint-Étienne", "BESANÇON", "SAINT-ETIENNE"),
        ("Saint-Étienne", "St-Apollinaire", "Saint-Étienne"),
        ("Saint-Étienne", "Nuits St Georges", "Saint-Étienne"),
        ("Saint-Étienne", "dijon", "saint-étienne"),
        ("Le Creusot", "Dijon", "Le Creusot"),
    ],
)
def test_city_names_take_the_manner_of_the_original(name, original, expected):
    assert city_like(name, original) == expected


@pytest.mark.parametrize("name", ["USA", "U.S.A.", "PORTUGAL"])
def test_a_country_in_capitals_takes_the_case_of_the_text(run, name):
    entities = [(name, "LOC", "PAYS")]
    (small,) = shown(run(f"Pays de naissance : {name}.", entities))
    (capital,) = shown(run(f"PAYS DE NAISSANCE : {name}.", entities))
    assert not small.isupper()
    assert capital.isupper()


@pytest.mark.parametrize("between", [" (", ", ", " en ", "^", " / "])
def test_a_town_beside_a_country_becomes_a_city_of_the_new_country(run, tables, between):
    """« Oran (Algérie) » is never « Mandrevillars (Hongrie) »; it spends nothing, known or not."""
    for seed in range(6):
        for town in ("Oran", "Vienne"):
            text = f"Né à {town}{between}Autriche. Retour à {town}."
            entities = [(town, "LOC", "VILLE"), ("Autriche", "LOC", "PAYS"), (town, "LOC", "VILLE")]
            result = run(text, entities, key=StudyKey(bytes([seed]) * 32))
            born, country, again = shown(result)
            assert again == born
            assert any(city.endswith(born) for city in tables.cities[country])
            assert result.elements == ()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "text",
    ["Origine : Maroc (Casablanca).", "Née au Maroc, à Casablanca.", "NÉ AU Maroc à Casablanca."],
)
def test_a_town_behind_its_country_is_abroad_too(run, tables, seed, text):
    entities = [("Maroc", "LOC", "PAYS"), ("Casablanca", "LOC", "VILLE")]
    result = run(text, entities, key=StudyKey(bytes([seed]) * 32))
    land, town = shown(result)
    assert town in tables.cities[land]
    assert result.elements == ()


def test_a_town_where_somebody_came_to_is_not_that_of_the_country_before(run):
    entities = [("Maroc", "LOC", "PAYS"), ("Dijon", "LOC", "VILLE")]
    assert len(run("Retour du Maroc à Dijon.", entities).elements) == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_region_follows_the_home_whatever_town_is_named_first(run, tables, seed):
    result = run(
        "Née à Auxerre, vit en Bourgogne, à Dijon. Sœur à Beaune (21).",
        [("Auxerre", "LOC", "VILLE"), ("Bourgogne", "LOC", "REGION"), ("Dijon", "LOC", "VILLE"), ("Beaune", "LOC", "VILLE"),
         ("21", "LOC", "DEPARTEMENT")],
        key=StudyKey(bytes([seed]) * 32), zip="21000", city="Dijon",
    )  # fmt: skip
    _, region, home, sister, number = shown(result)
    assert {region} <= {c.region_name for c in tables.atlas.communes if c.name == home}
    assert {number} <= {c.department for c in tables.atlas.communes if c.name == sister}


def test_a_postal_code_makes_a_french_address_whatever_country_stands_behind(run):
    entities = [("21000", "LOC", "ZIP"), ("Dijon", "LOC", "VILLE"), ("France", "LOC", "PAYS")]
    assert len(run("21000 Dijon (France)", entities).elements) == 1


def test_every_country_has_cities(tables):
    assert set(tables.cities) == set(tables.country_names)
    assert min(len(set(cities)) for cities in tables.cities.values()) >= 3
