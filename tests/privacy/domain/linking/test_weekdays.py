"""The weekday before a date is that of its surrogate; it would tell the original modulo 7."""

from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.linking.weekdays import Dated, first_weekday, weekday_edits
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.redraw import PatientNotes, link_of, redraw_notes
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.time.lexicon import WEEKDAYS

TUESDAY = date(2020, 3, 3)


def around(before: str, behind: str, day: date | None = TUESDAY) -> str:
    """The text around a date, marked « # », with the weekdays of another one."""
    text = before + "#" + behind
    place = (len(before), len(before) + 1)
    for edit in reversed(weekday_edits(text, [Dated(*place, day)], [place])):
        text = text[: edit.start] + edit.shown + text[edit.end :]
    return text


@pytest.mark.parametrize(
    ("before", "behind", "after"),
    [
        ("revue lundi ", "", "revue mardi #"),
        ("Lundi, ", "", "Mardi, #"),
        ("le LUNDI ", "", "le MARDI #"),
        ("ven. ", "", "mar. #"),
        ("Dim ", "", "Mar #"),
        ("lundi matin, le ", "", "lundi matin, le #".replace("lundi", "mardi")),
        ("vendredi dernier (", ")", "mardi dernier (#)"),
        ("jeudi\n", "", "mardi\n#"),
        ("lunid ", "", "mardi #"),
        ("Monday ", "", "Mardi #"),
        # behind it
        ("le ", " (jeudi).", "le # (mardi)."),
        ("le ", " (jeu.).", "le # (mar.)."),
        ("le ", " [Jeu] ", "le # [Mar] "),
        ("le ", "\n(jeudi)", "le #\n(mardi)"),
        ("le ", ", un jeudi, va bien", "le #, un mardi, va bien"),
        ("le ", " - jeudi", "le # - mardi"),
        ("le ", " qui était un jeudi", "le # qui était un mardi"),
        ("le ", ", sorti JEUDI soir", "le #, sorti MARDI soir"),
        ("le ", " à 14h30, jeudi", "le # à 14h30, mardi"),
        # in cells, in brackets, on lines
        ("vu (jeu) ", "", "vu (mar) #"),
        ("vu [jeu] ", "", "vu [mar] #"),
        ("vu (jeu.) le ", " bien", "vu (mar.) le # bien"),
        ("|jeu|", "|TA|", "|mar|#|TA|"),
        ("| Jeu   | ", " |", "| Mar   | # |"),
        ("jeu;", ";37", "mar;#;37"),
        ("Vu jeudi ; ", "", "Vu mardi ; #"),
        ("le ", "\nJeudi", "le #\nMardi"),
        ("le ", "\r\nJeudi soir\r\nTA", "le #\r\nMardi soir\r\nTA"),
        ("", "\tlun", "#\tmar"),
        ("le ", " lun\nTA", "le # mar\nTA"),
        ("le ", " ; lundi\n", "le # ; mardi\n"),
        ("|", "|jeu|TA|", "|#|mar|TA|"),
        ("|", "| Je |", "|#| Ma |"),
        ("le ", " (je)\n", "le # (ma)\n"),
        # one or two letters
        ("Je ", "", "Ma #"),
        ("TA 12/8\n- JE. ", " : TA", "TA 12/8\n- MA. # : TA"),
        ("V ", "\nTA 12/8", "M #\nTA 12/8"),
        ("|V|", "|TA 12/8|", "|M|#|TA 12/8|"),
        ("|V ", "|TA 12/8|", "|M #|TA 12/8|"),
        ("vu\tje\t", " bien", "vu\tma\t# bien"),
        ("vu (Je) ", " bien", "vu (Ma) # bien"),
        ("vu (V ", ") bien", "vu (M #) bien"),
        # at the beginning of a line, or on a line of its own
        ("V ", " RAS", "M # RAS"),
        ("TA\n- Je ", ", RAS", "TA\n- Ma #, RAS"),
        ("V :\n", "\nRAS", "M :\n#\nRAS"),
        ("Ve\n\n", "\nRAS", "Ma\n\n#\nRAS"),
        ("le ", "\nV\nTA", "le #\nM\nTA"),
        # other short forms
        ("vendr. ", "", "mar. #"),
        ("jeud. ", "", "mar. #"),
        ("Seen Mon ", "", "Seen Mar #"),
        ("", " (Fri), seen", "# (Mar), seen"),
        # two letters in a sentence
        ("RDV Ve ", " à 10 h", "RDV Ma # à 10 h"),
        ("puis Je. ", " au bloc", "puis Ma. # au bloc"),
        ("Sa\xa0", " : TA", "Ma\xa0# : TA"),
        # in brackets behind the date, with text behind
        ("le ", " (Lu). Revu", "le # (Ma). Revu"),
        ("le ", " (VE.) à 10 h", "le # (MA.) à 10 h"),
        ("le ", "[Sa], puis", "le #[Ma], puis"),
        # one letter behind what is dated
        ("RDV L ", " à 10 h", "RDV M # à 10 h"),
        ("rendez-vous : V. ", ".", "rendez-vous : M. #."),
        ("Revu le D\xa0", " au bloc", "Revu le M\xa0# au bloc"),
        ("Consultation prévue J ", " matin", "Consultation prévue M # matin"),
        # behind any word, and where a sentence begins
        ("pansement V ", " RAS", "pansement M # RAS"),
        ("Bilan le v ", ".", "Bilan le m #."),
        ("kiné ve ", ", je 19/03", "kiné ma #, je 19/03"),
        ("Vu hier. Je ", "", "Vu hier. Ma #"),
        ("Vu. Ve ", " bien", "Vu. Ma # bien"),
        ("vu (V) ", " bien", "vu (M) # bien"),
        ("puis S, ", " bien", "puis M, # bien"),
        # right behind it
        ("Vu ", " JE RAS", "Vu # MA RAS"),
        ("Vu ", " Je RAS", "Vu # Ma RAS"),
        ("Vu ", " V, puis", "Vu # M, puis"),
        ("Vu ", " V. RAS", "Vu # M. RAS"),
        ("Vu ", "J ok", "Vu #M ok"),
        ("Vu ", "-v ok", "Vu #-m ok"),
        ("Vu ", " D", "Vu # M"),
        ("Vu ", " (je) ok", "Vu # (ma) ok"),
        ("Vu ", " (sa), ok", "Vu # (ma), ok"),
        ("Vu ", " (v) ok", "Vu # (m) ok"),
        ("Vu ", " ve, RAS", "Vu # ma, RAS"),
        ("Vu ", " v RAS", "Vu # m RAS"),
        ("Vu ", " ve RAS", "Vu # ma RAS"),
        ("Vu ", " sa pas de fièvre", "Vu # ma pas de fièvre"),
        ("Vu ", " je\xa0soir", "Vu # ma\xa0soir"),
        ("Vu ", " me (RAS)", "Vu # ma (RAS)"),
        ("Vu ", " me au bloc", "Vu # ma au bloc"),
        # what can't be told is one word, whichever day it may be
        ("Vu ", " ve chimio", "Vu # sa chimio"),
        ("Vu ", " Ma fille", "Vu # Sa fille"),
        ("Vu ", " ve la revois", "Vu # je la revois"),
        ("Vu ", ", VE CONSTATE", "Vu #, JE CONSTATE"),
        ("Vu ", " v accord", "Vu # d accord"),
        ("Vu ", " d examen, jeudi", "Vu # l examen, mardi"),
        # before a date they are always weekdays
        ("Je ", " ai vu le patient", "Ma # ai vu le patient"),
        ("Vu ", " VE 2 culots", "Vu # MA 2 culots"),
        ("Vu ", " lun RAS", "Vu # mar RAS"),
        ("Vu ", " JEU RAS", "Vu # MAR RAS"),
        ("Vu ", "ven RAS", "Vu #mar RAS"),
        ("Vu ", "VEN. RAS", "Vu #MAR. RAS"),
        ("Vu ", "v RAS", "Vu #m RAS"),
        ("Vu ", " ve\nTA 12/8", "Vu # ma\nTA 12/8"),
        ("Vu ", ", Jeu, va bien", "Vu #, Mar, va bien"),
        ("Vu ", " V 8h30 RAS", "Vu # M 8h30 RAS"),
        # words between
        ("Vu jeudi en consultation, le ", "", "Vu mardi en consultation, le #"),
        ("jeudi soir à l'hôpital (", ")", "mardi soir à l'hôpital (#)"),
        # several: the others keep their distance
        ("Vu lundi et jeudi ", "", "Vu samedi et mardi #"),
        ("", " (jeudi), puis vendredi", "# (mardi), puis mercredi"),
    ],
)
def test_a_weekday_follows_the_day(before, behind, after):
    assert around(before, behind) == after


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("revue le ", ""),
        ("au mois de ", ""),
        ("mon ", ""),
        ("", " | Sat | 98"),
        ("", "\nsa\nfille"),
        ("Vu lundi. Revu le ", ""),
        ("Vu lundi\nRevu le ", ""),
        ("le ", ". Sort jeudi."),
        ("le ", "\nJeudi : pansement"),
        ("chaque jeudi depuis le ", ""),
        ("ouvert du lundi au vendredi depuis le ", ""),
        ("tous les jeudis depuis le ", ""),
        ("le ", ", mer calme, mar froid"),
        ("a) bilan\nd) ", ""),
        ("A. Bilan\nD. ", " RAS"),
        ("genou d ", " opéré"),
        ("terme 38 SA ", " bien"),
        ("DeVe ", " bien"),
        ("IRM du genou (D) ", ""),
        ("(au bord de la mer) ", ""),
        ("au bord de la mer ; ", ""),
        ("ouvert du lundi au vendredi ; ", ""),
        ("chaque jeudi ; ", ""),
        ("le ", " ; chaque jeudi\n"),
        ("genou D ", " opéré"),
        ("PTH D ", ", kiné"),
        ("thrombus sylvien (D) ", ""),
        ("cholécystectomie S ", ""),
        ("facteur V ", " : 80"),
        ("Vit. D ", " : 80"),
        ("2 L ", " bien"),
        ("genou D le ", ""),
        ("le ", " J3 du bloc"),
        ("le ", " J 3 du bloc"),
        ("le ", " S. aureus"),
        ("le ", " M. le Dr X"),
        ("le ", " M. et Mme X"),
        ("le ", " l'examen"),
        ("le ", " d accord"),
        ("le ", " sa fille"),
        ("le ", " lu au staff"),
        ("le ", " sa 2e fille"),
        ("le ", " Sa fille"),
        ("le ", " Je revois"),
        ("le ", " je la revois"),
        ("le ", " L/min"),
        ("le ", " Sat 98"),
        ("le ", "\nmer calme"),
        ("le ", " sa\nfille"),
        ("le ", " ; lundi il sort"),
        ("le ", "\n\nJeudi"),
        ("Vu jeudi " + "avec son fils et sa fille et son chien et son chat et son oiseau " * 2, ""),
        ("", ""),
    ],
)
def test_other_words_stay(before, behind):
    assert around(before, behind) == before + "#" + behind


