"""What no line of the application does: read foreign code, fetch, mark text as safe, take a request's words as a query."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
APPS: Final = ("annotation", "deidweb", "icdcoder", "privacy", "worker")
# Who asks something of another machine or of itself, and nobody else.
ASKS: Final = {
    "deidweb/accounts/oidc.py",  # the hospital's identity provider, one address from the settings
    "deidweb/management/commands/serve.py", "deidweb/operations/restore.py", "deidweb/operations/probe.py",  # ourselves
}  # fmt: skip
CODE: Final = {
    "pickles": r"^\s*(?:import|from) (?:pickle|joblib|marshal|shelve|dill|cloudpickle|yaml)\b",
    "weights that are code": r"torch\.load\(|trust_remote_code|weights_only",
    "code from text": r"(?<![\w.])(?:eval|exec)\(|os\.system\(|shell=True",
    "text taken for HTML": r"mark_safe|SafeString\(|\bformat_html_join\(",
    "forms without a token": r"csrf_exempt\b(?!\", False)",
    "all fields of a model": r"""fields\s*=\s*["']__all__["']""",
    "SQL from pieces": r"\.extra\(|\bRawSQL\(",
    "a request's words as a query": r"(?:filter|exclude|order_by)\(\*+request",
}
PAGES: Final = {
    "unescaped": r"\|\s*safe\b|\{%\s*autoescape off",
    "scripts in the page": r"<script(?![^>]*\bsrc=)[^>]*>(?!\s*</script>)|\son[a-z]+=\"|hx-on",
    "styles in the page": r"<style|\sstyle=\"",
}


def sources(folders: tuple[str, ...], ending: str) -> list[tuple[str, str]]:
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob(f"*{ending}")))
    return [(str(path.relative_to(ROOT)), path.read_text("utf-8")) for path in paths]


@pytest.mark.parametrize("kind", CODE)
def test_no_code_does_it(kind):
    found = [
        name for name, text in sources(APPS, ".py") if re.search(CODE[kind], text, re.MULTILINE)
    ]
    assert found == []


@pytest.mark.parametrize("kind", PAGES)
def test_no_page_does_it(kind):
    found = [
        name for name, text in sources(("templates",), ".html") if re.search(PAGES[kind], text)
    ]
    assert found == []


def test_nothing_is_fetched_but_by_those_who_may():
    asks = re.compile(
        r"urllib\.request|^\s*(?:import|from) (?:requests|httpx|http\.client|aiohttp)", re.MULTILINE
    )
    assert {name for name, text in sources(APPS, ".py") if asks.search(text)} <= ASKS


def test_no_spelling_service_sees_what_is_typed():
    assert '<body spellcheck="false"' in (ROOT / "templates" / "base.html").read_text("utf-8")
