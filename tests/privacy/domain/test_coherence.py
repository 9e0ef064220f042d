"""Incoherences, by hand: what the substitution broke is found, what was wrong before is not."""

from __future__ import annotations

from datetime import date

import pytest

from privacy.domain.budget import ElementKey
from privacy.domain.coherence.check import breaks_contraction, breaks_elision, incoherences
from privacy.domain.coherence.contradictions import PublicGazetteer
from privacy.domain.coherence.findings import Finding, Kind, Pair
from privacy.domain.coherence.times import ages, days_of
from privacy.domain.tables import default_tables

GENDERS = {"paul": "M", "jeanne": "F", "camille": "MF", "luc": "M", "marie": "F"}


def pair(index, label, original, surrogate, *, subtype="", note=0, before="", **more):
    return Pair(index, note, label, subtype, original, surrogate, before, **more)


def day(index, original, surrogate, **more):
    return pair(index, "DATE", original, surrogate, subtype=more.pop("subtype", "DATE"), **more)


def found(*pairs, **more):
    return incoherences(pairs, genders=GENDERS, **more)


def test_a_turned_order_is_found_on_the_note_of_the_later_event():
    first = day(0, "12/02/2020", "10/03/2020")
    second = day(1, "26 février 2020", "9 mars 2020", note=1)
    assert found(first, second) == (Finding(Kind.ORDER, 1, (0, 1)),)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            ("12/02/2020", "10/03/2020"),
            ("26/02/2020", "10/03/2020"),
        ),  # a tie is no turn, but merges
        (("mars 2020", "mai 2020"), ("12/03/2020", "02/05/2020")),  # the day lies in the month
        (("12/02", "10/03"), ("26/02/2020", "09/03/2019")),  # no year: nothing is certain
        (("26/02/2020", "10/03/2020"), ("12/02/2020", "09/03/2020")),  # the order is kept
    ],
)
def test_order_is_only_judged_where_it_is_certain(first, second):
    kinds = [f.kind for f in found(day(0, *first), day(1, *second))]
    assert Kind.ORDER not in kinds


def test_an_age_against_birth_and_note_date():
    """Born in 1950, 69 in February 2020; the surrogates say 1960 and 2021: 60 or 61, so 70 is wrong."""
    birth = day(0, "12/03/1950", "05/06/1960", subtype="DATE_NAISSANCE")
    now = day(1, "12/02/2020", "20/01/2021")
    wrong = pair(2, "AGE", "69 ans", "70 ans", subtype="AGE")
    assert found(birth, now, wrong) == (Finding(Kind.AGE, 0, (0, 2)),)
    assert found(birth, now, pair(2, "AGE", "69 ans", "60 ans", subtype="AGE")) == ()
    # the original was wrong already
    assert found(birth, now, pair(2, "AGE", "30 ans", "70 ans", subtype="AGE")) == ()


def test_the_note_s_own_date_decides_the_age():
    birth = day(0, "12/03/1950", "12/03/1950x", subtype="DATE_NAISSANCE")
    assert (
        found(birth, pair(1, "AGE", "69 ans", "12 ans")) == ()
    )  # an unread birth date proves nothing
    birth = day(0, "12/03/1950", "05/06/1960", subtype="DATE_NAISSANCE")
    age = pair(1, "AGE", "69 ans", "70 ans")
    own, later = day(2, "12/02/2020", "20/01/2021"), day(3, "12/02/2030", "20/01/2031")
    assert Kind.AGE not in [
        f.kind for f in found(birth, age, own, later)
    ]  # 79 in 2030: no match before
    dated = found(birth, age, own, later, note_dates={0: date(2020, 2, 12)})
    assert Finding(Kind.AGE, 0, (0, 1)) in dated


@pytest.mark.parametrize(
    ("shown", "wrong"), [("66 ans", True), ("63 ans", False), ("62 ans", False)]
)
def test_an_age_goes_with_the_date_before_it_with_which_it_agreed(shown, wrong):
    """67 in March 2019, not in 2022; the surrogates say 63 and 66."""
    birth = day(0, "04/05/1951", "02/06/1951", subtype="DATE_NAISSANCE")
    stay, seen = day(1, "12/03/2019", "10/01/2015"), day(3, "12/03/2022", "05/02/2018")
    age = pair(2, "AGE", "67 ans", shown)
    told = found(birth, stay, age, seen, note_dates={0: date(2022, 3, 12)})
    assert (Finding(Kind.AGE, 0, (0, 2)) in told) == wrong


