"""Whether likeness of spelling adds to the dictionary: the nearest label or wording of each stretch of a note.

    python -m benches.icd.retrieval

Stretches (what stands between marks, and windows of three words) and phrases become vectors of their words' n-grams of three
to five letters (TF-IDF); a category's likeness is that of its nearest phrase. Micro F1 of categories on `look`: the dictionary, and
both together under a logistic function of both, taught on the other nine tenths of `look`.
"""

import re
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import numpy as np
from scipy.sparse import csr_matrix

from benches.icd.joint import fit, logit, probability, tell
from benches.icd.notes import FOLDER, read_notes
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import Nomenclature, load_nomenclature
from icdcoder.domain.tokens import fold_text
from icdcoder.domain.wordings import wordings

NOMENCLATURE = Path(__file__).resolve().parents[2] / "var" / "cim10" / "cim10.csv.gz"
WIDTH, FOLDS, LEAST = 1 << 18, 10, 0.55


def grams(phrase: str) -> dict[int, int]:
    """Hashed n-grams of a phrase → how often."""
    found: dict[int, int] = defaultdict(int)
    for word in re.findall(r"[a-z0-9]+", fold_text(phrase)):
        held = f"<{word}>"
        for size in (3, 4, 5):
            for start in range(max(1, len(held) - size + 1)):
                found[crc32(held[start : start + size].encode()) % WIDTH] += 1
    return found


def matrix(phrases: list[str], weights: np.ndarray | None) -> tuple[csr_matrix, np.ndarray]:
    """Rows of length one; `weights` of the n-grams are learnt from these phrases if not given."""
    rows, columns, values = [], [], []
    for at, phrase in enumerate(phrases):
        for column, count in grams(phrase).items():
            rows.append(at)
            columns.append(column)
            values.append(1 + np.log(count))
    if weights is None:
        seen = np.bincount(columns, minlength=WIDTH)
        weights = np.log((1 + len(phrases)) / (1 + seen)) + 1
    held = csr_matrix((np.array(values) * weights[columns], (rows, columns)), (len(phrases), WIDTH))
    lengths = np.sqrt(held.multiply(held).sum(axis=1)).A1
    return csr_matrix(held.multiply(1 / np.maximum(lengths, 1e-9)[:, None])), weights


def phrases_of(known: Nomenclature) -> tuple[list[str], list[str]]:
    """Phrases and the category of each."""
    pairs = {(e.label, e.code[:3]) for e in known if known.is_codable(e.code) and len(e.code) <= 4}
    pairs |= {(w.phrase, w.code[:3]) for w in wordings() if len(w.phrase) > 5}
    return [phrase for phrase, _c in sorted(pairs)], [category for _p, category in sorted(pairs)]


def stretches(text: str) -> list[str]:
    found = []
    for piece in re.split(r"[\n.,;:()/+]| - ", text):
        words = piece.split()
        found.append(piece)
        found += [" ".join(words[i : i + 3]) for i in range(len(words) - 3)]
    return list(dict.fromkeys(own for own in found if len(own) > 5))


def likeness(
    text: str, phrases: csr_matrix, weights: np.ndarray, categories: np.ndarray
) -> dict[str, float]:
    """Category → cosine of its nearest phrase, at least LEAST."""
    own, _weights = matrix(stretches(text), weights)
    near = (own @ phrases.T).tocoo()
    best: dict[str, float] = {}
    for column, value in zip(near.col, near.data, strict=True):
        if value >= LEAST:
            category = categories[column]
            best[category] = max(best.get(category, 0.0), float(value))
    return best


def features(dictionary: float, like: float) -> list[float]:
    said = logit(dictionary) if dictionary else 0.0
    return [1.0, float(dictionary > 0), said, like, like * like, float(dictionary > 0) * like]


def main() -> None:
    known = load_nomenclature(NOMENCLATURE)
    names, categories = phrases_of(known)
    phrases, weights = matrix(names, None)
    coder = DictionaryCoder(known)
    notes = read_notes([FOLDER / "look"])
    rows, wanted = [], 0
    for at, note in enumerate(notes):
        said: dict[str, float] = defaultdict(float)
        for code in coder.predict([note.text])[0]:
            said[code.code[:3]] = max(said[code.code[:3]], code.score)
        like = likeness(note.text, phrases, weights, np.array(categories))
        gold = {code[:3] for code in note.codes}
        wanted += len(gold)
        rows += [
            (at, said.get(c, 0.0), like.get(c, 0.0), c in gold)
            for c in sorted(said.keys() | like.keys())
        ]
    reached = sum(right for *_row, right in rows)
    print(f"{len(rows)} candidates, of {wanted} categories {reached} among them")
    tell("dictionary", [(d > 0, r) for _n, d, _p, r in rows], wanted)
    both = []
    for fold in range(FOLDS):
        taught = [row for row in rows if row[0] % FOLDS != fold]
        learnt = fit([features(d, p) for _n, d, p, _r in taught], [row[3] for row in taught])
        for n, d, p, right in rows:
            if n % FOLDS == fold:
                both.append((probability(features(d, p), learnt), right))
    for threshold in (0.3, 0.35, 0.4, 0.45, 0.5):
        tell(f"both ≥ {threshold}", [(p >= threshold, r) for p, r in both], wanted)


if __name__ == "__main__":
    main()
