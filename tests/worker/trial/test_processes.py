"""The real processes: they read, they forget, they end; what is hostile ends them alone."""

from __future__ import annotations

import os
import re
import threading
import time
from base64 import b64decode
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from deidweb.children import ROOT
from tests.pdf_files import pdf
from tests.trial_files import word_of
from worker.services import trial_processes
from worker.services.trial_processes import (
    TrialFailed,
    ask,
    end_engine,
    files_of,
    read_bytes,
    work_on_pdf,
)
from worker.trial.wire import Closed

pytestmark = pytest.mark.slow

TEXT = "Madame Jeanne PETIT, vue le 4 mai 2021 à Dijon. Tél. 06 39 98 12 34."
POLICY = {"epsilon": "1", "dates": "metric", "places": "metric", "area": "FR", "prior": "population",
          "today": "2024-01-31"}  # fmt: skip
READ = {"do": "read", "text": TEXT, "policy": POLICY, "key": "11" * 32}


@pytest.fixture(scope="module", autouse=True)
def _ended():
    yield
    end_engine()


def engine_pid() -> int:
    return trial_processes._kept["process"].pid


def test_a_document_is_read_by_a_process_that_ends():
    assert read_bytes(word_of(["Mme Petit"])) == {"kind": "docx", "text": "Mme Petit"}
    assert "refusal" in read_bytes(b"%PDF-1.4 rien")


def test_a_pdf_is_redacted_by_a_process_that_ends():
    data = pdf([(100, "Madame PETIT va bien")])
    assert work_on_pdf(data, {"do": "read"}) == {"text": "Madame PETIT va bien"}
    asked = {"do": "redact", "text": "Madame PETIT va bien", "spans": [[7, 12]], "preview": False}
    told = work_on_pdf(data, asked)
    assert (told["sheets"], told["scanned"]) == (1, [])
    assert b64decode(told["pdf"]).startswith(b"%PDF-")
    assert "refusal" in work_on_pdf(data, {**asked, "text": "another"})


def test_a_large_document_and_its_large_answer_pass():
    assert read_bytes(b"Bonjour. " * 3000)["text"].startswith("Bonjour. Bonjour.")


def test_an_engine_reads_and_draws_again_without_looking_for_entities():
    told = ask(files_of(""), READ)
    assert {span[2] for span in told["spans"]} >= {"DATE", "TEL"}
    drawn = told["drawn"]
    assert "06 39 98 12 34" not in drawn["text"]
    asked = {**READ, "do": "draw", "spans": told["spans"], "doubts": 0}
    assert ask(files_of(""), asked)["drawn"] == drawn  # the same key gives the same values
    other = ask(files_of(""), {**asked, "key": "22" * 32})["drawn"]
    assert other["text"] != drawn["text"]


def test_the_engine_knows_no_secret_and_can_write_no_file():
    ask(files_of(""), READ)
    environ = Path(f"/proc/{engine_pid()}/environ").read_bytes() if os.geteuid() == 0 else b""
    assert b"SECRET" not in environ
    assert b"DATABASE" not in environ
    limits = Path(f"/proc/{engine_pid()}/limits").read_text()
    bound = {row[:25].strip(): row[26:].split() for row in limits.splitlines()[1:]}
    assert bound["Max file size"][:2] == ["0", "0"]
    assert bound["Max core file size"][:2] == ["0", "0"]
    assert bound["Max address space"][0].isdigit()


def test_who_asks_nonsense_or_waits_too_long_gets_another_engine(monkeypatch):
    ask(files_of(""), READ)
    first = engine_pid()
    with pytest.raises(TrialFailed):
        ask(files_of(""), {"do": "draw"})
    assert ask(files_of(""), READ)["spans"]
    second = engine_pid()
    assert second != first
    monkeypatch.setattr(trial_processes, "ENGINE_SECONDS", 0.0)
    with pytest.raises(TrialFailed):
        ask(files_of(""), READ)
    monkeypatch.undo()
    assert ask(files_of(""), READ)["spans"]


