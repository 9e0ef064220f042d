"""The bench of neighbours times pairs that exist, and makes pairs of the written forms."""

from benches.privacy import neighbours
from privacy.domain.certificates.neighbours import compare_all
from tests.privacy.domain.certificates.neighbour_pairs import black_box, every_form


def test_the_time_of_either_file_is_shown():
    rows = neighbours.times(3).splitlines()[2:]
    assert all(row.startswith(name) for row, name in zip(rows, neighbours.CLOCKED, strict=True))
    assert all(0 <= float(row.split()[-1].replace(",", ".")) <= 1 for row in rows)


def test_the_written_forms_make_pairs_of_neighbours_a_unit_or_so_apart():
    pairs = every_form()
    assert len(pairs) > 1000
    assert all(0 <= pair.bound <= 3 for pair in pairs)
    source = neighbours._source("test")
    found = compare_all(pairs[:10], black_box, draws=5, level=1e-3, source=source)
    assert [one.draws for one in found] == [5] * 10
