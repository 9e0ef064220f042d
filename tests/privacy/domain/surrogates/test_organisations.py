import pytest

from privacy.domain.patient_file import Stands
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.surrogates.organisations import (
    NamedOrganisation,
    _alone,
    heads,
    organisation,
    read,
)
from privacy.domain.text import fold_phrase, strip_accents


def source(seed: int = 1):
    return StudyKey(bytes([seed]) * 32).stream(DrawContext("p", "ORG", "", "uniform"))


@pytest.mark.parametrize(
    ("surface", "kind", "proper", "city"),
    [
        ("CHU de Dijon", "CHU", False, "Dijon"),
        (
            "Centre Hospitalier Universitaire d'Angers",
            "Centre Hospitalier Universitaire",
            False,
            "Angers",
        ),
        ("Clinique Sainte-Marthe (Dole)", "Clinique", True, "Dole"),
        ("Clinique Sainte-Marthe", "Clinique", True, ""),
        ("EHPAD Le Clos des Vignes", "EHPAD", True, ""),
        ("Résidence du Bois", "Résidence", True, ""),
        ("Hôpital du Havre", "Hôpital", False, "Havre"),
        ("EHPAD des Sables-d'Olonne", "EHPAD", False, "Sables-d'Olonne"),
        ("EHPAD Les Lilas Blancs", "EHPAD", True, ""),
        ("CH de Chalon-sur-Saône", "CH", False, "Chalon-sur-Saône"),
        ("Laboratoire Dupond", "Laboratoire", True, ""),
        # a bare name is a town's behind what is called after towns, whatever the town
        ("CH Arceau", "CH", False, "Arceau"),
        ("CHU Dijon", "CHU", False, "Dijon"),
        ("CPAM Dijon", "CPAM", False, "Dijon"),
        ("Clinique Beaune", "Clinique", True, ""),
        ("Clinique Arceau", "Clinique", True, ""),
        ("Hôpital Saint-Louis", "Hôpital", True, ""),
        # and « Saint » tells nothing
        ("CHU Saint-Étienne", "CHU", False, "Saint-Étienne"),
        ("CH St-Brieuc", "CH", False, "St-Brieuc"),
        ("Hôpital Dijon", "Hôpital", True, ""),
        ("Hôpital de Dijon", "Hôpital", False, "Dijon"),
    ],
)
def test_an_organisation_is_cut_into_type_name_and_city(tables, surface, kind, proper, city):
    parts = read(surface, tables.atlas)
    assert (parts.kind, parts.proper, parts.city) == (kind, proper, city)


def city(tables, name):
    return lambda _: (tables.atlas.find(name), True)


def replaced(tables, surface, town="Dole", subtype="", seed=1):
    parts = read(surface, tables.atlas)
    return organisation(source(seed), parts, surface, tables, city(tables, town), subtype)


@pytest.mark.parametrize(
    ("surface", "new", "expected"),
    [
        ("CHU de Dijon", "Lyon", "CHU de Lyon"),
        ("CHU de Dijon", "Angers", "CHU d'Angers"),
        ("CH d'Angers", "Le Creusot", "CH du Creusot"),
        ("CHU Dijon", "Lyon", "CHU Lyon"),
        ("Hôpital (Dole)", "Vesoul", "Hôpital (Vesoul)"),
    ],
)
def test_the_city_follows_and_the_link_agrees(tables, surface, new, expected):
    drawn = replaced(tables, surface, new)
    assert (drawn.text, drawn.derived) == (expected, True)


@pytest.mark.parametrize(
    "surface",
    ["Service de Cardiologie", "Unité Pinel", "Pôle Imagerie", "pavillon Germon", "HDJ Ponant"],
)
def test_every_service_gets_a_specialty(tables, surface):
    """« Pôle Les Bateliers » is no service; that a unit bore a name is not told either."""
    drawn = replaced(tables, surface, subtype="SERVICE")
    kind, _, specialty = drawn.text.partition(" ")
    assert surface.startswith(kind)
    assert specialty in tables.organisations["SPECIALITE"]
    assert drawn.stands is Stands.NOTHING


def test_a_service_without_a_type_becomes_a_specialty_alone(tables):
    for seed in range(20):
        drawn = replaced(tables, "USIC 2", subtype="SERVICE", seed=seed)
        assert drawn.stands is Stands.SPECIALITY
        assert drawn.text[0].isupper()
        specialties = tables.organisations["SPECIALITE"]
        assert {f"de {drawn.text}", f"d'{drawn.text}"} & set(specialties)


