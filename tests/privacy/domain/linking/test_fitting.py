"""Surrogates fitted to the words before them, by hand; then in whole notes."""

import re
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.coherence.check import incoherences
from privacy.domain.coherence.findings import Kind, pairs_of
from privacy.domain.linking.fitting import ELISION, edits_around, fit, fitted
from privacy.domain.patient_file import Link, Rendered, Stands, open_file
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.redraw import PatientNotes, link_of, redraw_notes, rest_of
from privacy.domain.substitute import substitute_patient_file

AGES = [
    ("chez l'", "enfant", "nourrisson", "chez le nourrisson"),
    ("chez le ", "nourrisson", "octogénaire", "chez l'octogénaire"),
    ("cet ", "octogénaire", "trentenaire", "ce trentenaire"),
    ("ce ", "trentenaire", "octogénaire", "cet octogénaire"),
    ("cette ", "octogénaire", "trentenaire", "cette trentenaire"),
    ("une ", "adulte", "adolescent", "une adolescente"),
    ("UNE ", "ADULTE", "ADOLESCENT", "UNE ADOLESCENTE"),
    ("une jeune ", "adulte", "adolescent", "une jeune adolescente"),
    ("une ", "adolescente", "nourrisson", "un nourrisson"),
    ("un ", "nourrisson", "adulte", "un adulte"),
    ("de l'", "adolescente", "nouveau-née", "de la nouveau-née"),
    ("de l'", "adolescente", "adulte", "de l'adulte"),
    ("au ", "nourrisson", "enfant", "à l'enfant"),
    ("du ", "nourrisson", "nonagénaire", "du nonagénaire"),
    ("du ", "nourrisson", "enfant", "de l'enfant"),
    ("d'", "enfants", "nourrissons", "de nourrissons"),
    ("aux ", "enfants", "nourrissons", "aux nourrissons"),
    ("sa ", "nouveau-née", "adolescente", "son adolescente"),
    ("À L'", "ENFANT", "NOURRISSON", "AU NOURRISSON"),
    ("", "un octogénaire", "un trentenaire", "un trentenaire"),
    ("", "l'octogénaire", "l'trentenaire", "le trentenaire"),
    ("à ", "l'octogénaire", "l'trentenaire", "au trentenaire"),
    ("âgé d'", "un an", "deux ans", "âgé de deux ans"),
    ("âgé de ", "deux ans", "un an", "âgé d'un an"),
    ("âgé de ", "deux ans", "onze ans", "âgé de onze ans"),
    ("âgé de ", "12 ans", "11 ans", "âgé de 11 ans"),
]
# before, behind, surrogate, the word of age that is written
AROUND = [
    ("Patiente ", ", suivie ici.", "adolescent", "adolescente"),
    ("Patient ", ", suivi ici.", "adolescent", "adolescent"),
    ("Mme Durand, mère d'un garçon ", ".", "nouveau-né", "nouveau-né"),
    ("", ", née à terme.", "nouveau-né", "nouveau-née"),
    ("", ".", "adolescent", "adolescent"),
    ("Vue avec sa mère : l'", ".", "quadragénaire", "la quadragénaire"),
]
TIMES = [
    ("en ", "été 2019", "printemps 2020", "au printemps 2020"),
    ("cet ", "été 2019", "printemps 2020", "ce printemps 2020"),
    ("l'", "hiver", "printemps", "le printemps"),
    ("au ", "printemps 2019", "automne 2020", "en automne 2020"),
    ("de ", "mars 2020", "avril 2020", "d'avril 2020"),
    ("mois d'", "août", "mai", "mois de mai"),
    ("depuis ", "hier", "avant-hier", "depuis avant-hier"),
    ("d’", "un an", "huit ans", "de huit ans"),
    ("le ", "lundi 3 mai", "mardi 4 mai", "le mardi 4 mai"),
    ("de ", "début mars", "début avril", "de début avril"),
]
OTHERS = [
    ("LOC", "VILLE", "près d'", "Angers", "Lyon", "près de Lyon"),
    ("LOC", "", "habite au ", "Mans", "Dijon", "habite à Dijon"),
    ("LOC", "VILLE", "né à ", "Dijon", "Le Mans", "né au Mans"),
    ("LOC", "VILLE", "quitte la ", "Rochelle", "Angers", "quitte Angers"),
    ("LOC", "PAYS", "vient de l'", "Espagne", "Turquie", "vient de Turquie"),
    ("LOC", "PAYS", "originaire d'", "Espagne", "Turquie", "originaire de Turquie"),
    ("LOC", "PAYS", "originaire du ", "Portugal", "Maroc", "originaire du Maroc"),
    ("LOC", "REGION", "région d'", "Alsace", "Bretagne", "région de Bretagne"),
    ("LOC", "DEPARTEMENT", "dans l'", "Ain", "Guyane", "en Guyane"),
    ("LOC", "DEPARTEMENT", "dans ", "l'Ain", "l'Guyane", "en Guyane"),
    ("LOC", "DEPARTEMENT", "en ", "Gironde", "Ain", "dans l'Ain"),
    ("LOC", "REGION", "originaire de ", "Bretagne", "Grand Est", "originaire du Grand Est"),
    ("LOC", "REGION", "originaire du ", "Grand Est", "Bretagne", "originaire de la Bretagne"),
    ("LOC", "PAYS", "né ", "au Portugal", "au Hongrie", "né en Hongrie"),
    ("LOC", "DEPARTEMENT", "dans l'", "Ain", "Ardennes", "dans les Ardennes"),
    ("LOC", "DEPARTEMENT", "dans les ", "Landes", "Cher", "dans le Cher"),
    ("LOC", "REGION", "en ", "Bretagne", "Hauts-de-France", "dans les Hauts-de-France"),
    ("LOC", "REGION", "en ", "Bretagne", "Grand Est", "dans le Grand Est"),
    ("LOC", "REGION", "En ", "Bretagne", "Occitanie", "En Occitanie"),
    ("LOC", "DEPARTEMENT", "en ", "Gironde", "Mayotte", "à Mayotte"),
    ("LOC", "DEPARTEMENT", "EN ", "GIRONDE", "GARD", "DANS LE GARD"),
    ("LOC", "DEPARTEMENT", "en ", "Gironde", "Indre", "dans l'Indre"),
    ("LOC", "DEPARTEMENT", "dans la ", "Creuse", "Orne", "dans l'Orne"),
    ("LOC", "DEPARTEMENT", "venu des ", "Vosges", "Gard", "venu du Gard"),
    ("LOC", "DEPARTEMENT", "venu du ", "Gard", "Yvelines", "venu des Yvelines"),
    ("LOC", "DEPARTEMENT", "venu de l'", "Aude", "Paris", "venu de Paris"),
    ("LOC", "DEPARTEMENT", "venu de la ", "Creuse", "La Réunion", "venu de La Réunion"),
    ("LOC", "DEPARTEMENT", "DANS L'", "AIN", "LANDES", "DANS LES LANDES"),
    ("LOC", "DEPARTEMENT", "département de ", "Paris", "Indre", "département de l'Indre"),
    ("LOC", "REGION", "dans le ", "Grand Est", "Hauts-de-France", "dans les Hauts-de-France"),
    ("LOC", "REGION", "en ", "Bretagne", "Occitanie", "en Occitanie"),
    ("PER", "PRENOM", "la fille d'", "Alice", "Sophie", "la fille de Sophie"),
    ("PER", "PRENOM", "le fils de ", "Paul", "Hugo", "le fils d'Hugo"),
]


