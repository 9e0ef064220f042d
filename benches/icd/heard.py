"""What notes say of a code, for the search: the words that speak for each code in the notes that the tables were made from.

    python -m benches.icd.heard          writes icdcoder/domain/data/evidence_fr.csv

`look` and `read` are left out: they measure what the table is worth (`make bench-icd`, "search"). Of words that say the same once
folded one row stays; those that a label or the tables say already teach nothing and are left out.
"""

import csv
from pathlib import Path

from benches.icd.notes import FOLDER, read_notes
from icdcoder.domain.nomenclature import Nomenclature, load_nomenclature
from icdcoder.domain.search import CodeSearch
from icdcoder.domain.tokens import content_stems

ROOT = Path(__file__).resolve().parents[2]
NOMENCLATURE = ROOT / "var" / "cim10" / "cim10.csv.gz"
TABLE = ROOT / "icdcoder" / "domain" / "data" / "evidence_fr.csv"
HEARD = ("newer", "grown")


def rows(known: Nomenclature) -> list[tuple[str, str]]:
    """Code and words, in the order of codes."""
    search, found = CodeSearch(known), dict[tuple[str, frozenset[str]], str]()
    for note in read_notes([FOLDER / name for name in HEARD]):
        for code, words in note.codes.items():
            stems = frozenset(content_stems(words))
            if stems and code not in {entry.code for entry in search.find(words).fitting}:
                found.setdefault((code, stems), " ".join(words.split()))
    return sorted((code, words) for (code, _stems), words in found.items())


def main() -> None:
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("code", "words"))
        writer.writerows(rows(load_nomenclature(NOMENCLATURE)))


if __name__ == "__main__":
    main()
