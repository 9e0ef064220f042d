import re
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.errors import BadEntityError
from privacy.domain.leakscan import scan, sensitive_strings
from privacy.domain.linking.words import tail_of
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import (
    substitute_patient_file,
    substitute_patient_files,
)
from privacy.domain.tables import default_tables

POLICY = SubstitutionPolicy(Fraction(1), date(2022, 10, 24))
EXAMPLE = (
    "M. Durand, né à Dijon, 40 ans, a été hospitalisé du 12/02/2020 au 26 février 2020 à la suite d'un accident de"
    " la route à Dijon."
)
ENTITIES = [
    ("Durand", "PER", "NOM"),
    ("Dijon", "LOC", "VILLE"),
    ("40 ans", "AGE", "AGE"),
    ("12/02/2020", "DATE", "DATE"),
    ("26 février 2020", "DATE", "DATE"),
    ("Dijon", "LOC", "VILLE"),
]
SHAPE = re.compile(
    r"M\. (?P<name>[A-ZÉ][\w'-]+), né à (?P<city>.+), (?P<age>\d+) ans?, a été hospitalisé du (?P<first>\d\d/\d\d/\d{4})"
    r" au (?P<second>\d{1,2}(?:er)? [a-zéû]+ \d{4}) à la suite d'un accident de la route à (?P<again>.+)\."
)
MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]


@pytest.fixture
def example(make_note):
    return make_note(EXAMPLE, ENTITIES)


@pytest.mark.parametrize("seed", range(25))
def test_the_thread_example_keeps_its_forms_and_its_order(example, tables, seed):
    result = substitute_patient_file(
        [example], policy=POLICY, key=StudyKey(bytes([seed]) * 32), tables=tables
    )
    match = SHAPE.fullmatch(result.notes[0].text)
    assert match
    assert match["city"] == match["again"]
    assert match["name"] != "Durand"
    first = date(*(int(part) for part in reversed(match["first"].split("/"))))
    day, month, year = match["second"].split()
    second = date(int(year), MONTHS.index(month) + 1, int(day.removesuffix("er")))
    assert first <= second <= date(2022, 10, 24)


def test_the_thread_example_has_four_elements_of_a_quarter(example, tables, key):
    result = substitute_patient_file([example], policy=POLICY, key=key, tables=tables)
    assert sorted((e.element_class, e.granularity, e.mentions) for e in result.elements) == [
        ("AGE", "year", 1),
        ("DATE", "day", 1),
        ("DATE", "day", 1),
        ("VILLE", "commune", 2),
    ]
    assert {e.epsilon for e in result.elements} == {Fraction(1, 4)}
    ids = [r.element_ids for r in result.notes[0].replacements]
    assert ids[0] == ()
    assert all(len(one) == 1 for one in ids[1:])
    assert ids[1] == ids[5]
    assert len(set(ids[1:5])) == 4


def test_same_key_same_output_and_nothing_original_in_its_repr(example, tables, key):
    first = substitute_patient_file([example], policy=POLICY, key=key, tables=tables)
    assert substitute_patient_file([example], policy=POLICY, key=key, tables=tables) == first
    for secret in ("Dijon", "Durand", "12/02/2020", "2020-02-12", "21231"):
        assert secret not in repr(first)


def test_two_keys_can_not_be_linked(example, tables):
    results = [
        substitute_patient_file(
            [example], policy=POLICY, key=StudyKey(bytes([s]) * 32), tables=tables
        )
        for s in range(12)
    ]
    ids = [e.id for r in results for e in r.elements]
    assert len(set(ids)) == len(ids)
    assert len({r.notes[0].text for r in results}) == 12