def shown(label, subtype, before, original, surrogate):
    done = fit(label, subtype, before, surrogate)
    if done is None:
        return before + surrogate
    assert not done.is_broken
    return before[: len(before) - done.cut] + done.link + done.text


# before a feast and before a day: the words before, the surrogate, all of it
DAYS = [
    ("à ", "26 décembre 2019", "le 26 décembre 2019"),
    ("Vu à la ", "1er novembre 2019", "Vu le 1er novembre 2019"),
    ("à l'", "30 mai 2019", "le 30 mai 2019"),
    ("À ", "26 décembre", "Le 26 décembre"),
    ("vu a ", "26 décembre 2019", "vu le 26 décembre 2019"),
    (" à ", "26 décembre 2019", " au 26 décembre 2019"),
    ("jusqu'à ", "26 décembre 2019", "jusqu'au 26 décembre 2019"),
    ("Jusqu’à l’", "30 mai 2019", "Jusqu’au 30 mai 2019"),
    ("JUSQU'À LA ", "31 OCTOBRE 2019", "JUSQU'AU 31 OCTOBRE 2019"),
    ("la veille de ", "24 décembre 2019", "la veille du 24 décembre 2019"),
    ("la veille de la ", "31 octobre 2019", "la veille du 31 octobre 2019"),
    ("depuis ", "24 décembre 2019", "depuis le 24 décembre 2019"),
    ("depuis la ", "31 octobre 2019", "depuis le 31 octobre 2019"),
    ("Avant l'", "30 mai 2019", "Avant le 30 mai 2019"),
    ("depuis le ", "30 mai 2019", "depuis le 30 mai 2019"),
    ("vers ", "3 mars", "vers le 3 mars"),
    ("vu ", "depuis 26 décembre 2019", "vu depuis le 26 décembre 2019"),
    ("du ", "3 mars 2019", "du 3 mars 2019"),
    ("le ", "3 mars 2019", "le 3 mars 2019"),
    ("vu en mai puis ", "3 mars 2019", "vu en mai puis 3 mars 2019"),
    ("les ", "14 avril 2019", "le 14 avril 2019"),
    ("aux ", "14 avril 2019", "le 14 avril 2019"),
    ("messe des ", "14 avril 2019", "messe du 14 avril 2019"),
    ("d'ici la ", "1er novembre 2019", "d'ici le 1er novembre 2019"),
    ("Pendant ", "14 avril 2019", "Pendant le 14 avril 2019"),
    (" à la ", "1er novembre 2019", " au 1er novembre 2019"),
    ("à ", "12/03/2019", "à 12/03/2019"),
    ("TA ", "mai 2018", "TA mai 2018"),
    ("38 SA ", "mardi 1er", "38 SA mardi 1er"),
    (" à ", "mai 2019", " à mai 2019"),
    ("à ", "mai 2019", "à mai 2019"),
    (" à la ", "août 2019", " à août 2019"),
    (" au ", "août 2019", " à août 2019"),
    ("vu en ", "août 2019", "vu en août 2019"),
    ("à la ", "août 2019", "en août 2019"),
    ("depuis la ", "août 2019", "depuis août 2019"),
    ("avant la ", "juin 2019", "avant juin 2019"),
    ("courrier de la ", "octobre 2019", "courrier d'octobre 2019"),
    ("à ", "le 1er novembre", "le 1er novembre"),
    ("de ", "le 1er novembre", "du 1er novembre"),
    ("vu ", "aux 14 avril", "vu le 14 avril"),
]


