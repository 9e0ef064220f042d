import pytest

from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.surrogates.organisations import organisation, read


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
    ],
)
def test_an_organisation_is_cut_into_type_name_and_city(tables, surface, kind, proper, city):
    parts = read(surface, tables.atlas)
    assert (parts.kind, parts.proper, parts.city) == (kind, proper, city)


def city(tables, name):
    return lambda _: (tables.atlas.find(name), True)


@pytest.mark.parametrize(
    ("surface", "new", "expected"),
    [
        ("CHU de Dijon", "Lyon", "CHU de Lyon"),
        ("CHU de Dijon", "Angers", "CHU d'Angers"),
        ("CHU d'Angers", "Le Creusot", "CHU du Creusot"),
        ("CHU Dijon", "Lyon", "CHU Lyon"),
        ("Hôpital (Dole)", "Vesoul", "Hôpital (Vesoul)"),
    ],
)
def test_the_city_follows_and_the_link_agrees(tables, surface, new, expected):
    assert organisation(source(), surface, tables, city(tables, new)) == (expected, True)


def test_services_get_a_specialty_and_named_units_a_name(tables):
    service, _ = organisation(source(), "Service de Cardiologie", tables, city(tables, "Dole"))
    unit, _ = organisation(source(), "Unité Pinel", tables, city(tables, "Dole"))
    assert service.removeprefix("Service ") in tables.organisations["SPECIALITE"]
    assert unit.removeprefix("Unité ") in tables.organisations["AUTRE"]


def test_the_type_stays_and_the_name_comes_from_the_public_list(tables):
    text, derived = organisation(
        source(), "Clinique Sainte-Marthe (Dole)", tables, city(tables, "Vesoul")
    )
    assert text.startswith("Clinique ")
    assert text.endswith("(Vesoul)")
    assert text[len("Clinique ") : -len(" (Vesoul)")] in tables.organisations["SOINS"]
    assert derived


def test_a_draw_may_equal_the_original(tables):
    """A name refused because it is the original's would tell it by never showing."""
    names = [f"EHPAD {name}" for name in tables.organisations["HEBERGEMENT"]]
    for surface in [name for name in names if not read(name, tables.atlas).city][:3]:
        drawn = {
            organisation(source(seed), surface, tables, city(tables, "Dole"))[0]
            for seed in range(200)
        }
        assert surface in drawn