def test_a_changed_share_is_another_draw_not_the_same_bits_rescaled(example, tables, key):
    texts = [
        substitute_patient_file(
            [example],
            policy=SubstitutionPolicy(Fraction(e), date(2022, 10, 24)),
            key=key,
            tables=tables,
        )
        .notes[0]
        .text
        for e in (Fraction(1), Fraction(11, 10), Fraction(6, 5))
    ]
    cities = {SHAPE.fullmatch(text)["city"] for text in texts}
    assert len(cities) == 3
    assert len({SHAPE.fullmatch(text)["name"] for text in texts}) == 1  # names depend on no scale


def test_a_value_has_one_surrogate_over_all_notes_of_the_patient(make_note, tables, key):
    first = make_note(
        "Vu à Dijon le 12/02/2020.", [("Dijon", "LOC", "VILLE"), ("12/02/2020", "DATE", "DATE")]
    )
    second = make_note(
        "Revu à DIJON (12 février 2020).",
        [("DIJON", "LOC", "VILLE"), ("12 février 2020", "DATE", "DATE")],
        id="n2",
    )
    result = substitute_patient_file([first, second], policy=POLICY, key=key, tables=tables)
    assert sum(e.epsilon for e in result.elements) == 1
    assert [e.mentions for e in result.elements] == [2, 2]
    a, b = result.notes
    assert [r.element_ids for r in a.replacements] == [r.element_ids for r in b.replacements]


@pytest.mark.parametrize(
    ("label", "subtype", "layouts"),
    [
        ("QID", "SECU", ["2 51 05 21 231 001 56", "251052123100156", "2 51 05 21 231 001 clé 56",
                         "2510521231001"]),
        ("TEL", "TEL", ["03 80 29 30 31", "+33 3 80 29 30 31", "03.80.29.30.31 poste 12"]),
    ],
)  # fmt: skip
def test_one_number_in_several_layouts_has_one_surrogate(
    make_note, tables, key, label, subtype, layouts
):
    note = make_note(" ; ".join(layouts), [(layout, label, subtype) for layout in layouts])
    shown = substitute_patient_file([note], policy=POLICY, key=key, tables=tables).notes[0].text
    numbers = ["".join(c for c in part if c.isdigit()) for part in shown.split(" ; ")]
    assert len({n.removeprefix("33").removeprefix("0")[:9] for n in numbers}) == 1


def test_the_epsilon_is_whole_for_one_element(make_note, tables, key):
    note = make_note("Né à Dijon.", [("Dijon", "LOC", "VILLE")])
    result = substitute_patient_file([note], policy=POLICY, key=key, tables=tables)
    assert [e.epsilon for e in result.elements] == [1]


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([Span(0, 5, "PER", "NOM"), Span(3, 8, "PER", "NOM")], "chevauche"),
        ([Span(0, 500, "PER", "NOM")], "hors du texte"),
        ([Span(5, 5, "PER", "NOM")], "vide"),
        ([Span(-1, 5, "PER", "NOM")], "hors du texte"),
        ([Span(0, 5, "XXX", "")], "inconnu"),
        ([Span(0, 5, "PER", "VILLE")], "inconnu"),
    ],
)
def test_bad_entities_are_refused_without_quoting_the_text(spans, reason, tables, key):
    note = Note("n1", EXAMPLE, PatientIdentity("p1"), {}, tuple(spans))
    with pytest.raises(BadEntityError, match=reason) as caught:
        substitute_patient_file([note], policy=POLICY, key=key, tables=tables)
    assert "Durand" not in str(caught.value)
    assert "n1" in str(caught.value)


def test_patients_together_are_those_one_by_one(make_note, tables, key):
    files = [
        [make_note(EXAMPLE, ENTITIES), make_note("Revu à Dijon.", ENTITIES[1:2], id="n2")],
        [make_note(EXAMPLE, ENTITIES, patient_id="p2")],
    ]
    policy = SubstitutionPolicy(Fraction(1), date(2024, 1, 31))
    together = substitute_patient_files(files, policy=policy, key=key, tables=tables)
    assert together == [
        substitute_patient_file(notes, policy=policy, key=key, tables=tables) for notes in files
    ]


