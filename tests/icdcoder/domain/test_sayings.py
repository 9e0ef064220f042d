"""Every saying finds its example, and no ordinary sentence that looks like one."""

import re

import pytest

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.sayings import said
from icdcoder.domain.wordings import read_table
from worker.engine.text.openings import openings

LIGATURE = re.compile(r"oe(?=d[eè]m|il\b|soph|urs?\b|lia|lio|uf|tal)")

RUN = re.compile(r"[a-z]+|\d+|.", re.DOTALL)
# What optional blanks of an expression allow, and nobody writes: "taa 95/60", "ka 2,9", "epx 3".
NEVER_WRITTEN = frozenset({"paa", "taa", "naa", "mga", "ka|", "epx"})


def codes_of(text):
    return {match.code for match in said(CutNote.of(text), frozenset())}


@pytest.mark.parametrize(
    ("code", "example"),
    [(row["code"], row["example"]) for row in read_table("rules/sayings.csv")],
)
def test_a_saying_finds_its_example(code, example):
    assert code in codes_of(f"Le patient {example}.")


@pytest.mark.parametrize(
    ("code", "example"),
    [
        (row["code"], LIGATURE.sub("œ", row["example"]))
        for row in read_table("rules/sayings.csv")
        if LIGATURE.search(row["example"]) or "œ" in row["example"]
    ],
)
def test_a_saying_finds_its_example_written_with_a_ligature(code, example):
    assert code in codes_of(f"Le patient {example}.")


def is_opened(head: str, begins: list[str]) -> bool:
    """Whether one of `begins` lets a match be tried that `openings` says to begin with `head` ("vel", "k|", "0|")."""
    run = head.rstrip("|")
    for begin in (re.sub(r"\d", "0", begin) for begin in begins):
        first = RUN.match(begin)[0]
        if run.startswith(first) if begin == first else first == run:
            return True
        if not head.endswith("|") and begin.startswith(run):
            return True
    return False


@pytest.mark.parametrize("table", ["sayings", "measures"])
def test_begins_lets_every_alternative_be_tried(table):
    shut = {}
    for row in read_table(f"rules/{table}.csv"):
        begins = row["begins"].split("|")
        if "" in begins:
            continue
        heads = openings(re.compile(row["pattern"]))
        written = [*begins, *(begin.replace("oe", "o") for begin in begins)]
        assert heads is not None
        if found := {head for head in heads - NEVER_WRITTEN if not is_opened(head, written)}:
            shut[row["begins"]] = found
    assert not shut


@pytest.mark.parametrize(
    "text",
    [
        "Arrêt du Xarelto avant le geste", "Arrêt de ce même traitement", "Arrêt des antibiotiques à J7", "Rupture de la rate", "Rupture de stock du traitement",
        "Bonne observance", "Prend son traitement", "Deuxième chute de neige", "Première chute", "Glasgow 15", "Glasgow 13 puis 15", "GCS 14", "Glasgow 8/15 jamais noté",
        "Boit de l'eau", "Consommation d'alcool nulle", "Boit un verre de vin au repas", "Vit dans une maison", "Vit dans son appartement", "Perçoit une retraite", "Parle français",
        "Attend les résultats", "En attente du scanner", "Refus de la chirurgie", "Hygiène correcte", "Magnésium 0,8", "Sa femme est présente", "Divorcé depuis 2010",
        "Agressé par un inconnu", "Grossesse souhaitée", "Ne voit pas d'objection", "Dort bien", "Dort dans son lit", "Vit en EHPAD", "Hb 12, CRP inflammatoire",
        "bisoprolol 2,5 mg 0.5-0-0", "temesta 1 mg 0,5 comprimé matin", "alprazolam mg 0,25 le soir", "Alprazolam Mg 0,25 le soir", "XANAX 1 MG 0,5 cp",
        "Magnésium 0,5 ampoule", "Magnésium 0,5-0-0", "Magnésium 0,5 g",
    ],
)  # fmt: skip
def test_an_ordinary_sentence_says_nothing_of_the_kind(text):
    assert codes_of(text + ".") - ({"R402"} if text.startswith("Glasgow 8") else set()) == set()
