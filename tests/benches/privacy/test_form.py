"""The table of the form: its events are of pairs that exist, would tell originals apart, and are judged against their bound."""

from dataclasses import replace

import pytest

from benches.privacy import form
from privacy.domain.certificates.observables import observe
from privacy.domain.substitute import PatientResult, Replacement, SubstitutedNote
from tests.privacy.domain.certificates.neighbour_pairs import usual

PAIRS = {pair.name: pair for pair in usual()}
# what no original shows: orders that a repair makes, equal surrogates, another unit
MADE = {"order", "equality"}
OTHER_UNIT = "years"


def copied(file):
    """What would leave if nothing were replaced."""
    notes = tuple(
        SubstitutedNote(
            note.id,
            note.text,
            tuple(
                Replacement(s.start, s.end, s.label, s.subtype, s.start, s.end)
                for s in note.entities
            ),
        )
        for note in file
    )
    return PatientResult("p", notes, ())


@pytest.mark.parametrize("told", form.EVENTS, ids=lambda told: f"{told.pair}: {told.event}")
def test_an_event_would_tell_the_originals_apart(told):
    pair = PAIRS[told.pair]
    files = (pair.left, pair.right)
    surfaces = [[n.text[s.start : s.end] for n in file for s in n.entities] for file in files]
    seen = [any(map(told.holds, observe(copied(file), surfaces))) for file in files]
    kind = told.holds.args[0]
    is_made = kind in MADE or told.event == OTHER_UNIT
    assert sorted(seen) == [False, not is_made]


def test_every_event_is_counted_and_judged():
    found = form.seen(2)
    assert [one.told for one in found] == list(form.EVENTS)
    assert all(0 <= one.left <= one.draws == 2 for one in found)
    assert len(form.lines(found).splitlines()) == len(found) + 2
    assert form.total(found).figure == f"{len(found)} of {len(found)}"
    assert [row.bar for row in form.rows(found)] == [f"{t.pair}: {t.event}" for t in form.EVENTS]


@pytest.mark.parametrize(
    ("left", "right", "bound", "inside"),
    [
        (320, 0, 0.5, False),  # « one digit » of the issue: 0.64 and 0
        (0, 320, 0.5, False),
        (225, 0, 1.5, False),
        (200, 130, 0.5, True),
        (260, 130, 0.0, False),
        (3, 0, 0.0, True),  # so few may be chance
        (0, 0, 0.0, True),
    ],
)
def test_frequencies_are_judged_against_the_ratio_that_is_allowed(left, right, bound, inside):
    one = replace(form.seen(1)[0], left=left, right=right, draws=500, bound=bound)
    assert one.is_inside(1e-3) is inside
