"""Rows written without an object each are read as if they had had one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from deidweb.bulk import insert_rows
from privacy.models import PrivacySettings


def test_values_of_any_field_are_prepared_in_each_row_and_in_what_is_the_same(
    project, other_project
):
    """A UUID, a Decimal and a list, which SQLite does not take as they are."""
    insert_rows(
        PrivacySettings,
        ("project", "epsilon_cap", "place_features"),
        [(project.pk, Decimal("2.50"), [{"column": "x"}]), (other_project.pk, Decimal(3), [])],
        same={"area": "FR", "place_metric": "plane", "place_prior": "population"},
    )
    first, second = (
        PrivacySettings.objects.get(project=project),
        PrivacySettings.objects.get(project=other_project),
    )
    assert (first.epsilon_cap, first.place_features, first.area) == (
        Decimal("2.5"),
        [{"column": "x"}],
        "FR",
    )
    assert (second.epsilon_cap, second.place_features) == (Decimal(3), [])


def test_a_row_of_another_length_is_refused(project):
    with pytest.raises(ValueError, match="zip"):
        insert_rows(PrivacySettings, ("project",), [(project.pk, "FR")], same={})
