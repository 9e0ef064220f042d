"""The dictionary coder: speed on the demo notes, quality on coded notes.

    python benches/bench_icd.py [--notes FOLDER…] [--check] [cim10.csv.gz]

Quality is told for `look` and `read` notes (the exam that was, which flatters since it was read) and, with `--check`, for
`check` notes, totals alone (use it sparingly: what is looked at often measures nothing any more).
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from annotation.demo.corpus import load_corpus  # noqa: E402
from annotation.domain.notes import Note  # noqa: E402
from benches.icd import faithful, metrics  # noqa: E402
from benches.icd.notes import FOLDER, LEARNED, CodedText, read_check, read_notes  # noqa: E402
from benches.results import Row, record  # noqa: E402
from icdcoder.domain.coder import CodePrediction  # noqa: E402
from icdcoder.domain.dictionary import DictionaryCoder  # noqa: E402
from icdcoder.domain.nomenclature import load_nomenclature  # noqa: E402
from icdcoder.domain.phrase_network import read_network  # noqa: E402
from icdcoder.domain.search import CodeSearch  # noqa: E402
from icdcoder.management.commands.predict_icd import BATCH, Reader  # noqa: E402

DEFAULT = ROOT / "var" / "cim10" / "cim10.csv.gz"
QUERIES = ROOT / "benches" / "icd" / "queries.csv"
SECONDS = 5.0
EXACT, CATEGORY = 8, 3
TOPS = (5, 10, 15)
ALL = 60  # codes: no note has as many


def demo_texts() -> list[str]:
    """The demonstration's notes as the product reads them, without the marks of their files."""
    return [note.text for note in load_corpus()]


# The page of measurements holds one figure a bar; the rest is for who reads this output.
_RECORDED = {
    "notes a second, two cores",
    *(
        f"{on}, {what}: P / R / F1"
        for on in ("look", "check")
        for what in ("category", "exact code")
    ),
    "check, exact code: MAP",
    "check, calibration error (ECE)",
    "check, evidence of right codes is right",
}


def speed(coder: DictionaryCoder, texts: list[str]) -> Row:
    """Notes a second of processor time, the median of three: the job that codes an export runs in one process."""

    def rate() -> float:
        start, notes = time.process_time(), 0
        while time.process_time() - start < SECONDS:
            coder.predict(texts)
            notes += len(texts)
        return notes / (time.process_time() - start)

    length = sum(map(len, texts)) / len(texts)
    read = f"{length:,.0f} characters a note, load {os.getloadavg()[0]:.0f}"
    return Row("notes a second, one process", f"{_median(rate):.0f}", "", read)


def _median(rate: Callable[[], float]) -> float:
    return median(rate() for _round in range(3))


def speed_of_two(coder: DictionaryCoder, texts: list[str]) -> Row:
    """Notes a second of wall time on two cores, the median of three, as `predict_icd --workers 2` codes them."""
    notes = [Note(str(place), text) for place, text in enumerate(texts)]
    batches = [notes[begin : begin + BATCH] for begin in range(0, len(notes), BATCH)]
    repeated = max(1, round(SECONDS * 200 / len(notes)))
    reader, count, start = Reader(coder, ALL, 2), 0, time.perf_counter()
    for batch, _codes in reader.read(batch for _turn in range(repeated) for batch in batches):
        count += len(batch)
    rate = count / (time.perf_counter() - start)
    read = f"{count:,} notes, load {os.getloadavg()[0]:.0f}"
    return Row(
        "notes a second, two cores", f"{rate:.0f}", "", read, target="≥ 300", met=rate >= 300
    )


def sentences() -> list[CodedText]:
    """A small invented set written after the coder: plain sentences, no real notes."""
    lines = (ROOT / "benches" / "icd_sentences.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [
        CodedText(str(i), row["text"], dict.fromkeys(row["codes"], ""))
        for i, row in enumerate(rows)
    ]


def quality(coder: DictionaryCoder, notes: list[CodedText], on: str) -> list[Row]:
    """Micro precision / recall / F1, ranking and calibration."""
    found = coder.predict([note.text for note in notes])
    right, total = metrics.evidence_right(notes, found)
    told = [
        ("category: P / R / F1", str(metrics.micro(notes, found, CATEGORY))),
        ("exact code: P / R / F1", str(metrics.micro(notes, found, EXACT))),
        ("exact code: MAP", f"{metrics.mean_average_precision(notes, found):.3f}"),
        ("calibration error (ECE)", f"{metrics.calibration_error(notes, found):.3f}"),
        ("evidence of right codes is right", f"{right} of {total}"),
    ]
    return [Row(f"{on}, {bar}", figure, "", f"{len(notes)} notes") for bar, figure in told]


def in_detail(
    coder: DictionaryCoder, notes: list[CodedText], on: str, learned: list[CodedText]
) -> list[Row]:
    """The same by rank, code by code, by how often a code was learned from, and by chapter."""
    found = coder.predict([note.text for note in notes])
    at = " / ".join(f"{metrics.micro(notes, found, EXACT, top).f1:.3f}" for top in TOPS)
    rows = [
        Row(f"dictionary, {on}: F1@{' / '.join(map(str, TOPS))}", at, "", f"{len(notes)} notes")
    ]
    for name, width in (("categories", CATEGORY), ("exact codes", EXACT)):
        averages = metrics.macro(notes, found, width)
        read = f"{averages.codes} different ones, each counting as much as another"
        rows.append(Row(f"dictionary, {on}, {name}, macro: P / R / F1", str(averages), "", read))
    for name, counts in metrics.by_frequency(notes, found, learned).items():
        read = f"{counts.wanted} wanted, {counts.given} proposed; {len(learned):,} learned notes"
        bar = f"dictionary, {on}, codes that the learned notes have {name}: P / R / F1"
        rows.append(Row(bar, str(counts), "", read))
    chapters = metrics.by_chapter(notes, found).items()
    told = " · ".join(f"{name} {counts.f1:.2f} ({counts.wanted})" for name, counts in chapters)
    bar = f"dictionary, {on}, F1 by chapter (codes wanted)"
    return [*rows, Row(bar, told, "", f"{len(notes)} notes, exact codes")]


