"""Sentences as clinicians write them, and the codes they must and must not give. All invented."""

import json
import re
from pathlib import Path

import pytest

from icdcoder.domain.dictionary import DictionaryCoder

SENTENCES = [
    # plain, order, accents, plural
    ("Patient hospitalisé pour pneumopathie.", {"J189"}),
    ("FRACTURE DU COL DU FEMUR droit", {"S7200"}),
    ("Fractures du col fémoral", {"S7200"}),
    ("Anemie profonde", {"D649"}),
    ("Col du fémur droit : fracture", set()),  # a colon separates
    ("Fracture non déplacée du col du fémur gauche", {"S7200"}),
    ("Carence en vitamine D", {"E559"}),
    # the most specific wins
    ("Fracture fermée du col fémoral", {"S7200"}),
    ("BPCO exacerbée", {"J441"}),
    ("Cirrhose. Il s'agit d'une cirrhose alcoolique.", {"K703"}),
    ("Diabète connu, diabète de type 2 sous metformine", {"E119"}),
    # abbreviations
    ("HTA, BPCO, ACFA, RGO", {"I10", "J449", "I489", "K219"}),
    ("H.T.A. traitée", {"I10"}),
    ("DT2 équilibré, PTH droite en 2015", {"E119", "Z966"}),
    ("il porte une fa de qualité, ts les jours", set()),  # capitals only
    ("TS médicamenteuse", {"X84"}),
    # negation
    ("Pas d'HTA.", set()),
    ("Pas d'HTA, de diabète ni d'AVC.", set()),
    ("Pas d'HTA, diabète de type 2 sous insuline.", {"E119"}),
    ("Absence de fièvre, toux grasse.", {"R05"}),
    ("Sans fièvre ni toux", set()),
    ("Aucune fracture du col du fémur", set()),
    ("L'angioscanner élimine une embolie pulmonaire.", set()),
    ("Embolie pulmonaire éliminée par angioscanner.", set()),
    ("Examen négatif pour une phlébite.", set()),
    ("Sérologies VIH, VHB et VHC négatives.", set()),
    ("Diabète : non. HTA : oui.", {"I10"}),
    ("Pas de fièvre mais une toux.", {"R05"}),
    ("Pas de fièvre. Toux.", {"R05"}),
    ("Vaccin contre la grippe fait. Pneumonie.", {"J189"}),
    # family
    ("Père : infarctus du myocarde à 50 ans.", set()),
    ("Mère diabétique, frère hypertendu.", set()),
    ("Cancer du sein chez sa mère.", set()),
    ("Antécédents familiaux : HTA, AVC.\nPatient suivi pour une démence.", {"F03"}),
    ("Antécédents familiaux\n- infarctus\n- HTA\n\nMotif : pneumonie", {"J189"}),
    ("Accompagnée par sa mère, elle a une pneumonie.", {"J189"}),
    # coordination
    ("Insuffisance rénale et cardiaque", {"N19", "I509"}),
    ("Pneumonie et diabète", {"J189", "E149"}),
    ("Fracture du fémur avec diabète de type 2", {"S729", "E119"}),
    # supposed, then denied
    ("Suspicion d'embolie pulmonaire. Scanner : embolie pulmonaire éliminée.", set()),
    # history that says it
    ("Antécédent de cancer du sein", {"Z853"}),
    ("Tabagisme sevré", {"Z864"}),
    # words that are no diagnosis
    ("Score sur l'échelle de dépression : 3", set()),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[s[0][:45] for s in SENTENCES])
def test_a_sentence_gives_its_codes(coder, text, expected):
    assert {p.code for p in coder.predict([text])[0]} == expected


@pytest.mark.parametrize(
    ("text", "code", "evidence"),
    [
        ("Le patient a une HTA.", "I10", ["HTA"]),
        ("😀 Démence, puis démence.", "F03", ["Démence", "démence"]),
        (
            "Fracture non déplacée du col du fémur",
            "S7200",
            ["Fracture non déplacée du col du fémur"],
        ),
    ],
)
def test_evidence_is_the_text_that_speaks_for_the_code(coder, text, code, evidence):
    (prediction,) = coder.predict([text])[0]
    assert prediction.code == code
    assert [text[e.start : e.end] for e in prediction.evidence] == evidence
    assert all(0 < e.weight <= 1 for e in prediction.evidence)


def score_of(coder, text):
    (prediction,) = coder.predict([text])[0]
    return prediction.score


def test_the_score_is_a_probability_that_what_was_said_raises_and_lowers(coder):
    plain = score_of(coder, "Embolie pulmonaire.")
    assert 0 < score_of(coder, "Toux.") < plain < 1
    assert score_of(coder, "Embolie pulmonaire. Embolie pulmonaire.") > plain
    assert score_of(coder, "Conclusion : embolie pulmonaire.") > plain
    supposed = coder.predict(["Embolie pulmonaire probable."])[0]
    assert all(prediction.score < plain for prediction in supposed)


def test_the_best_codes_come_first_and_no_more_than_asked(coder):
    text = "Pneumonie. Pneumonie. HTA."
    assert [p.code for p in coder.predict([text])[0]] == ["J189", "I10"]
    assert [p.code for p in coder.predict([text], top=1)[0]] == ["J189"]
    with pytest.raises(ValueError, match="top"):
        coder.predict([text], top=0)


def test_no_evidence_lies_in_what_substitution_wrote(coder):
    text = "Vu à Toux-les-HTA pour une démence."
    place = (text.index("Toux"), text.index(" pour"))
    assert {p.code for p in coder.predict([text])[0]} >= {"I10", "F03"}
    assert [p.code for p in coder.predict([text], hidden=[[place]])[0]] == ["F03"]


def test_an_evidence_is_cut_where_substitution_wrote_into_it(coder):
    text = "Embolie Toux pulmonaire"
    name = (8, 12)
    (prediction,) = coder.predict([text], hidden=[[name]])[0]
    assert [text[e.start : e.end] for e in prediction.evidence] == ["Embolie ", " pulmonaire"]


def test_texts_are_answered_in_order_and_empty_ones_have_no_code(coder):
    answers = coder.predict(["Toux", "", "HTA", "\n\n"])
    assert [[p.code for p in answer] for answer in answers] == [["R05"], [], ["I10"], []]


def test_retired_codes_are_never_proposed(coder):
    assert coder.predict(["Code retiré"])[0] == []


def test_it_says_the_quality_that_was_last_measured():
    kept = Path(__file__).resolve().parents[3] / "benches" / "results" / "icd.json"
    figures = {
        row["bar"]: row["figure"]
        for run in json.loads(kept.read_text(encoding="utf-8"))["runs"]
        for row in run["rows"]
    }
    measured = [
        f"{100 * float(share):.0f}"
        for bar in ("check, category: P / R / F1", "check, exact code: P / R / F1")
        for share in figures[bar].split(" / ")[:2]
    ]
    said = DictionaryCoder.says.replace("100", "").partition("jamais lues")[2]
    assert re.findall(r"\d+", said) == measured
    assert len(DictionaryCoder.says) <= 400  # what a coded note keeps of it
