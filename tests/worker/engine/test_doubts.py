"""Words that stay in clear though the model would hide them."""

import json
import re
import shutil

import pytest

from annotation.domain.spans import Span
from tests.growth import MOST, growth
from worker.engine.build import build_detector
from worker.engine.doubts import doubts, left_in_clear
from worker.engine.reading import Reading

TEXT = "Vu par Anne Martel , X le soir"


def reading_of(**outside: float) -> Reading:
    words = TEXT.split(" ")
    starts, at = [], 0
    for word in words:
        starts.append(TEXT.index(word, at))
        at = starts[-1] + len(word)
    ends = [start + len(word) for start, word in zip(starts, words, strict=True)]
    return Reading([], starts, ends, [outside.get(word, 0.999) for word in words], 0.97)


def found(hidden, **outside):
    return [TEXT[start:end] for start, end in doubts(TEXT, hidden, reading_of(**outside))]


def test_neighbouring_words_are_one_doubt():
    assert found([], Anne=0.2, Martel=0.5) == ["Anne Martel"]


def test_words_apart_are_two():
    assert found([], Anne=0.2, soir=0.5) == ["Anne", "soir"]


def test_what_is_hidden_is_no_doubt():
    at = TEXT.index("Martel")
    assert found([(at, at + 6)], Anne=0.2, Martel=0.1, soir=0.9) == ["Anne", "soir"]


def test_signs_and_single_letters_tell_nothing():
    assert found([], **{",": 0.1, "X": 0.1}) == []


def test_without_a_model_nothing_is_doubted():
    assert doubts(TEXT, [], None) == []


@pytest.mark.parametrize(("threshold", "told"), [(0.97, [(8, 12)]), (0.9, [])])
def test_each_model_doubts_by_its_own_threshold(threshold, told):
    """A project's model has chosen its own: what it would not hide is no doubt."""
    reading = Reading([], [0, 3, 8], [2, 7, 12], [0.999, 0.98, 0.95], threshold)
    assert doubts("Vu hier Anne", [], reading) == told


@pytest.mark.parametrize(("threshold", "count"), [(0.999_999, 2), (0.000_001, 0)])
def test_the_threshold_is_the_one_in_the_folder_of_the_model_in_service(
    tiny_model, tmp_path, threshold, count
):
    folder = shutil.copytree(tiny_model, tmp_path / "m")
    settings = json.loads((folder / "ner.json").read_text("utf-8"))
    (folder / "ner.json").write_text(json.dumps({**settings, "threshold": threshold}), "utf-8")
    detector = build_detector("hybrid", folder, "cpu", cache=tmp_path / "cache")
    _spans, reading = detector.read_closely("Vu hier")
    assert reading.threshold == threshold
    assert len(doubts("Vu, hier", [], detector.read_closely("Vu, hier")[1])) == count
    assert bool(left_in_clear(detector, "Vu, hier", [])) == bool(count)


class _Finder:
    """Finds every word."""

    def read_closely(self, text):
        return [Span(*word.span(), "PER", "NOM") for word in re.finditer(r"\w+", text)], None


def test_what_is_found_outside_what_is_hidden_is_left_in_clear():
    hidden = [(3, 6), (21, 22)]
    assert left_in_clear(_Finder(), TEXT, hidden) == [(0, 2), (7, 11), (12, 18), (23, 25), (26, 30)]


def test_many_words_beside_many_hidden_ones_take_linear_time():
    def run(text):
        left_in_clear(_Finder(), text, [(at, at + 1) for at in range(0, len(text), 2)])

    assert growth(run, "a ", 6_000) < MOST
