import re
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.time.lexicon import MONTHS
from privacy.domain.time.timeline import CROSSED, UNREAD, VAGUE, YEAR_CROSSED

SHARP = SubstitutionPolicy(
    Fraction(10_000), date(2024, 1, 1)
)  # noise is zero: only the redrawn day moves


@pytest.fixture
def run(make_note, tables, key):
    def substitute(text, entities, *, policy=SHARP, key=key, date="", **patient):
        note = make_note(text, entities, date=date, **patient)
        return substitute_patient_file([note], policy=policy, key=key, tables=tables)

    return substitute


def classes(result):
    return sorted((e.element_class, e.granularity, e.mentions) for e in result.elements)


def test_two_writings_of_one_day_are_one_element(run):
    result = run(
        "Vu le 12/02/2020, soit le 12 février 2020 (12.02).",
        [
            ("12/02/2020", "DATE", "DATE"),
            ("12 février 2020", "DATE", "DATE"),
            ("12.02", "DATE", "DATE"),
        ],
        date="2020-03-01",
    )
    assert classes(result) == [("DATE", "day", 3)]


def test_an_age_follows_birth_and_note_dates_and_spends_nothing(run):
    result = run(
        "Né le 12/03/1950, âgé de 69 ans, vu le 20/05/2019.",
        [
            ("12/03/1950", "DATE", "DATE_NAISSANCE"),
            ("69 ans", "AGE", "AGE"),
            ("20/05/2019", "DATE", "DATE"),
        ],
    )
    assert classes(result) == [("DATE", "day", 1), ("DATE_NAISSANCE", "month", 1)]
    assert [r.derived for r in result.notes[0].replacements] == [False, True, False]
    # 69 completed years in May whatever the day of March that is drawn
    assert ", âgé de 69 ans, vu le 20/05/2019." in result.notes[0].text


@pytest.mark.parametrize("seed", range(20))
def test_a_derived_age_agrees_with_the_surrogate_dates(run, seed):
    result = run(
        "Né le 12/03/1950, âgé de 69 ans, vu le 20/05/2019.",
        [
            ("12/03/1950", "DATE", "DATE_NAISSANCE"),
            ("69 ans", "AGE", "AGE"),
            ("20/05/2019", "DATE", "DATE"),
        ],
        policy=SubstitutionPolicy(Fraction(1, 10), date(2024, 1, 1)),
        key=StudyKey(bytes([seed]) * 32),
    )
    note = result.notes[0]
    born, age, seen = (note.text[r.start : r.end] for r in note.replacements)
    b = date(int(born[6:]), int(born[3:5]), int(born[:2]))
    s = date(int(seen[6:]), int(seen[3:5]), int(seen[:2]))
    assert int(age.split()[0]) == max(s.year - b.year - ((s.month, s.day) < (b.month, b.day)), 1)


def test_the_age_of_somebody_else_is_not_derived(run):
    result = run(
        "Né le 12/03/1950, vu le 20/05/2019. Père décédé à 52 ans.",
        [
            ("12/03/1950", "DATE", "DATE_NAISSANCE"),
            ("20/05/2019", "DATE", "DATE"),
            ("52 ans", "AGE", "AGE"),
        ],
    )
    assert ("AGE", "year", 1) in classes(result)


def test_a_duration_between_two_dates_of_the_note_is_derived(run):
    result = run(
        "Infarctus en 2010, il y a 10 ans. Vu le 12/02/2020.",
        [
            ("2010", "DATE", "DATE"),
            ("il y a 10 ans", "DATE", "DUREE"),
            ("12/02/2020", "DATE", "DATE"),
        ],
    )
    assert classes(result) == [("DATE", "day", 1), ("DATE", "year", 1)]
    assert result.notes[0].text == "Infarctus en 2010, il y a 10 ans. Vu le 12/02/2020."


def test_a_duration_that_no_date_explains_spends(run):
    result = run("Toux depuis 3 semaines.", [("depuis 3 semaines", "DATE", "DUREE")])
    assert classes(result) == [("DUREE", "week", 1)]


def test_infants_ages_are_measured_in_their_own_unit(run):
    result = run(
        "Nourrisson de 3 mois, né à 38 SA.", [("3 mois", "AGE", "AGE"), ("38 SA", "AGE", "AGE")]
    )
    assert classes(result) == [("AGE", "month", 1), ("AGE", "term", 1)]


