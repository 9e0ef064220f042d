"""Elision, contraction and gender before a noun: every case written out by hand."""

import pytest

from privacy.domain.linking.words import (
    Noun,
    before_noun,
    before_town,
    elides,
    gender_told,
    in_season,
    misfits,
    tail_of,
)

# masculine and feminine before a consonant, then before a vowel
TABLE = [
    ("de ", "de ", "de ", "d'", "d'"),
    ("d'", "de ", "de ", "d'", "d'"),
    ("que ", "que ", "que ", "qu'", "qu'"),
    ("le ", "le ", "la ", "l'", "l'"),
    ("la ", "le ", "la ", "l'", "l'"),
    ("l'", "le ", "la ", "l'", "l'"),
    ("du ", "du ", "de la ", "de l'", "de l'"),
    ("de la ", "du ", "de la ", "de l'", "de l'"),
    ("de l'", "du ", "de la ", "de l'", "de l'"),
    ("au ", "au ", "à la ", "à l'", "à l'"),
    ("à la ", "au ", "à la ", "à l'", "à l'"),
    ("à l'", "au ", "à la ", "à l'", "à l'"),
    ("un ", "un ", "une ", "un ", "une "),
    ("une ", "un ", "une ", "un ", "une "),
    ("ce ", "ce ", "cette ", "cet ", "cette "),
    ("cet ", "ce ", "cette ", "cet ", "cette "),
    ("son ", "son ", "sa ", "son ", "son "),
    ("sa ", "son ", "sa ", "son ", "son "),
]
NOUNS = [Noun(False, "M"), Noun(False, "F"), Noun(True, "M"), Noun(True, "F")]


@pytest.mark.parametrize(("tail", "expected"), [(row[0], row[1:]) for row in TABLE])
def test_a_word_before_each_kind_of_noun(tail, expected):
    shown = tuple(before_noun(tail, noun, model="mot") for noun in NOUNS)
    assert shown == expected


@pytest.mark.parametrize(
    ("tail", "noun", "model", "expected"),
    [
        ("L'", Noun(False, "M"), "NOURRISSON", "LE "),
        ("L'", Noun(False, "M"), "nourrisson", "Le "),
        ("À L'", Noun(False, "M"), "NOURRISSON", "AU "),
        ("AU ", Noun(True, "M"), "ENFANT", "A L'"),  # capitals without accents stay without
        ("À LA ", Noun(True, "F"), "ADOLESCENTE", "À L'"),
        ("Cet ", Noun(False, "M"), "trentenaire", "Ce "),
        ("a l'", Noun(False, "F"), "nouveau-nee", "a la "),
        ("au ", Noun(True, "M"), "enfant", "à l'"),
        ("l’", Noun(False, "M"), "nourrisson", "le "),
        ("de l’", Noun(True, "M"), "enfant", "de l’"),
        ("de la\u00a0", Noun(False, "M"), "nourrisson", "du "),
        (
            "de\n",
            Noun(True, "M"),
            "enfant",
            "\nd'",
        ),  # the end of a line goes before, whatever the link
        ("de\n", Noun(False, "M"), "nourrisson", "\nde "),
        ("au  ", Noun(True, "M"), "enfant", "à l'"),
        ("le ", Noun(True), "Aubert", None),  # no gender, no article
        ("de ", Noun(True), "Alice", "d'"),
    ],
)
def test_case_apostrophe_and_blank_are_kept(tail, noun, model, expected):
    assert before_noun(tail, noun, model=model) == expected


@pytest.mark.parametrize(
    ("before", "tail"),
    [
        ("venant d'", "d'"),
        ("venant d’", "d’"),
        ("chez l'", "l'"),
        ("à l'", "à l'"),
        ("état de l'", "de l'"),
        ("jusqu'au ", "au "),
        ("jusqu'", ""),
        ("mode ", ""),
        ("aujourd'hui ", ""),
        ("(de ", "de "),
        ("de", ""),
        ("de  ", "de  "),
        ("un jeune ", ""),
        ("", ""),
    ],
)
def test_what_may_be_adapted(before, tail):
    assert tail_of(before) == tail


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Angers", True), ("Évreux", True), ("Héricourt", True), ("Yssingeaux", True), ("un an", True), ("une semaine", True),
        ("onze ans", False), ("onzième", False), ("huit ans", False), ("Onzain", True), ("Lyon", False), ("12", False), ("", False),
    ],
)  # fmt: skip
def test_what_elides(word, expected):
    assert elides(word) is expected


