"""What the migrations make of a ledger of before."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module

from django.apps import apps

from privacy.domain.policy import PlacePrior
from privacy.models import LedgerCharge, PrivacySettings
from privacy.selectors.place_policy import place_policy_of, tables_for
from worker.tasks import run_job

PRIOR = import_module("privacy.migrations.0012_population_prior")
NO_BOUND = import_module("privacy.migrations.0007_no_bound")


def build(export):
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


def test_epsilon_per_kilometre_becomes_epsilon_for_50_km(ward, request_export):
    build(request_export(places="geoind"))
    NO_BOUND.tell_what_was_spent(apps, None)
    told = {row.element_class: set() for row in LedgerCharge.objects.all()}
    for row in LedgerCharge.objects.all():
        told[row.element_class].add(row.exact)
    # Durand has five elements of 3/10, Legranville three of 1/2
    assert told["VILLE"] == {Fraction(15), Fraction(25)}
    assert told["DATE"] == {Fraction(3, 10), Fraction(1, 2)}


def test_charges_of_the_articles_variants_lose_their_bound(ward, request_export):
    build(request_export(places="tchouka2024"))
    LedgerCharge.objects.update(has_bound=True)
    NO_BOUND.tell_what_was_spent(apps, None)
    assert {row.element_class: row.has_bound for row in LedgerCharge.objects.all()} == {
        "VILLE": False,
        "DATE": True,
        "DATE_NAISSANCE": True,
        "AGE": True,
    }


def test_what_was_built_under_the_old_rules_is_built_again(ward, request_export):
    kept = build(request_export(area="FR"))
    old = [build(request_export(places="geoind")), build(request_export())]  # FR-21
    NO_BOUND.build_undecided_again(apps, None)
    for export in (kept, *old):
        export.refresh_from_db()
    assert [kept.state, *(export.state for export in old)] == ["built", "failed", "failed"]


def test_a_project_with_a_study_keeps_the_prior_that_it_was_drawn_with(
    project, other_project, study
):
    PRIOR.keep_the_prior_of_studies(apps, None)
    kept, new = place_policy_of(project), place_policy_of(other_project)
    assert (kept.prior, kept.metric) == (PlacePrior.UNIFORM, "")
    assert new.prior is PlacePrior.POPULATION


def test_inhabitants_chosen_before_are_drawn_by_the_new_sampler(project, study):
    PrivacySettings.objects.create(project=project, place_prior="population", place_metric="f" * 64)
    PRIOR.keep_the_prior_of_studies(apps, None)
    policy = place_policy_of(project)
    assert policy.prior is PlacePrior.POPULATION
    assert policy.metric == tables_for(project, "metric")[0].atlas.geography.named_metric
