"""A transformer small enough to learn in seconds, written to a directory as any other."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotation.demo.corpus import load_corpus
from tests import kept
from tests.mini_model import write_mini_backbone
from tests.worker.versions import figures, gate
from worker.engine.encoder import card, choice
from worker.engine.encoder.files import content_hash
from worker.models import ModelVersion


@pytest.fixture(scope="session")
def tiny_backbone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mini_backbone(tmp_path_factory.mktemp("backbone"))


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept.copy_mini_model(tmp_path_factory.mktemp("model"))


@pytest.fixture
def seen_card(monkeypatch) -> None:
    """PyTorch says that there is a graphics card; what it does with it is its own affair."""
    import torch

    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.setattr(card, "_seen", [])
    monkeypatch.setattr(choice, "_has_driver", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "NVIDIA Essai")


@pytest.fixture(scope="module")
def few_regression_notes() -> Iterator[None]:
    """Two of the demonstration's notes stand for all, which each training reads for three seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("worker.training.retrain.regression_notes", lambda: load_corpus("dev")[:2])
        yield


@pytest.fixture
def make_version(project, model_dir, settings):
    """A version whose files are there; `scale` makes its content its own."""

    def make(number=1, state="candidate", of=None, **after) -> ModelVersion:
        draft = model_dir / f"draft{number}"
        draft.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(settings.SHIPPED_MODEL, draft)
        name = (draft / "ner.json").read_text().replace('"mini"', f'"mini{number}"')
        (draft / "ner.json").write_text(name)
        digest = content_hash(draft)
        draft.rename(model_dir / digest)
        metrics = {
            "rules": figures(),
            "before": figures(),
            "before_number": None,
            "after": figures(**after),
            "gate": gate(),
        }
        return ModelVersion.objects.create(
            project=of or project,
            number=number,
            state=state,
            content_hash=digest,
            train_notes=60,
            test_notes=7,
            metrics=metrics,
        )

    return make