@dataclass(frozen=True, slots=True)
class Searches:
    """The search of the coding page as it ships, and by words alone."""

    shipped: CodeSearch
    by_words: CodeSearch

    def row(self, bar: str, asked: Sequence[tuple[str, set[str]]], read: str) -> Row:
        """How often one of the right categories stands among the first ten."""
        shipped, alone = (
            sum(bool(right & set(_shown_for(search, words))) for words, right in asked)
            for search in (self.shipped, self.by_words)
        )
        return Row(bar, f"{shipped} of {len(asked)}", "", f"{read}; by words alone {alone}")


def _shown_for(search: CodeSearch, words: str, within: int = 10) -> list[str]:
    answer = search.find(words, 200)
    entries = [*answer.fitting, *answer.alike]
    return list(dict.fromkeys(entry.code[:CATEGORY] for entry in entries))[:within]


def searched(coder: DictionaryCoder, searches: Searches, notes: list[CodedText], on: str) -> Row:
    """Of the categories that the coder leaves out: how many the search shows for the words that speak for them in the note."""
    found = coder.predict([note.text for note in notes])
    missed = metrics.missed_evidence(notes, found, CATEGORY)
    bar = f"search, {on}: the note's words for a missed category show it within 10"
    asked = [(words, {category}) for category, words in missed]
    return searches.row(bar, asked, f"{len(notes)} notes")


def typed(searches: Searches) -> list[Row]:
    """What coders type, by kind. The first of each kind's two halves was looked at when the search was made, the other never."""
    with QUERIES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    return [
        searches.row(
            f"search, {half} queries: a right category within 10",
            [(r["query"], set(r["categories"].split(","))) for r in rows if r["half"] == half],
            "misspelt, laymen's, abbreviated, turned round, English, begun",
        )
        for half in ("read", "held")
    ]


def by_kind(coder: DictionaryCoder) -> list[Row]:
    """Ordinary and dense notes of `check` apart."""
    rows = []
    for kind, are_dense in (("ordinary", False), ("dense", True)):
        notes = read_check(are_dense=are_dense)
        found = coder.predict([note.text for note in notes])
        for name, width in (("categories", CATEGORY), ("exact codes", EXACT)):
            counts = metrics.micro(notes, found, width)
            read = f"{len(notes)} notes, {counts.wanted} wanted"
            bar = f"dictionary, check, {kind} notes, {name}: P / R / F1"
            rows.append(Row(bar, str(counts), "", read))
    return rows


def evidence(coder: DictionaryCoder, notes: list[CodedText]) -> Row:
    """Whether the words that it shows are those that it codes from."""

    def predict(texts: list[str]) -> list[list[CodePrediction]]:
        return coder.predict(texts, ALL)

    def scores(texts: list[str], code: str) -> list[float]:
        given = predict(texts)
        return [next((own.score for own in found if own.code == code), 0.0) for found in given]

    return faithful.row_of("dictionary", faithful.drops([n.text for n in notes], predict, scores))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nomenclature", type=Path, nargs="?", default=DEFAULT)
    parser.add_argument("--notes", type=Path, nargs="*", default=[FOLDER])
    parser.add_argument("--check", action="store_true", help="totals on the check notes too")
    parser.add_argument("--no-speed", action="store_true", help="on a busy machine: quality alone")
    parser.add_argument("--dry", action="store_true", help="write no result file")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    nomenclature = load_nomenclature(given.nomenclature)
    coder = DictionaryCoder(nomenclature)
    searches = Searches(CodeSearch(nomenclature, read_network()), CodeSearch(nomenclature))
    rows = (
        []
        if given.no_speed
        else [
            speed(coder, demo_texts()),
            speed_of_two(coder, demo_texts()),
        ]
    )
    learned = read_notes([FOLDER / part for part in LEARNED])
    details: list[Row] = []
    for part in ("look", "read", "check") if given.check else ("look", "read"):
        notes = read_notes([folder / part for folder in given.notes])
        if notes:
            rows += quality(coder, notes, part)
            details += in_detail(coder, notes, part, learned)
            details.append(searched(coder, searches, notes, part))
    if given.check:
        details += by_kind(coder)
    details += typed(searches)
    plain, found = sentences(), coder.predict([note.text for note in sentences()])
    for name, width in (("exact code", EXACT), ("category", CATEGORY)):
        counts = metrics.micro(plain, found, width)
        rows.append(Row(f"sentences, {name}: P / R / F1", str(counts), "", f"{len(plain)} notes"))
    shown = evidence(coder, read_notes([folder / "look" for folder in given.notes]))
    for row in (*rows, *details, shown):
        print(f"{row.bar:46} {row.figure}  ({row.n})")
    if not given.dry:
        record("icd", [row for row in rows if row.bar in _RECORDED])
        kept = [row for row in details if "check" in row.bar or row.bar.startswith("search")]
        record("coders", [*kept, shown])


if __name__ == "__main__":
    main()
