"""The documentation names what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from annotation.domain.formats.registry import FORMATS
from worker.engine.hybrid import STEPS

ROOT = Path(__file__).resolve().parents[2]
HISTORY = ROOT / "docs" / "notebook"  # names what was there on its day
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted(ROOT.glob("docs/**/*.md")) if page.parent != HISTORY),
    *sorted(ROOT.glob("worker/weights/*/README.md")),
]
# A path in code quotes: with a folder and an ending; "…" or a place-holder in it makes it an example.
_PATH = re.compile(r"`((?:[a-z0-9_.-]+/)+[\w.-]*\.(?:py|md|json|toml|txt|html|js|css))`")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_RECORDS = ROOT / "docs" / "adr"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page):
    links = [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_is_there(page):
    """From the root, or from one of the packages that the page is about."""
    bases = [ROOT / base for base in ("", "worker/engine", "privacy/domain", "templates")]
    paths = set(_PATH.findall(page.read_text(encoding="utf-8")))
    assert sorted(path for path in paths if not any((base / path).exists() for base in bases)) == []


def test_the_page_on_detection_walks_the_steps_in_their_order():
    rows = re.findall(r"(?m)^\| `(\w+)` \|", (ROOT / "docs/detection.md").read_text("utf-8"))
    assert rows == [step.__name__ for step in STEPS]


def test_decisions_are_numbered_without_a_gap():
    numbers = [int(path.name[:4]) for path in sorted(_RECORDS.glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))
    for path in _RECORDS.glob("*.md"):
        assert path.read_text("utf-8").startswith(f"# {int(path.name[:4])}. ")


def test_the_page_on_formats_names_each_of_them():
    page = (ROOT / "docs/formats.md").read_text("utf-8")
    told = re.findall(r"(?m)^\| `(\w+)` \|.*\| (yes|) ?\| (yes|) ?\|.*\|$", page)
    assert told == [
        (item.name, "yes" if item.reads else "", "yes" if item.writes else "")
        for item in FORMATS.values()
    ]
