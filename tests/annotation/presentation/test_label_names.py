"""One name for a label, in the reader's language, on every page."""

from __future__ import annotations

import pytest
from django.utils import translation

from annotation.domain.labels import LABEL_SPECS, Subtype
from annotation.presentation.label_names import entity_name, label_name, mark_of


def test_every_label_and_sub_type_has_a_name_and_a_mark_that_is_no_code():
    for spec in LABEL_SPECS.values():
        assert label_name(spec.label) != spec.label
        for subtype in spec.subtypes:
            assert entity_name(spec.label, subtype)
            assert 2 <= len(mark_of(spec.label, subtype)) <= 7
    assert entity_name("PER", Subtype.PRENOM) == "Prénom"
    assert mark_of("LOC", Subtype.ZIP) == "CP"


@pytest.mark.parametrize(
    ("language", "said"), [("fr", ("Lieux", "Ville", "VILLE")), ("en", ("Places", "Town", "TOWN"))]
)
def test_names_follow_the_reader(language, said):
    with translation.override(language):
        assert (label_name("LOC"), entity_name("LOC", "VILLE"), mark_of("LOC", "VILLE")) == said


def test_what_has_no_sub_type_is_called_by_its_label_and_an_unknown_one_by_its_code():
    assert entity_name("PER") == "Personnes"
    assert (label_name("PROJ"), entity_name("PROJ", "MIEN"), mark_of("PROJ")) == ("PROJ", "MIEN", "PROJ")  # fmt: skip
