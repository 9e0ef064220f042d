"""Fits the weights of the dictionary's score on development notes: a ridge logistic regression.

    python -m benches.icd.calibrate FOLDER… > icdcoder/domain/data/calibration.csv
    python -m benches.icd.calibrate first FOLDER >> benches/icd/first_runs.csv
    python -m benches.icd.calibrate temper > FILE, then onto calibration.csv: the weights as they are, slope and shift anew

A code is right when the human coder gave exactly it. The folders hold `look` notes, never `check`.

What was read while the dictionary grew flatters it: the weights are then tempered (one slope, one shift, Platt 1999) by `first_runs.csv`,
the codes proposed for notes on the day they were written, before any table was changed for them (`first`).

Weights fitted anew on notes that the tables have learned by heart grow with every table; slope and shift, learned under the weights of before,
do not answer for that. After a round of reading, `temper` is what to run.

Nothing here reads a tempered score: what is fitted twice is the same, and a note has one first run, a second is refused.
"""

import csv
import math
import sys
from pathlib import Path
from typing import Final

import numpy as np

from benches.icd.notes import CodedText, read_notes
from icdcoder.domain import dictionary, scoring
from icdcoder.domain.nomenclature import load_nomenclature

RIDGE = 1.5
STEPS = 30
FIRST_RUNS: Final = Path(__file__).with_name("first_runs.csv")
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


def first_runs() -> tuple[list[str], np.ndarray, np.ndarray]:
    """Note, log-odds that the untempered weights gave, whether right: of each code proposed on a first run."""
    rows = list(csv.DictReader(FIRST_RUNS.read_text().splitlines()))
    given = np.array([float(row["probability"]) for row in rows])
    right = np.array([row["right"] == "1" for row in rows], dtype=float)
    return [row["note"] for row in rows], np.log(given / (1 - given)), right


def platt(odds: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """Shift and slope, the slope held towards 1, by Newton's method."""
    x = np.c_[np.ones(len(odds)), odds]
    penalty, prior = np.diag([0.01, 3.0]), np.array([0.0, 1.0])
    found = np.zeros(2)
    for _step in range(STEPS):
        p = 1 / (1 + np.exp(-x @ found))
        gradient = x.T @ (p - right) + penalty @ (found - prior)
        found -= np.linalg.solve((x.T * (p * (1 - p))) @ x + penalty, gradient)
    return float(found[0]), float(found[1])


def error(given: np.ndarray, right: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error over equal-width bins."""
    which = np.minimum((given * bins).astype(int), bins - 1)
    parts = [which == b for b in range(bins) if (which == b).any()]
    return float(sum(abs(given[p].mean() - right[p].mean()) * p.mean() for p in parts))


def temper() -> tuple[float, float]:
    """Shift and slope of the first runs; says on stderr what they do to the calibration of notes left out."""
    notes, odds, right = first_runs()
    held = 1 / (1 + np.exp(-odds))
    folds = {note: place % 10 for place, note in enumerate(sorted(set(notes)))}
    fold_of = np.array([folds[note] for note in notes])
    for fold in range(10):
        aside = fold_of == fold
        shift, slope = platt(odds[~aside], right[~aside])
        held[aside] = 1 / (1 + np.exp(-shift - slope * odds[aside]))
    before = error(1 / (1 + np.exp(-odds)), right)
    print(f"ECE {before:.3f} to {error(held, right):.3f}, {len(right)} codes", file=sys.stderr)
    return platt(odds, right)


def untempered(told: dict[str, float]) -> float:
    """The probability that the weights give without shift and slope: what tempering learns from."""
    weights = scoring.weights()
    odds = sum(weights.get(name, 0.0) * value for name, value in told.items())
    return 1 / (1 + math.exp(-odds))


def new_first_runs(notes: list[CodedText]) -> list[tuple[str, str, str, str]]:
    """Rows for notes that no table was changed for yet. Raises ValueError for a note that has its first run."""
    known = set(first_runs()[0])
    if again := sorted({note.id for note in notes} & known):
        raise ValueError(f"first runs are known already of {', '.join(again)}")
    coder = dictionary.DictionaryCoder(load_nomenclature(NOMENCLATURE))
    rows = []
    for note in notes:
        groups = coder.codes_of(note.text)
        is_alone = scoring.names_no_disease(groups)
        for code in coder.predict([note.text])[0]:
            told = scoring.features(code.code, groups[code.code], is_alone=is_alone)
            right = str(int(code.code in note.codes))
            rows.append((note.id, code.code, f"{untempered(told):.4f}", right))
    return rows


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["first"]:
        rows = new_first_runs(read_notes([Path(name) for name in arguments[1:]]))
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
        return
    if arguments == ["temper"]:
        weights = dict(scoring.weights())
    else:
        weights = fit(*examples([Path(name) for name in arguments]))
    weights["shift"], weights["slope"] = temper()
    print("feature,weight")
    for name, weight in weights.items():
        print(f"{name},{weight:.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
