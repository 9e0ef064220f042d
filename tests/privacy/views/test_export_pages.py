"""Pages of the exports: who sees what, and what a refusal looks like."""

from __future__ import annotations

import hashlib
import html
import json
import re
import uuid
from fractions import Fraction
from io import BytesIO

import pytest
from django.urls import reverse

from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.registry import FORMATS
from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry
from privacy.models import ExportRequest, LedgerCharge, Study
from privacy.selectors.export_files import export_path
from privacy.services.keep_keys import destroy_keys
from tests.read_sample import read_sample
from worker.tasks import run_job


def url(name, project, *args):
    return reverse(f"privacy:{name}", args=[project.pk, *args])


FORM = {
    "name": "Cohorte Z",
    "recipient": "Inserm",
    "purpose": "Décrire les séjours",
    "scope": "gold",
    "epsilon": "1.5",
    "dates": "metric",
    "places": "metric",
    "area": "FR",
    "reference_date": "2024-01-31",
}


def form(**changes):
    return FORM | {"request_id": str(uuid.uuid4())} | changes


def test_the_register_is_empty_then_lists(client, admin, project, built):
    client.force_login(admin)
    page = client.get(url("export-list", project)).content.decode()
    assert "Cohorte A" in page
    assert "à décider" in page
    ExportRequest.objects.all().delete()
    assert "Aucun export" in client.get(url("export-list", project)).content.decode()


def test_asking_for_an_export_of_a_new_study(client, admin, project, ward):
    client.force_login(admin)
    assert client.get(url("export-create", project)).status_code == 200
    response = client.post(url("export-create", project), form())
    export = ExportRequest.objects.get()
    assert response.url == url("export-detail", project, export.pk)
    assert str(export.epsilon) == "1.50"
    run_job(str(export.job_id))
    page = client.get(response.url).content.decode()
    export.refresh_from_db()
    assert export.sha256 in page
    assert "une autre personne doit décider" in page
    assert "decision" not in [name for name in page.split('name="') if name.startswith("decision")]


def test_a_double_click_asks_once(client, admin, project, ward):
    client.force_login(admin)
    data = form()
    first = client.post(url("export-create", project), data)
    second = client.post(url("export-create", project), data)
    assert first.url == second.url
    assert ExportRequest.objects.count() == Study.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"epsilon": "0.05"}, "supérieur"),
        ({"epsilon": "11"}, "inférieur"),
        ({"name": ""}, "nouvelle étude"),
        ({"area": "FR-XX"}, "FR-XX"),
        ({"reference_date": "hier"}, "date"),
    ],
)
def test_a_bad_field_is_said_beside_it(client, admin, project, changes, words):
    client.force_login(admin)
    response = client.post(url("export-create", project), form(**changes))
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not ExportRequest.objects.exists()


def test_a_study_name_twice_is_said(client, admin, project, study):
    client.force_login(admin)
    response = client.post(url("export-create", project), form(name=study.name))
    assert response.status_code == 422
    assert "déjà ce nom" in response.content.decode()


def signed(**fields):
    """The decision form's fields with the password that signs it."""
    return {"password": "pw-for-tests-only", **fields}


@pytest.mark.parametrize("password", ["", "pas-le-bon"])
def test_a_decision_is_signed_with_the_password(client, steward, built, project, password):
    client.force_login(steward)
    data = signed(decision="approve", sha256=built.sha256, password=password)
    response = client.post(url("export-decide", project, built.pk), data)
    assert response.status_code == 422
    assert "mot de passe" in response.content.decode()
    assert "pas-le-bon" not in response.content.decode()
    built.refresh_from_db()
    assert (built.state, built.decided_by) == ("built", None)


def test_the_steward_decides_on_the_page_and_both_download(client, admin, steward, built, project):
    client.force_login(steward)
    read_sample(steward, built)
    page = client.get(url("export-detail", project, built.pk)).content.decode()
    assert "Approuver l&#x27;export" in page or "Approuver l'export" in page
    response = client.post(
        url("export-decide", project, built.pk), signed(decision="approve", sha256=built.sha256)
    )
    assert response.status_code == 302
    page = client.get(response.url).content.decode()
    assert "Télécharger le fichier" in page
    for person in (admin, steward):
        client.force_login(person)
        response = client.get(url("export-download", project, built.pk))
        body = b"".join(response.streaming_content)
        assert hashlib.sha256(body).hexdigest() == built.sha256
        assert response["Content-Disposition"] == 'attachment; filename="export-1.jsonl"'
        assert response["X-Content-Type-Options"] == "nosniff"
        assert int(response["Content-Length"]) == len(body)


