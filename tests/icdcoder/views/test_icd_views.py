import uuid
from contextlib import contextmanager

import pytest
from django.http import Http404
from django.urls import reverse

from annotation.models import Patient
from annotation.services.oppose import oppose
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.domain import phrase_network
from icdcoder.domain.chapters import CHAPTERS
from icdcoder.models import CodedNote, CodePrediction
from icdcoder.presentation.chapters import CHAPTER_TITLES
from icdcoder.presentation.note import segments_of
from icdcoder.selectors import coder
from icdcoder.selectors.coder import default_coder
from icdcoder.services.add_code import add_code
from icdcoder.services.decide_code import decide_code
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
        ("get", address("stay-detail", project, EXPORT, note.pk)),
        ("get", address("code-family", project, prediction.pk)),
        ("post", address("code-decide", project, prediction.pk)),
        ("post", address("code-principal", project, prediction.pk)),
        ("post", address("code-replace", project, prediction.pk)),
        ("post", address("code-search", project, note.pk)),
        ("post", address("code-add", project, note.pk)),
    ]


@pytest.mark.parametrize("role", ["admin", "steward", "reviewer"])
def test_those_who_code_see_the_pages(client, make_user, note, prediction, role):
    client.force_login(make_user("codeuse", note.project, role))
    for method, url in all_addresses(note, prediction)[:5]:
        assert getattr(client, method)(url).status_code == 200
    read = AuditEntry.objects.filter(action="icd.note_read")
    assert {(entry.actor.username, entry.object_id) for entry in read} == {
        ("codeuse", str(note.pk))
    }


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


def test_a_note_whose_patient_may_have_opposed_has_no_page_and_gets_no_code(
    client, steward, note, prediction, installed
):
    Patient.objects.create(project=note.project, external_id="p1")
    oppose(["p1"])
    client.force_login(steward)
    typed = {"decision": "accepted", "code": "I10", "q": "HTA"}
    for method, url in all_addresses(note, prediction)[1:]:
        assert getattr(client, method)(url, typed).status_code == 404, url
    with pytest.raises(Http404):
        add_code(actor=steward, note_id=note.pk, code="I10")
    assert not note.predictions.exclude(state="proposed").exists()


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


@pytest.mark.parametrize(
    ("state", "told", "is_asked"),
    [
        ("queued", "en attente", False),
        ("running", "1 / 4", False),
        ("dead", "Le codeur a échoué.", False),
        ("cancelled", "annulé", False),
        ("done", "", True),
    ],
)
def test_the_list_says_that_coding_runs_or_why_it_has_stopped(
    client, steward, project, other_project, state, told, is_asked
):
    error = "Le codeur a échoué." if state == "dead" else ""
    own = {"kind": "predict_codes", "state": state, "error": error}
    Job.objects.create(project=project, **own, progress_done=1, progress_total=4)
    Job.objects.create(project=other_project, kind="predict_codes", state="running")
    client.force_login(steward)
    page = client.get(address("export-list", project)).text.replace("&#x27;", "'")
    assert ("Demandez d'abord un export" in page) == is_asked
    assert page.count('class="progress"') == (not is_asked)
    assert told in page
    assert ("job:finished" in page) == (not is_asked)


def test_coding_that_runs_is_told_above_what_is_coded(client, steward, coded):
    Job.objects.create(project=coded, kind="predict_codes", state="running")
    client.force_login(steward)
    page = client.get(address("export-list", coded)).text
    assert 0 < page.index('class="progress"') < page.index('class="table"')


