"""What a killed start has left of a model's 8-bit copy goes away."""

from __future__ import annotations

import os
import time

import pytest

from worker.engine.encoder.drafts import draft_folder, remove_drafts
from worker.tasks import leftovers


def test_a_draft_folder_is_gone_at_the_end(tmp_path):
    with draft_folder(tmp_path) as draft:
        (draft / "whole.onnx").write_bytes(b"x")
    assert list(tmp_path.iterdir()) == []


def test_only_what_nobody_has_written_to_for_an_hour_is_removed(tmp_path):
    old, new, other = (tmp_path / name for name in (".onnx-old", ".onnx-new", "copy.onnx"))
    for folder in (old, new, other):
        folder.mkdir()
    (old / "probe.onnx").write_bytes(b"x")
    for folder in (old, other):
        os.utime(folder, (time.time() - 3700,) * 2)
    remove_drafts(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {".onnx-new", "copy.onnx"}


@pytest.mark.django_db
def test_a_worker_removes_them_at_its_start(settings, tmp_path):
    settings.ENGINE_CACHE = tmp_path
    (tmp_path / ".onnx-old").mkdir()
    os.utime(tmp_path / ".onnx-old", (0, 0))
    leftovers.remove_leftovers()
    assert list(tmp_path.iterdir()) == []