def test_a_term_of_pregnancy_is_no_age_in_weeks(run):
    """« 38 SA » and « 38 semaines » are two values, whatever they say; neither lies before the other."""
    spans = [
        ("38 semaines", "AGE", "AGE"),
        ("38 SA", "AGE", "AGE"),
        ("266 jours", "AGE", "AGE"),
        ("38 SA + 0", "AGE", "AGE"),
    ]
    text = "Nourrisson de 38 semaines, né à 38 SA. Puis 266 jours, soit 38 SA + 0."
    policy, shown = SubstitutionPolicy(Fraction(1), date(2024, 1, 1)), set()
    for seed in range(30):
        result = run(text, spans, policy=policy, key=StudyKey(bytes([seed]) * 32))
        assert classes(result) == [("AGE", unit, 1) for unit in ("day", "term", "term_day", "week")]
        weeks, term = re.findall(r"(\d+) (?:semaines?|SA\.)", result.notes[0].text)
        shown.add((int(weeks) > int(term)) - (int(weeks) < int(term)))
    assert shown >= {-1, 1}


def test_no_pregnancy_lasts_longer_than_pregnancies_do(run):
    policy = SubstitutionPolicy(Fraction(1, 50), date(2024, 1, 1))
    drawn = []
    for seed in range(40):
        result = run(
            "Né à 43 SA.",
            [("43 SA", "AGE", "AGE")],
            policy=policy,
            key=StudyKey(bytes([seed]) * 32),
        )
        drawn.append(int(result.notes[0].text.split()[2]))
    assert min(drawn) == 4
    assert max(drawn) == 44


@pytest.mark.parametrize(
    ("text", "unit"),
    [("J10 de vie", "day"), ("M6", "month"), ("S3", "week"), ("H6 de vie", "hour"), ("nourrisson", "year")],
)  # fmt: skip
def test_an_age_in_shorthand_is_noised_in_its_unit(run, text, unit):
    policy = SubstitutionPolicy(Fraction(1, 4), date(2024, 1, 1))
    shown = set()
    for seed in range(8):
        result = run(text, [(text, "AGE", "AGE")], policy=policy, key=StudyKey(bytes([seed]) * 32))
        assert classes(result) == [("AGE", unit, 1)]
        assert result.notes[0].replacements[0].warning is None
        shown.add(result.notes[0].text)
    assert len(shown) > (1 if text == "nourrisson" else 2)
    if text != "nourrisson":
        head = text[0]
        assert all(t[0] == head and t[1:].split()[0].isdigit() for t in shown)


def test_both_ends_of_an_interval_spend(run):
    text = "depuis 3 à 10 ans"
    result = run(text, [(text, "DATE", "DUREE")])
    assert result.notes[0].text == text
    assert classes(result) == [("DUREE", "year", 1), ("DUREE", "year", 1)]
    assert len(result.notes[0].replacements[0].element_ids) == 2


@pytest.mark.parametrize("dates", [DateMechanism.METRIC, DateMechanism.TCHOUKA2023])
def test_the_width_of_an_interval_is_not_kept(run, dates):
    text, widths = "depuis 3 à 10 ans", set()
    for seed in range(12):
        policy = SubstitutionPolicy(Fraction(1), date(2024, 1, 1), dates=dates)
        result = run(
            text, [(text, "DATE", "DUREE")], policy=policy, key=StudyKey(bytes([seed]) * 32)
        )
        low, high = (int(word) for word in result.notes[0].text.split() if word.isdigit())
        widths.add(high - low)
    assert len(widths) > 3
    assert min(widths) >= 0


def test_decimals_and_halves_do_not_depend_on_the_secret(run):
    for text, known in (("41,75 ans", 100), ("3 ans et demi", 2)):
        shown = {
            run(text, [(text, "AGE", "AGE")], key=StudyKey(bytes([seed]) * 32)).notes[0].text
            for seed in range(24)
        }
        # no noise on the years: only what is finer moves
        assert {t.split(",")[0].split()[0] for t in shown} == {text.split(",")[0].split()[0]}
        assert len(shown) == known if known == 2 else len(shown) > 15


def test_a_word_of_age_that_birth_and_note_dates_give_is_derived(run):
    result = run(
        "Né le 12/03/1950, octogénaire, adulte, vu le 20/05/2033.",
        [
            ("12/03/1950", "DATE", "DATE_NAISSANCE"),
            ("octogénaire", "AGE", "AGE"),
            ("adulte", "AGE", "AGE"),
            ("20/05/2033", "DATE", "DATE"),
        ],
        policy=SubstitutionPolicy(Fraction(10_000), date(2034, 1, 1)),
    )
    assert classes(result) == [("DATE", "day", 1), ("DATE_NAISSANCE", "month", 1)]
    assert ", octogénaire, octogénaire, " in result.notes[0].text


