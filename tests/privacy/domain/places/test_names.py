"""Town names as notes write them → INSEE codes of the public table."""

import csv

import pytest

from privacy.domain.data import DATA
from privacy.domain.places.geography import Commune
from privacy.domain.places.keys import place_key, read, shortens, variants
from privacy.domain.places.names import PlaceNames

SURFACES = [
    ("Dijon", "21231"),
    ("DIJON", "21231"),
    ("dijon", "21231"),
    ("DIJON CEDEX", "21231"),
    ("Dijon Cedex 9", "21231"),
    ("21000 Dijon", "21231"),
    ("F-21000 DIJON", "21231"),
    ("Dijon (21)", "21231"),
    ("à Dijon", "21231"),
    ("de Dijon", "21231"),
    ("Le Creusot", "71153"),
    ("LE CREUSOT", "71153"),
    ("au Creusot", "71153"),
    ("du Creusot", "71153"),
    ("Creusot", "71153"),
    ("Creusot (Le)", "71153"),
    ("Le Havre", "76351"),
    ("au Havre", "76351"),
    ("Havre", "76351"),
    ("Le Mans", "72181"),
    ("au Mans", "72181"),
    ("du Mans", "72181"),
    ("Les Lilas", "93045"),
    ("aux Lilas", "93045"),
    ("des Lilas", "93045"),
    ("La Rochelle", "17300"),
    ("Rochelle", "17300"),
    ("à La Rochelle", "17300"),
    ("L'Haÿ-les-Roses", "94038"),
    ("L’Haÿ-les-Roses", "94038"),
    ("L'HAY LES ROSES", "94038"),
    ("Lhay les roses", "94038"),
    ("L'Isle-d'Abeau", "38193"),
    ("l'Isle d'Abeau", "38193"),
    ("Les Ulis", "91692"),
    ("aux Ulis", "91692"),
    ("Le Puy-en-Velay", "43157"),
    ("au Puy en Velay", "43157"),
    ("St-Étienne", "42218"),
    ("St Etienne", "42218"),
    ("ST ETIENNE CEDEX 2", "42218"),
    ("St. Malo", "35288"),
    ("Saint Malo", "35288"),
    ("Ste-Foy-lès-Lyon", "69202"),
    ("Ste Foy les Lyon", "69202"),
    ("Sainte Foy lès Lyon", "69202"),
    ("St-Nazaire (44)", "44184"),
    ("Nuits-St-Georges", "21464"),
    ("NUITS ST GEORGES", "21464"),
    ("Chevigny-St-Sauveur", "21171"),
    ("Sts-Geosmes", "52449"),
    ("Lyon 3e", "69123"),
    ("Lyon 3ème", "69123"),
    ("LYON 3", "69123"),
    ("Lyon III", "69123"),
    ("Lyon (3e)", "69123"),
    ("3e arrondissement de Lyon", "69123"),
    ("Lyon 69003", "69123"),
    ("69003 Lyon", "69123"),
    ("Paris 14", "75056"),
    ("Paris XIVe", "75056"),
    ("PARIS XIV", "75056"),
    ("Paris 14ème arrondissement", "75056"),
    ("14e arr. de Paris", "75056"),
    ("75014 Paris", "75056"),
    ("Marseille 8ème", "13055"),
    ("Marseille 13008", "13055"),
    ("Marseille VIIIe", "13055"),
    ("Besançon", "25056"),
    ("Besancon", "25056"),
    ("BESANCON", "25056"),
    ("Bésançon", "25056"),
    ("Chateauroux", "36044"),
    ("CHÂTEAUROUX", "36044"),
    ("Saint-Étienne", "42218"),
    ("Saint Etienne", "42218"),
    ("Hérouville Saint Clair", "14327"),
    ("Evreux", "27229"),
    ("Thonon les Bains", "74281"),
    ("Chalon-sur-Saône", "71076"),
    ("Chalon s/ Saône", "71076"),
    ("Chalon s/Saône", "71076"),
    ("CHALON S/ SAONE", "71076"),
    ("Chalon s/S", "71076"),
    ("Chalon sur Saone", "71076"),
    ("Is s/ Tille", "21317"),
    ("Is-sur-Tille", "21317"),
    ("Villeneuve s/ Lot", "47323"),
    ("Neuilly s/ Seine", "92051"),
    ("Neuilly-s/-Seine", "92051"),
    ("Vitry s/S", "94081"),
    ("Aulnay ss Bois", "93005"),
    ("Fontaine-lès-D.", "21278"),
    ("Fontaine lès Dijon", "21278"),
    ("Villeneuve d'A.", "59009"),
    ("Villeneuve d'Ascq", "59009"),
    ("VILLENEUVE D'ASCQ", "59009"),
    ("Boulogne-B.", "92012"),
    ("Boulogne Bill.", "92012"),
    ("Boulogne-Billancourt", "92012"),
    ("Aix-en-P.", "13001"),
    ("St-Germain-en-L.", "78551"),
    ("Le Kremlin-B.", "94043"),
    ("Issy les Mx", "92040"),
    ("Champigny s/ M.", "94017"),
    ("Gd Quevilly", "76322"),
    ("Le Gd Quevilly", "76322"),
    ("Mt de Marsan", "40192"),
    ("Cherbourg", "50129"),
    ("Cherbourg-Octeville", "50129"),
    ("Tourlaville", "50129"),
    ("Annecy-le-Vieux", "74010"),
    ("Cran Gevrier", "74010"),
    ("Seynod", "74010"),
    ("Lomme", "59350"),
    ("Hellemmes", "59350"),
    ("Evry", "91228"),
    ("Courcouronnes", "91228"),
    ("Le Chesnay", "78158"),
    ("Oullins", "69149"),
    ("Châlons-sur-Marne", "51108"),
    ("Chalons sur Marne", "51108"),
    ("Bellegarde sur Valserine", "01033"),
    ("Morez", "39368"),
    ("Pont-de-Roide", "25463"),
    ("Olonne sur Mer", "85194"),
    ("Ancenis", "44003"),
    ("Château-Gontier", "53062"),
    ("Vire", "14762"),
    ("Lamballe", "22093"),
    ("St-Pol-sur-Mer", "59183"),
    ("Villeurbane", "69266"),
    ("Strasboug", "67482"),
    ("Starsbourg", "67482"),
    ("Clermond-Ferrand", "63113"),
    ("Belfrot", "90010"),
    ("Montbelliard", "25388"),
    ("Besaçon", "25056"),
    ("Gernoble", "38185"),
    ("Grenobel", "38185"),
    ("Perpignant", "66136"),
    ("Mulhous", "68224"),
    ("Toulousse", "31555"),
    ("Bordeau", "33063"),
    ("Bourg en Bresse", "01053"),
    ("Bourges", "18033"),
    ("Villefranche sur Saone", "69264"),
    ("Vesoul", "70550"),
    ("Lons-le-Saunier", "39300"),
    ("Lons le Saulnier", "39300"),
    ("Saint-Claude", "97124"),
    ("Fort de France", "97209"),
    ("St Denis (974)", "97411"),
    ("Pointe à Pitre", "97120"),
    ("L'Isle s/ Sorgue", "84054"),
    ("L'Isle-sur-Sorgue", "84054"),
    ("Verdun s/ le Doubs", "71566"),
    ("Chalon/Saône", "71076"),
    ("Neuilly/Seine", "92051"),
    ("Neuilly/s/Seine", "92051"),
    ("Bar/Aube", "10033"),
    ("Mâcon Cx", "71270"),
    ("MACON CX 9", "71270"),
    ("N.D. de Bondeville", "76474"),
    ("ND de Bondeville", "76474"),
    ("V. d'Ascq", "59009"),
    ("Djion", "21231"),
    ("Dijn", "21231"),
    ("Dijno", "21231"),
    ("Aix en Pce", "13001"),
    ("Saint-Lupicin", "39491"),
    ("Tessy-sur-Vire", "50592"),
    ("Saint-Sauveur-Lendelin", "50550"),
    ("Voisinlieu", "60057"),  # part of Beauvais since 1943
    ("Ajaccio", "2A004"),
    ("Bastia", "2B033"),
]
# name, departments of the patient, postal code beside the name, INSEE code
HOMONYMS = [
    ("Lons", ("39",), "", "39300"),
    ("Lons", (), "", "64348"),
    ("Chalon", ("71",), "", "71076"),
    ("Semur", ("21",), "", "21603"),
    ("Bourg", ("01",), "", "01053"),
    ("St Maur", ("94",), "", "94068"),
    ("St Maur", (), "", "36202"),
    ("Vitry", ("94",), "", "94081"),
    ("Vitry", ("51",), "", "51649"),
    ("Valence", (), "", "26362"),
    ("Valence", ("82",), "", "82186"),
    ("Valence", ("26",), "", "26362"),
    ("Évry", ("89",), "", "89162"),
    ("Évry", (), "", "91228"),
    ("Sainte-Marie", ("25",), "", "25523"),
    ("Sainte-Marie", (), "", "97418"),
    ("Saint-Denis", ("93",), "", "93066"),
    ("Saint-Denis", (), "", "97411"),
    ("Saint-Denis", (), "93200", "93066"),
    ("Saint-Denis", ("75",), "", "93066"),  # the only one of Île-de-France
    ("Saint-Denis (93)", ("75",), "", "93066"),
    ("Saint-Pierre", ("97",), "", "97416"),
    ("Beaune", ("63",), "", "21054"),
    ("Dijno", ("21",), "", "21231"),
    ("Vesol", ("70",), "", "70550"),
    ("Dole", ("39",), "", "39198"),
    ("Quetiny", ("21",), "", "21515"),
    ("Fontaine-lès-D.", ("21",), "", "21278"),
    ("Montigny", ("78",), "", "78423"),
    ("Villeneuve", ("21",), "", "21696"),  # Villeneuve-sous-Charny, the only one that begins so
    ("Montreuil", ("62",), "62170", "62588"),
    ("Montreuil", (), "62170", "62588"),
    ("Montreuil (62)", ("75",), "", "62588"),
    ("Montreuil", ("62",), "", "62588"),  # its name until 2023
    ("Montreuil", ("75",), "", "93048"),  # dwarfs its homonyms
    ("Montreuil", ("62",), "93100", "93048"),  # the code beside the name wins over the home
    ("Nancy", ("74",), "", "54395"),  # not Nancy-sur-Cluses: no other commune is called Nancy
    ("Brazey", ("21",), "", "21103"),
    ("Fresnes", ("41",), "", "41094"),  # Fresnes, now Le Controis-en-Sologne
    ("Septmoncel", ("39",), "", "39510"),
    ("V. d'Ascq", ("59",), "", "59009"),
    ("Djion", ("21",), "", "21231"),
    ("Dijn", ("21",), "", "21231"),
    ("Saint-Apo.", ("21",), "", "21540"),
    ("Nevers", ("58",), "", "58194"),
    ("Beaumont", ("63",), "", "63032"),
    ("Beaumont", (), "", "63032"),
    ("Pontarlié", ("25",), "", "25462"),
    ("Arc sur Tille", ("21",), "", "21021"),
]


