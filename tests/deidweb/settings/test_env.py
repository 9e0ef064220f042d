"""The environment becomes settings: pure functions, one case a row."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from celery import Celery
from django.core.exceptions import ImproperlyConfigured
from kombu.exceptions import OperationalError

from deidweb.checks import broker_is_asked_in_tls
from deidweb.settings import env
from tests.integration.nursery import manage

ROOT = Path(__file__).resolve().parents[3]


def test_without_a_url_the_database_is_sqlite_in_wal_with_immediate_transactions(tmp_path):
    config = env.database("", tmp_path)
    assert config["NAME"] == str(tmp_path / "db.sqlite3")
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in config["OPTIONS"]["init_command"]


def test_a_postgresql_url_is_taken_as_it_is(tmp_path):
    config = env.database("postgres://u:p@h:5433/notes", tmp_path)
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("h", 5433, "notes")
    assert "postgresql" in config["ENGINE"]
    assert "transaction_mode" not in config.get("OPTIONS", {})


def test_the_embedded_broker_lives_in_the_data_folder(tmp_path):
    url, options = env.broker("", tmp_path)
    assert url == "embedded://localhost"
    assert options["data_folder_in"] == options["data_folder_out"]
    assert options["data_folder_in"].startswith(str(tmp_path))


def test_a_silent_postgresql_does_not_hold_a_request_for_ever(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgres://u:p@127.0.0.1:{silent.getsockname()[1]}/notes"
        options = env.database(url, tmp_path)["OPTIONS"]
        assert options["connect_timeout"] <= 5
        options |= {"connect_timeout": 2}  # the test's patience, the least that libpq knows
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(url, **options)


def test_who_names_the_database_may_say_how_patient_its_clients_are(tmp_path):
    config = env.database("postgres://u:p@h/notes?connect_timeout=30", tmp_path)
    assert config["OPTIONS"]["connect_timeout"] == 30
    assert "lock_timeout" in config["OPTIONS"]["options"]


def test_redis_gets_a_visibility_timeout_longer_than_any_training(tmp_path):
    url, options = env.broker("redis://h:6379/1", tmp_path)
    assert url == "redis://h:6379/1"
    assert options["visibility_timeout"] == 43200


def test_a_silent_redis_does_not_hold_a_request_for_ever(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url, options = env.broker(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", tmp_path)
        options |= {"socket_timeout": 0.2}  # the test's patience
        app = Celery(broker=url, set_as_current=False)
        app.conf.broker_transport_options = options
        with pytest.raises(OperationalError):
            app.send_task("worker.run_job", args=["x"], retry=False)
    assert env.broker(url, tmp_path)[1]["socket_timeout"] <= 5


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("redis://:p@redis:6379/0", ["deidweb.W003"]),
        ("rediss://:p@redis:6379/0?ssl_cert_reqs=required", []),
        ("redis://127.0.0.1:6379/0", []),
        ("embedded://localhost", []),
    ],
)
def test_a_broker_asked_in_clear_over_the_network_is_told(settings, url, told):
    settings.CELERY_BROKER_URL = url
    assert [one.id for one in broker_is_asked_in_tls()] == told


def test_a_secret_comes_from_the_variable_then_from_the_file(tmp_path, monkeypatch):
    path = tmp_path / "keys" / "secret"
    monkeypatch.delenv("SOME_SECRET", raising=False)
    assert env.secret("SOME_SECRET", path) == ""
    env.ensure_secret_file(path)
    drawn = env.secret("SOME_SECRET", path)
    assert len(drawn) == 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    env.ensure_secret_file(path)
    assert env.secret("SOME_SECRET", path) == drawn
    monkeypatch.setenv("SOME_SECRET", "from-environment")
    assert env.secret("SOME_SECRET", path) == "from-environment"


GOOD = {
    "SECRET_KEY": "0123456789abcdef" * 4,
    "AUDIT_KEY": "123456789abcdef0" * 4,
    "STUDY_KEK": "23456789abcdef01" * 4,
    "IDENTITY_KEK": "3456789abcdef012" * 4,
    "ALLOWED_HOSTS": "example.org",
}


def started(tmp_path: Path, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """`manage.py check` under the production settings with these variables and no others."""
    variables = {
        **GOOD,
        "DJANGO_SETTINGS_MODULE": "deidweb.settings.production",
        "DEIDWEB_DATA_DIR": str(tmp_path),
        "PATH": "/usr/bin:/bin",
        **changes,
    }
    given = {name: value for name, value in variables.items() if value is not None}
    return manage("check", environment=given)


@pytest.mark.slow
def test_production_starts_with_good_settings(tmp_path):
    done = started(tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("missing", list(GOOD))
def test_production_does_not_start_without(missing, tmp_path):
    done = started(tmp_path, **{missing: None})
    assert done.returncode != 0
    assert missing in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"), [("SECRET_KEY", "a"), ("AUDIT_KEY", "a" * 64), ("ALLOWED_HOSTS", "*")]
)
def test_production_does_not_start_on_what_anybody_guesses(name, value, tmp_path):
    done = started(tmp_path, **{name: value})
    assert done.returncode != 0
    assert name in done.stderr


@pytest.mark.parametrize(
    "weak",
    ["", "a", "a" * 64, "abcabcabc" * 8, "django-insecure-0123456789abcdef0123456789abcdef", "0123456789abcdef"],
)  # fmt: skip
def test_a_weak_secret_is_refused(weak, monkeypatch):
    monkeypatch.setenv("SOME_SECRET", weak)
    with pytest.raises(ImproperlyConfigured, match="SOME_SECRET"):
        env.strong_secret("SOME_SECRET")


@pytest.mark.parametrize("given", ["", "*", "example.org,*", "*.example.org", " , "])
def test_hosts_are_named(given, monkeypatch):
    monkeypatch.setenv("SOME_HOSTS", given)
    with pytest.raises(ImproperlyConfigured, match="SOME_HOSTS"):
        env.hosts("SOME_HOSTS")


@pytest.mark.parametrize("given", ["somewhere", "0.0.0.0/0", "::/0", "10.0.0.0/40"])
def test_proxies_are_addresses_and_never_everybody(given, monkeypatch):
    monkeypatch.setenv("SOME_PROXIES", given)
    with pytest.raises(ImproperlyConfigured, match="SOME_PROXIES"):
        env.networks("SOME_PROXIES")


def test_proxies_may_be_addresses_and_networks(monkeypatch):
    monkeypatch.setenv("SOME_PROXIES", "10.0.0.2, 10.1.0.0/16")
    assert [str(network) for network in env.networks("SOME_PROXIES")] == [
        "10.0.0.2/32",
        "10.1.0.0/16",
    ]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("", []),
        ("deidweb, cardio", ["deidweb", "cardio"]),
        ("deidweb;chefs, cardio", ["deidweb", "chefs, cardio"]),
        ("cn=deidweb,ou=groupes,dc=chu", ["cn=deidweb,ou=groupes,dc=chu"]),
        ("cn=a,dc=chu; cn=b,dc=chu ;", ["cn=a,dc=chu", "cn=b,dc=chu"]),
    ],
)
def test_names_of_a_directory_s_groups_hold_commas(given, names, monkeypatch):
    monkeypatch.setenv("SOME_GROUPS", given)
    assert env.groups("SOME_GROUPS") == names


@pytest.mark.slow
def test_the_settings_take_the_name_of_a_directory_s_group_whole(tmp_path):
    code = "from deidweb.settings import base; print(base.OUTSIDE_GROUPS)"
    variables = {"DEIDWEB_DATA_DIR": str(tmp_path), "OUTSIDE_GROUPS": "cn=a,dc=chu;cn=b,dc=chu"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=variables, cwd=ROOT, capture_output=True, text=True, check=True
    )  # fmt: skip
    assert done.stdout.strip() == "['cn=a,dc=chu', 'cn=b,dc=chu']"


def test_a_secret_may_stand_in_a_file(tmp_path, monkeypatch):
    path = tmp_path / "key"
    path.write_text("0123456789abcdef" * 4 + "\n")
    monkeypatch.setenv("AUDIT_KEY_FILE", str(path))
    assert env.strong_secret("AUDIT_KEY") == "0123456789abcdef" * 4


@pytest.mark.parametrize("way", ["missing", "folder", "pipe", "device", "long", "binary"])
def test_a_secret_s_file_that_is_none_is_named_and_nobody_waits_for_it(tmp_path, monkeypatch, way):
    path = tmp_path / "key"
    {
        "missing": lambda: None, "folder": path.mkdir, "pipe": lambda: os.mkfifo(path),
        "device": lambda: path.symlink_to("/dev/zero"), "long": lambda: path.write_text("a" * 70_000),
        "binary": lambda: path.write_bytes(b"\xff" * 64),
    }[way]()  # fmt: skip
    monkeypatch.setenv("AUDIT_KEY_FILE", str(path))
    with pytest.raises(ImproperlyConfigured, match="AUDIT_KEY_FILE"):
        env.strong_secret("AUDIT_KEY")