def test_a_feast_and_its_year_are_a_day(run):
    result = run("Depuis Noël 2019.", [("Noël 2019", "DATE", "DATE")])
    assert result.notes[0].text == "Depuis le 25 décembre 2019."
    assert classes(result) == [("DATE", "day", 1)]


def test_a_week_is_measured_in_months_and_redrawn_in_its_month(run):
    weeks = set()
    for seed in range(30):
        result = run("S12 2020", [("S12 2020", "DATE", "DATE")], key=StudyKey(bytes([seed]) * 32))
        assert classes(result) == [("DATE", "month", 1)]
        weeks.add(result.notes[0].text)
    # no noise on the month: 1 March 2020 is in week 9, 31 March in week 14
    assert weeks <= {f"S{week:02d} 2020" for week in range(9, 15)} | {"S9 2020"}
    assert len(weeks) >= 4


def test_what_is_not_understood_gets_a_public_form_and_a_warning(run):
    result = run("Vu le 1Z/0Z/202O.", [("1Z/0Z/202O", "DATE", "DATE")])
    replacement = result.notes[0].replacements[0]
    shown = result.notes[0].text[replacement.start : replacement.end]
    assert replacement.warning == UNREAD
    assert shown != "1Z/0Z/202O"
    assert re.fullmatch(r"\d\d/\d\d/\d{4}", shown)
    assert result.elements == ()


def test_a_feast_without_its_year_is_a_day_too(run):
    result = run("Fièvre depuis Noël dernier.", [("depuis Noël dernier", "DATE", "DUREE")])
    assert result.notes[0].text == "Fièvre depuis le 25 décembre dernier."
    assert classes(result) == [("DATE", "day", 1)]


def test_a_day_that_no_calendar_has_becomes_a_random_day_and_a_warning(run):
    result = run("Vu le 31/02/2020.", [("31/02/2020", "DATE", "DATE")])
    shown = result.notes[0].text.removeprefix("Vu le ").removesuffix(".")
    day, month, year = (int(part) for part in shown.split("/"))
    assert date(year, month, day)
    assert shown != "31/02/2020"
    assert result.notes[0].replacements[0].warning == UNREAD


def test_each_date_of_a_range_marked_as_one_is_an_element(run):
    result = run("Du 3 au 7 mai 2021.", [("3 au 7 mai 2021", "DATE", "DATE")])
    assert result.notes[0].text == "Du 3 au 7 mai 2021."
    assert sorted(e.mentions for e in result.elements) == [1, 1]
    assert classes(result) == [("DATE", "day", 1), ("DATE", "day", 1)]
    assert result.notes[0].replacements[0].element_ids == tuple(e.id for e in result.elements)


@pytest.mark.parametrize("seed", range(10))
def test_a_range_marked_as_one_keeps_its_order(run, seed):
    policy = SubstitutionPolicy(Fraction(1, 2), date(2024, 1, 1))
    result = run(
        "Du 03/05/2021 au 07/05/2021.",
        [("03/05/2021 au 07/05/2021", "DATE", "DATE")],
        policy=policy,
        key=StudyKey(bytes([seed]) * 32),
    )
    first, last = result.notes[0].text.removeprefix("Du ").removesuffix(".").split(" au ")
    assert first[6:] + first[3:5] + first[:2] <= last[6:] + last[3:5] + last[:2]


def test_days_counted_from_an_event_are_left_alone(run):
    result = run(
        "Apyrexie à J+3, revu ce jour.", [("J+3", "DATE", "DATE"), ("ce jour", "DATE", "DATE")]
    )
    assert result.notes[0].text == "Apyrexie à J+3, revu ce jour."
    assert [r.warning for r in result.notes[0].replacements] == [None, None]
    assert result.elements == ()


def test_vague_durations_are_left_with_a_warning(run):
    result = run("Toux depuis plusieurs mois.", [("depuis plusieurs mois", "DATE", "DUREE")])
    assert result.notes[0].text == "Toux depuis plusieurs mois."
    assert result.notes[0].replacements[0].warning == VAGUE


