import re

import pytest

from privacy.domain.patient_file import open_file
from privacy.domain.randomness import StudyKey
from privacy.domain.surrogates.people import People
from privacy.domain.text import fold_phrase, strip_accents

KEY = StudyKey(b"n" * 32)


@pytest.fixture
def rewrite(make_note, tables):
    def run(text, entities, key=KEY, **patient):
        file = open_file([make_note(text, [(s, "PER", t) for s, t in entities], **patient)])
        rendered = People(file, key, tables).render()
        return [rendered[i].text for i in range(len(entities))]

    return run


def test_mentions_are_linked_by_token_whatever_their_case(rewrite):
    text = "M. DURAND, Jean Durand, J. Durand, Mme Durand-Martin, durand"
    entities = [("DURAND", "NOM"), ("Jean", "PRENOM"), ("Durand", "NOM"), ("J.", "INITIALES"), ("Durand", "NOM"),
                ("Durand-Martin", "NOM"), ("durand", "NOM")]  # fmt: skip
    upper, first, title, initial, again, compound, lower = rewrite(text, entities)
    assert upper == title.upper()
    assert again == title
    assert lower == title.lower()
    assert initial == f"{first[0]}."
    assert compound.startswith(f"{title}-")
    assert compound.count("-") == 1


def test_first_names_keep_their_gender(rewrite, tables):
    for seed in range(8):
        key = StudyKey(bytes([seed]) * 32)
        male, female = rewrite(
            "Jean et Jacqueline", [("Jean", "PRENOM"), ("Jacqueline", "PRENOM")], key
        )
        assert tables.genders[fold_phrase(male)] == "M"
        assert tables.genders[fold_phrase(female)] == "F"


def test_civility_decides_for_names_of_both_genders(rewrite, tables):
    (female,) = rewrite("Mme Claude Petit", [("Claude", "PRENOM")])
    (male,) = rewrite("M. Claude Petit", [("Claude", "PRENOM")])
    assert (tables.genders[fold_phrase(female)], tables.genders[fold_phrase(male)]) == ("F", "M")


@pytest.mark.parametrize(
    ("text", "name", "gender"),
    [
        ("Sœur Clément, 80 ans", "Clément", "F"), ("frère Camille", "Camille", "M"), ("sa fille Sacha", "Sacha", "F"),
        ("Mme DA SILVA Maria", "Maria", "F"), ("M. LE GALL Camille", "Camille", "M"), ("Madame Maxime Roy", "Maxime", "F"),
        ("Le petit Camille a 3 ans", "Camille", "M"), ("sa nièce Dominique", "Dominique", "F"), ("son cousin Claude", "Claude", "M"),
        ("avec l'aîné, Camille, et sa mère", "Camille", "M"),
    ],
)  # fmt: skip
def test_what_stands_before_a_first_name_decides(rewrite, tables, text, name, gender):
    entities = [(s, "NOM") for s in ("DA SILVA", "LE GALL") if s in text] + [(name, "PRENOM")]
    for seed in range(6):
        shown = rewrite(text, entities, StudyKey(bytes([seed]) * 32))[-1]
        assert tables.genders[fold_phrase(shown)] == gender


@pytest.mark.parametrize(
    ("text", "patient", "gender"),
    [
        ("PETIT Dominique H 59A", {"nir": "160067511800119"}, "M"),
        ("PETIT Dominique F 59A", {"nir": "260067511800119"}, "F"),
        ("Dominique, 13 mois, né à 38 SA, opéré hier", {}, "M"),
        ("Dominique, née le 3 mars. Patiente de 40 ans.", {}, "F"),
    ],
)
def test_nir_and_texts_tell_the_patients_gender_where_the_name_does_not(
    rewrite, tables, text, patient, gender
):
    for seed in range(6):
        (shown,) = rewrite(
            text,
            [("Dominique", "PRENOM")],
            StudyKey(bytes([seed]) * 32),
            first_name=("Dominique",),
            **patient,
        )
        assert tables.genders[fold_phrase(shown)] == gender


def test_a_compound_first_name_has_one_gender(rewrite, tables):
    text = "l'abbé Jean-Marie et sa sœur Marie"
    for seed in range(6):
        both, sister = rewrite(
            text, [("Jean-Marie", "PRENOM"), ("Marie", "PRENOM")], StudyKey(bytes([seed]) * 32)
        )
        assert [tables.genders[fold_phrase(name)] for name in both.split("-")] == ["M", "M"]
        assert tables.genders[fold_phrase(sister)] == "F"