@pytest.mark.parametrize(
    ("surface", "kind"),
    [
        ("cl. St Martin", "cl. "), ("HÔP. PASTEUR 2", "HÔP. "), ("HIA Legouest", "HIA "), ("Hôtel-Dieu", "Hôtel-Dieu "),
        ("mat. Sainte-Anne", "mat. "), ("GHI Sud", "GHI "), ("Fondation Hôpital Saint-Joseph", "Fondation Hôpital "),
        ("CSAPA Équilibre", "CSAPA "), ("IME Les Catherinettes", "IME "), ("Foyer-logement des Coteaux", "Foyer-logement "),
    ],
)  # fmt: skip
def test_a_hospital_keeps_the_word_that_makes_it_one(tables, surface, kind):
    drawn = replaced(tables, surface, subtype="HOPITAL")
    assert drawn.text.startswith(kind)
    groups = tables.organisations["SOINS"] + tables.organisations["HEBERGEMENT"]
    assert drawn.text.removeprefix(kind).casefold() in {
        shown.casefold() for name in groups for shown in (name, strip_accents(name))
    }


def test_a_hospital_without_such_a_word_gets_the_name_of_one(tables):
    """« Transfert Beaujon » → « Transfert Les Ormeaux », never « Transfert Les Vignerons Réunis »."""
    alone = {_alone(name, Stands.NAME) for name in tables.organisations["SOINS"]}
    for seed in range(20):
        drawn = replaced(tables, "Beaujon", subtype="HOPITAL", seed=seed)
        assert drawn.text in alone
        assert drawn.stands is Stands.NAME


def test_a_university_hospital_lies_in_a_town_that_has_one(tables):
    assert replaced(tables, "CHU de Dijon", "Luzech").text == "CHU de Toulouse"
    assert replaced(tables, "CHRU Nancy", "Phalsbourg").text == "CHRU Strasbourg"
    assert replaced(tables, "CH de Dole", "Luzech").text == "CH de Luzech"


def test_one_establishment_is_drawn_from_one_value():
    names = [
        "CH Pasteur",
        "Centre Hospitalier Louis-Pasteur",
        "HOPITAL PASTEUR",
        "Pasteur",
        "CH de la Roseraie",
    ]
    kinds = ["CH", "Centre Hospitalier", "HOPITAL", "", "CH"]
    parts = [NamedOrganisation(kind, "SOINS", proper=True) for kind in kinds]
    found = heads(zip(names, parts, strict=True))
    assert len({found[fold_phrase(name)] for name in names[:4]}) == 1
    assert found["ch de la roseraie"] != found["pasteur"]


def test_a_bare_acronym_is_no_line_of_capitals(tables):
    assert not replaced(tables, "HEGP", subtype="HOPITAL").text.isupper()
    loud = organisation(
        source(),
        read("HEGP", tables.atlas),
        "HEGP",
        tables,
        city(tables, "Dole"),
        "HOPITAL",
        shouted=True,
    )
    assert loud.text.isupper()


def test_the_type_stays_and_the_name_comes_from_the_public_list(tables):
    text, derived, _ = replaced(tables, "Clinique Sainte-Marthe (Dole)", "Vesoul")
    assert text.startswith("Clinique ")
    assert text.endswith("(Vesoul)")
    assert text[len("Clinique ") : -len(" (Vesoul)")] in tables.organisations["SOINS"]
    assert derived


def test_a_draw_may_equal_the_original(tables):
    """A name refused because it is the original's would tell it by never showing."""
    names = [f"EHPAD {name}" for name in tables.organisations["HEBERGEMENT"]]
    for surface in [name for name in names if not read(name, tables.atlas).city][:3]:
        drawn = {replaced(tables, surface, "Dole", seed=seed).text for seed in range(200)}
        assert surface in drawn


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        ("Maternité de Dijon (21)", "Maternité de Dole"),
        ("Maternité (Dijon)", "Maternité (Dole)"),
        ("Maternité (Dijon (21))", "Maternité (Dole)"),
        ("Maternité (Dijon, 21000)", "Maternité (Dole)"),
        ("Maternité Sud à L'Étang-Vergy", None),
        ("Maternité de L'Haÿ-les-Roses", "Maternité de Dole"),
    ],
)
def test_what_stands_behind_the_town_goes_with_it_and_its_bracket(tables, surface, expected):
    shown = replaced(tables, surface, "Dole").text
    assert shown == expected or (expected is None and shown.endswith(" à Dole"))
