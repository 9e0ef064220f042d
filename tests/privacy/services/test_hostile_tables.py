"""Tables of features that people and attackers send: refused in a process of their own, with a reason, once."""

from __future__ import annotations

import gzip
import resource

import pytest

from annotation.domain.read_alone import OUT_OF_MEMORY, UNREADABLE
from annotation.services.read_apart import TOO_SLOW
from privacy.domain.errors import BadFeatureError
from privacy.domain.places.read_alone import MAX_CELLS
from privacy.models import FeatureFile
from privacy.services.import_features import import_features
from privacy.services.read_table_apart import read_table_apart

COLUMNS = 199
HEAD = b"insee_code," + b",".join(b"c%d" % n for n in range(COLUMNS)) + b"\n"


def packed_cells() -> bytes:
    """Some kilobytes that become more cells than there may be, and far less than twenty megabytes."""
    rows = MAX_CELLS // COLUMNS + 1
    ones = b"," + b",".join([b"1"] * COLUMNS) + b"\n"
    return gzip.compress(HEAD + b"".join(b"%05d" % n + ones for n in range(rows)))


# name → how to make it, what is said of it
HOSTILE = {
    "gzip_of_cells": (packed_cells, f"plus de {MAX_CELLS} cellules"),
    "gzip_without_end": (
        lambda: gzip.compress(HEAD + b"1" * 50_000_000),
        "le fichier dépasse 20 Mo",
    ),
    "quote_without_end": (
        lambda: gzip.compress(HEAD + b'01001,"' + b"1" * 15_000_000),
        "ligne CSV illisible",
    ),
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_hostile_table_is_refused_and_this_process_holds_none_of_it(name):
    make, reason = HOSTILE[name]
    raw = make()
    assert len(raw) < 100_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(BadFeatureError) as caught:
        read_table_apart(raw, name="t.csv.gz")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert (caught.value.file, caught.value.reason) == ("t.csv.gz", reason)
    assert grown < 5 * 1024, "kB"


@pytest.mark.parametrize(("module", "reason"), [("glutton", OUT_OF_MEMORY), ("dreamer", TOO_SLOW)])
def test_what_ends_its_child_is_refused_once(module, reason, project, steward, monkeypatch):
    monkeypatch.setattr("privacy.services.read_table_apart.MODULE", f"tests.data.hostile.{module}")
    with pytest.raises(BadFeatureError) as caught:
        import_features(
            actor=steward, project=project, name="X", file_name="x.csv", raw=b"insee_code,x\n1,1\n"
        )
    assert caught.value.reason == reason
    assert not FeatureFile.objects.exists()


def test_none_of_these_reasons_is_the_one_of_last_resort():
    assert UNREADABLE not in {reason for _make, reason in HOSTILE.values()}
