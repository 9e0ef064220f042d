"""A version's evaluation page: words by label, and what the network's probabilities are worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.training.evaluation import evaluation
from worker.training.judged import JudgedNote, judged_note

NOTE = Note("n", "Jean Roy, Dijon", entities=(Span(0, 8, "PER", "NOM"), Span(10, 15, "LOC", "VILLE")))  # fmt: skip


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
    text = page_of(client, project, admin, version)
    assert "Mots sous l&#x27;étiquette exacte" in text
    assert "Mots sous le sous-type exact" in text
    assert "80 – 90" in text
    assert 'data-v="0.8125"' in text
    assert 'data-v="0.5"' in text
    assert "1,23 points" in text


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