def test_the_second_click_on_approve_says_it_is_done(client, steward, built, project):
    client.force_login(steward)
    read_sample(steward, built)
    data = signed(decision="approve", sha256=built.sha256)
    client.post(url("export-decide", project, built.pk), data)
    response = client.post(url("export-decide", project, built.pk), data)
    assert response.status_code == 409
    assert "approuvé" in response.content.decode()


def test_the_requester_gets_403_and_a_sentence(client, admin, built, project):
    Membership.objects.create(user=admin, project=project, role="steward")
    client.force_login(admin)
    response = client.post(
        url("export-decide", project, built.pk), signed(decision="approve", sha256=built.sha256)
    )
    assert response.status_code == 403
    assert "une autre personne doit décider" in response.content.decode()
    built.refresh_from_db()
    assert built.state == "built"


def test_a_refusal_without_reason_keeps_the_page(client, steward, built, project):
    client.force_login(steward)
    response = client.post(
        url("export-decide", project, built.pk), signed(decision="refuse", sha256=built.sha256)
    )
    assert response.status_code == 422
    assert "Expliquez votre décision" in response.content.decode()


def test_an_old_page_can_not_approve_a_newer_file(client, steward, built, project):
    client.force_login(steward)
    response = client.post(
        url("export-decide", project, built.pk), signed(decision="approve", sha256="0" * 64)
    )
    assert response.status_code == 409
    assert "fabriqué de nouveau" in response.content.decode()


def test_one_flipped_byte_answers_409(client, admin, released, project):
    path = export_path(released)
    data = bytearray(path.read_bytes())
    data[10] ^= 1
    path.write_bytes(data)
    client.force_login(admin)
    response = client.get(url("export-download", project, released.pk))
    assert response.status_code == 409
    assert "quarantaine" in response.content.decode()
    released.refresh_from_db()
    assert released.state == "quarantined"


def test_roles(client, annotator, steward, admin, built, project, make_user):
    auditor = make_user("auditrice", project, "auditor")
    decide = url("export-decide", project, built.pk)
    expected = {
        annotator: (403, 403, 403, 403),
        steward: (200, 200, 403, 409),
        admin: (200, 200, 200, 409),
        auditor: (200, 200, 403, 403),
    }
    for person, codes in expected.items():
        client.force_login(person)
        got = (
            client.get(url("export-list", project)).status_code,
            client.get(url("export-detail", project, built.pk)).status_code,
            client.get(url("export-create", project)).status_code,
            client.get(url("export-download", project, built.pk)).status_code,
        )
        assert got == codes, person.username
        if person != steward:
            assert client.post(decide, {"decision": "approve"}).status_code == 403
        if person != admin:
            assert client.post(url("export-rebuild", project, built.pk)).status_code == 403


def test_a_stranger_and_a_foreign_export_get_404(client, stranger, built, project, other_project):
    client.force_login(stranger)
    for target in (project, other_project):  # stranger is steward and admin of the other project
        assert client.get(url("export-detail", target, built.pk)).status_code == 404
        assert client.get(url("export-download", target, built.pk)).status_code == 404
        data = signed(decision="approve", sha256=built.sha256)
        assert client.post(url("export-decide", target, built.pk), data).status_code == 404
        assert client.post(url("export-rebuild", target, built.pk)).status_code == 404
    assert client.get(url("export-list", project)).status_code == 404


def test_the_override_is_signed_on_the_page(client, steward, ward, request_export, project):
    export = request_export(dates="shift")
    run_job(str(export.job_id))
    export.refresh_from_db()
    read_sample(steward, export)
    client.force_login(steward)
    assert (
        'name="override"' in client.get(url("export-detail", project, export.pk)).content.decode()
    )
    data = signed(decision="approve", sha256=export.sha256, reason="Comparaison.")
    response = client.post(url("export-decide", project, export.pk), data)
    assert response.status_code == 422
    assert "si vous signez la dérogation" in response.content.decode()
    client.post(url("export-decide", project, export.pk), {**data, "override": "on"})
    export.refresh_from_db()
    assert (export.state, export.is_override) == ("released", True)
    page = client.get(url("export-detail", project, export.pk)).content.decode()
    assert "n'a pas de borne" in page