@pytest.mark.parametrize(("name", "insee"), SURFACES, ids=[name for name, _ in SURFACES])
def test_a_name_is_resolved(tables, name, insee):
    assert tables.atlas.find(name).insee == insee


def test_there_are_enough_cases():
    assert len({*SURFACES}) == len(SURFACES) >= 120


@pytest.mark.parametrize(("name", "departments", "code", "insee"), HOMONYMS)
def test_homonyms_are_decided_by_code_then_department_then_size(
    tables, name, departments, code, insee
):
    found = tables.atlas.find(name, departments=departments, postal_code=code)
    assert found.insee == insee


@pytest.mark.parametrize(
    "name",
    [
        "Trifouillis", "Turin", "Barcelone", "Genève", "", "xx", "Bourgogne", "Narnia", "chez sa fille",
        "Brazey", "Villeneuve-en-Z.",
    ],
)  # fmt: skip
def test_what_is_unknown_or_ambiguous_is_not_guessed(tables, name):
    assert tables.atlas.find(name) is None


@pytest.mark.parametrize(
    ("name", "departments", "code"),
    [
        ("Dijon", ("21",), "62170"),  # the code contradicts the name
        ("Dijon (62)", ("21",), ""),
        ("Saint-Martin", ("21",), ""),  # two of one size begin so there, and homonyms lie elsewhere
        ("Saint-Denis", ("34",), ""),  # two of one size, and two villages in the region
    ],
)
def test_what_the_hints_contradict_or_leave_open_is_not_guessed(tables, name, departments, code):
    assert tables.atlas.find(name, departments=departments, postal_code=code) is None


