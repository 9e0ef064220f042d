"""The documentation names what is there."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands

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
_DOTTED = re.compile(
    r"`((?:annotation|privacy|icdcoder|worker|deidweb|benches)(?:\.[A-Za-z_]\w*)+)`"
)
_TARGET = re.compile(r"`make ([\w-]*\w)(?=[ `])")
_COMMAND = re.compile(r"manage\.py ([a-z_]\w+)")
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


def _is_there(name: str) -> bool:
    """`worker.engine.hybrid.MERGES`: the longest part that is a module holds the next word."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:count])
        if path.is_dir() or path.with_suffix(".py").is_file():
            break
    module = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    rest = parts[count:]
    return not rest or re.search(rf"\b{rest[0]}\b", module.read_text("utf-8")) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_name_target_and_command_is_there(page):
    """Modules and what they hold, as they are imported; targets of make; commands of manage.py."""
    text = page.read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([\w-]+):", (ROOT / "Makefile").read_text("utf-8")))
    assert [name for name in sorted(set(_DOTTED.findall(text))) if not _is_there(name)] == []
    assert sorted(set(_TARGET.findall(text)) - targets) == []
    assert sorted(set(_COMMAND.findall(text)) - set(get_commands())) == []


@pytest.mark.parametrize(
    "name", ["worker.engine.hybrid.NOTHING", "worker.nothing", "worker.engine.gone.x"]
)
def test_a_name_that_is_gone_is_noticed(name):
    assert not _is_there(name)


def test_the_search_that_contributors_are_told_leaves_out_what_nobody_reads():
    """`:!benches/*_notes` leaves nothing out: with a star it is no folder's name."""
    told = re.search(r"`git grep WORD -- (.+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert told is not None
    command = ["git", "ls-files", "--", *shlex.split(told[1])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    listed = done.stdout.splitlines()
    assert "benches/bench_ner.py" in listed
    hidden = re.compile(r"benches/\w+_notes/|annotation/demo/")
    assert [path for path in listed if hidden.match(path)] == []


def test_the_example_of_the_page_on_privacy_runs(capsys):
    (example,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs/privacy.md").read_text("utf-8"), re.S
    )
    exec(example, {})
    assert re.match(r"Vu le \d+(?:er)? \w+ \d{4} à ", capsys.readouterr().out)
