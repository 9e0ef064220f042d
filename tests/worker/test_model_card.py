"""A model's card: what its page and the file beside its weights say of its making."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest
from django.urls import reverse

from deidweb import code_version
from worker.engine.encoder.sources import keep_licence, licence_of
from worker.models import ModelVersion
from worker.presentation.card import card_text
from worker.presentation.cost import exposure_words
from worker.training.encoder.recipe import CORRECTIONS

MADE = {
    "start": {"name": "ner-fr-4", "sha256": "a" * 64},
    "licence": "MIT | 2023",
    "code": "abc1234+",
    "recipe": asdict(CORRECTIONS),
    "threshold": 0.95,
    "temperature": 1.7,
    "snapshot": {"id": "x", "number": 3, "address": "b" * 64},
    "left_out": [
        {"name": "rule:lot", "finds": 9, "right": 1},
        {"name": "rule:hospital-name", "finds": 5, "right": 1},
    ],
}


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    return settings.MODEL_DIR


@pytest.fixture
def version(make_version):
    found = make_version()
    found.metrics |= MADE
    found.save()
    return found


def test_the_page_says_of_what_the_model_was_made_and_gives_its_card(
    client, project, admin, version
):
    client.force_login(admin)
    page = client.get(reverse("worker:model-detail", args=[project.pk, version.pk]))
    text = page.content.decode()
    at_once, folded = re.split("<summary>Pour le refaire", text)
    for told in ("MIT | 2023", "<dd>ner-fr-4</dd>", "pas 0,0001,", "0,95", "1,70", "hôpital connu"):
        assert told in at_once
    for trace in ("abc1234+", "a" * 64, "b" * 64, version.content_hash, str(CORRECTIONS.seed)):
        assert trace in folded
        assert trace not in at_once
    assert "rule:" not in text
    address = reverse("worker:model-card", args=[project.pk, version.pk])
    assert address in text
    answer = client.get(address)
    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    assert 'filename="carte-1.md"' in answer["Content-Disposition"]
    assert answer.content.decode() == card_text(version)


def test_the_card_holds_hashes_measures_and_the_gate(version):
    lines = card_text(version).splitlines()
    assert lines[0] == "# Modèle n° 1 : carte"
    for row in (
        f"| Empreinte des fichiers | {version.content_hash} |",
        f"| Empreinte du jeu de données | {'b' * 64} |",
        f"| Empreinte du modèle de départ | {'a' * 64} |",
        "| Licence de départ | MIT / 2023 |",
        "| Règles écartées | lot, hôpital connu |",
        "| Corrections par note | tenue |",
    ):
        assert row in lines
    assert any(line.startswith("| Mots identifiants masqués | ") and "→" in line for line in lines)


def test_next_to_nothing_is_no_less_than_nothing():
    told = {"names": 100, "before": 0.5, "after": 0.474, "gain": [-0.0003, -0.012, 0.013]}
    words = exposure_words(ModelVersion(metrics={"exposure": told}))
    assert "; 0,0 points de plus" in words.replace("\u202f", " ").replace("\xa0", " ")
    assert "[-1,2 – 1,3]" in words


def test_a_version_of_before_has_a_card_of_what_was_kept(make_version):
    text = card_text(make_version())
    assert "Recette" not in text
    assert "Version du code" not in text
    assert "None" not in text


def test_who_may_take_the_card(
    client, project, other_project, admin, annotator, stranger, version, make_version
):
    other = make_version(2, of=other_project)
    for person, target, found, status in (
        (annotator, project, version, 403), (stranger, project, version, 404), (admin, project, other, 404),
    ):  # fmt: skip
        client.force_login(person)
        address = reverse("worker:model-card", args=[target.pk, found.pk])
        assert client.get(address).status_code == status


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("SOURCES.json", json.dumps({"licences": "MIT (c) X"}), "MIT (c) X"),
        ("SOURCES.json", "{", ""),
        (
            "README.md",
            "---\nlanguage: fr\nlicense: apache-2.0\ntags:\n- x\n---\n# M\n",
            "apache-2.0",
        ),
        ("README.md", "# M\nlicense: no head\n", ""),
        ("LICENSE", "\n   MIT License\n\nCopyright", "MIT License"),
    ],
)
def test_the_licence_is_read_where_models_say_it(tmp_path, name, content, told):
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert licence_of(tmp_path) == told
    (tmp_path / "model").mkdir()
    keep_licence(tmp_path, tmp_path / "model")
    assert licence_of(tmp_path / "model") == told
    assert (tmp_path / "model" / "SOURCES.json").exists() == bool(told)


def test_the_shipped_weights_say_their_licence():
    assert "MIT" in licence_of(Path(__file__).parents[2] / "worker" / "weights" / "ner-fr-4")


def test_the_code_is_named_by_its_stamp_or_its_commit(settings, tmp_path):
    find = code_version.code_version.__wrapped__
    settings.COMMIT = "feed123"
    assert find() == "feed123"
    settings.COMMIT, settings.BASE_DIR = "", tmp_path / "gone"
    assert find() == ""
