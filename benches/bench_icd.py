"""Speed of the dictionary coder on the demo notes: notes per second, one process.

    python benches/bench_icd.py [cim10.csv.gz]

Also prints precision and recall on `benches/icd_sentences.jsonl`, a small invented set written
after the coder: it says how the baseline fares on plain sentences, nothing about real hospitals.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benches.results import Row, record  # noqa: E402
from icdcoder.domain.dictionary import DictionaryCoder  # noqa: E402
from icdcoder.domain.nomenclature import load_nomenclature  # noqa: E402

DEFAULT = ROOT / "var" / "cim10" / "cim10.csv.gz"
SECONDS = 5.0


def demo_texts() -> list[str]:
    folder = ROOT / "annotation" / "demo" / "notes"
    return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.txt"))]


def speed(coder: DictionaryCoder, texts: list[str]) -> tuple[str, Row]:
    start, notes, characters = time.perf_counter(), 0, 0
    while time.perf_counter() - start < SECONDS:
        coder.predict(texts)
        notes += len(texts)
        characters += sum(map(len, texts))
    took = time.perf_counter() - start
    rate, length = f"{notes / took:.0f}", f"{characters / notes:,.0f} characters a note"
    return f"{rate} notes/s ({length})", Row("notes a second", rate, "", length)


def quality(coder: DictionaryCoder) -> tuple[str, list[Row]]:
    """Exact codes, and three-character categories."""
    lines = (ROOT / "benches" / "icd_sentences.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found = coder.predict([row["text"] for row in rows])
    report: list[str] = []
    rows_told: list[Row] = []
    for name, width in (("code", 8), ("category", 3)):
        hits = wanted = given = 0
        for row, codes in zip(rows, found, strict=True):
            expected = {code[:width] for code in row["codes"]}
            proposed = {code.code[:width] for code in codes}
            hits += len(expected & proposed)
            wanted += len(expected)
            given += len(proposed)
        report.append(
            f"{name}: P {hits / given:.3f} R {hits / wanted:.3f} ({hits}/{given}/{wanted})"
        )
        figure = f"{hits / given:.3f} / {hits / wanted:.3f}"
        rows_told.append(Row(f"{name}: precision / recall", figure, "", f"{len(rows)} sentences"))
    return f"{len(rows)} sentences, " + ", ".join(report), rows_told


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    start = time.perf_counter()
    coder = DictionaryCoder(load_nomenclature(path))
    print(f"built in {time.perf_counter() - start:.1f} s")
    rate, row = speed(coder, demo_texts())
    print(rate)
    told, rows = quality(coder)
    print(told)
    record("icd", [row, *rows])


if __name__ == "__main__":
    main()
