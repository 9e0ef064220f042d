"""The kind of body right before a name, its link, and whether a town after it is part of its name."""

import pytest

from worker.engine.relabelling.heads import begins_with_head, head_before
from worker.engine.text.folding import fold


@pytest.mark.parametrize(
    ("before", "kind", "subtype", "linked", "apart"),
    [
        ("orienté vers l'accueil de nuit ", "accueil de nuit", "ORGANISME", False, False),
        ("au préventorium de ", "preventorium", "HOPITAL", True, False),
        ("tient le garage de la ", "garage", "ORGANISME", True, True),
        ("en unité Alzheimer « ", "unite alzheimer", "SERVICE", False, True),
        ("suivi par le GEM ", "gem", "ORGANISME", False, False),
        ("l'EMSP du ", "emsp", "HOPITAL", True, False),
    ],
)
def test_a_kind(before, kind, subtype, linked, apart):
    head = head_before(before, 0, len(before), fold(before))
    assert head is not None
    found = (head.kind, head.subtype, head.linked, head.apart)
    assert found == (kind, subtype, linked, apart)


@pytest.mark.parametrize("before", ["une douleur de ", "sa gem ", "hypergarage ", "garage", ""])
def test_no_kind(before):
    assert head_before(before, 0, len(before), fold(before)) is None


def test_a_name_that_tells_its_own_kind():
    assert begins_with_head("cabinet roy")
    assert not begins_with_head("roy et fils")