@pytest.mark.parametrize(("before", "surrogate", "expected"), DAYS)
def test_the_words_before_a_feast_are_those_before_its_surrogate(before, surrogate, expected):
    assert shown("DATE", "DATE", before, "", surrogate) == expected


@pytest.mark.parametrize(
    ("text", "subtype", "expected"),
    [
        ("Vu à la {Toussaint 2019}", "DATE", "Vu le [DATE]"),
        ("Vu à l'{Ascension}", "DATE", "Vu le [DATE]"),
        ("Vu cette {Toussaint 2019}", "DATE", "Vu ce [DATE]"),
        ("Vu à {Noël}", "DATE", "Vu le [DATE]"),
        ("jusqu'à {Noël}", "DATE", "jusqu'au [DATE]"),
        ("depuis la {rentrée}", "DATE", "depuis le [DATE]"),
        ("depuis {mars}", "DATE", "depuis [DATE]"),
        ("courrier d'{avril}", "DATE", "courrier de [DATE]"),
        ("Vu en {mars}", "DATE", "Vu en [DATE]"),
        ("dans une {quinzaine}", "DUREE", "dans [DUREE]"),
        ("plus d'une {quinzaine}", "DUREE", "plus de [DUREE]"),
    ],
)
def test_the_words_before_a_label_do_not_tell_a_feast(rendered, text, subtype, expected):
    before, value, _ = re.split("[{}]", text)
    _file, found = rendered(before + value, (value, f"[{subtype}]", "DATE", subtype))
    link = found[0].link
    kept = before if link is None else before[: len(before) - link.cut] + link.text
    assert kept + found[0].text == expected


