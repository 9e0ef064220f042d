from random import Random

import pytest

from worker.training.corpus.forms import addresses, contacts, durations, organisations, places
from worker.training.corpus.forms.addresses import Address
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.forms.contacts import Mailbox
from worker.training.corpus.forms.durations import Age, Span
from worker.training.corpus.tables import Town

LE_MANS = Town("Le Mans", "72000", "Sarthe", "Pays de la Loire", "72")
SAINT = Town("Saint-Jean-de-Losne", "21170", "Côte-d'Or", "Bourgogne-Franche-Comté", "21")
HOME = Address("7", "avenue Jean Jaurès", "les Lilas", "Bât. C", "BP 79", "La Brosse")


def _written(forms: FormSet, name: str, value: object, seed: int = 0) -> list[tuple[str, str]]:
    form = next(form for form in forms.forms if form.name == name)
    return [(piece.text, piece.subtype) for piece in form.render(value, Random(seed))]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("12 rue X", "7 avenue Jean Jaurès"),
        ("12, av. X", "7, av. Jean Jaurès"),
        ("12 AV X", "7 AV JEAN JAURÈS"),
        ("12 rue X, Bât. C", "7 avenue Jean Jaurès, Bât. C"),
        ("12 rue X, BP 123", "7 avenue Jean Jaurès, BP 79"),
        ("Y, 12 route X", "La Brosse, 7 avenue Jean Jaurès"),
    ],
)
def test_an_address_on_one_line_is_one_mark(name: str, text: str) -> None:
    assert _written(addresses.ADDRESSES, name, HOME) == [(text, "ADRESSE")]


def test_the_host_of_an_address_is_a_name() -> None:
    subtypes = [s for _, s in _written(addresses.ADDRESSES, "chez M. Z, 12 rue X", HOME)]
    assert subtypes == ["", "NOM", "", "ADRESSE"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("VILLE SUR EAU", "SAINT JEAN DE LOSNE"),
        ("St-Ville", "St-Jean-de-Losne"),
        ("Ville (sans suite)", "Saint-Jean"),
    ],
)
def test_a_town_in_each_form(name: str, text: str) -> None:
    assert _written(places.TOWNS, name, SAINT) == [(text, "VILLE")]


def test_a_postal_code_leaves_its_country_outside() -> None:
    assert _written(places.ZIPS, "F-21000", SAINT) == [("F-", ""), ("21170", "ZIP")]


@pytest.mark.parametrize(
    ("town", "text"),
    [
        ("Beaune", "de Beaune"),
        ("Autun", "d'Autun"),
        ("Le Mans", "du Mans"),
        ("Les Ulis", "des Ulis"),
    ],
)
def test_the_preposition_of_a_town(town: str, text: str) -> None:
    assert organisations.of(town) == text


@pytest.mark.parametrize(
    ("department", "text"),
    [
        ("Ain", "de l'Ain"), ("Côte-d'Or", "de la Côte-d'Or"), ("Doubs", "du Doubs"), ("Vosges", "des Vosges"), ("Ardennes", "des Ardennes"),
        ("Deux-Sèvres", "des Deux-Sèvres"), ("Rhône", "du Rhône"), ("Haute-Marne", "de la Haute-Marne"), ("Haut-Rhin", "du Haut-Rhin"), ("La Réunion", "de La Réunion"), ("Pas-de-Calais", "du Pas-de-Calais"),
    ],
)  # fmt: skip
def test_the_article_of_a_department(department: str, text: str) -> None:
    body = organisations.Body("assurance", Town("X", "1", department, "R", "1"), "Roy")
    assert _written(organisations.BODIES["assurance"], "assurance : CPAM {of_dep}", body) == [
        (f"CPAM {text}", "ORGANISME")
    ]


def test_a_hospital_holds_its_town() -> None:
    place = organisations.hospital_of("chu", Random(0), LE_MANS)
    texts = {
        _written(organisations.HOSPITALS["chu"], "CHU … (chu)", place, n)[0] for n in range(60)
    }
    assert texts == {("CHU du Mans", "HOPITAL"), ("CHU DU MANS", "HOPITAL")}


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("<jean.dupont@x.fr>", [("<", ""), ("a.roy@x.fr", "MAIL"), (">", "")]),
        ("mailto:jean.dupont@x.fr", [("mailto:", ""), ("a.roy@x.fr", "MAIL"), ("", "")]),
        ("jean.dupont at x.fr", [("a.roy at x.fr", "MAIL")]),
    ],
)
def test_a_mail_address_without_its_brackets(name: str, pieces: list[tuple[str, str]]) -> None:
    assert _written(contacts.MAILS, name, Mailbox("a.roy", "x.fr")) == pieces


@pytest.mark.parametrize(
    ("name", "span", "text"),
    [
        ("depuis 3 semaines", Span(3, "semaines"), "depuis 3 semaines"),
        ("il y a trois semaines", Span(21, "semaines"), "il y a vingt et une semaines"),
        ("depuis 3 semaines", Span(1, "ans"), "depuis 1 an"),
        ("depuis 3 ans et demi", Span(2, "ans"), "depuis 2 ans et demi"),
    ],
)
def test_a_duration_holds_its_head(name: str, span: Span, text: str) -> None:
    assert _written(durations.DURATIONS, name, span) == [(text, "DUREE")]


@pytest.mark.parametrize(
    ("days", "age"),
    [
        (3, Age(3, "jours")),
        (20, Age(2, "semaines")),
        (400, Age(13, "mois")),
        (26500, Age(72, "ans")),
    ],
)
def test_an_age_is_said_in_its_unit(days: int, age: Age) -> None:
    assert durations.age_of(days) == age


@pytest.mark.parametrize(
    ("name", "text"),
    [("72 ans", "72 ans"), ("72A", "72A"), ("soixante-douze ans", "soixante-douze ans")],
)
def test_an_age_in_each_form(name: str, text: str) -> None:
    assert _written(durations.AGES, name, Age(72, "ans")) == [(text, "AGE")]
