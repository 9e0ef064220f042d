import gzip
import os
from pathlib import Path

import pytest

from icdcoder.domain.nomenclature import (
    NomenclatureInvalidError,
    NomenclatureMissingError,
    load_nomenclature,
    read_atih,
)
from icdcoder.domain.vocabulary import abbreviations, all_terms, synonym_terms

ROOT = Path(__file__).resolve().parents[3]
REAL = Path(os.environ.get("DEIDWEB_DATA_DIR", ROOT / "var")) / "cim10" / "cim10.csv.gz"


def test_codes_are_found_in_any_writing(small_nomenclature):
    assert small_nomenclature.label("e11.9") == "Diabète sucré gras, sans complication"
    assert small_nomenclature.get("E11").is_codable is False
    assert small_nomenclature.get("pas un code") is None
    assert "E119" in small_nomenclature


def test_the_hierarchy_climbs_from_subcategory_to_chapter(small_nomenclature):
    path, code = [], "S7200"
    while code is not None:
        path.append(code)
        code = small_nomenclature.parent(code)
    assert path == ["S7200", "S720", "S72", "S70-S79", "XIX"]


def test_a_code_not_known_here_falls_back_to_its_nearest_ancestor(small_nomenclature):
    assert small_nomenclature.nearest("E1198") == "E119"
    assert small_nomenclature.nearest("J4599") is None
    assert small_nomenclature.nearest("Q999") is None  # retired


def test_retired_codes_lose_their_mark_in_the_label(small_nomenclature):
    entry = small_nomenclature.get("Q999")
    assert entry.is_retired
    assert entry.label == "Code retiré (test)"


def test_atih_lines_are_read_with_padding_and_bars():
    lines = [
        "A00   |3|NNNN|3|TEST|Libellé de test\r\n",
        "A000  |0|NOOO|0|T|Avec | barre\r\n",
        "\r\n",
    ]
    entries = list(read_atih(lines, "LIBCIM10MULTI.TXT"))
    assert [(e.code, e.label, e.is_codable) for e in entries] == [
        ("A00", "Libellé de test", False),
        ("A000", "Avec | barre", True),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A00|3|x", "6 colonnes attendues, 3 lues"),
        ("??|0|||T|L", "n'est pas un code"),
        ("A00|0|||T|", "vide"),
    ],
)
def test_a_bad_line_is_named(line, reason):
    with pytest.raises(NomenclatureInvalidError, match=reason) as caught:
        list(read_atih(["A01|0|||T|L", line], "kit.txt"))
    assert (caught.value.file, caught.value.line) == ("kit.txt", 2)


def test_a_missing_file_says_which_command_brings_it(tmp_path):
    with pytest.raises(NomenclatureMissingError, match="fetch_cim10"):
        load_nomenclature(tmp_path / "absent.csv.gz")


@pytest.mark.parametrize(
    "content",
    [b"not gzip", gzip.compress(b"a,b\n1,2\n"), gzip.compress(b"x" * 99)[:20]],
    ids=["not gzip", "other columns", "cut off"],  # gzip writes the time into its bytes
)
def test_a_broken_file_is_refused(tmp_path, content):
    path = tmp_path / "cim10.csv.gz"
    path.write_bytes(content)
    with pytest.raises(NomenclatureInvalidError):
        load_nomenclature(path)


@pytest.mark.cim10
def test_all_our_vocabulary_is_in_force_in_the_real_nomenclature():
    nomenclature = load_nomenclature(REAL)
    assert len(nomenclature) > 40_000
    synonyms = list(synonym_terms(nomenclature))
    known = abbreviations(nomenclature)
    assert len(synonyms) >= 300
    assert len(known) >= 150
    for code in [term.code for term in synonyms if term.code] + [
        sense.code for senses in known.values() for sense in senses
    ]:
        assert not nomenclature.get(code).is_retired
    assert sum(term.kind == "label" for term in all_terms(nomenclature)) > 5_000