@pytest.mark.parametrize(
    ("name", "departments", "code", "is_supposed"),
    [
        ("Saint-Denis", ("75",), "", True),  # by its region
        ("Saint-Denis", (), "", True),  # by its size: 155,634 inhabitants against 149,077
        ("Montreuil", ("75",), "", True),  # dwarfs its homonyms
        ("Saint-Denis", ("93",), "", False),  # at home
        ("Saint-Denis (93)", ("75",), "", False),  # the text says where
        ("Saint-Denis", ("75",), "93200", False),
        ("Dijon", ("75",), "", False),  # has no homonym
        ("Lons", ("39",), "", False),
    ],
)
def test_what_homonyms_leave_in_doubt_is_told(tables, name, departments, code, is_supposed):
    found = tables.atlas.resolve(name, departments=departments, postal_code=code)
    assert found.is_supposed is is_supposed


def test_the_region_decides_only_between_towns_of_which_one_stands_out_there():
    def town(insee, region, population):
        return Commune(0, insee, "Saint-X", insee[:2], "", region, "", (), population, 1.0)

    near, far = town("93001", "11", 1000), town("33001", "75", 1200)
    home = Commune(0, "75056", "Paris", "75", "", "11", "", (), 2_000_000, 1.0)
    assert PlaceNames([near, far, home]).find("Saint-X", departments=["75"]) is near
    twin = town("92001", "11", 999)
    assert PlaceNames([near, far, twin, home]).find("Saint-X", departments=["75"]) is None
    small = town("92001", "11", 200)  # a fifth
    assert PlaceNames([near, far, small, home]).find("Saint-X", departments=["75"]) is near
    large = town("33001", "75", 5000)  # five times the town of the region: meant everywhere
    assert PlaceNames([near, large, home]).find("Saint-X", departments=["75"]) is large