@pytest.mark.parametrize(
    ("surface", "again"),
    [("N'DIAYE", "NDIAYE"), ("Dall'Aglio", "dall’aglio"), ("J0LY", "Joly"), ("M'Barek", "MBAREK")],
)
def test_a_name_with_an_apostrophe_or_misread_becomes_one_name(rewrite, surface, again):
    """« C'VILLENEUVE » and « X9COUTY » are no names."""
    for seed in range(4):
        key = StudyKey(bytes([seed]) * 32)
        first, second = rewrite(f"Mme {surface} ; {again}", [(surface, "NOM"), (again, "NOM")], key)
        assert first.isalpha()
        assert fold_phrase(first) == fold_phrase(second)


def test_letters_that_are_also_particles_are_initials(rewrite):
    """« M.-L. » was copied as it was: M. and l' may be kept."""
    entities = [
        ("Marie-Laure", "PRENOM"),
        ("PERNIN", "NOM"),
        ("M.-L.", "INITIALES"),
        ("PERNIN", "NOM"),
    ]
    for seed in range(4):
        full, _, short, _ = rewrite(
            "Marie-Laure PERNIN, Dr M.-L. PERNIN", entities, StudyKey(bytes([seed]) * 32)
        )
        one, two = (strip_accents(name)[0] for name in full.split("-"))
        assert short == f"{one}.-{two}."
    drawn = {
        rewrite("vu par L.D.", [("L.D.", "INITIALES")], StudyKey(bytes([seed]) * 32))[0]
        for seed in range(8)
    }
    assert len(drawn) > 1


def test_initials_are_those_of_the_person_who_has_them(rewrite):
    text = "Odile BONNOT, Karim BENHADDOU, Olga Caron. Signé O.B., relu par B.O."
    entities = [("Odile", "PRENOM"), ("BONNOT", "NOM"), ("Karim", "PRENOM"), ("BENHADDOU", "NOM"), ("Olga", "PRENOM"),
                ("Caron", "NOM"), ("O.B.", "INITIALES"), ("B.O.", "INITIALES")]  # fmt: skip
    first, last, *_, signed, turned = rewrite(text, entities)
    one, two = strip_accents(first)[0].upper(), last[0]
    assert (signed, turned) == (f"{one}.{two}.", f"{two}.{one}.")


def test_particles_and_titles_stay(rewrite):
    (name,) = rewrite("Mme de La Tour", [("de La Tour", "NOM")])
    assert name.startswith("de La ")
    assert not name.endswith("Tour")


@pytest.mark.parametrize(
    ("surface", "consonant", "vowel"),
    [
        ("d'Ormesson", r"de [^AEIOUYH]\w+", r"d'[AEIOUYHÉ]\w+"),
        ("de Petit", r"de [^AEIOUYH]\w+", r"d'[AEIOUYHÉ]\w+"),
        ("D'ORMESSON", r"DE [^AEIOUYH]\w+", r"D'[AEIOUYHÉ]\w+"),
        ("L'Hostis", r"Le [^AEIOUYH]\w+", r"L'[AEIOUYHÉ]\w+"),
        ("de la Tour", r"de la [^AEIOUYH]\w+", r"de l'[AEIOUYHÉ]\w+"),
        ("La Tour", r"La [^AEIOUYH]\w+", r"La [AEIOUYHÉ]\w+"),
        ("da Silva", r"da [^AEIOUYH]\w+", r"da [AEIOUYHÉ]\w+"),
    ],
)
def test_a_particle_elides_as_the_surrogate_asks(rewrite, surface, consonant, vowel):
    """A name behind « d' » was drawn among those that begin with a vowel, which told that the original does."""
    names = [
        rewrite(f"M. {surface}", [(surface, "NOM")], StudyKey(bytes([seed]) * 32))[0]
        for seed in range(100)
    ]
    forms = [
        [re.fullmatch(form, name) is not None for name in names] for form in (consonant, vowel)
    ]
    assert all(map(any, forms))
    assert all(map(any, zip(*forms, strict=True))), names


