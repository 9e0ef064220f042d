from random import Random

import pytest

from worker.training.corpus.forms import people
from worker.training.corpus.forms.base import FormSet
from worker.training.corpus.names import PersonName

JEAN = PersonName(("Jean-Paul", "Marie"), "de La Tour", "", is_female=False)
ANNE = PersonName(("Anne",), "Petit", "Roy", is_female=True)


def _written(forms: FormSet, name: str, person: PersonName) -> list[tuple[str, str]]:
    form = next(form for form in forms.forms if form.name == name)
    return [(piece.text, piece.subtype) for piece in form.render(person, Random(0))]


def test_names_in_each_order() -> None:
    assert _written(people.NAMES, "DUPONT Jean-Paul", JEAN) == [
        ("DE LA TOUR", "NOM"),
        (" ", ""),
        ("Jean-Paul", "PRENOM"),
    ]
    assert _written(people.NAMES, "J.-P. Dupont", JEAN)[0] == ("J.-P.", "INITIALES")
    assert _written(people.NAMES, "J.Paul DUPONT", JEAN)[0] == ("J.Paul", "PRENOM")
    assert _written(people.NAMES, "J.-P.DUPONT", ANNE) == [("A.", "INITIALES"), ("PETIT", "NOM")]


def test_birth_names_are_marks_of_their_own() -> None:
    assert _written(people.NAMES, "DUPONT née ROY Jean-Paul", ANNE) == [
        ("PETIT", "NOM"),
        (" née ", ""),
        ("ROY", "NOM"),
        (" ", ""),
        ("Anne", "PRENOM"),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [("J.D.", "J.T."), ("JD", "JT"), ("J-D", "J-T"), ("JPD", "JPT"), ("J.-P. D.", "J.-P. T."), ("D.", "T."), ("DJ", "TJ")],
)  # fmt: skip
def test_initials_skip_particles(name: str, text: str) -> None:
    assert _written(people.INITIALS, name, JEAN) == [(text, "INITIALES")]


def test_first_names_with_commas_are_several_marks() -> None:
    assert _written(people.GIVEN_LISTS, "Jean, Marie, Louis", JEAN) == [
        ("Jean-Paul", "PRENOM"),
        (", ", ""),
        ("Marie", "PRENOM"),
    ]
    assert _written(people.GIVEN_LISTS, "Jean Marie Louis", JEAN) == [("Jean-Paul Marie", "PRENOM")]