@pytest.mark.parametrize(
    ("before", "surrogate", "expected"),
    [
        ("depuis un ", "26 ans", "depuis 26 ans"),
        ("Une ", "14 jours", "14 jours"),
        ("plus d'une ", "14 jours", "plus de 14 jours"),
        ("une ", "dizaine de jours", "une dizaine de jours"),
    ],
)
def test_no_article_stands_before_the_figures_of_a_length(before, surrogate, expected):
    assert shown("DATE", "DUREE", before, "", surrogate) == expected


@pytest.mark.parametrize(
    ("text", "label", "surrogate", "expected"),
    [
        ("le {1}er mars", "DATE", "14", "le 14 mars"),
        ("le {1}er mars", "DATE", "1er", "le 1er mars"),
        ("le {14} mars", "DATE", "1er", "le 1er mars"),
        ("le {1} er mars", "DATE", "14", "le 14 mars"),
        ("le {1}° mars", "DATE", "14", "le 14 mars"),
        ("LE {1}ER MARS", "DATE", "14", "LE 14 MARS"),
        ("du {1}er au 5", "DATE", "3", "du 3 au 5"),
        ("le {1}er.", "DATE", "3", "le 3."),
        ("le {1}er trimestre", "DATE", "3", "le 3e trimestre"),
        ("le {2}ème trimestre", "DATE", "1er", "le 1er trimestre"),
        ("{1}re année", "AGE", "3", "3e année"),
        ("{2}ème année", "AGE", "1", "1re année"),
        ("{2}e mois", "AGE", "1", "1er mois"),
        ("le {12} et le 13", "DATE", "14", "le 14 et le 13"),
        ("le {3} ergothérapie", "DATE", "14", "le 14 ergothérapie"),
    ],
)
def test_the_ending_behind_a_number_is_that_of_its_surrogate(
    make_note, text, label, surrogate, expected
):
    """Whatever it was: « er » would tell that the original is the first."""
    before, value, after = re.split("[{}]", text)
    note = make_note(before + value + after, [(value, label, label)])
    file, found = open_file([note]), {0: Rendered(surrogate)}
    new = note.text
    for edit in reversed(edits_around(note.text, file.mentions, found)):
        new = new[: edit.start] + edit.shown + new[edit.end :]
    assert new == expected.replace(surrogate, value, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("VU LE {1}ER MARS", "1ER"),
        ("VU LE {3} MARS", "1ER"),
        ("VU LE {1}er MARS", "1ER"),
        ("VU LE {3}  AOÛT", "1ER"),
        ("Vu le {3} mars", "1er"),
        ("Vu le {1}er Mars", "1er"),
        ("VU LE {1}ER.", "1er"),
        ("VU LE {3}.", "1er"),
    ],
)
def test_the_first_of_a_month_has_the_case_of_the_word_behind(make_note, text, expected):
    """And never that of its own ending, which others lack."""
    before, value, after = re.split("[{}]", text)
    note = make_note(before + value + after, [(value, "DATE", "DATE")])
    assert fitted(open_file([note]), {0: Rendered("1er")})[0].text == expected


@pytest.mark.parametrize(("before", "original", "surrogate", "expected"), AGES)
def test_words_of_age(before, original, surrogate, expected):
    assert shown("AGE", "AGE", before, original, surrogate) == expected


@pytest.mark.parametrize(("before", "original", "surrogate", "expected"), TIMES)
def test_expressions_of_time(before, original, surrogate, expected):
    assert shown("DATE", "DATE", before, original, surrogate) == expected


@pytest.mark.parametrize(
    ("label", "subtype", "before", "original", "surrogate", "expected"), OTHERS
)
def test_places_and_persons(label, subtype, before, original, surrogate, expected):
    assert shown(label, subtype, before, original, surrogate) == expected


