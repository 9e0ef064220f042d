"""Features in the distance: chosen by the steward, in the draws, the charges, the certificate, the manifest."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from deidweb.audit.models import AuditEntry
from privacy.domain.errors import BadFeatureError, BadPolicyError
from privacy.domain.places.place_policy import Wanted
from privacy.domain.policy import PlacePrior
from privacy.domain.tables import default_tables
from privacy.models import FeatureFile, LedgerCharge, PrivacySettings
from privacy.selectors.export_files import open_export_file, policy_of
from privacy.selectors.place_policy import place_policy_of, tables_for, tables_of
from privacy.services.errors import FeatureFileError
from privacy.services.import_features import import_features
from privacy.services.retire_features import retire_features
from privacy.services.set_cap import set_cap
from privacy.services.set_place_policy import set_place_policy
from worker.tasks import run_job


def radon_csv(*, of: str = "21") -> bytes:
    """A made-up value for every commune of a department but the first: 0, 1, 2, 3, 0, 1…"""
    rows = [c.insee for c in default_tables().atlas.communes if c.department == of][1:]
    lines = "".join(f"{code},{rank % 4},x\n" for rank, code in enumerate(rows))
    return f"insee_code,radon,commentaire\n{lines}".encode()


@pytest.fixture
def radon(project, steward) -> FeatureFile:
    return import_features(
        actor=steward, project=project, name="Radon", file_name="radon.csv", raw=radon_csv()
    )


def choose(steward, project, *wanted: Wanted, area="FR-21"):
    return set_place_policy(actor=steward, project=project, area=area, wanted=wanted)


def test_a_table_is_kept_with_its_coverage(radon, steward):
    cote_d_or = sum(c.department == "21" for c in default_tables().atlas.communes)
    (column,) = radon.columns
    assert (column["name"], column["known"]) == ("radon", cote_d_or - 1)
    assert radon.left_out == {"commentaire": 2}
    assert (radon.key, radon.by_department, radon.created_by) == ("insee_code", False, steward)
    entry = AuditEntry.objects.get(action="features.imported")
    assert (entry.object_id, entry.details["sha256"]) == (str(radon.pk), radon.sha256)


@pytest.mark.parametrize(
    ("raw", "line", "field"),
    [
        (b"insee_code,x\n21231,1\n21231,2\n", 3, "insee_code"),
        (b"nom,x\nDijon,1\n", 1, ""),
        (b"insee_code,x\n99999,1\n", 0, "insee_code"),
    ],
)
def test_a_wrong_file_adds_nothing(project, steward, raw, line, field):
    with pytest.raises(BadFeatureError) as caught:
        import_features(actor=steward, project=project, name="X", file_name="x.csv", raw=raw)
    assert (caught.value.file, caught.value.line, caught.value.field) == ("x.csv", line, field)
    assert not FeatureFile.objects.exists()
    assert not AuditEntry.objects.filter(action="features.imported").exists()


def test_neither_a_name_nor_a_content_comes_twice(project, steward, radon):
    for name, raw, words in (
        ("Radon", radon_csv(of="25"), "ce nom"),
        ("Autre", radon_csv(), "« Radon »"),
    ):
        with pytest.raises(FeatureFileError, match=words):
            import_features(actor=steward, project=project, name=name, file_name="x.csv", raw=raw)
    assert FeatureFile.objects.count() == 1


def test_who_may_not_is_refused(project, admin, stranger, radon):
    for person, refusal in ((admin, PermissionDenied), (stranger, Http404)):
        with pytest.raises(refusal):
            import_features(actor=person, project=project, name="X", file_name="x.csv", raw=b"")
        with pytest.raises(refusal):
            retire_features(actor=person, file=radon)
        with pytest.raises(refusal):
            choose(person, project, Wanted(radon.pk, "radon"))
    assert not PrivacySettings.objects.exists()


def test_the_scale_left_open_is_the_interquartile_range(project, steward, radon):
    # half of the departments 10, half 30: at least a quarter of the communes each
    raw = "dep_code;apl\n" + "".join(f"{n:02d};{10 + n % 2 * 20},0\n" for n in range(1, 96))
    doctors = import_features(
        actor=steward, project=project, name="APL", file_name="apl.csv", raw=raw.encode()
    )
    (chosen,) = choose(steward, project, Wanted(doctors.pk, "apl")).features
    assert chosen.scale == 20
    # outside its only department everybody has the median: no range
    with pytest.raises(BadFeatureError, match="donnez l'échelle"):
        choose(steward, project, Wanted(radon.pk, "radon"))


def test_a_chosen_scale_is_kept_exactly(project, steward, radon):
    policy = choose(steward, project, Wanted(radon.pk, "radon", 0.1))
    assert place_policy_of(project) == policy
    (chosen,) = policy.features
    assert (chosen.column, chosen.scale, chosen.sha256) == ("radon", 0.1, radon.sha256)
    assert policy.metric == tables_for(project, "metric")[1]
    assert tables_for(project, "geoind") == (default_tables(), "")
    assert AuditEntry.objects.get(action="places.policy_changed").details["features"] == 1


def test_the_distance_has_the_feature(project, steward, radon):
    choose(steward, project, Wanted(radon.pk, "radon", 0.5))
    rich = tables_for(project, "metric")[0].atlas
    plain = default_tables().atlas
    first, second = plain.area("FR-21")[1:3]  # radon 0 and 1
    place = list(plain.area("FR-21")).index(second)
    far = rich.geography.distances("FR-21", first)[place]
    near = plain.geography.distances("FR-21", first)[place]
    assert far**2 - near**2 == pytest.approx((1 / 0.5) ** 2, abs=1e-4)


def test_choices_without_meaning_change_nothing(project, other_project, steward, radon, make_user):
    other = import_features(
        actor=steward, project=project, name="Bis", file_name="b.csv", raw=radon_csv(of="25")
    )
    policy = choose(steward, project, Wanted(radon.pk, "radon", 2.0))
    wrong = [
        ((Wanted(radon.pk, "absente", 1.0),), BadFeatureError),
        ((Wanted(radon.pk, "radon", -1.0),), BadFeatureError),
        ((Wanted(radon.pk, "radon", 1.0), Wanted(other.pk, "radon", 1.0)), FeatureFileError),
        ((Wanted(project.pk, "radon", 1.0),), FeatureFileError),
    ]
    for wanted, error in wrong:
        with pytest.raises(error):
            choose(steward, project, *wanted)
    with pytest.raises(BadPolicyError):
        choose(steward, project, area="FR-ZZ")
    assert place_policy_of(project) == policy


def test_a_table_in_use_is_not_retired_then_it_is(project, steward, radon):
    choose(steward, project, Wanted(radon.pk, "radon", 1.0))
    with pytest.raises(FeatureFileError, match="décochez"):
        retire_features(actor=steward, file=radon)
    choose(steward, project)
    retire_features(actor=steward, file=radon)
    radon.refresh_from_db()
    assert radon.retired_by == steward
    with pytest.raises(FeatureFileError, match="retirée"):
        choose(steward, project, Wanted(radon.pk, "radon", 1.0))


def build(request_export, **changes):
    export = request_export(**changes)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.built_at is not None, export.job.error
    return export


def cities(export) -> list[str]:
    with open_export_file(export) as file:
        rows = [json.loads(line) for line in file]
    return [
        row["text"][r["start"] : r["end"]]
        for row in rows
        for r in row["replacements"]
        if r["subtype"] == "VILLE"
    ]


def test_features_enter_the_draw_the_charge_the_certificate_and_the_manifest(
    project, steward, ward, radon, request_export
):
    plain = build(request_export)
    before = LedgerCharge.objects.count()
    choose(steward, project, Wanted(radon.pk, "radon", 0.02))
    rich = build(request_export)
    # Dijon and Beaune are drawn and charged anew, and no date is
    assert cities(rich) != cities(plain)
    new = LedgerCharge.objects.order_by("pk")[before:]
    assert [charge.element_class for charge in new] == ["VILLE", "VILLE"]
    places = rich.manifest["certificates"][1]
    assert places["verdict"] == "PASS"
    assert places["parameters"]["features"] == {"radon": 0.02}
    assert places["parameters"]["metric"] == rich.manifest["place_metric"] == rich.place_metric
    assert rich.manifest["place_features"] == [
        {"column": "radon", "scale": "0.02", "sha256": radon.sha256}
    ]
    assert plain.manifest["place_features"] == []
    # the same choice again costs nothing
    again = build(request_export)
    assert cities(again) == cities(rich)
    assert LedgerCharge.objects.count() == before + 2


def test_an_export_is_built_again_as_it_was_asked_for(
    project, steward, admin, ward, radon, request_export
):
    choose(steward, project, Wanted(radon.pk, "radon", 0.02))
    export = request_export()
    choose(steward, project)
    retire_features(actor=steward, file=radon)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.manifest["certificates"][1]["parameters"]["features"] == {"radon": 0.02}


def test_a_mechanism_that_compares_nothing_takes_no_feature(
    project, steward, ward, radon, request_export
):
    choose(steward, project, Wanted(radon.pk, "radon", 0.02))
    export = build(request_export, places="geoind")
    assert (export.place_features, export.place_metric) == ([], "")


def test_a_changed_file_is_refused(project, steward, ward, radon, request_export):
    choose(steward, project, Wanted(radon.pk, "radon", 0.02))
    settings = PrivacySettings.objects.get(project=project)
    settings.place_features[0]["sha256"] = "0" * 64
    settings.save()
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "failed"
    assert "variables" in export.job.error


def test_the_preview_draws_with_the_features(client, project, steward, ward, radon):
    client.force_login(steward)

    def cities_shown() -> list[list[str]]:
        """The surrogates of Dijon over ten draws."""
        shown = []
        for draw in range(10):
            data = {"epsilon": "1", "dates": "metric", "places": "metric", "area": "FR-21"}
            data |= {"note": str(ward["durand"].pk), "draw": str(draw)}
            answer = client.post(reverse("privacy:preview-redraw", args=[project.pk]), data)
            assert answer.status_code == 200
            shown.append(answer.json()["surrogates"])
        return shown

    plain = cities_shown()
    choose(steward, project, Wanted(radon.pk, "radon", 0.02))
    rich = cities_shown()
    assert cities_shown() == rich
    page = client.get(reverse("privacy:preview", args=[project.pk])).content.decode()
    assert 'value="FR-21" selected' in page
    # the fifth entity is Dijon; nothing but places changes
    assert [row[4] for row in rich] != [row[4] for row in plain]
    assert [row[:4] + row[5:] for row in rich] == [row[:4] + row[5:] for row in plain]


def test_the_prior_enters_the_draw_the_certificate_the_manifest_and_the_charge(
    project, steward, ward, request_export
):
    set_place_policy(
        actor=steward, project=project, area="FR-21", wanted=[], prior=PlacePrior.UNIFORM
    )
    plain = build(request_export)
    before = LedgerCharge.objects.count()
    choose(steward, project)  # the inhabitants, as by default
    crowded = build(request_export)
    assert (plain.place_prior, plain.place_metric) == ("uniform", "")
    assert (crowded.place_prior, len(crowded.place_metric)) == ("population", 64)
    assert crowded.manifest["place_prior"] == "population"
    assert cities(crowded) != cities(plain)
    new = LedgerCharge.objects.order_by("pk")[before:]
    assert [charge.element_class for charge in new] == ["VILLE", "VILLE"]
    places = crowded.manifest["certificates"][1]
    assert (places["verdict"], places["parameters"]["prior"]) == ("PASS", "population")
    geography = tables_of(crowded).atlas.geography
    assert policy_of(crowded).metric == geography.metric.fingerprint
    changes = AuditEntry.objects.filter(action="places.policy_changed").order_by("pk")
    assert [entry.details["prior"] for entry in changes] == ["uniform", "population"]
    # a policy that changes back later leaves the request as it was
    set_place_policy(
        actor=steward, project=project, area="FR-21", wanted=[], prior=PlacePrior.UNIFORM
    )
    assert place_policy_of(project).metric == ""
    assert tables_of(crowded).atlas.geography.prior is PlacePrior.POPULATION
    assert tables_of(plain) is default_tables()


def test_a_column_of_ones_own_enters_the_draw_the_certificate_and_the_manifest(
    project, steward, ward, request_export, radon
):
    weights = Wanted(radon.pk, "radon")
    policy = set_place_policy(
        actor=steward,
        project=project,
        area="FR-21",
        wanted=[],
        prior=PlacePrior.FILE,
        weights=weights,
    )
    assert policy == place_policy_of(project)
    assert (policy.compared, policy.weights.column) == ((), "radon")
    export = build(request_export)
    assert (export.place_prior, export.place_metric) == ("file", policy.metric)
    assert export.manifest["place_prior"] == "file"
    assert export.manifest["place_features"][0] | {"sha256": ""} == {
        "column": "radon",
        "scale": "1.0",
        "sha256": "",
        "role": "prior",
    }
    places = export.manifest["certificates"][1]
    assert (places["verdict"], places["parameters"]["prior_column"]) == ("PASS", "radon")
    # built again as it was asked for, whatever the policy has become
    choose(steward, project)
    assert tables_of(export).atlas.geography.own.column == "radon"
    assert policy_of(export).metric == tables_of(export).atlas.geography.metric.fingerprint
    with pytest.raises(FeatureFileError, match="colonne des poids"):
        set_place_policy(
            actor=steward, project=project, area="FR-21", wanted=[], prior=PlacePrior.FILE
        )
    with pytest.raises(BadPolicyError, match="poids"):
        set_place_policy(
            actor=steward,
            project=project,
            area="FR-75",
            wanted=[],
            prior=PlacePrior.FILE,
            weights=weights,
        )
    assert place_policy_of(project).prior is PlacePrior.POPULATION


def test_a_project_begins_with_the_inhabitants_whatever_else_is_set_first(
    project, steward, ward, request_export
):
    for _once in range(2):
        policy = place_policy_of(project)
        assert (policy.prior, policy.features) == (PlacePrior.POPULATION, ())
        tables, metric = tables_for(project, "metric")
        assert metric == policy.metric == tables.atlas.geography.metric.fingerprint
        set_cap(actor=steward, project=project, cap=Decimal(20))  # makes a row of settings
    export = build(request_export)
    assert (export.place_prior, export.place_metric) == ("population", policy.metric)
    assert export.manifest["certificates"][1]["verdict"] == "PASS"
