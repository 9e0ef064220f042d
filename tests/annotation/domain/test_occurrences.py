"""The likes of a surface: case, accents, spaces, hyphens, apostrophes; whole words; as fold.js does."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from annotation.domain.occurrences import occurrences

FOLD = Path(__file__).resolve().parents[3] / "static" / "js" / "annotator" / "fold.js"
CASES = [
    ("M. Dupont, DUPONT et Dupontel", "dupont", ["Dupont", "DUPONT"]),
    ("été Ete e\u0301te\u0301 étés", "Été", ["été", "Ete", "e\u0301te\u0301"]),
    ("l’hôpital  Saint\u2011Louis, L'HOPITAL\nSAINT-LOUIS", "l'hôpital Saint-Louis",
     ["l’hôpital  Saint\u2011Louis", "L'HOPITAL\nSAINT-LOUIS"]),
    ("Cœur, COEUR, cÆur", "coeur", ["Cœur", "COEUR"]),
    ("06 12 34 ; 06\u00a012 34 ; 106 12 34", "06 12 34", ["06 12 34", "06\u00a012 34"]),
    ("A1 a1 A12", "a1", ["A1", "a1"]),
    ("(x.y) xzy", "x.y", ["x.y"]),
    ("Mu\u00f1oz MUNOZ 😀Munoz", "munoz", ["Mu\u00f1oz", "MUNOZ", "Munoz"]),
    ("Le\u00adroy Leroy", "leroy", ["Le\u00adroy", "Leroy"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "surface", "expected"), CASES)
def test_finds(text, surface, expected):
    assert [text[a:b] for a, b in occurrences(text, surface)] == expected


def test_nothing_is_found_of_nothing():
    assert occurrences("abc", " \u00ad") == []


@pytest.mark.node
def test_as_the_browser_does():
    code = f"""
    import {{ findAll, fold }} from {json.dumps(FOLD.as_uri())};
    const cases = {json.dumps([case[:2] for case in CASES])};
    console.log(JSON.stringify(cases.map(([text, surface]) =>
      findAll(fold(text), surface, {{wholeWords: true}}).map(({{s, e}}) => text.slice(s, e)))));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert json.loads(done.stdout) == [case[2] for case in CASES]