@pytest.mark.parametrize(
    ("label", "subtype", "before", "original", "surrogate", "expected"),
    [
        ("LOC", "VILLE", "venant de\n", "Dijon", "Angers", "venant \nd'Angers"),
        ("LOC", "VILLE", "venant de\n", "Dijon", "Lyon", "venant \nde Lyon"),
        ("LOC", "DEPARTEMENT", "dans le\n", "Jura", "Ain", "\ndans l'Ain"),
        ("AGE", "AGE", "chez le\n", "nourrisson", "enfant", "chez \nl'enfant"),
    ],
)
def test_the_end_of_a_line_goes_before_the_word(
    label, subtype, before, original, surrogate, expected
):
    """Left behind it, « de⏎Lyon » could not become « d'Angers »."""
    assert shown(label, subtype, before, original, surrogate) == expected


@pytest.fixture
def rendered(make_note):
    def build(text, *entities):
        note = make_note(text, [(old, label, subtype) for old, _, label, subtype in entities])
        file = open_file([note])
        plain = {rank: Rendered(new) for rank, (_, new, _, _) in enumerate(entities)}
        return file, fitted(file, plain)

    return build


def test_the_word_before_belongs_to_no_other_entity(rendered):
    _file, found = rendered(
        "Jean Le Havre", ("Jean Le", "Paul Le", "PER", ""), ("Havre", "Dijon", "LOC", "VILLE")
    )
    assert found[1] == Rendered("Dijon")
    _file, found = rendered("au Havre", ("Havre", "Dijon", "LOC", "VILLE"))
    assert found[0] == Rendered("Dijon", link=Link(3, "à "))


def test_the_word_before_a_label_does_not_tell_how_the_name_began(rendered):
    _file, found = rendered("d'Angers", ("Angers", "[VILLE]", "LOC", "VILLE"))
    assert found[0] == Rendered("[VILLE]", link=Link(2, "de "))


def test_a_mistake_does_not_tell_that_the_surrogate_is_the_original(rendered):
    """« de Angers » is written so by mistake; every surrogate is fitted, the town itself too."""
    for new, link in (("Angers", Link(3, "d'")), ("Albi", Link(3, "d'")), ("Lyon", None)):
        _file, found = rendered("de Angers", ("Angers", new, "LOC", "VILLE"))
        assert found[0].link == link


def test_the_badge_is_raised_only_for_what_could_not_be_fitted(rendered):
    file, found = rendered(
        "Près d'Angers, chez l'enfant, cet Hostis.",
        ("Angers", "Lyon", "LOC", "VILLE"),
        ("enfant", "nourrisson", "AGE", "AGE"),
        ("Hostis", "Durand", "PER", "NOM"),
    )
    assert [found[i].warning for i in range(3)] == [None, None, ELISION]
    findings = incoherences(pairs_of(file, found), genders={})
    assert not findings


def test_without_fitting_every_broken_word_is_a_badge(rendered):
    file, found = rendered(
        "Près d'Angers, chez l'enfant, une adulte, au Havre.",
        ("Angers", "Lyon", "LOC", "VILLE"),
        ("enfant", "nourrisson", "AGE", "AGE"),
        ("adulte", "nourrisson", "AGE", "AGE"),
        ("Havre", "Dijon", "LOC", "VILLE"),
    )
    plain = {rank: Rendered(text) for rank, text in enumerate(["Lyon", "nourrisson", "nourrisson", "Dijon"])}  # fmt: skip
    findings = incoherences(pairs_of(file, plain), genders={})
    assert [f.places for f in findings if f.kind is Kind.ELISION] == [(0,), (1,), (2,), (3,)]
    assert incoherences(pairs_of(file, found), genders={}) == tuple(
        f for f in findings if f.kind is Kind.COLLISION
    )


