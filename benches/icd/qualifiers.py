"""Assertions beside edsnlp's: what is said of words that are given, in our own labelled sentences.

    python -m benches.icd.qualifiers [--eds PYTHON] [--errors] [--record]

`icd_mentions.txt` holds one invented sentence a line, its mentions in braces with what is said of them. Odd lines may be looked at (`--errors`),
even ones are kept aside. Both readers get the same words; edsnlp 0.23 runs under an interpreter of its own (`pip install edsnlp==0.23.0`
in another environment). It has no class for what is planned: that counts as right where it says hypothesis.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benches.results import Row, record
from icdcoder.domain.context import ContextReader
from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.matching import Match
from icdcoder.domain.reading import in_section
from icdcoder.domain.sections import SectionReader
from icdcoder.domain.vocabulary import TermKind

FILE: Final = Path(__file__).resolve().parents[1] / "icd_mentions.txt"
CLASSES: Final = ("present", "negated", "hypothesis", "history", "family", "planned")
_MARKED: Final = re.compile(r"\{([^|{}]+)\|(\w+)\}")
# The strongest of several marks, as we order them.
_EDS: Final = (
    ("negation", "negated"),
    ("family", "family"),
    ("hypothesis", "hypothesis"),
    ("history", "history"),
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """Spans in code points with what is said of each."""

    text: str
    mentions: tuple[tuple[int, int, str], ...]
    is_held_out: bool


def labelled(lines: Sequence[str]) -> list[Labelled]:
    """The sentences without their marks. Raises KeyError for a class that nobody knows.

    >>> labelled(["Pas d'{HTA|negated}."])[0].mentions
    ((6, 9, 'negated'),)
    """
    found = []
    for number, line in enumerate(lines, start=1):
        text, mentions, at = "", [], 0
        for mark in _MARKED.finditer(line):
            if mark[2] not in CLASSES:
                raise KeyError(mark[2])
            text += line[at : mark.start()]
            mentions.append((len(text), len(text) + len(mark[1]), mark[2]))
            text += mark[1]
            at = mark.end()
        found.append(Labelled(text + line[at:], tuple(mentions), is_held_out=number % 2 == 0))
    return found


def ours(sentence: Labelled) -> list[str]:
    """As the coder reads a mention: scopes of the sentence, then its section."""
    note = CutNote.of(sentence.text)
    context, sections = ContextReader(note), SectionReader(sentence.text)
    told = []
    for start, end, _said in sentence.mentions:
        places = [at for at, own in enumerate(note.tokens) if own.start < end and start < own.end]
        match = Match("", tuple(places), TermKind.SYNONYM, len(places), 1.0)
        told.append(in_section(context.status(match), sections.at(start)).name.lower())
    return told


def edsnlps(sentences: Sequence[Labelled], python: str) -> tuple[str, list[list[str]]]:
    """Its version, and what it says of each mention."""
    lines = [json.dumps({"text": s.text, "spans": [m[:2] for m in s.mentions]}) for s in sentences]
    done = subprocess.run(
        [python, str(Path(__file__).with_name("eds_qualifiers.py"))],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    head, *answers = [json.loads(line) for line in done.stdout.splitlines()]
    return str(head["version"]), [
        [next((ours for theirs, ours in _EDS if theirs in marks), "present") for marks in answer]
        for answer in answers
    ]


def figures(pairs: Sequence[tuple[str, str]]) -> tuple[float, dict[str, float]]:
    """Of (wanted, told): the share that is right, and F1 of each class that is wanted.

    >>> figures([("present", "present"), ("family", "present")])
    (0.5, {'present': 0.6666666666666666, 'family': 0.0})
    """
    wanted = Counter(w for w, _told in pairs)
    told = Counter(t for _wanted, t in pairs)
    right = Counter(w for w, t in pairs if w == t)
    f1 = {c: 2 * right[c] / (wanted[c] + told[c]) for c in CLASSES if wanted[c]}
    return sum(right.values()) / max(1, len(pairs)), f1


def pairs_of(
    sentences: Sequence[Labelled], told: Sequence[Sequence[str]], *, has_plans: bool
) -> list[tuple[str, str]]:
    """Without a class of its own, what is planned is right as a hypothesis."""
    return [
        (said, "planned" if said == "planned" and not has_plans and own == "hypothesis" else own)
        for sentence, answers in zip(sentences, told, strict=True)
        for (_start, _end, said), own in zip(sentence.mentions, answers, strict=True)
    ]


def row(name: str, part: str, pairs: Sequence[tuple[str, str]]) -> Row:
    accuracy, f1 = figures(pairs)
    by_class = ", ".join(f"{c} {value:.2f}" for c, value in f1.items())
    bar = f"assertions of given words, {part} sentences, {name}: accuracy (F1 by class)"
    return Row(bar, f"{accuracy:.3f} ({by_class})", "", f"{len(pairs)} mentions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eds", help="the interpreter that has edsnlp")
    parser.add_argument("--errors", action="store_true", help="lists ours on the odd lines")
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    sentences = labelled(FILE.read_text(encoding="utf-8").splitlines())
    rows = []
    for part, is_held_out in (("known", False), ("held-out", True)):
        own = [s for s in sentences if s.is_held_out is is_held_out]
        told = [ours(s) for s in own]
        rows.append(row("dictionary", part, pairs_of(own, told, has_plans=True)))
        if given.errors and not is_held_out:
            list_errors(own, told)
        if given.eds:
            version, theirs = edsnlps(own, given.eds)
            rows.append(row(f"edsnlp {version}", part, pairs_of(own, theirs, has_plans=False)))
    for one in rows:
        print(f"{one.bar}\n    {one.figure}  ({one.n})")
    if given.record:
        record("coders", rows)


def list_errors(sentences: Sequence[Labelled], told: Sequence[Sequence[str]]) -> None:
    for sentence, answers in zip(sentences, told, strict=True):
        for (start, end, said), own in zip(sentence.mentions, answers, strict=True):
            if said != own:
                print(f"{said} read as {own}: [{sentence.text[start:end]}] {sentence.text}")


if __name__ == "__main__":
    sys.exit(main())
