"""Fits the weights of the dictionary's score on development notes: a ridge logistic regression.

    python -m benches.icd.calibrate FOLDER… > icdcoder/domain/data/calibration.csv

A code is right when the human coder gave exactly it. The folders hold `look` notes, never `check`.
"""

import sys
from pathlib import Path

import numpy as np

from benches.icd.notes import read_notes
from icdcoder.domain import dictionary, scoring
from icdcoder.domain.nomenclature import load_nomenclature

RIDGE = 1.5
STEPS = 30
NOMENCLATURE = Path(__file__).resolve().parents[2] / "var" / "cim10" / "cim10.csv.gz"


def examples(folders: list[Path]) -> tuple[list[dict[str, float]], list[bool]]:
    """Features of each code that a note speaks of, and whether it is right."""
    coder = dictionary.DictionaryCoder(load_nomenclature(NOMENCLATURE))
    told: list[dict[str, float]] = []
    right: list[bool] = []
    for note in read_notes(folders):
        groups = coder.codes_of(note.text)
        is_alone = scoring.names_no_disease(groups)
        for code, mentions in groups.items():
            told.append(scoring.features(code, mentions, is_alone=is_alone))
            right.append(code in note.codes)
    return told, right


def fit(told: list[dict[str, float]], right: list[bool]) -> dict[str, float]:
    """Newton's method; the bias is not shrunk."""
    names = sorted({name for row in told for name in row})
    x = np.array([[row.get(name, 0.0) for name in names] for row in told])
    y = np.array(right, dtype=float)
    penalty = np.diag([0.01 if name == "bias" else RIDGE for name in names])
    weights = np.zeros(len(names))
    for _step in range(STEPS):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (p - y) + penalty @ weights
        weights -= np.linalg.solve((x.T * (p * (1 - p))) @ x + penalty, gradient)
    return dict(zip(names, weights.tolist(), strict=True))


if __name__ == "__main__":
    weights = fit(*examples([Path(name) for name in sys.argv[1:]]))
    print("feature,weight")
    for name, weight in weights.items():
        print(f"{name},{weight:.3f}")