@pytest.mark.parametrize(
    ("tail", "town", "expected"),
    [
        ("d'", "Lyon", ("de ", "Lyon")),
        ("de ", "Angers", ("d'", "Angers")),
        ("D'", "LYON", ("DE ", "LYON")),
        ("D'", "Lyon", ("De ", "Lyon")),
        ("à ", "Le Mans", ("au ", "Mans")),
        ("de ", "Le Mans", ("du ", "Mans")),
        ("à ", "Les Ulis", ("aux ", "Ulis")),
        ("d'", "les ulis", ("des ", "ulis")),
        ("au ", "Dijon", ("à ", "Dijon")),
        ("AU ", "DIJON", ("A ", "DIJON")),
        ("du ", "Angers", ("d'", "Angers")),
        ("aux ", "Le Mans", ("au ", "Mans")),
        ("des ", "Lyon", ("de ", "Lyon")),
        ("de la ", "Dijon", ("de ", "Dijon")),  # the article of La Rochelle
        ("à l'", "Dijon", ("à ", "Dijon")),  # that of L'Isle-d'Abeau
        ("le ", "Dijon", ("", "Dijon")),
        ("à ", "La Rochelle", ("à ", "La Rochelle")),
        ("de ", "L'Isle-Adam", ("de ", "L'Isle-Adam")),
        ("a ", "Le Mans", ("au ", "Mans")),
        ("a ", "Dijon", ("a ", "Dijon")),
        ("en ", "Dijon", ("en ", "Dijon")),
        ("de ", "Lens", ("de ", "Lens")),
        ("au\n", "Dijon", ("\nà ", "Dijon")),
        ("AUX\n", "DIJON", ("\nA ", "DIJON")),
        ("à\n", "Le Mans", ("\nau ", "Mans")),
        ("de\n", "Angers", ("\nd'", "Angers")),
        ("le\n", "Dijon", ("\n", "Dijon")),
        ("à\nla ", "Dijon", ("\nà ", "Dijon")),
        ("de  ", "Angers", ("d'", "Angers")),
        ("de  ", "Dijon", ("de ", "Dijon")),
        ("à  la ", "Dijon", ("à ", "Dijon")),
    ],
)
def test_towns_contract_with_their_article(tail, town, expected):
    assert before_town(tail, town) == expected


def test_spring_takes_au_and_the_other_seasons_en():
    assert in_season("en ", "printemps 2020") == "au "
    assert in_season("EN ", "PRINTEMPS") == "AU "
    assert in_season("en ", "hiver 2020") == "en "
    assert in_season("au ", "printemps 2020") == "au "
    assert in_season("au ", "automne 2020") == "en "
    assert in_season("à l'", "été") == "en "
    assert in_season("À l'", "printemps") == "Au "
    assert in_season("de l'", "été") is None
    assert in_season("en ", "étéocle") is None


@pytest.mark.parametrize(
    ("tail", "gender"),
    [("une ", "F"), ("la ", "F"), ("cette ", "F"), ("sa ", "F"), ("de la ", "F"), ("un ", "M"), ("le ", "M"), ("du ", "M"),
     ("au ", "M"), ("ce ", "M"), ("cet ", "M"), ("l'", ""), ("son ", ""), ("de ", ""), ("à l'", ""), ("", "")],
)  # fmt: skip
def test_the_gender_that_a_word_tells(tail, gender):
    assert gender_told(tail) == gender


def test_what_reads_wrong():
    assert misfits("l'", Noun(False))
    assert misfits("la ", Noun(True))
    assert misfits("cet ", Noun(False))
    assert not misfits("l'", Noun(True))
    assert not misfits("un ", Noun(True))
    assert not misfits("en ", Noun(True))