def test_notes_of_two_patients_are_refused(make_note, tables, key):
    notes = [make_note("a", [], id="n1"), make_note("b", [], id="n2")]
    other = Note("n3", "c", PatientIdentity("p2"))
    with pytest.raises(ValueError, match="one patient"):
        substitute_patient_file([*notes, other], policy=POLICY, key=key, tables=tables)


PIECES = st.sampled_from(
    [
        ("Durand", "PER", "NOM"), ("Jeanne", "PER", "PRENOM"), ("J.", "PER", "INITIALES"), ("DIJON", "LOC", "VILLE"),
        ("21000", "LOC", "ZIP"), ("3 rue des Roses", "LOC", "ADRESSE"), ("Côte-d'Or", "LOC", "DEPARTEMENT"),
        ("Portugal", "LOC", "PAYS"), ("CHU de Dijon", "ORG", "HOPITAL"), ("12/02/2020", "DATE", "DATE"),
        ("3 mai", "DATE", "DATE"), ("mars 2019", "DATE", "DATE"), ("2010", "DATE", "DATE"),
        ("03/05/1950", "DATE", "DATE_NAISSANCE"), ("il y a 10 ans", "DATE", "DUREE"), ("69 ans", "AGE", "AGE"),
        ("03 80 29 30 31", "TEL", "TEL"), ("a.durand@chu.fr", "MAIL", "MAIL"), ("DUR/MM/20-113", "REF", "REF"),
        ("12345678", "QID", "IPP"), ("2 50 05 21 231 012 34", "QID", "SECU"), ("bad 99/99", "DATE", "DATE"),
    ]
)  # fmt: skip
FILLERS = st.text(alphabet="éa 𝒳\n.,;:(œ’-", min_size=1, max_size=6)


@st.composite
def notes(draw: st.DrawFn) -> Note:
    text, spans = draw(FILLERS), []
    for surface, label, subtype in draw(st.lists(PIECES, max_size=12)):
        spans.append(Span(len(text), len(text) + len(surface), label, subtype))
        text += surface + draw(FILLERS)
    return Note("n1", text, PatientIdentity("p1", last_name=("Durand",)), {}, tuple(spans))


@settings(max_examples=120)
@given(notes(), st.integers(0, 255), st.fractions(Fraction(1, 20), 20))
def test_text_outside_entities_is_copied_and_the_shares_sum_to_epsilon(note, seed, epsilon):
    tables = default_tables()
    policy = SubstitutionPolicy(epsilon, date(2022, 10, 24))
    result = substitute_patient_file(
        [note], policy=policy, key=StudyKey(bytes([seed]) * 32), tables=tables
    )
    out = result.notes[0]
    outside, read = [], 0
    for span in note.entities:
        outside.append(note.text[read : span.start])
        read = span.end
    outside.append(note.text[read:])
    kept, read = [], 0
    for replacement, span in zip(out.replacements, note.entities, strict=True):
        assert (replacement.source_start, replacement.source_end) == (span.start, span.end)
        assert (replacement.label, replacement.subtype) == (span.label, span.subtype)
        kept.append(out.text[read : replacement.start])
        read = replacement.end
    kept.append(out.text[read:])
    # the word before an entity may change with it (« d' » becomes « de »), a department may get its article, nothing else
    lands = [span.subtype == "DEPARTEMENT" for span in note.entities]
    for new, old, is_land in zip(kept, outside, [*lands, False], strict=True):
        same = len(old) - len(tail_of(old))
        if old[same:] == "" and old[-1:] in ("'", "’"):  # typed as the rest of the file is
            assert new[-1:] in ("'", "’")
            same -= 1
        assert new[:same] == old[:same]
        may_change = is_land or same < len(old)
        assert new == old or (may_change and not new[same:].strip(" \nadelnsux'’à"))
    assert not result.elements or sum(e.epsilon for e in result.elements) == epsilon
    assert (
        scan({"p": sensitive_strings([note])}, [("p", out)], ordinary_words=tables.ordinary_words)
        == []
    )
