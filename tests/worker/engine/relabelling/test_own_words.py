"""What a passage's own words, and the few around it, say of its kind."""

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from worker.engine.relabelling.own_words import by_own_words


def span_of(text, subtype, words):
    start = text.index(words)
    return Span(start, start + len(words), SUBTYPE_TO_LABEL[subtype].value, subtype)


def told(text, subtype, words, following=None):
    """Sub-type and words of the span when its words tell a kind; None when they do not."""
    after = span_of(text, *following) if following else None
    found = by_own_words(text, span_of(text, subtype, words), after)
    return found and (found.subtype, text[found.start : found.end])


@pytest.mark.parametrize(
    ("text", "subtype", "words", "expected"),
    [
        ("chez Soliha", "NOM", "Soliha", "ORGANISME"),
        ("retour Korian Les Lilas", "ADRESSE", "Korian Les Lilas", "ORGANISME"),
        ("Pavillon Solaris, 4e étage", "ADRESSE", "Pavillon Solaris, 4e étage", "SERVICE"),
        ("EHPAD Les Ormes ce jour", "VILLE", "EHPAD Les Ormes", "HOPITAL"),
        ("admise au Clos des Vignes", "VILLE", "Clos des Vignes", "HOPITAL"),
        ("revu au CRIOZO hier", "NOM", "CRIOZO", "ORGANISME"),
        ("vu avec Arvieux (CRIOZO).", "VILLE", "CRIOZO", "ORGANISME"),
        ("accueil de jour Les Myosotis", "NOM", "Les Myosotis", "HOPITAL"),
        ("amené par VSAV Livron", "NOM", "Livron", "VILLE"),
        ("de Meaux (77) hier", "NOM", "Meaux", "VILLE"),
        ("67502 HAGUENAU CEDEX", "NOM", "HAGUENAU", "VILLE"),
        ("Kortrijk BELGIQUE", "NOM", "BELGIQUE", "PAYS"),
        ("Soliha Bas-Rhin", "NOM", "Bas-Rhin", "DEPARTEMENT"),
    ],
)
def test_kind(text, subtype, words, expected):
    assert told(text, subtype, words) == (expected, words)


@pytest.mark.parametrize(
    ("text", "near", "words", "expected"),
    [
        ("Érythrée, Soudan", ("PAYS", "Érythrée"), "Soudan", ("PAYS", "Soudan")),
        ("Hôpital Mercy METZ", ("HOPITAL", "Hôpital Mercy"), "METZ", ("VILLE", "METZ")),
        ("Hôpital Mercy, Metz", ("HOPITAL", "Hôpital Mercy"), "Metz", None),
        ("Dijon, Zzyx", ("VILLE", "Dijon"), "Zzyx", None),
        ("Dr Roy, Metz", ("NOM", "Roy"), "Metz", None),
    ],
)
def test_a_place_after_a_place(text, near, words, expected):
    found = by_own_words(text, span_of(text, "NOM", words), None, span_of(text, *near))
    assert (found and (found.subtype, text[found.start : found.end])) == expected


def test_an_unknown_town_before_its_country():
    assert told("LABEX (GUINEE)", "NOM", "LABEX", ("PAYS", "GUINEE")) == ("VILLE", "LABEX")


@pytest.mark.parametrize(
    ("text", "subtype", "words"),
    [
        ("M. Soliha", "NOM", "Soliha"),
        ("le DUPONT a dit", "NOM", "DUPONT"),
        ("VU AU CRIOZO HIER", "NOM", "CRIOZO"),
        ("soliha", "NOM", "soliha"),
        ("vu CRIOZO hier", "NOM", "CRIOZO"),
        ("transféré à Dijon", "VILLE", "Dijon"),
        ("retour du Maroc", "VILLE", "Maroc"),
        ("admise au Mans", "VILLE", "Mans"),
        ("avec Meaux hier", "NOM", "Meaux"),
        ("Dr Livron (26)", "NOM", "Livron"),
        ("12 rue Haute", "ADRESSE", "12 rue Haute"),
        ("le 3 mars", "DATE", "3 mars"),
    ],
)
def test_nothing_told(text, subtype, words):
    assert told(text, subtype, words) is None


def test_a_hospital_that_bears_somebody_s_name():
    text = "discuté avec Gustave Roussy"
    found = told(text, "PRENOM", "Gustave", ("NOM", "Roussy"))
    assert found == ("HOPITAL", "Gustave Roussy")
    assert told("M. Gustave Roussy", "PRENOM", "Gustave", ("NOM", "Roussy")) is None
    assert told("avec Gustave Petit", "PRENOM", "Gustave", ("NOM", "Petit")) is None
