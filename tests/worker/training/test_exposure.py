"""Whether names are learned by heart: by hand, then with models that remember and that do not."""

from __future__ import annotations

import numpy as np
import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.engine.reading import Reading
from worker.models import ModelVersion
from worker.presentation.cost import exposure_words
from worker.training.exposure import LEAST, area, decoys, exposure, surnames

NAMES = [f"Kel{a}{b}or" for a in "abcdefgh" for b in "iou"]


class Says:
    """Hides the words of `known` surely, every other one as its letters would have it."""

    version = "test"

    def __init__(self, known=()):
        self._known = {name.casefold() for name in known}

    def read(self, texts):
        return [self._reading(text) for text in texts]

    def _reading(self, text: str) -> Reading:
        words = text.split(" ")
        starts = [sum(len(w) + 1 for w in words[:i]) for i in range(len(words))]
        outside = [self._of(word.strip(",.:")) for word in words]
        return Reading(
            [], starts, [s + len(w) for s, w in zip(starts, words, strict=True)], outside
        )

    def _of(self, word: str) -> float:
        return 0.01 if word.casefold() in self._known else 0.3 + 0.001 * (sum(map(ord, word)) % 97)


def notes(names) -> list[Note]:
    return [
        Note(f"n{i}", f"Vu {name}.", entities=(Span(3, 3 + len(name), "PER", "NOM"),))
        for i, name in enumerate(names)
    ]


def test_the_area_by_hand():
    assert area(np.array([0.9, 0.5]), np.array([0.5, 0.1])) == 0.875
    assert area(np.ones(3), np.ones(3)) == 0.5


def test_names_that_are_known_by_heart_are_told_apart():
    found = exposure(Says(), Says(NAMES), notes(NAMES))
    assert found is not None
    assert found.names == len(NAMES)
    assert found.after == 1.0
    assert found.gain.value == pytest.approx(1.0 - found.before)
    assert found.gain.low > 0


def test_a_model_that_remembers_nothing_gains_nothing():
    found = exposure(Says(), Says(), notes(NAMES))
    assert found is not None
    assert found.gain.to_json() == [0, 0, 0]


def test_too_few_names_say_nothing():
    assert exposure(Says(), Says(), notes(NAMES[: LEAST - 1])) is None


def test_decoys_are_in_no_note_and_surnames_are_single_words():
    import random

    known = {"martin", "durand"}
    drawn = decoys(50, known, random.Random(1))
    assert len(set(drawn)) == 50
    assert not {name.casefold() for name in drawn} & known
    assert surnames(notes(["Le Goff", "Roy", "Li"])) == {"Roy"}


def test_the_page_says_it_in_words():
    def words(gain) -> str:
        told = {"names": 60, "before": 0.5, "after": 0.72, "gain": gain}
        return exposure_words(ModelVersion(metrics={"exposure": told}))

    assert exposure_words(ModelVersion(metrics={})) == ""
    assert words([0.22, 0.1, 0.3]).startswith("noms appris par cœur : on devine à 72,0 %")
    assert (
        "22,0 points de plus qu'un modèle qui n'a pas lu ces notes [10,0 – 30,0], 60 noms"
        in words([0.22, 0.1, 0.3])
    )
    assert words([0.02, -0.1, 0.1]).startswith("aucun signe")