def test_the_code_attaches_a_name_that_it_contradicts(tables):
    assert tables.atlas.find("Djion", postal_code="21000").insee == "21231"
    assert tables.atlas.find("Dijon", postal_code="21079").insee == "21231"  # CEDEX codes


@pytest.mark.parametrize("word", ["poste", "matin", "maison", "jambon", "violon", "bordel"])
def test_a_word_of_the_language_is_no_misspelt_town(tables, word):
    assert tables.atlas.find(word) is None


def test_the_words_are_what_stops_a_short_misspelling():
    towns = [
        Commune(0, "21231", "Dijon", "21", "", "27", "", ("21000",), 150_000, 1000.0),
        Commune(1, "21001", "Macon", "21", "", "27", "", ("21001",), 30_000, 1000.0),
    ]
    names = PlaceNames(towns, is_word=lambda word: word == "macin")
    assert names.find("dijin") is towns[0]
    assert names.find("macin") is None
    assert PlaceNames(towns).find("macin") is towns[1]


def test_a_former_name_counts_alone_or_at_home():
    towns = [
        Commune(0, "21231", "Dijon", "21", "", "27", "", ("21000",), 150_000, 1000.0),
        Commune(1, "39198", "Dole", "39", "", "27", "", ("39100",), 24_000, 600.0),
        Commune(2, "39300", "Azans", "39", "", "27", "", ("39570",), 10, 1.0),
    ]
    older = [("Azans", "39198"), ("Larrey", "21231"), ("Crissey", "21231"), ("Crissey", "39198")]
    names = PlaceNames(towns, older=older)
    assert names.find("Larrey") is towns[0]
    assert names.find("Crissey") is None  # borne twice
    assert names.find("Crissey", departments=["39"]) is towns[1]
    assert (
        names.find("Azans") is towns[2]
    )  # today's commune wins over a larger one that bore the name
    assert names.is_known("Larrey")
    assert not names.is_known("Larey")


def test_former_names_lead_to_todays_communes(tables):
    with (DATA / "former_communes_fr.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    today = {commune.insee: commune.name for commune in tables.atlas.communes}
    assert 40 <= len(rows) <= 60
    assert [today[row["insee_code"]] for row in rows] == [row["today"] for row in rows]
    assert all(tables.atlas.is_known(row["name"]) for row in rows)


def test_hints_are_read_beside_the_name():
    assert read("75014 Paris").postal_code == "75014"
    assert read("21 000 Dijon").postal_code == "21000"
    assert read("Dijon (21)").department == "21"
    assert read("Saint-Denis (La Réunion)").department == "la reunion"
    assert read("Lyon (3e)").department == ""
    assert place_key("21000") == "21000"


def test_prepositions_and_articles_are_tried_off():
    assert variants("au creusot") == ["au creusot", "le creusot", "creusot"]
    assert variants("la rochelle") == ["la rochelle", "rochelle"]


def test_a_word_shortens_another_by_its_beginning_or_its_consonants():
    assert shortens("bill", "billancourt")
    assert shortens("mx", "moulineaux")
    assert not shortens("x", "moulineaux")
    assert not shortens("bx", "billancourt")


def test_every_commune_is_found_by_its_own_name_and_postal_code(tables):
    sample = tables.atlas.communes[::97]
    for commune in sample:
        code = commune.postal_codes[0] if commune.postal_codes else ""
        found = tables.atlas.find(
            commune.name.upper(), departments=[commune.department], postal_code=code
        )
        assert place_key(found.name) == place_key(commune.name)
        assert found.department == commune.department