def test_a_get_never_decides(client, steward, built, project):
    client.force_login(steward)
    assert client.get(url("export-decide", project, built.pk)).status_code == 405


@pytest.fixture
def leaking(project, make_note, durand, request_export):
    make_note(project, "M. DURAND. Revoir Durand.", (("DURAND", "PER", "NOM"),), patient=durand)
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    return export


def test_who_reads_notes_sees_the_leak_in_its_words(client, steward, project, leaking):
    client.force_login(steward)
    page = client.get(url("export-detail", project, leaking.pk)).content.decode()
    assert "1 endroit du fichier" in page
    assert "Revoir <mark>Durand</mark>." in page
    assert "CRH n° 1" in page
    assert "Note 1" in page
    assert leaking.findings[0]["public_id"][:8] not in re.sub(r"<[^>]+>", " ", page)
    assert AuditEntry.objects.filter(action="export.findings_read", actor=steward).count() == 1


def test_the_auditor_sees_where_and_no_word(client, make_user, project, leaking):
    client.force_login(make_user("auditrice", project, "auditor"))
    page = client.get(url("export-detail", project, leaking.pk)).content.decode()
    assert "1 endroit du fichier" in page
    assert "Note 1" in page
    assert "Durand" not in page
    assert "CRH" not in page
    assert not AuditEntry.objects.filter(action="export.findings_read").exists()


def test_without_the_key_the_note_behind_a_leak_is_not_known(client, steward, project, leaking):
    destroy_keys(leaking.study_id)
    client.force_login(steward)
    page = client.get(url("export-detail", project, leaking.pk)).content.decode()
    assert "<mark>Durand</mark>" in page
    assert "CRH n° 1" not in page


def test_the_page_refreshes_itself_while_the_file_is_built(
    client, steward, ward, project, request_export
):
    export = request_export()
    client.force_login(steward)
    assert (
        'hx-select="#export-body"'
        in client.get(url("export-detail", project, export.pk)).content.decode()
    )
    run_job(str(export.job_id))
    assert "hx-select" not in client.get(url("export-detail", project, export.pk)).content.decode()


def test_no_page_has_inline_style_or_script(client, steward, released, project, ward):
    client.force_login(steward)
    for name, args in (("export-list", ()), ("export-detail", (released.pk,)), ("preview", ())):
        page = client.get(url(name, project, *args)).content.decode()
        assert "style=" not in page
        assert "<style" not in page
        assert " onclick" not in page
        assert "<script>" not in page


def test_what_most_orders_leave_alone_is_folded_until_it_is_used(client, admin, project, ward):
    client.force_login(admin)
    page = client.get(url("export-create", project)).content.decode()
    usual, rare = page.split("<details>")[0], page.split("<details>")[1].split("</details>")[0]
    assert 'name="epsilon"' in usual
    assert 'name="reference_date"' in usual
    for name in ("elements", "tags", "cap_ages", "note_dates", "share_dates"):
        assert f'name="{name}"' in rare
    answer = client.post(url("export-create", project), form(elements="0"))
    assert "<details open>" in answer.content.decode()