@pytest.mark.parametrize(
    ("text", "mark", "subtype", "shown"),
    [
        ("Travaille à mi-temps.", "mi-temps", "DUREE", "Travaille à mi-temps."),
        ("Né à terme.", "à terme", "DATE", "Né à terme."),
        ("Gêné depuis une demi-heure.", "une demi-heure", "DUREE", "Gêné depuis une demi-heure."),
        ("Toux il y a 3/4 d'heure.", "il y a 3/4 d'heure", "DUREE", "Toux il y a 3/4 d'heure."),
        (
            "Fatigue toute la grossesse.",
            "toute la grossesse",
            "DUREE",
            "Fatigue toute la grossesse.",
        ),
        (
            "Algique depuis l'opération.",
            "depuis l'opération",
            "DATE",
            "Algique depuis l'opération.",
        ),
        ("Fatigue trois lunes.", "trois lunes", "DUREE", "Fatigue [DUREE]."),
        ("Fatigue le 2 safar.", "2 safar", "DATE", "Fatigue le [DATE]."),
    ],
)
def test_what_is_no_time_of_the_patient_stays_and_what_nobody_reads_is_a_label(
    run, text, mark, subtype, shown
):
    assert run(text, [(mark, "DATE", subtype)]).notes[0].text == shown


@pytest.mark.parametrize(
    ("text", "mark", "shown"),
    [
        ("Suivi depuis un quart de siècle.", "quart de siècle", r"Suivi depuis \d+ ans?\."),
        ("Revu dans une quinzaine.", "quinzaine", r"Revu dans \d+ jours?\."),
        ("Sorti d'une quinzaine.", "quinzaine", r"Sorti de \d+ jours?\."),
        (
            "Toux depuis une quinzaine de jours.",
            "quinzaine",
            r"Toux depuis une [a-z]+aine de jours\.",
        ),
    ],
)
def test_a_word_that_is_a_length_is_noised_as_one(run, text, mark, shown):
    assert re.fullmatch(shown, run(text, [(mark, "DATE", "DUREE")]).notes[0].text)


@pytest.mark.parametrize(
    ("end", "crossed"),
    [("31 mai 2021", r"(?:1er|\d\d?) [a-zéû]{3,}"), ("31/05/2021", r"\d\d?/\d\d")],
)
def test_a_lone_day_gets_its_month_when_the_range_now_spans_two(run, end, crossed):
    """In the writing of the date that it leans on."""
    policy = SubstitutionPolicy(Fraction(1, 5), date(2024, 1, 1))
    entities = [("30", "DATE", "DATE"), (end, "DATE", "DATE")]
    warnings = set()
    for seed in range(30):
        result = run(f"Du 30 au {end}.", entities, policy=policy, key=StudyKey(bytes([seed]) * 32))
        first, second = result.notes[0].replacements
        text = result.notes[0].text
        warnings.add(first.warning)
        if first.warning == CROSSED:
            assert re.fullmatch(crossed, text[first.start : first.end])
        else:
            # same month: the days are in order
            day = re.split(r"[ /]", text[second.start : second.end])[0].removesuffix("er")
            assert int(text[first.start : first.end].removesuffix("er")) < int(day)
    assert warnings == {None, CROSSED}


def test_a_lone_month_gets_its_year_when_the_range_now_spans_two(run):
    policy = SubstitutionPolicy(Fraction(1, 10), date(2024, 1, 1))
    warnings = set()
    for seed in range(20):
        result = run(
            "De mars à mai 2021.", [("mars à mai 2021", "DATE", "DATE")],
            policy=policy, key=StudyKey(bytes([seed]) * 32),
        )  # fmt: skip
        warnings.add(result.notes[0].replacements[0].warning)
        years = len(re.findall(r"\d{4}", result.notes[0].text))
        assert years == (1 if result.notes[0].replacements[0].warning is None else 2)
    assert warnings == {None, YEAR_CROSSED}


def test_tag_replaces_dates_and_ages_and_spends_nothing(run):
    policy = SubstitutionPolicy(Fraction(1), date(2024, 1, 1), dates=DateMechanism.TAG)
    result = run(
        "Vu le 12/02/2020, 40 ans.",
        [("12/02/2020", "DATE", "DATE"), ("40 ans", "AGE", "AGE")],
        policy=policy,
    )
    assert result.notes[0].text == "Vu le [DATE], [AGE]."
    assert result.elements == ()


