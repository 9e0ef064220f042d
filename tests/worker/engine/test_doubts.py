"""Words that stay in clear though the model would hide them."""

from worker.engine.doubts import doubts
from worker.engine.reading import Reading

TEXT = "Vu par Anne Martel , X le soir"


def reading_of(**outside: float) -> Reading:
    words = TEXT.split(" ")
    starts, at = [], 0
    for word in words:
        starts.append(TEXT.index(word, at))
        at = starts[-1] + len(word)
    ends = [start + len(word) for start, word in zip(starts, words, strict=True)]
    return Reading([], starts, ends, [outside.get(word, 0.999) for word in words])


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
