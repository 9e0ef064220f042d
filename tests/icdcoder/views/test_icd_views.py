import uuid

import pytest
from django.urls import reverse

from icdcoder.domain.chapters import CHAPTERS
from icdcoder.models import CodedNote, CodePrediction
from icdcoder.presentation.chapters import CHAPTER_TITLES
from icdcoder.presentation.note import segments_of
from icdcoder.selectors.coder import default_coder
from icdcoder.services.store_predictions import store_predictions

EXPORT = uuid.UUID(int=42)
TEXT = "😀 Motif : pneumonie & démence.\nPas d'HTA."


@pytest.fixture
def coded(project, coder):
    notes = [("pub-1", TEXT), ("pub-2", "HTA.")]
    store_predictions(project=project, export_id=EXPORT, notes=notes, coder=coder)
    return project


@pytest.fixture
def note(coded):
    return CodedNote.objects.get(public_id="pub-1")


@pytest.fixture
def prediction(note):
    return note.predictions.get(code="J189")


def address(name, project, *args):
    return reverse(f"icdcoder:{name}", args=[project.pk, *args])


def all_addresses(note, prediction):
    project = note.project
    return [
        ("get", address("export-list", project)),
        ("get", address("note-list", project, EXPORT)),
        ("get", address("note-detail", project, EXPORT, note.pk)),
        ("post", address("code-decide", project, prediction.pk)),
    ]


@pytest.mark.parametrize("role", ["admin", "steward", "reviewer"])
def test_those_who_code_see_the_pages(client, make_user, note, prediction, role):
    client.force_login(make_user("codeuse", note.project, role))
    for method, url in all_addresses(note, prediction)[:3]:
        assert getattr(client, method)(url).status_code == 200


@pytest.mark.parametrize("role", ["annotator", "auditor"])
def test_the_others_of_the_project_are_refused(client, make_user, note, prediction, role):
    client.force_login(make_user("autre-role", note.project, role))
    for method, url in all_addresses(note, prediction):
        assert getattr(client, method)(url, {"decision": "accepted"}).status_code == 403
    prediction.refresh_from_db()
    assert prediction.state == "proposed"


def test_a_stranger_finds_nothing(client, stranger, note, prediction):
    client.force_login(stranger)
    for method, url in all_addresses(note, prediction):
        assert getattr(client, method)(url, {"decision": "accepted"}).status_code == 404


def test_another_projects_note_is_not_found_under_ones_own_address(
    client, stranger, other_project, note, prediction
):
    client.force_login(stranger)  # admin and steward of the other project
    own = other_project
    for url in (
        address("note-list", own, EXPORT),
        address("note-detail", own, EXPORT, note.pk),
    ):
        assert client.get(url).status_code == 404
    url = address("code-decide", own, prediction.pk)
    assert client.post(url, {"decision": "accepted"}).status_code == 404


def test_the_list_counts_what_is_left(client, steward, coded):
    client.force_login(steward)
    page = client.get(address("export-list", coded))
    (export,) = page.context["exports"]
    assert (export.notes, export.codes, export.open_codes) == (2, 3, 3)
    notes = list(client.get(address("note-list", coded, EXPORT)).context["page"])
    assert [(n.public_id, n.codes, n.open_codes) for n in notes] == [
        ("pub-1", 2, 2),
        ("pub-2", 1, 1),
    ]


def test_the_list_says_when_the_nomenclature_is_absent(
    client, steward, project, settings, tmp_path, nomenclature_file
):
    settings.DATA_DIR = tmp_path
    client.force_login(steward)
    assert "fetch_cim10" in client.get(address("export-list", project)).text
    (tmp_path / "cim10").mkdir()
    (tmp_path / "cim10" / "cim10.csv.gz").write_bytes(nomenclature_file.read_bytes())
    assert "fetch_cim10" not in client.get(address("export-list", project)).text


def test_an_empty_project_says_what_to_do_first(client, steward, project):
    client.force_login(steward)
    page = client.get(address("export-list", project))
    assert "Demandez d'abord un export" in page.text.replace("&#x27;", "'")


def test_the_note_page_shows_text_codes_and_says_it_is_a_dictionary(client, steward, note):
    client.force_login(steward)
    page = client.get(address("note-detail", note.project, EXPORT, note.pk))
    html = page.text
    assert "simple dictionnaire de termes" in html
    assert "X · Appareil respiratoire" in html
    assert "J18.9" in html
    assert "pneumonie</mark> &amp; " in html  # escaped, evidence marked
    assert "style=" not in html
    groups = page.context["groups"]
    assert [g.chapter.number for g in groups] == ["V", "X"]
    assert "".join(s.text for s in page.context["segments"]) == TEXT


def test_deciding_without_javascript_goes_back_to_the_note(client, steward, note, prediction):
    client.force_login(steward)
    url = address("code-decide", note.project, prediction.pk)
    answer = client.post(url, {"decision": "accepted"})
    assert answer.status_code == 302
    assert answer.headers["Location"] == address("note-detail", note.project, EXPORT, note.pk)
    prediction.refresh_from_db()
    assert prediction.state == "accepted"


def test_deciding_with_htmx_answers_the_row_alone(client, steward, note, prediction):
    client.force_login(steward)
    url = address("code-decide", note.project, prediction.pk)
    answer = client.post(url, {"decision": "rejected"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith(
        f'<li class="code code-rejected" id="code-{prediction.pk}"'
    )
    assert "<html" not in answer.text


def test_an_unknown_decision_is_a_bad_request(client, steward, note, prediction):
    client.force_login(steward)
    url = address("code-decide", note.project, prediction.pk)
    assert client.post(url, {"decision": "maybe"}).status_code == 400
    assert client.post(url).status_code == 400


def test_previous_and_next_follow_the_order_of_the_export(client, steward, note):
    client.force_login(steward)
    page = client.get(address("note-detail", note.project, EXPORT, note.pk)).context["page"]
    assert (page.position, page.total, page.previous) == (1, 2, None)
    assert page.following == CodedNote.objects.get(public_id="pub-2").pk


def test_overlapping_evidence_is_cut_and_anchored_once():
    def made(pk, *spans):
        evidence = [{"start": s, "end": e, "weight": 1} for s, e in spans]
        return CodePrediction(pk=pk, evidence=evidence)

    segments = segments_of("abcdef", [made(1, (0, 4)), made(2, (2, 6))])
    assert [(s.text, s.predictions, s.anchors) for s in segments] == [
        ("ab", (1,), (1,)),
        ("cd", (1, 2), (2,)),
        ("ef", (2,), ()),
    ]


def test_every_chapter_title_is_offered_to_the_translators():
    assert tuple(chapter.title for chapter in CHAPTERS) == CHAPTER_TITLES


def test_the_coder_of_the_process_is_built_once(settings, tmp_path, nomenclature_file):
    (tmp_path / "cim10").mkdir()
    (tmp_path / "cim10" / "cim10.csv.gz").write_bytes(nomenclature_file.read_bytes())
    settings.DATA_DIR = tmp_path
    assert default_coder() is default_coder()
