"""Cells of tables: measures that look like dates, names of columns that look like people."""

from time import process_time

import pytest

from annotation.domain.tokens import token_bounds
from tests.worker.engine.model_spans import model_span
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.vetoes.tables import is_no_entity


def reading(text, figures=1.0, names=()):
    """P(O): `figures` of what has digits, 0 of `names`, 1 of any other word."""
    bounds = token_bounds(text)
    words = [text[start:end] for start, end in bounds]
    outside = [figures if w.isdigit() else 0.0 if w in names else 1.0 for w in words]
    return Reading([], [a for a, _b in bounds], [b for _a, b in bounds], outside)


def laid_out(rows, sign):
    """The rows of "a b c" in columns."""
    if sign == "  ":
        return "".join("".join(f"{cell:10}" for cell in row.split(" ")) + "\n" for row in rows)
    return "".join(row.replace(" ", sign) + "\n" for row in rows)


def is_measure(text, words, figures=0.5):
    return is_no_entity(Note(text), model_span(text, "DATE", words), reading(text, figures))


def is_name_of_column(text, subtype, words, names=()):
    return is_no_entity(Note(text), model_span(text, subtype, words), reading(text, 1, names))


@pytest.mark.parametrize("sign", [" | ", "|", "\t", " ; ", "  "])
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["Repas Part FC", "8h 1/2 71", "14h 1/4 80", "20h 1/3 75"], "1/4"),  # shares, out of order
        (["8h 1/2 71", "14h 1/4 80", "20h 3/4 75", "22h 1/2 70"], "1/4"),  # without names
        (["Jour Valeur FC", "1 13/8 71", "2 15/18 80"], "13/8"),  # no month is 18
        (["Jour TA FC", "1 11/7 71", "2 12/8 80"], "12/8"),  # told by its name
    ],
)
def test_a_measure_among_measures_is_no_date(rows, words, sign):
    assert is_measure(laid_out(rows, sign), words)


@pytest.mark.parametrize("sign", [" | ", "\t", "  "])
@pytest.mark.parametrize(
    ("rows", "words", "figures"),
    [
        (["Jour Valeur FC", "2/5 13/8 71", "3/5 15/6 80", "4/5 12/9 75"], "3/5", 0.5),  # in order
        (
            ["Fin Dose Voie", "20/11 1 PO", "18/11 2 PO", "2/12 1 IV"],
            "18/11",
            0.3,
        ),  # hardly doubted
        (["Fin Dose Voie", "20/11 1 PO", "18/12 2 PO", "2/11 1 IV"], "18/12", 0.05),  # not doubted
        (["Heure Valeur FC", "8h 13/8 71", "9h 11/6 80", "1h 12/9 75"], "11/6", 0.9),  # no shares
        (["Heure Valeur FC", "8h 13/8 71"], "13/8", 0.9),  # alone
        (["Poids 13/8", "TA 11/6", "FC 12/9"], "11/6", 0.9),  # names and values: no column
    ],
)
def test_what_may_be_a_date_stays(rows, words, figures, sign):
    assert not is_measure(laid_out(rows, sign), words, figures)


@pytest.mark.parametrize("sign", [" | ", "\t", " ; ", "  "])
@pytest.mark.parametrize(
    ("rows", "subtype", "words"),
    [
        (["Oeil Sphere AV", "OD -1 10/10", "OG -2 9/10"], "INITIALES", "AV"),
        (["Date Vtol Plaq", "1 12 45", "2 13 50"], "NOM", "Vtol"),
        (["Date Lecteur Plaq", "1 Roy 45", "2 Petit 50"], "NOM", "Lecteur"),
    ],
)
def test_the_name_of_a_column_is_nobody_s(rows, subtype, words, sign):
    text = laid_out(rows, sign)
    found = is_no_entity(Note(text), model_span(text, subtype, words), reading(text))
    assert found


@pytest.mark.parametrize("sign", [" | ", "\t", "  "])
@pytest.mark.parametrize(
    ("rows", "subtype", "words", "names"),
    [
        (["Mois Roy Blanc", "1 12 45", "2 13 50"], "NOM", "Roy", ("Roy", "Blanc")),  # people beside
        (["IDE Petit matin", "AS Blanc soir"], "NOM", "Petit", ("Petit", "Blanc")),
        (["Lit Nom TA", "1 Roy 12", "2 Vtol 13"], "NOM", "Vtol", ("Roy", "Vtol")),  # figures beside
        (["Mois Roy Total", "1 12 45", "2 13 50"], "NOM", "Roy", ("Roy",)),  # not doubted
        (["Mois JD Total", "1 12 45", "2 13 50"], "INITIALES", "JD", ("JD",)),
    ],
)
def test_a_person_in_a_table_stays(rows, subtype, words, names, sign):
    text = laid_out(rows, sign)
    assert not is_name_of_column(text, subtype, words, names)


def test_a_long_table_is_read_in_linear_time():
    text = "Heure | TA | FC\n" + "8h | 13/8 | 71\n" * 4000
    note, told = Note(text), reading(text, 0.5)
    started = process_time()
    for at in range(16, len(text), len("8h | 13/8 | 71\n")):
        span = model_span(text, "DATE", "13/8")
        span = type(span)(at + 5, at + 9, span.label, span.subtype, 0.9, span.source)
        is_no_entity(note, span, told)
    assert process_time() - started < 5
