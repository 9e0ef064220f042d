"""What pytest's plugins do for each test, left out where nobody asks for it.

Eleven thousand tests of `make quick` take a millisecond or two each; around each of them the plugins took five more.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable
from typing import Any

import pytest

# Fixtures of pytest-django that every test gets → the marker or fixture that makes them do something.
# "": nothing here does (no mail is sent, there is no table of sites, no test is a unittest.TestCase).
ASKED_BY = {
    "_dj_autoclear_mailbox": "",
    "_django_clear_site_cache": "",
    "_django_db_marker": "django_db",
    "_django_isolate_apps": "django_isolate_apps",
    "_django_set_urlconf": "urls",
    "_django_setup_unittest": "",
    "_live_server_helper": "live_server",
    "_template_string_if_invalid_marker": "ignore_template_errors",
}
SHOWN_FROM_S = 0.005  # `--durations` hides what is shorter


def leave_out_fixtures(items: Iterable[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function):
            asked = {*item.fixturenames, *(marker.name for marker in item.iter_markers())}
            item.fixturenames = [
                name for name in item.fixturenames if ASKED_BY.get(name, name) in asked
            ]


def packed(
    report: pytest.CollectReport | pytest.TestReport, data: dict[str, Any]
) -> dict[str, Any]:
    """One field of bytes: execnet takes a dictionary apart in Python. Empty when nobody will look at it."""
    around = report.passed and report.when in ("setup", "teardown")
    if around and report.duration < SHOWN_FROM_S and not report.sections:
        return {}
    return {"packed": marshal.dumps(data)}


def unpacked(data: dict[str, Any]) -> dict[str, Any]:
    """With what the test process has added to it."""
    return marshal.loads(data.pop("packed")) | data if "packed" in data else data


def send_less(config: pytest.Config) -> None:
    """In a test process: neither that a test begins, nor reports of which nothing is left."""
    for plugin in config.pluginmanager.get_plugins():
        if hasattr(plugin, "sendevent"):
            plugin.sendevent = _less(plugin.sendevent)


def _less(send: Callable[..., None]) -> Callable[..., None]:
    def sendevent(name: str, **told: Any) -> None:
        empty = name == "testreport" and "packed" not in told["data"]
        if name != "logstart" and not empty:
            send(name, **told)

    return sendevent
