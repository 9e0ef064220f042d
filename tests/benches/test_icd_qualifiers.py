"""The labelled sentences are read as they are written, and figures are reckoned by hand."""

import pytest

from benches.icd import qualifiers


def test_marks_go_and_their_words_stay():
    first, second = qualifiers.labelled(["Pas d'{HTA|negated}, {asthme|present}.", "{AVC|history}"])
    assert first.text == "Pas d'HTA, asthme."
    assert [first.text[start:end] for start, end, _said in first.mentions] == ["HTA", "asthme"]
    assert (first.is_held_out, second.is_held_out) == (False, True)
    with pytest.raises(KeyError, match="sure"):
        qualifiers.labelled(["{HTA|sure}"])


def test_the_sentences_hold_enough_of_every_class():
    lines = qualifiers.FILE.read_text(encoding="utf-8").splitlines()
    said = [m[2] for sentence in qualifiers.labelled(lines) for m in sentence.mentions]
    assert len(said) >= 150
    assert {name: said.count(name) >= 15 for name in qualifiers.CLASSES} == dict.fromkeys(
        qualifiers.CLASSES, True
    )


def test_ours_is_what_the_coder_reads():
    sentences = qualifiers.labelled(
        ["Antécédents familiaux : {HTA|family}.", "Pas de {toux|negated}, {HTA|present}."]
    )
    assert [qualifiers.ours(sentence) for sentence in sentences] == [
        ["family"],
        ["negated", "present"],
    ]


def test_what_is_planned_is_right_as_a_hypothesis_only_where_there_is_no_such_class():
    sentences = qualifiers.labelled(["{Pose|planned} puis {HTA|present}"])
    told = [["hypothesis", "hypothesis"]]
    assert qualifiers.pairs_of(sentences, told, has_plans=False)[0] == ("planned", "planned")
    assert qualifiers.pairs_of(sentences, told, has_plans=True)[0] == ("planned", "hypothesis")
    accuracy, f1 = qualifiers.figures(qualifiers.pairs_of(sentences, told, has_plans=False))
    assert (accuracy, f1) == (0.5, {"present": 0.0, "planned": 1.0})
