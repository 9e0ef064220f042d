"""One copy of each public table, its source told, its rows as the file has them."""

import csv
import gzip
import re

import pytest

from annotation.domain.public_tables import DATA, TABLES, rows, rows_of


def test_rows_come_in_the_order_of_the_file_with_every_column_as_text():
    first = next(rows("communes_fr.csv.gz"))
    assert (first["insee_code"], first["name"]) == ("01001", "L'Abergement-Clémenciat")
    assert first["population"] == "860"
    with gzip.open(DATA / "last_names_fr.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        assert list(rows("last_names_fr.csv.gz")) == list(csv.DictReader(lines))


def test_a_plain_file_is_read_like_a_compressed_one(tmp_path):
    text = 'name,words\nun,"a, b"\ndeux,\n'
    (tmp_path / "plain.csv").write_text(text, encoding="utf-8")
    (tmp_path / "packed.csv.gz").write_bytes(gzip.compress(text.encode()))
    read = [{"name": "un", "words": "a, b"}, {"name": "deux", "words": ""}]
    assert list(rows_of(tmp_path / "plain.csv")) == read
    assert list(rows_of(tmp_path / "packed.csv.gz")) == read


def test_a_table_that_is_not_public_is_refused():
    with pytest.raises(KeyError):
        rows("drugs_fr.csv.gz")


def test_every_file_of_the_folder_is_a_table_with_its_source_and_licence():
    told = re.findall(r"^\| (\S+\.csv(?:\.gz)?) \|", (DATA / "README.md").read_text("utf-8"), re.M)
    there = {path.name for path in DATA.iterdir()} - {"README.md"}
    assert there == TABLES == set(told)