def test_the_nearest_of_two_dates_has_the_weekday():
    text = "le 1 (jeudi), le 2 (vendredi), lundi 3"
    places = [(3, 4), (17, 18), (37, 38)]
    dates = [
        Dated(*place, date(2020, 3, day)) for place, day in zip(places, (3, 4, 5), strict=True)
    ]
    assert [edit.shown for edit in weekday_edits(text, dates, places)] == [
        "mardi",
        "mercredi",
        "jeudi",
    ]


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        ("Ponction 1 D, 2 G.", 12),  # a side
        ("Vu le 1 M 2", 10),  # a civility
        ("Vu le 1 V. 2", 11),  # an initial
    ],
)
def test_a_letter_behind_a_date_is_another_word(text, entity):
    places = [(text.index("1"),) * 2, (entity,) * 2]
    places = [(start, end + 1) for start, end in places]
    assert weekday_edits(text, [Dated(*places[0], TUESDAY)], places) == []


def test_what_touches_a_word_is_a_part_of_it():
    assert weekday_edits("les lundis", [Dated(4, 9, TUESDAY, named=True)], [(4, 9)]) == []


def test_the_weekday_of_a_line_is_that_of_its_date():
    text = "1\tjeu\n2\tven\n3\tsam"
    places = [(at, at + 1) for at in (0, 6, 12)]
    dates = [
        Dated(*place, date(2020, 3, day)) for place, day in zip(places, (3, 4, 5), strict=True)
    ]
    assert [edit.shown for edit in weekday_edits(text, dates, places)] == ["mar", "mer", "jeu"]


