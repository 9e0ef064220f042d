"""No line of a log carries what a library quoted."""

from __future__ import annotations

import errno
import io
import json
import logging
import subprocess
import sys

import pytest

from deidweb.operations.logs import Console, JsonLines, PlainLines

FORMATTERS = pytest.mark.parametrize("formatter", [JsonLines(), PlainLines()])


def record_of(name, message, *args, error=None):
    trouble = None
    if error is not None:
        try:
            raise error
        except type(error):
            trouble = sys.exc_info()
    return logging.LogRecord(name, logging.ERROR, "/src/lib.py", 7, message, args, trouble)


@FORMATTERS
def test_the_message_of_an_exception_is_never_printed(formatter):
    inner = ValueError("Key (external_id)=(CANARI) already exists")
    line = formatter.format(record_of("deidweb.jobs", "job %s failed", "17", error=inner))
    assert "CANARI" not in line
    assert "ValueError" in line
    assert "test_logs.py:" in line
    assert "job 17 failed" in line


@FORMATTERS
def test_words_put_into_a_library_s_sentence_are_left_out_and_numbers_stay(formatter):
    line = formatter.format(record_of("kombu", "lost %s after %d tries", "CANARI", 3))
    assert "CANARI" not in line
    assert "after 3 tries" in line
    assert "lib.py:7" in line


@FORMATTERS
def test_a_library_s_ready_made_sentence_is_withheld(formatter):
    assert "CANARI" not in formatter.format(record_of("pdf", "bad token CANARI"))


@FORMATTERS
def test_arguments_by_name_are_masked_too(formatter):
    record = record_of("celery.app.trace", "Task %(name)s raised %(exc)s")
    record.args = {"name": "worker.run_job", "exc": "KeyError('CANARI')"}
    assert "CANARI" not in formatter.format(record)


@FORMATTERS
def test_one_record_is_one_line(formatter):
    line = formatter.format(record_of("deidweb", "a\r\nb %s", "c\nd"))
    assert "\n" not in line
    assert "\r" not in line


def test_json_lines_are_json():
    facts = json.loads(
        JsonLines().format(record_of("deidweb", "é %d", 2, error=KeyError("CANARI")))
    )
    assert facts["message"] == "é 2"
    assert facts["error"] == "KeyError"
    assert set(facts) == {"at", "level", "logger", "message", "error", "at_line", "trace"}


def test_what_nobody_catches_ends_without_its_message(tmp_path):
    """A command that fails in a way nobody foresaw."""
    code = "import django; django.setup(); raise ValueError('CANARI')"
    environment = {
        "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded", "SECRET_KEY": "s" * 64, "PATH": "/usr/bin",
        "DEIDWEB_DATA_DIR": str(tmp_path),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "ValueError" in done.stderr
    assert "CANARI" not in done.stderr + done.stdout


class Flaky(io.StringIO):
    """Takes nothing while it is full."""

    is_full = True

    def write(self, text: str) -> int:
        if self.is_full:
            raise OSError(errno.ENOSPC, "CANARI")
        return super().write(text)


def test_a_line_that_cannot_be_written_tells_no_words_elsewhere_and_is_counted(capsys, monkeypatch):
    """`logging` would print the record on the standard error: message, arguments and all."""
    monkeypatch.setattr(Console, "lost", 0)
    console = Console(stream := Flaky())
    console.setFormatter(PlainLines())
    for _time in range(3):
        console.handle(record_of("kombu", "lost %s", "CANARI"))
    assert Console.lost == 3
    stream.is_full = False
    console.handle(record_of("kombu", "found %d", 4))
    assert Console.lost == 0
    first, second = stream.getvalue().splitlines()
    assert "3 log lines came late or are lost, the last by OSError at lib.py:7" in first
    assert "found 4" in second
    assert capsys.readouterr() == ("", "")


def test_a_line_with_a_fault_of_ours_is_told_from_one_that_found_no_room(capsys, monkeypatch):
    monkeypatch.setattr(Console, "lost", 0)
    console = Console(stream := io.StringIO())
    console.setFormatter(PlainLines())
    console.handle(record_of("deidweb.x", "%d notes", "CANARI"))
    console.handle(record_of("deidweb.x", "done"))
    assert "the last by TypeError at lib.py:7" in stream.getvalue()
    assert "CANARI" not in stream.getvalue() + "".join(capsys.readouterr())


def test_every_process_writes_its_lines_so():
    from deidweb.operations.gunicorn_conf import logconfig_dict
    from deidweb.settings.saying import LOGGING

    for told in (logconfig_dict, LOGGING):
        assert [row["class"] for row in told["handlers"].values()] == [
            "deidweb.operations.logs.Console"
        ]
