"""The pages of the notes that are read before a decision, and the download that goes on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from deidweb.audit.models import AuditEntry
from privacy.models import ExportReading, ExportRequest
from privacy.selectors.export_files import export_path


def url(name, project, *args):
    return reverse(f"privacy:{name}", args=[project.pk, *args])


def note_url(export, rank=1):
    return url("export-note", export.project, export.pk, rank)


def test_only_who_decides_opens_a_note(client, built, steward, admin, annotator, stranger):
    for person, status in ((steward, 200), (admin, 403), (annotator, 403), (stranger, 404)):
        client.force_login(person)
        assert client.get(note_url(built)).status_code == status
        if person != steward:
            assert client.post(note_url(built), {"verdict": "clear"}).status_code == status
    assert AuditEntry.objects.filter(action="export.note_read").count() == 1
    assert not ExportReading.objects.exists()


def test_a_foreign_export_and_a_note_out_of_the_sample_are_not_there(
    client, built, steward, make_user, other_project
):
    client.force_login(steward)
    for rank in (0, 4, 99999):
        assert client.get(note_url(built, rank)).status_code == 404
    client.force_login(make_user("ailleurs", other_project, "steward"))
    assert client.get(url("export-note", other_project, built.pk, 1)).status_code == 404


def test_the_steward_ticks_from_note_to_note_and_comes_back(client, built, steward):
    client.force_login(steward)
    address = note_url(built)
    for rank in (1, 2, 3):
        page = client.get(address)
        assert f"Note à lire {rank} sur 3" in page.content.decode()
        assert 'class="cmp-ent"' in page.content.decode()
        answer = client.post(address, {"seal": page.context["note"].seal, "verdict": "clear"})
        assert answer.status_code == 302
        address = answer["Location"]
    assert address.endswith("#lecture")
    dossier = client.get(url("export-detail", built.project, built.pk)).content.decode()
    assert "Vous avez lu les notes les plus risquées" in dossier
    assert "ne peut pas être approuvé" not in dossier
    assert "Au plus" in dossier
    assert dossier.count("personne n&#x27;est reconnaissable") == 3


def test_the_notes_lead_to_one_another_before_and_after_the_decision(client, built, steward):
    client.force_login(steward)
    for state, has_question in (("built", True), ("refused", False)):
        ExportRequest.objects.filter(pk=built.pk).update(state=state)
        pages = [client.get(note_url(built, rank)).content.decode() for rank in (1, 2, 3)]
        assert [('rel="prev"' in page, 'rel="next"' in page) for page in pages] == [
            (False, True), (True, True), (True, False),
        ]  # fmt: skip
        assert f'rel="next" href="{note_url(built, 3)}"' in pages[1]
        assert [page.count("<kbd>1</kbd>") > 0 for page in pages] == [has_question] * 3


def test_doubts_have_a_column_where_a_model_was_asked(client, built, steward):
    client.force_login(steward)
    address = url("export-detail", built.project, built.pk)
    assert "Hésitations" not in client.get(address).content.decode()
    built.sample[0]["doubts"] = [[0, 4], [9, 12]]
    built.save()
    page = client.get(address).content.decode()
    rows = page.split("Hésitations")[1].split("<tr>")[1:3]
    assert ['<td class="num">2</td>' in row for row in rows] == [True, False]


def test_a_tick_without_a_word_or_without_the_note_is_refused(client, built, steward):
    client.force_login(steward)
    seal = client.get(note_url(built)).context["note"].seal
    assert client.post(note_url(built), {"seal": seal}).status_code == 422
    assert client.post(note_url(built, 2), {"seal": seal, "verdict": "clear"}).status_code == 409
    assert not ExportReading.objects.exists()


def test_a_note_in_which_somebody_is_recognised_is_told_on_the_dossier(client, built, steward):
    client.force_login(steward)
    seal = client.get(note_url(built)).context["note"].seal
    client.post(note_url(built), {"seal": seal, "verdict": "recognised"})
    page = client.get(url("export-detail", built.project, built.pk)).content.decode()
    assert (
        "parce que quelqu&#x27;un a été reconnu" in page
        or "parce que quelqu'un a été reconnu" in page
    )
    assert "ses octets ne sont plus" not in page
    assert "est reconnaissable dans 1 note lue" in page


def test_unread_notes_stop_the_approval_on_the_page(client, built, steward):
    client.force_login(steward)
    data = {"decision": "approve", "sha256": built.sha256, "password": "pw-for-tests-only"}
    answer = client.post(url("export-decide", built.project, built.pk), data)
    assert answer.status_code == 422
    assert "il en manque 3" in answer.content.decode()


def test_who_does_not_decide_sees_how_many_are_read_not_which(client, built, admin):
    client.force_login(admin)
    page = client.get(url("export-detail", built.project, built.pk)).content.decode()
    assert "Des 3 notes choisies, la personne qui décide lit au moins les plus risquées." in page
    assert "/lecture/" not in page


@pytest.fixture
def whole(released) -> bytes:
    return export_path(released).read_bytes()


@pytest.mark.parametrize(
    ("asked", "part"),
    [("bytes=0-9", slice(0, 10)), ("bytes=100-", slice(100, None)), ("bytes=-7", slice(-7, None)),
     ("bytes=5-99999999", slice(5, None))],
)  # fmt: skip
def test_a_download_goes_on_where_it_was_cut(client, admin, released, whole, asked, part):
    client.force_login(admin)
    address = url("export-download", released.project, released.pk)
    first = client.get(address)
    assert first["Accept-Ranges"] == "bytes"
    assert b"".join(first.streaming_content) == whole
    answer = client.get(address, headers={"range": asked, "if-range": first["ETag"]})
    assert answer.status_code == 206
    got = b"".join(answer.streaming_content)
    assert got == whole[part]
    assert int(answer["Content-Length"]) == len(got)
    start = whole.index(got) if len(got) > 20 else len(whole[: part.start])
    assert answer["Content-Range"] == f"bytes {start}-{start + len(got) - 1}/{len(whole)}"
    assert AuditEntry.objects.filter(action="export.downloaded").last().details["start"] == start


@pytest.mark.parametrize(
    "headers",
    [{"range": "bytes=5-9", "if-range": '"other"'}, {"range": "bytes=1-2,4-5"}, {"range": "lines=1-2"},
     {"range": "bytes=-"}],
)  # fmt: skip
def test_what_is_no_range_of_this_file_gets_the_whole(client, admin, released, whole, headers):
    client.force_login(admin)
    answer = client.get(url("export-download", released.project, released.pk), headers=headers)
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content) == whole


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=9-2", "bytes=-0"])
def test_bytes_that_are_not_there_are_told(client, admin, released, asked):
    client.force_login(admin)
    answer = client.get(
        url("export-download", released.project, released.pk), headers={"range": asked}
    )
    assert answer.status_code == 416
    assert answer["Content-Range"] == f"bytes */{released.size_bytes}"


@pytest.mark.parametrize(("days", "status"), [(29, 200), (31, 409)])
def test_downloads_end_after_thirty_days(client, admin, released, days, status):
    at = released.decided_at - timedelta(days=days)
    ExportRequest.objects.filter(pk=released.pk).update(decided_at=at)
    client.force_login(admin)
    address = url("export-download", released.project, released.pk)
    assert client.get(address).status_code == status
    assert client.get(f"{address}?format=csv").status_code == status
    page = client.get(url("export-detail", released.project, released.pk)).content.decode()
    assert ("À télécharger jusqu" in page) == (status == 200)
    assert ("ne se télécharge plus" in page) == (status == 409)


def test_the_reading_is_told_after_the_decision(client, admin, released, steward):
    client.force_login(admin)
    page = client.get(url("export-detail", released.project, released.pk)).content.decode()
    assert "À la décision" in page


@pytest.mark.parametrize("reader", ["admin", "steward"])
def test_nobody_is_asked_to_read_once_it_is_decided(client, released, reader, request):
    figures = {"census": 10, "drawn": 20, "read": 11, "leaks": 0, "bound": None}
    ExportRequest.objects.filter(pk=released.pk).update(reading=figures)
    client.force_login(request.getfixturevalue(reader))
    page = client.get(url("export-detail", released.project, released.pk)).content.decode()
    assert "11 des 30 notes à lire étaient lues" in page
    for asked in ("Lisez", "par la personne qui décide", "ne peut pas être approuvé"):
        assert asked not in page
