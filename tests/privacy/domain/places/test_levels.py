"""Countries, regions and departments as notes write them."""

import pytest

from privacy.domain.places.levels import Level, Levels


@pytest.fixture(scope="module")
def levels(tables) -> Levels:
    return Levels(tables.atlas.communes, tables.country_names)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Bourgogne-Franche-Comté", "27"), ("BOURGOGNE FRANCHE COMTE", "27"), ("Bourgogne", "27"), ("BFC", "27"),
        ("Franche-Comté", "27"), ("Bretagne", "53"), ("région Bretagne", "53"), ("en Bretagne", "53"),
        ("PACA", "93"), ("Île-de-France", "11"), ("Ile de France", "11"), ("IDF", "11"), ("l'Alsace", "44"),
        ("d'Alsace", "44"), ("Grand Est", "44"), ("AURA", "84"), ("Auvergne Rhone Alpes", "84"),
        ("Rhône-Alpes", "84"), ("Hauts de France", "32"), ("Picardie", "32"), ("Midi-Pyrénées", "76"),
        ("Aquitaine", "75"), ("Pays de la Loire", "52"), ("Normandie", "28"), ("Basse-Normandie", "28"),
        ("Corse", "94"), ("Bretange", "53"),
    ],
)  # fmt: skip
def test_regions_and_old_regions_are_read(levels, text, code):
    assert levels.find(text, Level.REGION).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Côte-d'Or", "21"), ("COTE D'OR", "21"), ("Côte d’Or", "21"), ("21", "21"), ("(21)", "21"), ("le 93", "93"),
        ("1", "01"), ("2A", "2A"), ("2b", "2B"), ("974", "974"), ("Seine-Saint-Denis", "93"),
        ("Seine St Denis", "93"), ("Haute-Saône", "70"), ("Hte-Saône", "70"), ("Haute Soane", "70"),
        ("le Jura", "39"), ("dans le Jura", "39"), ("l'Ain", "01"), ("Nord", "59"), ("Terr. de Belfort", "90"),
        ("Territoire de Belfort", "90"), ("la Réunion", "974"), ("Loire inférieure", "44"),
        ("Bouches du Rhône", "13"), ("Val de Marne", "94"),
    ],
)  # fmt: skip
def test_departments_are_read_by_name_or_number(levels, text, code):
    assert levels.find(text, Level.DEPARTMENT).code == code


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Portugal", "Portugal"), ("au Portugal", "Portugal"), ("PORTUGAL", "Portugal"), ("d'Algérie", "Algérie"),
        ("Algerie", "Algérie"), ("USA", "États-Unis"), ("Etats Unis", "États-Unis"), ("aux États-Unis", "États-Unis"),
        ("Allemange", "Allemagne"), ("Pays Bas", "Pays-Bas"), ("Hollande", "Pays-Bas"),
        ("Cote d'Ivoire", "Côte d'Ivoire"), ("Grande-Bretagne", "Royaume-Uni"), ("Sénegal", "Sénégal"),
    ],
)  # fmt: skip
def test_countries_are_read(levels, text, name):
    assert levels.find(text, Level.COUNTRY).name == name


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Narnia", Level.COUNTRY), ("99", Level.DEPARTMENT), ("Atlantide", Level.REGION), ("", Level.REGION),
        ("Portugal", Level.REGION), ("Jura", Level.COUNTRY),
    ],
)  # fmt: skip
def test_unknown_names_are_not_guessed(levels, text, level):
    assert levels.find(text, level) is None