def test_the_note_page_shows_text_ranked_codes_and_what_the_coder_says_of_itself(
    client, steward, note, coder
):
    client.force_login(steward)
    page = client.get(address("note-detail", note.project, EXPORT, note.pk))
    html = page.text.replace("&#x27;", "'")
    assert coder.says in html
    assert "X · Appareil respiratoire" in html
    assert "J18.9" in html
    assert "pneumonie</mark> &amp; " in html  # escaped, evidence marked
    assert "style=" not in html
    rows = page.context["rows"]
    scores = [row.head.score for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert {row.chapter.number for row in rows} == {"V", "X"}
    (shown,) = page.context["notes"]
    assert "".join(s.text for block in shown.blocks for s in block.pieces) == TEXT


def test_the_page_says_nothing_of_the_coder_that_another_one_would_have_to_deny(
    client, steward, note
):
    CodedNote.objects.update(coder_says="Ces codes viennent d'ailleurs.")
    client.force_login(steward)
    html = client.get(address("note-detail", note.project, EXPORT, note.pk)).text
    assert "viennent d&#x27;ailleurs" in html
    assert "dictionnaire" not in html


def test_deciding_without_javascript_goes_back_to_the_note(client, steward, note, prediction):
    client.force_login(steward)
    url = address("code-decide", note.project, prediction.pk)
    answer = client.post(url, {"decision": "accepted"})
    assert answer.status_code == 302
    assert answer.headers["Location"] == address("note-detail", note.project, EXPORT, note.pk)
    prediction.refresh_from_db()
    assert prediction.state == "accepted"


def test_notes_without_a_stay_are_coded_one_by_one(client, steward, note):
    client.force_login(steward)
    listed = client.get(address("note-list", note.project, EXPORT)).text
    assert "Coder la note suivante" in listed
    assert "sejour" not in listed
    assert "Séjour" not in listed


def test_deciding_with_htmx_answers_the_row_alone(client, steward, note, prediction):
    client.force_login(steward)
    url = address("code-decide", note.project, prediction.pk)
    answer = client.post(url, {"decision": "rejected"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith(
        f'<li class="code code-rejected" id="code-{prediction.pk}"'
    )
    assert "<html" not in answer.text


@pytest.mark.parametrize("scope", ["note", "stay"])
def test_a_code_that_is_refused_is_told_in_what_htmx_takes(client, steward, note, scope):
    client.force_login(steward)
    url = address("code-add", note.project, note.pk)
    page = client.post(url, {"code": "Z999Z", "scope": scope}, follow=True).text
    taken = page[page.index('id="coding"') : page.index("</main>")]
    assert taken.count("notice-danger") == page.count("notice-danger") == 1


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


@pytest.mark.parametrize("name", ["note-detail", "stay-detail"])
def test_a_page_says_when_nothing_is_left_and_leads_to_what_waits(client, steward, note, name):
    client.force_login(steward)
    other = CodedNote.objects.get(public_id="pub-2")
    pages = {one: address(name, note.project, EXPORT, one.pk) for one in (note, other)}
    waits = "data-done hidden"
    assert waits in client.get(pages[note]).content.decode()
    for one, left in [(other, note), (note, None)]:
        for prediction in one.predictions.all():
            decide_code(actor=steward, prediction_id=prediction.pk, decision="accepted")
        page = client.get(pages[one]).content.decode()
        assert waits not in page
        done = page.split("data-done>")[1].split("</p>")[0]
        leads = pages[left] if left else address("note-list", note.project, EXPORT)
        assert f'href="{leads}"' in done  # to one before it where nothing comes after
    row = CodePrediction.objects.filter(note=note).first()
    decide_code(actor=steward, prediction_id=row.pk, decision="proposed")
    assert waits in client.get(pages[note]).content.decode()


def test_the_lists_say_what_is_coded(client, steward, coded):
    client.force_login(steward)
    lists = [address("note-list", coded, EXPORT), address("export-list", coded)]
    for prediction in CodePrediction.objects.filter(note__public_id="pub-2"):
        decide_code(actor=steward, prediction_id=prediction.pk, decision="rejected")
    assert [client.get(one).content.decode().count("badge-ok") for one in lists] == [1, 0]
    for prediction in CodePrediction.objects.filter(note__public_id="pub-1"):
        decide_code(actor=steward, prediction_id=prediction.pk, decision="accepted")
    assert [client.get(one).content.decode().count("badge-ok") for one in lists] == [2, 1]


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


def post(client, name, note, *args, **data):
    return client.post(address(name, note.project, *args), data)


def test_a_principal_diagnosis_is_one_and_accepted(client, steward, note, prediction):
    client.force_login(steward)
    other = note.predictions.exclude(pk=prediction.pk).get()
    for one in (prediction, other):
        assert post(client, "code-principal", note, one.pk).status_code == 302
    assert list(note.predictions.filter(is_principal=True)) == [other]
    assert set(note.predictions.values_list("state", flat=True)) == {"accepted"}
    post(client, "code-decide", note, other.pk, decision="rejected")
    assert not note.predictions.filter(is_principal=True).exists()
    post(client, "code-principal", note, prediction.pk)
    post(client, "code-principal", note, prediction.pk)
    assert not note.predictions.filter(is_principal=True).exists()
    told = AuditEntry.objects.filter(action="icd.principal")
    assert told.count() == 4


def told_of(page):
    """What stands below the search."""
    return page.text.split('id="code-found" aria-live="polite">')[1].split("</div>")[0]


def test_a_sibling_takes_the_place_of_a_code_with_its_evidence(
    client, steward, coded, note, installed
):
    bronchitis = note.predictions.create(
        code="J441", label="Bronchopathie", score=0.7, coder_version="x",
        evidence=[{"start": 2, "end": 7, "weight": 1.0}],
    )  # fmt: skip
    client.force_login(steward)
    page = client.get(address("code-family", note.project, bronchitis.pk))
    assert [entry.code for entry in page.context["family"].choices] == ["J449"]
    assert [entry.code for entry in page.context["family"].above] == ["J44"]
    post(client, "code-principal", note, bronchitis.pk)
    answer = post(client, "code-replace", note, bronchitis.pk, code="J44.9")
    bronchitis.refresh_from_db()
    written = note.predictions.get(code="J449")
    there = address("note-detail", coded, EXPORT, note.pk)
    assert answer.headers["Location"] == f"{there}?ecrit={written.pk}"
    assert written.label in told_of(client.get(answer.headers["Location"]))
    assert (bronchitis.state, bronchitis.is_principal) == ("rejected", False)
    assert (written.state, written.is_principal, written.score) == ("accepted", True, None)
    assert written.evidence == bronchitis.evidence
    assert AuditEntry.objects.filter(action="icd.replaced").count() == 1


def test_what_merely_resembles_the_words_stands_below_a_heading(client, steward, note, installed):
    client.force_login(steward)
    found = post(client, "code-search", note, note.pk, q="machin truc embolie bidule")
    assert found.context["fitting"] == []
    heading, first = found.text.index("Codes proches"), found.text.index("I26.9")
    assert heading < first
    assert "data-fits" not in found.text


def test_without_the_network_s_file_the_search_says_that_it_goes_by_words_alone(
    client, steward, note, installed, monkeypatch, tmp_path, caplog
):
    told = "la recherche ne se fie qu"
    client.force_login(steward)
    assert told not in post(client, "code-search", note, note.pk, q="embolie").text
    with phrase_network_in(tmp_path / "gone", monkeypatch):
        found = post(client, "code-search", note, note.pk, q="embolie")
    assert [entry.code for entry in found.context["fitting"]] == ["I269"]
    assert told in found.text
    assert "gone" in caplog.text
    assert "embolie" not in caplog.text


@contextmanager
def phrase_network_in(folder, monkeypatch):
    """The search of this process as if the network lay there."""
    caches = (coder.phrase_network, coder._search)
    with monkeypatch.context() as changed:
        changed.setattr(phrase_network, "FOLDER", folder)
        for cache in caches:
            cache.cache_clear()
        yield
    for cache in caches:
        cache.cache_clear()


def test_a_code_is_found_added_and_taken_back(client, steward, coded, note, installed):
    client.force_login(steward)
    found = post(client, "code-search", note, note.pk, q="embolie")
    assert [entry.code for entry in found.context["fitting"]] == ["I269"]
    assert "Codes proches" not in found.text
    assert found.text.count('data-query="embolie"') == 1  # the page knows what the list answers
    answer = post(client, "code-add", note, note.pk, code="I269")
    added = note.predictions.get(code="I269")
    told = told_of(client.get(answer.headers["Location"]))
    assert "I26.9" in told
    assert "dans la liste, accepté" in told
    assert (added.state, added.decided_by, added.is_added) == ("accepted", steward, True)
    page = client.get(address("note-detail", coded, EXPORT, note.pk))
    assert told_of(page) == ""
    assert page.context["rows"][-1].head == added
    assert "ajouté à la main" in page.text
    post(client, "code-decide", note, added.pk, decision="proposed")
    assert not note.predictions.filter(code="I269").exists()
    told = AuditEntry.objects.filter(action__startswith="icd.").exclude(action="icd.note_read")
    assert [entry.action for entry in told] == ["icd.added", "icd.withdrawn"]


@pytest.mark.parametrize("code", ["J18", "Q999", "Z999", "", "n'importe quoi"])
def test_what_may_not_be_coded_is_not_added(client, steward, coded, note, installed, code):
    client.force_login(steward)
    before = note.predictions.count()
    post(client, "code-add", note, note.pk, code=code)
    assert note.predictions.count() == before


def test_what_is_typed_is_in_no_address(client, steward, note, installed):
    client.force_login(steward)
    page = client.get(address("note-detail", note.project, EXPORT, note.pk)).text
    form = page[page.index("code-search") :][:300]
    assert 'method="post"' in page[page.index("<form", page.index("code-search") - 60) :][:40]
    assert "hx-get" not in form


def test_a_stay_shows_one_list_and_decides_for_all_its_notes(client, steward, project, coder):
    notes = [
        ("s-1", "HTA.", (), "sejour-1"),
        ("s-2", "HTA et pneumonie.", (), "sejour-1"),
        ("s-3", "HTA.", (), "sejour-2"),
    ]
    store_predictions(project=project, export_id=EXPORT, notes=notes, coder=coder)
    client.force_login(steward)
    first = CodedNote.objects.get(public_id="s-1")
    assert (
        "Séjour entier (2 notes)"
        in client.get(address("note-detail", project, EXPORT, first.pk)).text
    )
    listed = client.get(address("note-list", project, EXPORT)).text
    whole = address("stay-detail", project, EXPORT, first.pk)
    assert f'<a class="btn btn-primary" href="{whole}">Coder le séjour suivant</a>' in listed
    assert listed.count('/sejour/">2 notes</a>') == 2
    page = client.get(address("stay-detail", project, EXPORT, first.pk))
    assert [len(row.ids) for row in page.context["rows"] if row.head.code == "I10"] == [2]
    assert len(page.context["notes"]) == 2
    assert page.context["following"] == CodedNote.objects.get(public_id="s-3").pk
    shared = first.predictions.get(code="I10")
    answer = post(client, "code-decide", first, shared.pk, decision="accepted", scope="stay")
    assert answer.headers["Location"] == address("stay-detail", project, EXPORT, first.pk)
    states = CodePrediction.objects.filter(code="I10").order_by("note__order")
    assert list(states.values_list("state", flat=True)) == ["accepted", "accepted", "proposed"]
    row = client.post(
        address("code-decide", project, shared.pk),
        {"decision": "rejected", "scope": "stay"},
        headers={"HX-Request": "true"},
    )
    own = " ".join(
        str(pk) for pk in states.filter(note__stay="sejour-1").values_list("pk", flat=True)
    )
    assert f'data-code="{own}" data-state="rejected"' in row.text
    assert 'name="scope" value="stay"' in row.text
    assert "coded-note" not in row.text, "answers that come late would show old decisions"
    assert list(states.values_list("state", flat=True)) == ["rejected", "rejected", "proposed"]
    post(client, "code-decide", first, shared.pk, decision="accepted", scope="stay")
    post(client, "code-principal", first, shared.pk)
    other = CodePrediction.objects.get(code="J189")
    post(client, "code-principal", first, other.pk)
    assert list(CodePrediction.objects.filter(is_principal=True)) == [other]


def test_another_project_can_write_no_code_of_this_one(
    client, stranger, other_project, note, prediction
):
    client.force_login(stranger)
    for name, pk in (
        ("code-principal", prediction.pk),
        ("code-replace", prediction.pk),
        ("code-add", note.pk),
        ("code-search", note.pk),
    ):
        assert client.post(address(name, other_project, pk), {"code": "I10"}).status_code == 404
    assert client.get(address("code-family", other_project, prediction.pk)).status_code == 404
