"""Particles before a surname and figures that were letters belong to the name."""

import pytest

from annotation.domain.spans import Span
from worker.engine.boundaries.edges import completed


def parts(text, *spans):
    given = [Span(start, end, "PER", subtype) for subtype, start, end in spans]
    return [text[span.start : span.end] for span in completed(text, given)]


@pytest.mark.parametrize(
    ("text", "spans", "words"),
    [
        ("vu gonzague de broucker", [("PRENOM", 3, 11), ("NOM", 15, 23)], ["gonzague", "de broucker"]),
        ("Anne Le Roy de la Tour", [("PRENOM", 0, 4), ("NOM", 5, 11), ("NOM", 18, 22)], ["Anne", "Le Roy", "de la Tour"]),
        ("A. van der Meer", [("INITIALES", 0, 1), ("NOM", 11, 15)], ["A.", "van der Meer"]),
        ("M. Van\nder\nMeulen vu", [("NOM", 3, 6), ("NOM", 11, 17)], ["Van", "der\nMeulen"]),
        ("le général de La Porte", [("NOM", 14, 22)], ["de La Porte"]),
        ("Anne, de Tours", [("PRENOM", 0, 4), ("NOM", 9, 14)], ["Anne", "Tours"]),
        ("Paul et le Roy", [("PRENOM", 0, 4), ("NOM", 11, 14)], ["Paul", "Roy"]),
        ("le de Roy", [("NOM", 6, 9)], ["Roy"]),
    ],
)  # fmt: skip
def test_particles_go_with_the_surname(text, spans, words):
    found = parts(text, *((subtype, *place) for subtype, *place in spans))
    assert [word.strip() for word in found] == words


@pytest.mark.parametrize(
    ("text", "spans", "words"),
    [
        ("M. BERNARD0 vu", [("NOM", 3, 10)], ["BERNARD0"]),
        ("Lu1gi vu", [("PRENOM", 0, 2), ("PRENOM", 3, 5)], ["Lu1", "gi"]),
        ("Lu1gi vu", [("PRENOM", 0, 2)], ["Lu1gi"]),
        ("Mme Gi-\nraud vue", [("NOM", 4, 6)], ["Gi-\nraud"]),
        ("Mme Roy-\nMartin", [("NOM", 4, 7)], ["Roy"]),
        ("DUPONT12/04", [("NOM", 0, 6)], ["DUPONT"]),
        ("DUPONT2019", [("NOM", 0, 6)], ["DUPONT"]),
        ("JD1", [("INITIALES", 0, 2)], ["JD"]),
    ],
)
def test_a_figure_read_for_a_letter_or_a_cut_goes_with_the_name(text, spans, words):
    assert parts(text, *spans) == words


def test_other_spans_keep_their_particles_outside():
    text = "Anne de Tours"
    given = [Span(0, 4, "PER", "PRENOM"), Span(8, 13, "LOC", "VILLE")]
    assert completed(text, given)[1].start == 8
