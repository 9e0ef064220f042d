import pytest

from icdcoder.domain.tokens import Break, fold_term, is_content, stem, tokenise


@pytest.mark.parametrize(
    ("word", "expected"),
    [("Œdème", "oedeme"), ("H.T.A.", "hta"), ("ÉPILEPSIE", "epilepsie"), ("cœliaque", "coeliaque")],
)
def test_accents_case_and_ligatures_are_folded(word, expected):
    assert fold_term(word) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("fractures", "fracture"),
        ("cerebraux", "cerebral"),
        ("aigues", "aigu"),
        ("chronique", "chroniques"),
        ("anemie", "anemies"),
        ("ii", "2"),
    ],
)
def test_forms_of_one_word_share_a_stem(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"), [("toux", "tous"), ("foie", "fois"), ("colon", "colonne")]
)
def test_different_words_keep_different_stems(one, other):
    assert stem(one) != stem(other)


def test_offsets_count_code_points_of_the_text():
    text = "😀 Œdème aigu"
    assert [text[t.start : t.end] for t in tokenise(text)] == ["Œdème", "aigu"]
    assert tokenise(text)[0].start == 2


def test_breaks_between_words():
    tokens = tokenise("Fièvre, toux. Plan : repos\nau lit\nRetour 7.5 Dr. Test")
    breaks = {token.raw: token.before for token in tokens}
    assert breaks["toux"] is Break.COMMA
    assert breaks["Plan"] is Break.SENTENCE
    assert breaks["repos"] is Break.COLON
    assert breaks["au"] is Break.NONE  # a wrapped line goes on
    assert breaks["Retour"] is Break.SENTENCE  # a capital begins anew
    assert breaks["5"] is Break.NONE  # decimal point
    assert breaks["Test"] is Break.NONE  # "Dr." ends nothing


def test_the_letter_of_a_disease_is_no_small_word():
    hepatitis = tokenise("hépatite A")[1]
    preposition = tokenise("va à Dijon")[1]
    assert is_content(hepatitis)
    assert not is_content(preposition)