def test_an_engine_that_was_killed_is_started_again():
    ask(files_of(""), READ)
    trial_processes._kept["process"].kill()
    trial_processes._kept["process"].wait()
    assert ask(files_of(""), READ)["spans"]


def test_no_more_threads_wait_than_are_spared(monkeypatch):
    line = trial_processes._Line()
    monkeypatch.setattr(trial_processes, "_readers", line)
    for _place in range(trial_processes.MOST_THREADS):
        line.places.acquire()
    with pytest.raises(trial_processes.TrialBusy):
        read_bytes(b"Bonjour")


def test_who_comes_while_an_engine_starts_waits_for_it(monkeypatch):
    """On a busy machine its start takes longer than anybody waits for his turn."""
    end_engine()
    is_ready = threading.Event()
    answers = iter([lambda: is_ready.wait(20), lambda: {"spans": []}])
    monkeypatch.setattr(trial_processes, "LINE_SECONDS", 0.05)
    monkeypatch.setattr(trial_processes, "_start", lambda _module: MagicMock(**{"poll.return_value": None}))  # fmt: skip
    monkeypatch.setattr(trial_processes, "send", lambda *_args, **_named: None)
    monkeypatch.setattr(trial_processes, "receive", lambda *_args, **_named: next(answers)())
    trial_processes.warm_up(files_of(""))
    assert trial_processes._starting.wait(20)
    threading.Timer(0.5, is_ready.set).start()
    assert ask(files_of(""), READ) == {"spans": []}
    assert not trial_processes._starting.is_set()
    end_engine()


def test_who_waits_behind_a_start_that_fails_does_not_wait_as_long_again_for_his_own(monkeypatch):
    """Line, start and answer together end before nginx gives up (`proxy_read_timeout` of deploy/to_app.conf)."""
    end_engine()
    is_gone, waits = threading.Event(), []

    def receive(_handle, *, seconds):
        waits.append(seconds)
        if len(waits) == 1:
            is_gone.wait(20)
        raise Closed

    monkeypatch.setattr(trial_processes, "START_SECONDS", 10.0)
    monkeypatch.setattr(trial_processes, "_start", lambda _module: MagicMock(**{"poll.return_value": None}))  # fmt: skip
    monkeypatch.setattr(trial_processes, "send", lambda *_args, **_named: None)
    monkeypatch.setattr(trial_processes, "receive", receive)
    trial_processes.warm_up(files_of(""))
    assert trial_processes._starting.wait(20)
    threading.Timer(0.5, is_gone.set).start()
    with pytest.raises(TrialFailed):
        ask(files_of(""), READ)
    assert len(waits) == 2
    assert waits[1] <= 10 - 0.4


def test_a_text_and_its_answer_have_one_end(monkeypatch):
    waits = []

    def send(_handle, _message, *, seconds):
        waits.append(seconds)
        time.sleep(0.2)

    def receive(_handle, *, seconds):
        waits.append(seconds)
        return {}

    monkeypatch.setattr(trial_processes, "_engine", lambda *_given: MagicMock())
    monkeypatch.setattr(trial_processes, "send", send)
    monkeypatch.setattr(trial_processes, "receive", receive)
    ask(files_of(""), READ)
    assert waits[1] <= waits[0] - 0.2


def test_the_longest_wait_is_shorter_than_nginx_s():
    (shown,) = re.findall(r"proxy_read_timeout (\d+)s", (ROOT / "deploy/to_app.conf").read_text())
    assert int(shown) > trial_processes.START_SECONDS + trial_processes.ENGINE_SECONDS


def test_who_opens_the_page_outside_projects_ends_no_project_s_engine(monkeypatch):
    class Kept:
        def poll(self):
            return None

    started = []
    monkeypatch.setattr(trial_processes, "_engine", lambda files, _end: started.append(files))
    monkeypatch.setitem(trial_processes._kept, "process", Kept())
    monkeypatch.setitem(trial_processes._kept, "files", files_of("0" * 64))
    trial_processes._warm(files_of(""), instead=False)
    assert started == []
    trial_processes._warm(files_of(""), instead=True)
    assert started == [files_of("")]
