"""The bench of neighbours names pairs that exist, and sees the events that it counts."""

from benches.privacy import neighbours
from privacy.domain.certificates.neighbours import compare_all
from tests.privacy.domain.certificates.neighbour_pairs import black_box, every_form, usual


def test_every_event_of_the_table_belongs_to_a_pair():
    shown = neighbours.events(2).splitlines()
    assert len(shown) == len(neighbours.EVENTS) + 2
    assert {told.pair for told in neighbours.EVENTS} <= {pair.name for pair in usual()}


def test_the_time_of_either_file_is_shown():
    rows = neighbours.times(3).splitlines()[2:]
    assert all(row.startswith(name) for row, name in zip(rows, neighbours.CLOCKED, strict=True))
    assert all(0 <= float(row.split()[-1].replace(",", ".")) <= 1 for row in rows)


def test_a_date_of_one_digit_is_seen_where_there_is_one():
    lone = neighbours.EVENTS[0]
    assert lone.holds(("value", "0:9/10/2019"))
    assert not lone.holds(("value", "0:09/10/2019"))
    assert not lone.holds(("skeleton", "0:9/99/9999"))


def test_the_written_forms_make_pairs_of_neighbours_a_unit_or_so_apart():
    pairs = every_form()
    assert len(pairs) > 1000
    assert all(0 <= pair.bound <= 3 for pair in pairs)
    source = neighbours._source("test")
    found = compare_all(pairs[:10], black_box, draws=5, level=1e-3, source=source)
    assert [one.draws for one in found] == [5] * 10
