"""Wards by a specialty and a number, bodies by an acronym and their department."""

import pytest

from worker.engine.rules.engine import find_spans
from worker.engine.rules.registry import RULES


@pytest.mark.parametrize(
    "marked",
    [
        "avis rendu, USIC 2.",
        "monté en Neuro 15 jours après",
        "après la réa 2.",
        "soins d'onco 2 fois",
        "cardio 3 mois plus tard",
        "Score Neuro 4/7",
        "il cite l'ATQP 62 ou rien",
        "dosage de la CRPX 62 mg",
        "le FVCX 84 %",
        "appel du SAMU 15",
        "SSIAD 30 places",
        "retraite de la [[ORGANISME:CARSAT BFC]], mutuelle",
    ],
)
def test_wards_and_numbered_bodies(check, marked):
    check(marked, only=None)


@pytest.mark.parametrize(
    "text",
    [
        "ventilation en VAC, FR 18, PEP 12, FiO2 60 %",
        "avec la PEP 12, plateau 24",
        "ASP 20 : pas de niveau",
        "AST 45, ALT 62",
        "le BIS 45 au bloc, le TOF 90",
        "la SAT 95",
        "le PHQ 12, l'ADL 12, le TUG 14",
        "le MADRS 22",
        "le SOFA 10",
        "le IGS 45",
        "l'ASIA 12",
        "le WOMAC 45",
        "la PAPM 35",
        "la MIF 62",
        "Codes 45 et 62 de la CCAM",
    ],
)
def test_a_measure_is_no_body(text):
    assert find_spans(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "CIRS-G : Cardio 2, Psy 3, Neuro 0, Uro 1",
        "Toxicité : Neuro 2, Digestif 1, Hémato 3",
        "AOMI : Vasculaire II (Leriche)",
        "Radio : Pneumo D, drainé",
        "Lits : Réa 12, USC 8",
        "HDJ 1, 8 et 15",
        "cure en HDJ 1, 8 et 15",
        "vu en HDJ 1, 8 et 15",
        "Neuro 2\nDigestif 1",
    ],
)
def test_a_grade_a_count_or_a_side_after_a_specialty_is_no_ward(text):
    assert [span for span in find_spans(text) if span.subtype == "SERVICE"] == []


@pytest.mark.parametrize("text", ["crèche Grelotine", "labo Synabio"])  # names that no list holds
def test_a_capital_after_a_telling_kind_needs_no_second_opinion(text):
    assert [span.source for span in find_spans(f"vu au {text} hier")] == ["rule:named-body"]
    assert RULES["rule:named-body"].is_sure