def test_ages_go_through_the_file_a_few_times_however_many_there_are():
    class Counted(list):
        times = 0

        def __iter__(self):
            self.times += 1
            return super().__iter__()

    birth = day(0, "04/05/1951", "02/06/1951", subtype="DATE_NAISSANCE")
    notes = range(1, 41)
    seen = [day(2 * n, "12/03/2019", "10/01/2015", note=n) for n in notes]
    aged = [pair(2 * n + 1, "AGE", "67 ans", "66 ans", note=n) for n in notes]
    pairs = Counted([birth, *seen, *aged])
    assert len(list(ages(pairs, days_of([birth, *seen], 2030), {}))) == len(notes)
    assert pairs.times <= 5


@pytest.mark.parametrize(
    ("before", "original", "surrogate", "wrong"),
    [
        ("Monsieur ", "Paul", "Jeanne", True),
        ("vu Mme DUPONT ", "Jeanne", "Luc", True),
        ("Mme ", "Jeanne", "Camille", False),  # borne by both
        ("Mme ", "Paul", "Luc", False),  # wrong before
        ("Le patient ", "Paul", "Jeanne", False),  # no civility
    ],
)
def test_a_first_name_against_the_civility(before, original, surrogate, wrong):
    person = pair(0, "PER", original, surrogate, subtype="PRENOM", before=before)
    assert found(person) == ((Finding(Kind.GENDER, 0, (0,)),) if wrong else ())


@pytest.mark.parametrize(
    ("before", "text", "broken"),
    [
        ("venant d'", "Lyon", True),
        ("venant d’", "Angers", False),
        ("venant de ", "Angers", True),
        ("venant de ", "Lyon", False),
        ("mode ", "Angers", False),
        ("le ", "Angers", False),
        ("de ", "12 mars", False),
    ],
)
def test_elision(before, text, broken):
    assert breaks_elision(before, text) is broken


def test_an_elision_that_was_wrong_already_is_left_alone():
    assert found(pair(0, "LOC", "Angers", "Lyon", before="d'")) == (Finding(Kind.ELISION, 0, (0,)),)
    assert found(pair(0, "LOC", "Dijon", "Lyon", before="d'")) == ()


@pytest.mark.parametrize(
    ("before", "original", "surrogate", "wrong"),
    [
        ("né à ", "Dijon", "Le Havre", True),
        ("vient de ", "Dijon", "Le Mans", True),
        ("vient de ", "Dijon", "LES ULIS", True),
        ("habite au ", "Havre", "Dijon", True),
        ("habite au ", "Havre", "Le Mans", True),  # « au Le Mans »
        ("vient du ", "Mans", "Lyon", True),
        ("habite aux ", "Ulis", "Lyon", True),
        ("vient des ", "Lilas", "Lyon", True),
        ("né à ", "Dijon", "La Rochelle", False),
        ("né à ", "Dijon", "Lens", False),
        ("né à ", "Dijon", "Lesparre-Médoc", False),
        ("né à ", "Le Mans", "Le Havre", False),  # wrong before
        ("habite ", "Dijon", "Le Havre", False),
        ("le bureau ", "Havre", "Dijon", False),
    ],
)
def test_articles_of_towns_are_contracted(before, original, surrogate, wrong):
    town = pair(0, "LOC", original, surrogate, subtype="VILLE", before=before)
    assert found(town) == ((Finding(Kind.ELISION, 0, (0,)),) if wrong else ())


def test_the_same_town_keeps_its_contraction():
    assert not breaks_contraction("habite au ", "Havre", "HAVRE")
    assert breaks_contraction("habite au ", "Havre", "Dole")


def test_only_towns_are_contracted():
    assert found(pair(0, "LOC", "Jura", "Doubs", subtype="DEPARTEMENT", before="du ")) == ()
    assert found(pair(0, "ORG", "CHU", "CHR", before="au ")) == ()


def test_two_originals_under_one_surrogate():
    left = pair(0, "LOC", "Dijon", "Lyon", elements=(ElementKey("VILLE", "commune", "21231"),))
    right = pair(
        1, "LOC", "Dole", "LYON", note=1, elements=(ElementKey("VILLE", "commune", "39198"),)
    )
    assert found(left, right) == (
        Finding(Kind.COLLISION, 0, (0, 1)),
        Finding(Kind.COLLISION, 1, (0, 1)),
    )
    assert found(left, pair(1, "LOC", "DIJON", "LYON", elements=left.elements)) == ()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("PER", "Durand", "Martel"), ("PER", "DURANT", "MARTEL")),  # two spellings of one name
        (("PER", "D", "M"), ("PER", "F", "M")),  # initials
        (("DATE", "12/02", "10/03"), ("DATE", "26/02", "10/03")),  # no year
        (("LOC", "Dijon", "[VILLE]"), ("LOC", "Dole", "[VILLE]")),  # labels
    ],
)
def test_what_is_no_collision(left, right):
    assert found(pair(0, *left), pair(1, *right)) == ()