@pytest.mark.parametrize(("before", "behind", "surrogate", "word"), AROUND)
@pytest.mark.parametrize("original", ["adolescente", "adolescent", "adulte", "fillette"])
def test_the_gender_of_a_word_of_age_is_told_by_the_text_around(
    make_note, before, behind, surrogate, word, original
):
    """Not by the original, whose word may have two forms or one."""
    note = make_note(before + original + behind, [(original, "AGE", "AGE")])
    shown = fitted(open_file([note]), {0: Rendered(surrogate)})[0]
    written = (shown.link.text if shown.link else "") + shown.text
    assert written == word


@pytest.mark.parametrize(
    ("before", "surrogate", "stands", "expected"),
    [
        ("revu à l'", "Le Pont Neuf", Stands.NAME, "revu au Pont Neuf"),
        ("urgences de la ", "Les Ormeaux", Stands.NAME, "urgences des Ormeaux"),
        ("sorti du ", "Saint-Valbert", Stands.NAME, "sorti de Saint-Valbert"),
        ("adressé par l'", "Azur", Stands.NAME, "adressé par Azur"),
        ("avis d'", "La Roseraie", Stands.NAME, "avis de La Roseraie"),
        ("vu à l'", "Gériatrie", Stands.SPECIALITY, "vu en Gériatrie"),
        ("vu aux ", "Gériatrie", Stands.SPECIALITY, "vu en Gériatrie"),
        ("venant du ", "Urologie", Stands.SPECIALITY, "venant d'Urologie"),
        ("service des ", "Urologie", Stands.SPECIALITY, "service d'Urologie"),
        ("appelé les ", "Urologie", Stands.SPECIALITY, "appelé l'Urologie"),
        ("vu à l'", "EHPAD Les Lilas", Stands.NOTHING, "vu à l'EHPAD Les Lilas"),
    ],
)
def test_the_word_before_an_organisation_agrees_with_its_new_name(
    make_note, before, surrogate, stands, expected
):
    file = open_file([make_note(f"{before}Beaujon", [("Beaujon", "ORG", "HOPITAL")])])
    shown = fitted(file, {0: Rendered(surrogate, stands=stands)})[0]
    cut, link = (shown.link.cut, shown.link.text) if shown.link else (0, "")
    assert before[: len(before) - cut] + link + shown.text == expected


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("Vit de\nDijon, au  Meix.", [("Dijon", "LOC", "VILLE"), ("Meix", "LOC", "VILLE")]),
        ("Enfant de 1 an, vu à\nDijon.", [("1", "AGE", "AGE"), ("Dijon", "LOC", "VILLE")]),
        ("Suivi depuis plus d'1 an. Âge : 1\nan", [("1 an", "DATE", "DUREE"), ("1", "AGE", "AGE")]),
        ("Vu aux urgences médicales, puis.", [("urgences", "ORG", "SERVICE")]),
        ("Vu dans  une\nquinzaine.", [("quinzaine", "DATE", "DUREE")]),
        ("Depuis\nNoël 2019, le 1er mars.", [("Noël 2019", "DATE", "DATE"), ("1", "DATE", "DATE")]),
        (
            "Suivi plus d'une quinzaine, à\nla Toussaint 2019.",
            [("quinzaine", "DATE", "DUREE"), ("Toussaint 2019", "DATE", "DATE")],
        ),
    ],
)
def test_the_preview_puts_together_what_leaves(make_note, tables, text, entities):
    """What `link_of` keeps of the text between, the links and the surrogates make the new text."""
    note = make_note(text, entities, date="2020-06-30")
    policy = SubstitutionPolicy(Fraction(1, 5), date(2022, 1, 1), area="FR-21")
    for seed in range(12):
        key = StudyKey(bytes([seed]) * 32)
        drawn = redraw_notes(PatientNotes((note,), 0), policy=policy, key=key).notes[0]
        shown, read = "", 0
        for span, link, surrogate in zip(
            note.entities, drawn.links[:-1], drawn.surrogates, strict=True
        ):
            kept = text[read : span.start]
            shown += kept[: len(kept) - len(link_of(kept))] + link + surrogate
            read = span.end
        kept = text[read:]
        shown += kept[: len(kept) - len(rest_of(kept))] + drawn.links[-1]
        done = substitute_patient_file([note], policy=policy, key=key, tables=tables)
        assert shown == done.notes[0].text