def test_what_stands_in_an_entity_is_not_touched():
    text = "le 1, vu à Saint-Mardi (Mardi)"
    dates = [Dated(3, 4, TUESDAY.replace(day=4))]
    assert [edit.start for edit in weekday_edits(text, dates, [(3, 4), (11, 22)])] == [24]


@pytest.mark.parametrize(
    ("before", "behind", "after"),
    [
        ("vu lundi, le ", "", "vu le #"),
        ("vu lundi ", "", "vu #"),
        ("vu le ", " (jeudi).", "vu le #."),
        ("vu le ", ", un jeudi, puis", "vu le #, puis"),
        ("vu le ", ", sorti jeudi soir.", "vu le #, sorti."),
        ("Vu jeudi en consultation, le ", "", "Vu en consultation, le #"),
        ("(jeudi\n", ")", "(\n#)"),
        ("vu (jeu) ", "", "vu #"),
        ("vu [jeu] ", "", "vu #"),
        ("|jeu|", "|", "||#|"),
        ("jeu;", ";37", ";#;37"),
        ("jeu\t", "", "\t#"),
        ("|V.|", "|", "||#|"),
        ("|Je ", "|", "| #|"),
        ("RDV Ve ", " à 10 h", "RDV # à 10 h"),
        ("vu le ", " V, RAS", "vu le #, RAS"),
        ("vu le ", " (je) ok", "vu le # ok"),
        ("", "\tlun", "#\t"),
        ("vu le ", " lun\nTA", "vu le #\nTA"),
        ("le ", "\nJeudi soir", "le #\n"),
    ],
)
def test_a_date_that_is_not_shown_takes_its_weekdays_along(before, behind, after):
    assert around(before, behind, None) == after