def test_a_surrogate_that_is_a_real_value_of_the_patient():
    name = pair(0, "PER", "Durand", "Martel")
    other = pair(1, "PER", "MARTEL", "Petit", note=2)
    assert found(name, other) == (Finding(Kind.REAL, 0, (0,)),)
    drawn = pair(0, "LOC", "Dijon", "Dijon", elements=(ElementKey("VILLE", "commune", "21231"),))
    assert found(drawn) == ()  # the noise may stay where it was
    written = day(0, "12/02/2020", "3 mars 2020"), day(1, "03/03/2020", "04/05/2020")
    assert [f.kind for f in found(*written)] == [Kind.REAL]


def test_every_date_of_a_range_counts():
    """« 3 » leans on « 7 février 2020 »; both fall on 3 February 2020, where 12 February falls too."""
    stay = day(0, "3 au 7 février 2020", "3 au 3 février 2020")
    seen = day(1, "12/02/2020", "03/02/2020")
    assert found(stay, seen)[0] == Finding(Kind.COLLISION, 0, (0, 1))
    assert found(day(0, "3 au 7 février 2020", "9 au 9 mars 2020")) == (
        Finding(Kind.COLLISION, 0, (0,)),
    )
    late = day(0, "3 au 7 février 2020", "3 au 20 mars 2020")
    assert found(late, day(1, "12/02/2020", "10/03/2020")) == (Finding(Kind.ORDER, 0, (0, 1)),)


BIRTH = day(0, "12/03/1950", "05/06/1960", subtype="DATE_NAISSANCE")


@pytest.mark.parametrize(
    ("original", "surrogate", "wrong"),
    [
        ("1 50 03 21 231 045 12", "1 60 06 75 056 012 44", False),
        ("1 50 03 21 231 045 12", "1 60 07 75 056 012 44", True),  # another month
        ("150032123104512", "148067505601244", True),  # another year
        ("1 72 08 21 231 045 12", "1 48 06 75 056 012 44", False),  # was wrong already
        ("1 50 03 21 231 045 12", "1 60 25 75 056 012 44", False),  # a month that is not known
        ("n° 12", "n° 44", False),
    ],
)
def test_a_nir_against_the_birth_date(original, surrogate, wrong):
    number = pair(1, "QID", original, surrogate, subtype="SECU")
    assert found(BIRTH, number) == ((Finding(Kind.NIR, 0, (0, 1)),) if wrong else ())


def side_by_side(first, second, between):
    left, right = (
        pair(at, "LOC", original, surrogate, subtype=subtype, before=before)
        for at, (original, surrogate, subtype, before) in enumerate(
            [(*first, "à "), (*second, f"à {first[0]}{between}")]
        )
    )
    return found(left, right, known=PublicGazetteer(default_tables()))


@pytest.mark.parametrize(
    ("code", "town", "wrong"),
    [
        (("21000", "25000", "ZIP"), ("Dijon", "Besançon", "VILLE"), False),
        (("21000", "25000", "ZIP"), ("Dijon", "Lyon", "VILLE"), True),
        (("21000", "25000", "ZIP"), ("Dijon", "Villeneuve-en-l'Air", "VILLE"), False),  # not known
        (("21000", "[ZIP]", "ZIP"), ("Dijon", "Lyon", "VILLE"), False),  # a label is no value
    ],
)
def test_a_postal_code_against_the_town_beside_it(code, town, wrong):
    findings = side_by_side(code, town, " ")
    assert findings == ((Finding(Kind.CODE, 0, (0, 1)),) if wrong else ())


@pytest.mark.parametrize(
    ("town", "country", "between", "wrong"),
    [
        (("Anvers", "Gand", "VILLE"), ("Belgique", "Belgique", "PAYS"), " (", False),
        (("Anvers", "Dijon", "VILLE"), ("Belgique", "Belgique", "PAYS"), " (", True),
        (("Dijon", "Gand", "VILLE"), ("France", "France", "PAYS"), ", ", True),
        (("Anvers", "Dijon", "VILLE"), ("Belgique", "Belgique", "PAYS"), " puis en ", False),
    ],
)
def test_a_country_against_the_town_beside_it(town, country, between, wrong):
    findings = tuple(f for f in side_by_side(town, country, between) if f.kind is Kind.COUNTRY)
    assert findings == ((Finding(Kind.COUNTRY, 0, (0, 1)),) if wrong else ())