def test_shift_moves_all_dates_alike_and_spends_nothing_on_them(run):
    policy = SubstitutionPolicy(Fraction(1), date(2024, 1, 1), dates=DateMechanism.SHIFT)
    result = run(
        "Du 12/02/2020 au 26/02/2020.",
        [("12/02/2020", "DATE", "DATE"), ("26/02/2020", "DATE", "DATE")],
        policy=policy,
    )
    note = result.notes[0]
    shown = [note.text[r.start : r.end] for r in note.replacements]
    days = [date(int(t[6:]), int(t[3:5]), int(t[:2])) for t in shown]
    assert (days[1] - days[0]).days == 14
    assert days[0] != date(2020, 2, 12)
    assert result.elements == ()


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("Du 3 au 7 mai 2021.", [("3 au 7 mai 2021", "DATE", "DATE")]),
        ("Du 3 au 7 mai 2021.", [("3", "DATE", "DATE"), ("7 mai 2021", "DATE", "DATE")]),
        ("De mars à mai 2021.", [("mars à mai 2021", "DATE", "DATE")]),
        ("Suivi 2010-2012.", [("2010-2012", "DATE", "DATE")]),
        ("Depuis 3 à 4 jours.", [("3 à 4 jours", "DATE", "DUREE")]),
    ],
)
def test_the_ends_of_a_range_differ(run, text, entities):
    loud = SubstitutionPolicy(Fraction(1, 10), date(2024, 1, 1))
    for seed in range(20):
        result = run(text, entities, policy=loud, key=StudyKey(bytes([seed]) * 32))
        body = result.notes[0].text.split(maxsplit=1)[1].removesuffix(".").removesuffix(" jours")
        ends = re.split(r" au | à |(?<=\d)-", body)
        if len(ends) == 2:  # « 3 au 7 mai »: the first end has what the second one leaves out
            assert ends[0] != ends[1].split()[0], body
            assert ends[0] != ends[1], body


def test_a_week_without_a_year_is_the_latest_one_and_follows_the_order(run):
    result = run("Vu en semaine 12.", [("semaine 12", "DATE", "DATE")], date="2021-05-10")
    assert classes(result) == [("DATE", "month", 1)]
    assert result.notes[0].replacements[0].warning is None
    shown = result.notes[0].text
    # the 25th of March 2021, its day redrawn in March: weeks 9 to 13
    assert shown in {f"Vu en semaine {week}." for week in range(9, 14)}


NOISY = SubstitutionPolicy(Fraction(1, 5), date(2024, 1, 1))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Vu le 1er mars 2019.", ["1", "mars 2019"]),
        ("Vu le 3 mars 2019.", ["3 mars", "2019"]),
        ("Vu le 3 mars 2019.", ["3", "mars", "2019"]),
        ("Vu le 3\xa0mars 2019.", ["3", "mars 2019"]),
        ("Vu en mars 2019.", ["mars", "2019"]),
        ("Vu le 29 février 2020.", ["29", "février 2020"]),
    ],
)
def test_a_date_that_is_marked_in_parts_is_one_value(run, text, parts):
    """Drawn apart, « le {1}er {mars 2019} » read « le 3/03 juillet 2019 »."""
    for seed in range(12):
        result = run(
            text,
            [(p, "DATE", "DATE") for p in parts],
            policy=NOISY,
            key=StudyKey(bytes([seed]) * 32),
        )
        assert [e.mentions for e in result.elements] == [len(parts)]
        assert re.fullmatch(r"Vu (le|en) ((1er|\d\d?)\s)?[a-zéû]+ 20\d\d\.", result.notes[0].text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Vu le 3 et mars 2019.", ["3", "mars 2019"]),
        ("Vu le 31 février 2019.", ["31", "février 2019"]),
        ("Vu le 3/5 mars 2019.", ["3/5", "mars 2019"]),
    ],
)
def test_two_dates_side_by_side_are_two_values(run, text, parts):
    result = run(text, [(part, "DATE", "DATE") for part in parts])
    assert len(result.elements) == 2


def test_the_year_of_the_birth_is_that_of_the_whole_date(run):
    """« Né le 09-01-1951 […] Né en 1951 » became « Né le 16-04-1951 […] Né en 1955 »."""
    births = ["09-01-1951", "1951", "janvier 1951"]
    for seed in range(12):
        result = run(
            "Né le 09-01-1951. Né en 1951, en janvier 1951.",
            [(birth, "DATE", "DATE_NAISSANCE") for birth in births],
            policy=NOISY,
            key=StudyKey(bytes([seed]) * 32),
        )
        assert classes(result) == [("DATE_NAISSANCE", "month", 3)]
        day, year, month = (r for r in result.notes[0].replacements)
        text = result.notes[0].text
        shown = text[day.start : day.end]
        assert text[year.start : year.end] == shown[-4:]
        name = text[month.start : month.end].split()[0]
        assert MONTHS.index(name) + 1 == int(shown[3:5])


def test_another_year_of_birth_is_another_value(run):
    result = run(
        "Né le 09-01-1951, sa sœur en 1953.",
        [("09-01-1951", "DATE", "DATE_NAISSANCE"), ("1953", "DATE", "DATE_NAISSANCE")],
    )
    assert len(result.elements) == 2
