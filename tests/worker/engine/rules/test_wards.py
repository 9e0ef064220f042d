"""Wards by a specialty and a number, bodies by an acronym and their department."""

import pytest

from worker.engine.doubt import SURE_RULES
from worker.engine.rules.engine import find_spans


@pytest.mark.parametrize(
    "marked",
    [
        "toujours en [[SERVICE:Méd. B 3e]], sortante",
        "garde du soir – [[SERVICE:Chir C 6e]] (ex aile nord)",
        "avis rendu, [[SERVICE:USIC 2]].",
        "lit [[SERVICE:Neuro 7 B]].",
        "export;[[SERVICE:MED-POLY-4]];fin",
        "monté en Neuro 15 jours après",
        "monté en [[SERVICE:réa 2]].",
        "après la réa 2.",
        "vu en [[SERVICE:Méd interne B]], lit 12",
        "vu en [[SERVICE:onco-hémato 3B]], lit 12",
        "soins d'onco 2 fois",
        "dossier [[ORGANISME:Giscop 77]] à ouvrir",
        "cardio 3 mois plus tard",
        "Score Neuro 4/7",
        "il cite l'[[ORGANISME:ATQP 62]] ou rien",
        "colonie (la [[ORGANISME:PEP 54]])",
        "orienté vers le [[ORGANISME:CLAT 25-90]] hier",
        "dosage de la CRPX 62 mg",
        "le FVCX 84 %",
        "appel du SAMU [[DEPARTEMENT:83]] hier",
        "retraite de la [[ORGANISME:CARSAT BFC]], mutuelle",
    ],
)
def test_wards_and_numbered_bodies(check, marked):
    check(marked, only=None)


@pytest.mark.parametrize(
    "text", ["labo Synabio", "ambulances Girolux", "lycée Belombre"]
)  # names that no list holds
def test_a_capital_after_a_telling_kind_needs_no_second_opinion(text):
    assert [span.source for span in find_spans(f"vu au {text} hier")] == ["rule:named-body"]
    assert "rule:named-body" in SURE_RULES
