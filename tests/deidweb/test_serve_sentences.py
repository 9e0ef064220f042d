"""What `manage.py serve` says at its start."""

import io
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

from deidweb.management.commands import serve
from deidweb.management.commands.serve import Child, Command, is_first_start, said_of_mended


def test_one_file_is_told_in_the_singular():
    assert said_of_mended(1, Path("var")).startswith("Un fichier ou dossier de var était ouvert à")
    assert said_of_mended(2, Path("var")).startswith(
        "2 fichiers ou dossiers de var étaient ouverts"
    )


def test_the_first_start_is_the_one_without_a_database_file(tmp_path):
    file = tmp_path / "db.sqlite3"
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)}
    assert is_first_start(database)
    file.touch()
    assert not is_first_start(database)
    assert not is_first_start({"ENGINE": "django.db.backends.postgresql", "NAME": "deidweb"})


@pytest.mark.parametrize(("refused", "told"), [(0, False), (299, False), (300, True), (400, True)])
def test_it_says_that_it_is_ready_however_late_the_web_answers(monkeypatch, refused, told):
    """« ne répond pas encore » was its last word after half a minute, on a machine that was only busy."""
    asked = []

    def urlopen(_url, timeout):
        asked.append(timeout)
        if len(asked) <= refused:
            raise urllib.error.URLError("refused")
        return io.BytesIO()

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(serve, "time", SimpleNamespace(sleep=lambda _s: None, monotonic=lambda: 0))
    out, err = io.StringIO(), io.StringIO()
    Command(stdout=out, stderr=err)._wait_for_web(8000, [])
    assert "deidweb est prêt : http://127.0.0.1:8000/" in out.getvalue()
    assert ("ne répond pas encore" in err.getvalue()) is told


def test_a_web_that_dies_at_the_start_is_started_again_and_told_ready(monkeypatch):
    started = []
    web = Child("web", [], process=SimpleNamespace(poll=lambda: 1))

    def urlopen(_url, timeout):
        if not started:
            raise urllib.error.URLError("refused")
        return io.BytesIO()

    clock = iter(range(100))
    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(Child, "start", lambda child: started.append(child.name))
    monkeypatch.setattr(
        serve, "time", SimpleNamespace(sleep=lambda _s: None, monotonic=lambda: next(clock))
    )
    out, err = io.StringIO(), io.StringIO()
    Command(stdout=out, stderr=err)._wait_for_web(8000, [web])
    assert started == ["web"]
    assert "« web » s'est arrêté, il est relancé." in err.getvalue()
    assert "est prêt" in out.getvalue()


def test_who_starts_it_without_the_demonstration_learns_how_the_first_account_is_made(
    db, make_user
):
    said = io.StringIO()
    Command(stdout=said)._tell_of_the_first_account()
    assert "manage.py create_admin" in said.getvalue()
    make_user("alix")
    said = io.StringIO()
    Command(stdout=said)._tell_of_the_first_account()
    assert said.getvalue() == ""


@pytest.mark.fault("F8")
def test_a_server_whose_console_lies_on_a_full_disk_still_replaces_what_dies(db):
    with io.FileIO("/dev/full", "w") as file:
        full = io.TextIOWrapper(file, write_through=True)
        command = Command(stdout=full, stderr=full)
        child = Child("fast", ["true"], process=SimpleNamespace(poll=lambda: 1))
        command._restart_dead([child])
        assert child.restart_at
        command._tell_of_the_first_account()
        command._stop([child])
        full.detach()