def test_typos_of_long_tokens_share_the_surrogate_short_ones_do_not(rewrite):
    a, b, c, d = rewrite(
        "Durand, Durant, Lebon, Lebo",
        [("Durand", "NOM"), ("Durant", "NOM"), ("Lebon", "NOM"), ("Lebo", "NOM")],
    )
    assert a == b
    assert c != d


def test_a_surrogate_is_never_a_token_of_the_file(rewrite):
    own = [
        "Martin",
        "Bernard",
        "Thomas",
        "Petit",
        "Robert",
        "Richard",
        "Durand",
        "Dubois",
        "Moreau",
        "Laurent",
    ]
    folded = {fold_phrase(name) for name in own}
    for seed in range(30):
        drawn = rewrite(", ".join(own), [(n, "NOM") for n in own], StudyKey(bytes([seed]) * 32))
        assert not folded & {fold_phrase(name) for name in drawn}
        assert len(set(drawn)) == len(own)


def test_structured_names_are_forbidden_too(rewrite):
    for seed in range(100):
        (drawn,) = rewrite(
            "M. Durand", [("Durand", "NOM")], StudyKey(bytes([seed]) * 32), last_name=("MARTIN",)
        )
        assert fold_phrase(drawn) != "martin"


def test_blocks_of_initials_follow_the_person(rewrite):
    first, last, block = rewrite(
        "Jean Durand (JD)", [("Jean", "PRENOM"), ("Durand", "NOM"), ("JD", "INITIALES")]
    )
    assert block == first[0] + last[0]


def test_another_patient_of_the_same_name_gets_another_surrogate(rewrite):
    drawn = {rewrite("M. Durand", [("Durand", "NOM")], patient_id=f"p{i}")[0] for i in range(12)}
    assert len(drawn) > 9


def test_a_file_may_name_more_people_than_a_short_list_has_names(rewrite, tables):
    """A letterhead of doctors with first names of both genders used to draw for ever."""
    firsts = list(tables.first_names["MF"].names)
    shown = rewrite(", ".join(firsts), [(name, "PRENOM") for name in firsts])
    assert len({fold_phrase(name) for name in shown}) == len(firsts)
    assert not {fold_phrase(name) for name in shown} & {fold_phrase(name) for name in firsts}


def test_names_do_not_depend_on_which_note_comes_first(make_note, tables):
    """Who makes way for whom would tell it."""
    firsts = list(tables.first_names["F"].names[200:400])
    initials = [("C.", "PER", "INITIALES"), ("D.", "PER", "INITIALES")]
    notes = [
        make_note(
            ", ".join(names) + ", C., D.", [*((name, "PER", "PRENOM") for name in names), *initials]
        )
        for names in (firsts[::2], firsts[1::2])
    ]
    shown = [
        [rendered[i].text for i in range(len(rendered))]
        for order in (notes, notes[::-1])
        for rendered in (People(open_file(order), KEY, tables).render(),)
    ]
    cut = len(firsts[1::2]) + 2
    assert shown[0] == shown[1][cut:] + shown[1][:cut]


def test_digits_inside_a_person_are_redrawn(rewrite):
    badge, name = rewrite("Vu par 48213 et DUP0NT.", [("48213", "NOM"), ("DUP0NT", "NOM")])
    assert badge != "48213"
    assert len(badge) == 5
    assert badge.isdigit()
    assert "DUP0NT" not in name


def test_capitals_have_no_accents_whether_the_name_has_any_or_not(rewrite):
    for seed in range(100):
        key = StudyKey(bytes([seed]) * 32)
        for name in ("MÉNARD", "MENARD"):
            (shown,) = rewrite(f"M. {name}", [(name, "NOM")], key)
            assert shown.isascii()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Durand jr", " jr"),
        ("Jean Durand Jr.", " Jr."),
        ("DURAND fils", " fils"),
        ("Durand père", " père"),
        ("Jean PERE", ""),
        ("jean pere", ""),
        ("Durand Junior", ""),
    ],
)
def test_what_says_whose_son_somebody_is_stays(rewrite, name, kept):
    (shown,) = rewrite(f"M. {name}", [(name, "NOM")])
    assert shown.endswith(kept)
    left, word = set(fold_phrase(shown).split()), fold_phrase(name).split()[-1]
    assert (word in left) == bool(kept)