@pytest.mark.parametrize(
    ("kept", "start"),
    [
        ("Vu lundi, le ", 2),
        ("Vu le ", None),
        (" (jeudi) et ", 0),
        ("a. Vu lundi. b", 5),
        (" (jeu.) ", 0),
        ("vu le|jeu|", 6),
        ("a" * 80 + "\nJe ", 81),
        ("a (V ", 1),
        ("RDV Ve ", 3),
        ("RDV V ", 3),
        (" à 10 h et V. ", 10),
        ("vit. D ", 4),
        (" V, RAS", 0),
        ("-v RAS", 1),
        (" (Lu). Revu le ", 0),
        (" Ve ", 0),
        ("\tlun\nTA", 1),
        ("TA : 12\nlun | mar\n----\n" + "-" * 80 + "\n", 8),
        ("TA : 12\nL;M;M\n", 8),
        ("TA\nlun | TA 12/8 et encore beaucoup de mots qui ne sont pas des jours | ", 3),
    ],
)
def test_where_the_text_between_two_entities_may_change(kept, start):
    assert first_weekday(kept) == start


# a table with each date in braces, its surrogates, the same table with the weekdays of these
ROWS = [
    ("lun | mar | mer\n{a} | {b} | {c}", "ven | sam | dim\n{a} | {b} | {c}"),
    ("|Lundi|Mardi|Mercredi|\n|---|---|---|\n|{a}|{b}|{c}|", "|Vendredi|Samedi|Dimanche|\n|---|---|---|\n|{a}|{b}|{c}|"),
    ("Jour\tLun.\tMar.\tMer.\nDate\t{a}\t{b}\t{c}", "Jour\tVen.\tSam.\tDim.\nDate\t{a}\t{b}\t{c}"),
    ("L;M;M\n{a};{b};{c}", "V;S;D\n{a};{b};{c}"),
    ("  lun   mar   mer\n  {a}   {b}   {c}", "  ven   sam   dim\n  {a}   {b}   {c}"),
    ("lun mar mer\n{a} {b} {c}", "ven sam dim\n{a} {b} {c}"),
    ("{a} | {b} | {c}\nlun | mar | mer", "{a} | {b} | {c}\nven | sam | dim"),
    ("lun | mar | mer | jeu\n{a} | {b} | {c} |", "ven | sam | dim | lun\n{a} | {b} | {c} |"),
    ("lun | mar | mer | jeu\n{a} : TA | {b} | | {c}", "ven | sam | dim | dim\n{a} : TA | {b} | | {c}"),
    ("lun | mar\n{a} | {b}\n{c} |", "ven | sam\n{a} | {b}\n{c} |"),
    ("     lun    mar    mer\n            {a}   {b}   {c}", "     jeu    ven    sam\n            {a}   {b}   {c}"),
    ("     lun    mar    mer\n                   {a}\n{b}\n{c}", "     mer    jeu    ven\n                   {a}\n{b}\n{c}"),
    ("lun | TA 12/8 | {a}\nmar | | {b}\n{c} | TA | mer", "ven | TA 12/8 | {a}\nsam | | {b}\n{c} | TA | dim"),
    ("S | TA | {a}\nla mer | TA | {b} {c}", "S | TA | {a}\nla mer | TA | {b} {c}"),
    ("Poids | mer | TA\n{a} | {b} | {c}", "Poids | mer | TA\n{a} | {b} | {c}"),
    ("lun mar rien\n{a} {b} {c}", "lun mar rien\n{a} {b} {c}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_a_row_of_weekdays_is_that_of_the_surrogates_in_its_columns(text, expected):
    days = [date(2020, 2, 7), date(2020, 2, 8), date(2020, 2, 9)]
    starts = [text.index(mark) for mark in ("{a}", "{b}", "{c}")]
    dates = [Dated(at, at + 3, day) for at, day in zip(starts, days, strict=True)]
    for edit in reversed(weekday_edits(text, dates, [(at, at + 3) for at in starts])):
        text = text[: edit.start] + edit.shown + text[edit.end :]
    assert text == expected


@pytest.mark.parametrize(("born", "shown"), [(False, ["M"]), (True, [])])
def test_a_letter_beside_a_date_of_birth_is_a_sex(born, shown):
    dates = [Dated(3, 4, TUESDAY, born)]
    assert [edit.shown for edit in weekday_edits("|M|1|", dates, [(3, 4)])] == shown


def test_a_table_tells_the_weekdays_of_its_surrogates(make_note, tables):
    note = make_note(
        "|M|04/02/1950|\n|M|04/02/2020|\n",
        [("04/02/1950", "DATE", "DATE_NAISSANCE"), ("04/02/2020", "DATE", "DATE")],
    )
    seen = set()
    for seed in range(20):
        result = substitute_patient_file(
            [note],
            policy=SubstitutionPolicy(Fraction(1, 5), date(2022, 1, 1)),
            key=StudyKey(bytes([seed]) * 32),
            tables=tables,
        ).notes[0]
        _, visit = result.replacements
        day, month, year = map(int, result.text[visit.start : visit.end].split("/"))
        assert result.text.startswith("|M|")
        letter = result.text[visit.start - 2]
        assert letter == "LMMJVSD"[date(year, month, day).weekday()]
        seen.add(letter)
    assert len(seen) > 2


def notes(make_note):
    return make_note(
        "Vu lundi 3 février 2020, puis mercredi le 12/02/2020.",
        [("3 février 2020", "DATE", "DATE"), ("12/02/2020", "DATE", "DATE")],
    )


def test_a_note_tells_the_weekdays_of_its_surrogates(make_note, tables):
    seen = set()
    for seed in range(20):
        result = substitute_patient_file(
            [notes(make_note)],
            policy=SubstitutionPolicy(Fraction(1, 5), date(2022, 1, 1)),
            key=StudyKey(bytes([seed]) * 32),
            tables=tables,
        ).notes[0]
        second = result.replacements[1]
        day, month, year = map(int, result.text[second.start : second.end].split("/"))
        weekday = WEEKDAYS[date(year, month, day).weekday()]
        assert result.text[: second.start].endswith(f", puis {weekday} le ")
        seen.add(result.text.split()[1])
    assert len(seen) > 4


def test_labels_stand_without_weekdays(make_note, tables):
    policy = SubstitutionPolicy(Fraction(1), date(2022, 1, 1), dates=DateMechanism.TAG)
    result = substitute_patient_file(
        [notes(make_note)], policy=policy, key=StudyKey(bytes(32)), tables=tables
    )
    assert result.notes[0].text == "Vu [DATE], puis le [DATE]."


def test_a_label_behind_which_blanks_are_filled_up_stands_without_weekdays(make_note, tables):
    note = make_note("Vu 12/02/2020   mer\nTA", [("12/02/2020", "DATE", "DATE")])
    policy = SubstitutionPolicy(Fraction(1), date(2022, 1, 1), dates=DateMechanism.TAG)
    result = substitute_patient_file([note], policy=policy, key=StudyKey(bytes(32)), tables=tables)
    assert result.notes[0].text == "Vu [DATE]  \nTA"


def test_the_preview_shows_what_leaves(make_note, tables):
    note = notes(make_note)
    policy = SubstitutionPolicy(Fraction(1, 5), date(2022, 1, 1))
    drawn = redraw_notes(PatientNotes((note,), 0), policy=policy, key=StudyKey(bytes(32))).notes[0]
    starts = [span.start for span in note.entities]
    assert [link_of(note.text[:at]) for at in starts[:1]] == [" lundi "]
    shown = f"Vu{drawn.links[0]}{drawn.surrogates[0]}, puis{drawn.links[1]}{drawn.surrogates[1]}{drawn.links[2]}."
    result = substitute_patient_file([note], policy=policy, key=StudyKey(bytes(32)), tables=tables)
    assert shown == result.notes[0].text