def test_labels_and_the_cap_of_ages_are_chosen_on_the_page(client, admin, project, ward):
    client.force_login(admin)
    page = client.get(url("export-create", project)).content.decode()
    assert "<legend>Remplacés par leur étiquette</legend>" in page
    chosen = {"tags": ["PER", "TEL,MAIL,REF,QID"], "cap_ages": "on"}
    client.post(url("export-create", project), form(**chosen))
    export = ExportRequest.objects.get()
    assert export.tags == ["MAIL", "PER", "QID", "REF", "TEL"]
    assert export.cap_ages
    shown = client.get(url("export-detail", project, export.pk)).content.decode()
    assert "plafonnés à 89 ans" in shown
    client.post(url("export-create", project), form(tags=["NOM"], name="Autre étude"))
    assert ExportRequest.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["csv", "brat", "omop_tables", "omop_parquet", "omop_parquet_tables"]
)
def test_an_approved_file_can_be_had_in_other_formats(client, admin, released, project, name):
    client.force_login(admin)
    page = client.get(url("export-detail", project, released.pk)).content.decode()
    assert f"?format={name}" in page
    response = client.get(url("export-download", project, released.pk), {"format": name})
    item = FORMATS[name]
    assert response.headers["Content-Disposition"].endswith(f'-{released.number}{item.extension}"')
    assert item.reads is not None
    data = BytesIO(b"".join(response.streaming_content))
    found = {note.text: note for _line, note in item.reads(data, Reading(name))}
    lines = [json.loads(line) for line in export_path(released).read_bytes().splitlines()]
    assert set(found) == {line["text"] for line in lines}
    if Loss.ENTITIES not in item.loses:
        for line in lines:
            places = [(r["start"], r["end"], r["label"]) for r in line["replacements"]]
            entities = found[line["text"]].entities
            assert sorted((s.start, s.end, s.label) for s in entities) == places
    entry = AuditEntry.objects.filter(action="export.downloaded").latest("pk")
    assert entry.details["format"] == name
    assert [path.name for path in export_path(released).parent.glob("tmp*")] == []


def test_an_unknown_format_or_a_changed_file_gives_nothing(client, admin, released, project):
    client.force_login(admin)
    address = url("export-download", project, released.pk)
    assert client.get(address, {"format": "conll"}).status_code == 409
    path = export_path(released)
    path.write_bytes(path.read_bytes()[:-2] + b"x\n")
    assert client.get(address, {"format": "csv"}).status_code == 409
    assert not AuditEntry.objects.filter(action="export.downloaded").exists()


def test_shares_of_epsilon_reach_the_draws_the_manifest_and_the_page(client, admin, project, ward):
    client.force_login(admin)
    page = client.get(url("export-create", project)).content.decode()
    assert "bouge moins" in page
    response = client.post(url("export-create", project), form(share_dates="3", area="FR-21"))
    export = ExportRequest.objects.get()
    assert (export.share_dates, export.share_places, export.share_ages) == (3, 1, 1)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.manifest["shares"] == {"dates": 3, "places": 1, "ages": 1}
    spent = {(row.account, row.element_class): row.exact for row in LedgerCharge.objects.all()}
    # Durand: three dates, a birth date, a town: 13 parts; Legranville: a date, a town, an age: 5 parts
    assert {share for (_account, kind), share in spent.items() if kind == "VILLE"} == {
        Fraction(3, 2) / 13, Fraction(3, 2) / 5,
    }  # fmt: skip
    assert {share for (_account, kind), share in spent.items() if kind == "DATE"} == {
        Fraction(9, 2) / 13, Fraction(9, 2) / 5,
    }  # fmt: skip
    shown = client.get(response.url).content.decode()
    assert "une date 3, un lieu 1, un âge ou une durée 1" in shown
    # no sum of several units without its rate
    assert export.manifest["currency"]["place_km"] == 50
    for page in (shown, client.get(url("ledger", project)).content.decode()):
        assert "50 km ou dix fois plus d'habitants" in html.unescape(page)
    assert AuditEntry.objects.get(action="export.requested").details["shares"] == "3:1:1"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"share_places": "21"}, "inférieure ou égale à 20"),
        ({"share_dates": "2", "elements": "10"}, "les parts sont égales"),
    ],
)
def test_shares_without_meaning_are_told(client, admin, project, ward, changes, told):
    client.force_login(admin)
    answer = client.post(url("export-create", project), form(**changes))
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not ExportRequest.objects.exists()


def test_who_decides_sees_whom_one_could_recognise(client, steward, built, project):
    client.force_login(steward)
    page = client.get(url("export-detail", project, built.pk)).content.decode()
    assert "Peut-on reconnaître quelqu" in page
    assert "âge (par 5 ans) et commune" in page
    ExportRequest.objects.update(cohort={})  # built before there was a report
    assert (
        "Peut-on reconnaître"
        not in client.get(url("export-detail", project, built.pk)).content.decode()
    )
