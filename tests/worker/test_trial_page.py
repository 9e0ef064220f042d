"""Essayer: who may, what it answers, what it keeps (nothing), how often. The engine runs in the test's own process."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.urls import reverse

from annotation.models import Document
from deidweb.audit.models import AuditEntry
from privacy.models import PrivacySettings
from tests.pdf_files import pdf
from tests.trial_files import word_of
from worker.services import trial_processes, try_document
from worker.trial import engine, redact_document
from worker.trial.bench import open_bench
from worker.trial.documents import MOST_CHARACTERS, text_of
from worker.views import trial

TEXT = "Madame Jeanne PETIT, vue le 4 mai 2021 à Dijon.\nTél. 06 39 98 12 34, QUIRLICANARI.\n"
POLICY = {"epsilon": "1", "dates": "metric", "places": "metric", "area": "FR", "draw": "0"}


@pytest.fixture(scope="module")
def bench(_shipped_model):
    return open_bench(
        model=Path(django_settings.SHIPPED_MODEL),
        cache=Path(django_settings.ENGINE_CACHE),
        nomenclature=Path("nowhere"),
    )


@pytest.fixture(autouse=True)
def asked(monkeypatch, bench) -> list[dict]:
    """Messages to the engine, which went through JSON as they do over the pipe."""
    messages: list[dict] = []

    def ask(_files, message):
        messages.append(json.loads(json.dumps(message)))
        return json.loads(json.dumps(engine.answer(bench, messages[-1])))

    monkeypatch.setattr(trial_processes, "ask", ask)
    monkeypatch.setattr(
        trial_processes,
        "read_bytes",
        lambda data: dict(zip(("kind", "text"), text_of(data), strict=True)),
    )
    return messages


def url(name, project):
    return reverse(f"worker:{name}", args=[project.pk])


def read(client, project, text=TEXT, **changes):
    return client.post(url("trial-reading", project), {**POLICY, "text": text, **changes})


def again(told, **changes):
    given = {name: json.dumps(told[name]) for name in ("spans", "doubts")}
    return {**POLICY, "text": told["text"], "seal": told["seal"], **given, **changes}


def joined(told, side):
    return "\n".join("".join(piece[0] for piece in row[side]) for row in told["rows"])


NAMES = ("trial-document", "trial-reading", "trial-redraw", "trial-result", "trial-pdf", "trial-pdf-result")  # fmt: skip


@pytest.mark.parametrize("role", ["annotator", "reviewer", "steward", "admin"])
def test_whoever_reads_notes_may_try(client, project, make_user, role):
    client.force_login(make_user("x", project, role))
    page = client.get(url("trial", project))
    assert page.status_code == 200
    assert read(client, project).status_code == 200
    may_take = role == "steward"
    assert (b'id="tr-download"' in page.content) == may_take
    told = read(client, project).json()
    taken = client.post(url("trial-result", project), again(told))
    assert taken.status_code == (200 if may_take else 403)


def test_an_auditor_tries_nothing_with_the_project_s_model(client, project, make_user):
    client.force_login(make_user("x", project, "auditor"))
    assert client.get(url("trial", project)).status_code == 403
    assert {client.post(url(name, project)).status_code for name in NAMES} == {403}


def test_a_stranger_finds_nothing(client, project, stranger):
    client.force_login(stranger)
    assert client.get(url("trial", project)).status_code == 404
    assert {client.post(url(name, project)).status_code for name in NAMES} == {404}


@pytest.mark.parametrize("role", ["auditor", "access", ""])
def test_anybody_signed_in_may_try_outside_projects(client, project, make_user, asked, role):
    """With the shipped model and the whole country; the journal knows no project."""
    PrivacySettings.objects.create(project=project, area="FR-BFC")
    client.force_login(make_user("x", project, role) if role else make_user("x"))
    page = client.get(reverse("trial:trial")).content.decode()
    assert '<option value="FR" selected>' in page
    assert 'id="tr-download"' not in page
    assert str(project.pk) not in page
    told = client.post(reverse("trial:trial-reading"), {**POLICY, "text": TEXT}).json()
    assert ["TEL", "Téléphones", 1] in told["found"]
    first = joined(told, 1)
    drawn = client.post(reverse("trial:trial-redraw"), again(told, draw="1")).json()
    assert "06 39 98 12 34" not in joined(drawn, 1)
    assert joined(drawn, 1) != first
    data = word_of(TEXT.splitlines())
    opened = client.post(
        reverse("trial:trial-document"), data, content_type="application/octet-stream"
    )
    assert opened.json() == {"text": TEXT.strip()}
    lines = AuditEntry.objects.filter(action__startswith="trial.")
    assert [(line.action, line.project_ref) for line in lines.order_by("pk")] == [
        ("trial.text_read", None), ("trial.document_read", None),
    ]  # fmt: skip


def test_outside_projects_the_quota_is_the_person_s_too(client, project, annotator, settings):
    settings.TRIAL_QUOTA = 1
    client.force_login(annotator)
    assert read(client, project).status_code == 200
    answer = client.post(reverse("trial:trial-reading"), {**POLICY, "text": TEXT})
    assert answer.status_code == 429


def test_outside_projects_nothing_can_be_taken_away(client, project, steward, pdf_work):
    """Copying is a permission of a project; the page has not even an address for it."""
    client.force_login(steward)
    assert "data-result" in client.get(url("trial", project)).content.decode()
    assert "data-result" not in client.get(reverse("trial:trial")).content.decode()
    for name in ("resultat/", "pdf/resultat/"):
        assert client.post(f"/essayer/{name}").status_code == 404
    shown = client.post(reverse("trial:trial-pdf"), LETTER, content_type="application/octet-stream")
    assert shown.json()["pages"]


def test_nobody_tries_without_an_account(client, db):
    for name in ("trial", "trial-reading"):
        address = reverse(f"trial:{name}")
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code in (302, 403)
            assert not AuditEntry.objects.filter(action__startswith="trial.").exists()


def test_what_is_found_and_what_it_becomes(client, project, annotator):
    client.force_login(annotator)
    told = read(client, project).json()
    assert joined(told, 0) == TEXT
    assert "06 39 98 12 34" not in joined(told, 1)
    assert ["TEL", "Téléphones", 1] in told["found"]
    assert told["title"] in ("Rien à signaler", "À vérifier")  # the small model doubts at random
    assert told["codes"] is None  # no nomenclature here
    assert "deux dates" in told["sentence"]


def test_a_redraw_keeps_what_was_found_and_follows_the_policy(client, project, annotator, asked):
    client.force_login(annotator)
    told = read(client, project).json()
    same = client.post(url("trial-redraw", project), again(told)).json()
    assert same["rows"] == told["rows"]
    tagged = client.post(url("trial-redraw", project), again(told, dates="tag")).json()
    assert "[DATE]" in joined(tagged, 1)
    other = client.post(url("trial-redraw", project), again(told, draw="1")).json()
    assert joined(other, 1) != joined(told, 1)
    assert [message["do"] for message in asked] == ["read", "draw", "draw", "draw"]


@pytest.mark.parametrize("where", ["worker", "trial"])
def test_only_a_text_that_was_read_and_counted_is_drawn_anew(
    client, project, annotator, admin, asked, where
):
    """In a project and outside: a redraw has no line in the journal, the reading that it follows has one."""
    address = reverse(f"{where}:trial-redraw", args=[project.pk] if where == "worker" else [])
    client.force_login(annotator)
    told = read(client, project).json()
    assert client.post(address, again(told, draw="1")).status_code == 200
    changed = TEXT.replace("4 mai", "5 mai")
    for asking in (again(told, text=changed), again(told, spans="[]"), again(told, seal="")):
        answer = client.post(address, asking)
        assert answer.status_code == 422
        assert "n'est pas celui qui a été lu" in answer.json()["error"]
    client.force_login(admin)
    assert client.post(address, again(told)).status_code == 422
    assert [message["do"] for message in asked] == ["read", "draw"]
    assert AuditEntry.objects.filter(action__startswith="trial.").count() == 1


def test_draws_have_a_limit_too(client, project, annotator, monkeypatch, settings):
    cache.clear()
    settings.TRIAL_QUOTA = 1
    monkeypatch.setattr(try_document, "DRAWS_A_TEXT", 2)
    client.force_login(annotator)
    told = read(client, project).json()
    address = reverse("trial:trial-redraw")
    assert [client.post(address, again(told)).status_code for _ in range(3)] == [200, 200, 429]
    assert client.post(url("trial-redraw", project), again(told)).status_code == 429
    cache.clear()


def test_weights_of_the_steward_s_own_do_not_stop_a_trial(client, project, annotator):
    """The engine knows no file of the project: places are drawn as in one without."""
    client.force_login(annotator)
    shown = []
    for prior in ("population", "file"):
        own = {"place_prior": prior, "place_metric": "weighted"}
        PrivacySettings.objects.update_or_create(project=project, defaults=own)
        answer = read(client, project)
        assert answer.status_code == 200
        shown.append(joined(answer.json(), 1))
    assert shown[0] == shown[1]


def test_two_people_never_get_the_same_values(client, project, annotator, admin):
    client.force_login(annotator)
    one = joined(read(client, project).json(), 1)
    client.logout()
    client.force_login(admin)
    assert joined(read(client, project).json(), 1) != one


def test_a_value_that_stayed_and_a_leak_are_told(client, project, annotator, monkeypatch):
    client.force_login(annotator)
    told = read(client, project, "Mme LEGRANVILLE, vue à Dijon. DUPONT").json()
    spans = [[4, 15, "PER", "NOM"], [23, 28, "LOC", "VILLE"]]
    leaking = {
        **told,
        "text": "Mme LEGRANVILLE, vue à Dijon. Mme Legranville",
        "spans": spans,
        "doubts": [[30, 33]],
    }
    tried = try_document.Text(leaking["text"], spans, leaking["doubts"])
    leaking["seal"] = try_document.seal_of(annotator, tried)
    answer = client.post(url("trial-redraw", project), again(leaking, places="tag")).json()
    assert answer["verdict"] == "fail"
    assert answer["title"] == "Fuite : ne pas diffuser"
    assert len(answer["reasons"]) == 2
    assert "leak" in {piece[2] for row in answer["rows"] for piece in row[1]}
    assert "doubt" in {piece[2] for row in answer["rows"] for piece in row[0]}


def test_a_document_becomes_its_text(client, project, annotator):
    client.force_login(annotator)
    data = word_of(TEXT.splitlines())
    answer = client.post(
        url("trial-document", project), data, content_type="application/octet-stream"
    )
    assert answer.json() == {"text": TEXT.strip()}


def test_too_much_is_refused_before_it_is_read(client, project, annotator, monkeypatch):
    client.force_login(annotator)
    monkeypatch.setattr(trial, "MOST_BYTES", 100)
    answer = client.post(
        url("trial-document", project), b"x" * 101, content_type="application/octet-stream"
    )
    assert answer.status_code == 413
    assert "importez-le dans un projet" in answer.json()["error"], "what to do now"
    assert read(client, project, "a" * (MOST_CHARACTERS + 1)).status_code == 422
    assert read(client, project, "").json() == {"error": "Collez un texte, ou déposez un document."}
    assert not AuditEntry.objects.filter(action__startswith="trial.").exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"spans": "[[0, 999, \"PER\", \"NOM\"]]"},
        {"spans": "[[3, 2, \"PER\", \"NOM\"]]"},
        {"spans": "[[0, 6, \"PER\", \"NOM\"], [5, 9, \"PER\", \"NOM\"]]"},
        {"spans": "[[0, 6, \"ZZZ\", \"\"]]"},
        {"spans": "[[0, true, \"PER\", \"\"]]"},
        {"spans": "{}"},
        {"spans": "[1]"},
        {"spans": "nonsense"},
        {"spans": "[" * 100_000},
        {"doubts": "[[0, 999]]"},
        {"doubts": "[[-3, 2]]"},
        {"epsilon": "0"},
        {"dates": "zzz"},
        {"area": "FR-ZZ"},
    ],
)  # fmt: skip
def test_what_the_page_would_never_send_is_refused(client, project, annotator, changes):
    client.force_login(annotator)
    told = read(client, project).json()
    answer = client.post(url("trial-redraw", project), again(told, **changes))
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_nothing_is_kept_and_the_journal_quotes_nothing(client, project, steward):
    client.force_login(steward)
    told = read(client, project).json()
    client.post(url("trial-result", project), again(told))
    assert not Document.objects.exists()
    lines = list(
        AuditEntry.objects.filter(action__startswith="trial.").values_list("action", "details")
    )
    assert lines == [
        ("trial.text_read", {"characters": len(TEXT)}),
        ("trial.result_taken", {"characters": len(joined(told, 1)), "verdict": told["verdict"]}),
    ]


def test_who_tries_too_often_waits(client, project, annotator, admin, settings):
    settings.TRIAL_QUOTA = 2
    client.force_login(annotator)
    assert [read(client, project).status_code for _try in range(4)] == [200, 200, 429, 429]
    assert AuditEntry.objects.filter(action="trial.text_read").count() == 2
    client.force_login(admin)
    assert read(client, project).status_code == 200


def test_one_person_has_two_calls_at_once(client, project, annotator, monkeypatch):
    client.force_login(annotator)
    monkeypatch.setitem(try_document._calls, annotator.pk, try_document.AT_ONCE)
    assert read(client, project).status_code == 429
    assert try_document._calls[annotator.pk] == try_document.AT_ONCE


@pytest.mark.parametrize(
    ("error", "status"), [(trial_processes.TrialBusy, 503), (trial_processes.TrialFailed, 422)]
)
def test_an_engine_that_cannot_answer_is_told_in_words(
    client, project, annotator, monkeypatch, error, status
):
    def fail(*_given):
        raise error

    monkeypatch.setattr(trial_processes, "ask", fail)
    client.force_login(annotator)
    answer = read(client, project)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert not try_document._calls


def test_the_page_is_one_of_the_menu_s(client, project, annotator):
    client.force_login(annotator)
    content = client.get(url("trial", project)).content.decode()
    assert f'<a href="{url("trial", project)}" aria-current="page">Essayer</a>' in content


@pytest.fixture
def pdf_work(monkeypatch):
    """The PDF's program in the test's own process, through JSON."""

    def work(data, message):
        told = redact_document.answer(json.loads(json.dumps(message)), data)
        return json.loads(json.dumps(told))

    monkeypatch.setattr(trial_processes, "work_on_pdf", work)


LETTER = pdf(
    [(100, "Madame Jeanne PETIT, vue le 4 mai 2021."), (130, "Tel. 06 39 98 12 34, va mieux.")]
)


def sent(client, name, project, data=LETTER):
    return client.post(url(name, project), data, content_type="application/octet-stream")


def test_a_pdf_is_shown_redacted_side_by_side(client, project, annotator, pdf_work):
    client.force_login(annotator)
    told = sent(client, "trial-pdf", project).json()
    ((before, after),) = told["pages"]
    assert before.startswith("data:image/png;base64,")
    assert after != before
    assert "rendus illisibles" in told["said"][0]
    assert sent(client, "trial-pdf-result", project).status_code == 403


def test_who_may_take_a_result_takes_a_pdf_without_what_was_found(
    client, project, make_user, pdf_work
):
    client.force_login(make_user("x", project, "steward"))
    taken = sent(client, "trial-pdf-result", project)
    assert taken["Content-Type"] == "application/pdf"
    with pypdfium2.PdfDocument(taken.content) as document:
        text = document[0].get_textpage().get_text_range()
    assert "mieux" in text
    assert "39 98" not in text
    entry = AuditEntry.objects.get(action="trial.pdf_taken")
    assert entry.details["found"] >= 1
    assert "PETIT" not in json.dumps(entry.details)


def test_a_pdf_over_the_quota_is_not_even_read(client, project, make_user, monkeypatch, settings):
    settings.TRIAL_QUOTA = 0
    monkeypatch.setattr(trial_processes, "work_on_pdf", lambda *_given: pytest.fail("was read"))
    client.force_login(make_user("x", project, "steward"))
    assert sent(client, "trial-pdf-result", project).status_code == 429
    assert not AuditEntry.objects.filter(action__startswith="trial.").exists()


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"Madame PETIT", 422), (b"%PDF-1.4 nothing", 422), (b"x" * 5_000_001, 413)],
)
def test_what_is_no_pdf_or_too_large_is_refused(client, project, annotator, pdf_work, data, status):
    client.force_login(annotator)
    assert sent(client, "trial-pdf", project, data).status_code == status


def test_the_coder_is_told_what_substitution_wrote(bench):
    """ "Paris" as a surrogate gave the code of gambling."""

    class Listening:
        def predict(self, texts, top, hidden):
            told.append((texts, hidden))
            return [[]]

    told: list[tuple[list[str], list[list[tuple[int, int]]]]] = []
    spans = [[8, 14, "PER", "PRENOM"], [39, 44, "LOC", "VILLE"]]
    asked = {"text": TEXT, "spans": spans, "doubts": 0, "key": "00" * 32, "policy": {**POLICY, "prior": "population", "today": "2021-06-01"}}  # fmt: skip
    drawn = replace(bench, coder=Listening()).draw(asked)
    assert told == [([drawn["text"]], [[(start, end) for start, end, *_ in drawn["marks"]]])]
    assert len(drawn["marks"]) == 2
