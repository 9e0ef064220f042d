"""A version's evaluation page: words by label, and what the network's probabilities are worth."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from django.urls import reverse

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from deidweb.typography import plain
from worker.presentation.card import card_text
from worker.presentation.evaluation import totals
from worker.presentation.intervals import decimal_interval
from worker.training.evaluation import evaluation
from worker.training.judged import JudgedNote, judged_note

NOTE = Note("n", "Jean Roy, Dijon", entities=(Span(0, 8, "PER", "NOM"), Span(10, 15, "LOC", "VILLE")))  # fmt: skip


@pytest.mark.parametrize(
    ("told", "words"),
    [([10.9, 9.2, 12.6], "10,9 [9,2 – 12,6]"), ([8.2, 8.2, 8.2], "8,2"), ([0.02, 0.0, 0.04], "0,0 [0,0 – 0,0]")],
)  # fmt: skip
def test_an_interval_of_one_note_is_none(told, words):
    assert decimal_interval(told) == words


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    return settings.MODEL_DIR


def bins(share: float) -> dict:
    rows = [[0, None, None]] * 8 + [[1200, 0.85, share], [30, 0.95, 1.0]]
    return {"bins": rows, "ece": 0.01234}


def test_words_are_counted_by_label_and_by_sub_type():
    found = [Span(0, 4, "PER", "PRENOM"), Span(10, 15, "PER", "NOM")]
    judged = judged_note(NOTE, found)
    # of the two words of the name one is found; "Dijon" is found under another label
    assert judged.label_words == {"LOC": (0, 0, 0, 1), "PER": (1, 2, 1, 2)}
    assert judged.subtype_words == {
        "NOM": (0, 1, 0, 2), "PRENOM": (0, 1, 0, 0), "VILLE": (0, 0, 0, 1),
    }  # fmt: skip
    told = evaluation([judged], {})
    assert told["label_words"]["PER"]["precision"][0] == 0.5
    assert told["label_words"]["PER"]["recall"][0] == 0.5
    old = {k: v for k, v in judged.to_json().items() if not k.endswith("_words")}
    assert JudgedNote.from_json("n", old).label_words == {}
    assert JudgedNote.from_json("n", judged.to_json()) == judged


def page_of(client, project, admin, version) -> str:
    client.force_login(admin)
    address = reverse("worker:model-evaluation", args=[project.pk, version.pk])
    return client.get(address).content.decode()


def test_the_page_shows_words_and_the_curve_of_both_engines(client, project, admin, make_version):
    version = make_version()
    told = evaluation([judged_note(NOTE, NOTE.entities)], {"n": "CRH"})
    version.metrics |= {
        "evaluation": {"before": told, "after": told},
        "reliability": {"before": bins(0.5), "after": bins(0.8125)},
    }
    version.save()
    text = unescape(page_of(client, project, admin, version))
    assert "Mots sous l'étiquette exacte" in text
    assert "Mots sous le sous-type exact" in text
    assert "80 – 90" in text
    assert 'data-v="0.8125"' in text
    assert 'data-v="0.5"' in text
    assert "1,23 points" in text


@pytest.mark.parametrize(
    ("fixed", "told"),
    [
        ({"threshold": 0.9, "redacted": [1, 1, 1], "corrections": [2.25, 1, 3]}, "2,2 [1,0 – 3,0], au seuil 0,90"),
        (None, "masque autant à aucun seuil"),
    ],
)  # fmt: skip
def test_corrections_at_the_same_recall_stand_beside_the_others(
    client, project, admin, make_version, fixed, told
):
    version = make_version()
    figures = evaluation([judged_note(NOTE, ())], {})
    version.metrics |= {
        "evaluation": {"before": figures, "after": figures},
        "fixed_recall": fixed,
    }
    version.save()
    text = plain(page_of(client, project, admin, version))
    assert "Corrections par note, là où ce modèle masque autant" in text
    assert told in text
    assert told in plain(card_text(version))


def test_the_card_says_every_total_of_the_page(make_version):
    version = make_version()
    figures = evaluation([judged_note(NOTE, ())], {})
    version.metrics |= {"evaluation": {"before": figures, "after": figures}}
    rows = totals(version)
    assert len(rows) == 6
    text = card_text(version)
    assert all(f"| {row.name} | {' → '.join(row.cells)} |" in text for row in rows)


def test_the_effect_of_a_rule_left_out_and_of_the_plain_union(client, project, admin, make_version):
    version = make_version()
    before, after = (
        {"masked": m, "identifying": 10, "corrections": c} for m, c in ((8, 6), (9, 4))
    )
    record = {"name": "rule:lot", "finds": 7, "right": 1}
    version.metrics |= {
        "left_out": [{**record, "before": before, "after": after}, {**record, "name": "rule:old"}],
        "rule_choice": {"notes": 2, "merges": {"steps": after, "union": before}},
    }
    version.save()
    client.force_login(admin)
    address = reverse("worker:model-detail", args=[project.pk, version.pk])
    text = plain(client.get(address).content.decode())
    assert "juste 1 fois sur 7" in text
    assert "80,0 % → 90,0 %" in text
    assert "3,0 → 2,0" in text
    assert "90,0 % → 80,0 %" in text  # the union masks less here
    assert "Effet mesuré sur 2 notes de validation" in text
    assert text.count('<td class="num">–</td>') >= 2  # a rule of before effects were kept


def test_a_version_of_before_has_neither(client, project, admin, make_version):
    version = make_version()
    told = evaluation([judged_note(NOTE, NOTE.entities)], {})
    for name in ("label_words", "subtype_words"):
        del told[name]
    version.metrics["evaluation"] = {"before": told, "after": told}
    version.save()
    text = page_of(client, project, admin, version)
    assert "Par étiquette" in text
    assert "mot par mot" not in text
    assert "probabilité annoncée" not in text
