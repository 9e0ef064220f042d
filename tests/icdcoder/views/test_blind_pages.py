"""The pages of a blind study: who may open them, what they cost, and that nothing tells an original from a copy."""

from __future__ import annotations

import html
import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation.models import NoteAside, OppositionEffect
from deidweb.jobs.models import Job
from icdcoder.models import BlindReading, BlindStudy, CodedNote
from icdcoder.services.add_code import add_code
from tests.icdcoder.services.test_blind_study import EXPORT, coders, opened, originals, turns

__all__ = ["coders", "originals"]
pytestmark = pytest.mark.usefixtures("installed")


@pytest.fixture
def blind(project, steward, coders, originals):
    return opened(steward, project, coders, originals)


def address(name, project, *rest):
    return reverse(f"icdcoder:{name}", args=[project.pk, *rest])


def test_a_study_is_opened_from_its_form(client, steward, project, coders, originals):
    client.force_login(steward)
    page = client.get(address("blind-list", project))
    assert [str(export) for export, _name in page.context["form"].fields["export"].choices] == [
        str(EXPORT)
    ]
    there = CodedNote.objects.filter(export_id=EXPORT).count()
    assert page.context["form"]["notes"].initial == there, "fewer than the usual forty"
    given = {"export": EXPORT, "notes": 2, "coders": [own.pk for own in coders], "asks_guess": "on"}
    wrong = client.post(address("blind-open", project), given | {"coders": [coders[0].pk]})
    assert wrong.status_code == 422
    assert "au moins deux personnes" in wrong.content.decode()
    assert client.post(address("blind-open", project), given | {"notes": 900}).status_code == 422
    more = client.post(address("blind-open", project), given | {"notes": there + 1})
    assert more.status_code == 422
    assert f"moins de notes codées : {there}." in more.content.decode()
    # who knows the notes is named, by the name that pages use
    steward.last_name = "Noor"
    steward.save()
    add_code(actor=steward, note_id=CodedNote.objects.first().pk, code="I10")
    knowing = client.post(
        address("blind-open", project), given | {"coders": [coders[0].pk, steward.pk]}
    )
    assert knowing.status_code == 422
    assert "Ont déjà décidé de codes de cet export : Noor." in knowing.content.decode()
    answer = client.post(address("blind-open", project), given)
    study = BlindStudy.objects.get()
    assert answer.headers["Location"] == address("blind-detail", project, study.pk)
    assert (study.note_count, study.asks_guess, set(study.coders.all())) == (2, True, set(coders))
    while_drawn = client.get(answer.headers["Location"])
    assert while_drawn.status_code == 200
    assert "codées sur" not in while_drawn.content.decode(), "0 of 0"


def normal(page, turn):
    """The page without what differs from note to note."""
    text = page.content.decode()
    assert turn.text in text.replace("&#x27;", "'")
    text = text.replace(turn.text, "TEXT").replace(str(turn.pk), "ID")
    text = re.sub(r'(csrfmiddlewaretoken" value|"X-CSRFToken)[^>]*', "", text)
    return re.sub(r"Note \d sur 3", "Note", text)


def test_nothing_on_the_page_tells_an_original_from_a_copy(client, blind, coders, project):
    client.force_login(coders[0])
    own = turns(blind, coders[0])
    texts = {text for turn in own for text in (turn.document.text, turn.note.text)}
    hidden = {str(pk) for turn in own for pk in (turn.document_id, turn.note_id)}
    pages = {True: set(), False: set()}
    for turn in own:
        page = client.get(address("blind-note", project, turn.pk))
        told = html.unescape(page.content.decode())
        assert [text for text in texts if text in told] == [
            turn.text
        ]  # no other note, no other shape
        assert told.count(turn.text) == 1
        assert not [name for name in (*hidden, "pub-", str(EXPORT)) if name in told]
        pages[turn.is_original].add(normal(page, turn))
    assert len(pages[True]) == 1
    assert pages[True] == pages[False]
    detail = client.get(address("blind-detail", project, blind.pk)).content.decode()
    assert blind.seed not in detail
    assert "copie" not in detail.lower().split("<main")[1]


def test_each_coder_walks_his_own_order_through_the_other_half(
    client, project, steward, coders, originals, monkeypatch
):
    monkeypatch.setattr("icdcoder.services.blind_study.secrets.token_hex", lambda _n: "seed")
    study = opened(steward, project, coders, originals, asks_guess=False)
    walked = {}
    for coder in coders:
        client.force_login(coder)
        page = client.get(address("blind-detail", project, study.pk))
        where = address("blind-note", project, page.context["next"].pk)
        walked[coder] = []
        for place in (1, 2, 3):
            page = client.get(where)
            turn = page.context["reading"]
            assert f"Note {place} sur 3" in page.content.decode()
            assert (turn.coder, turn.text in html.unescape(page.content.decode())) == (coder, True)
            walked[coder].append((turn.note.public_id, turn.is_original))
            where = client.post(address("blind-finish", project, turn.pk)).headers["Location"]
    one, other = walked.values()
    assert [name for name, _shape in one] != [name for name, _shape in other]
    shapes = dict(one)
    assert all(shapes[name] != is_original for name, is_original in other)


def test_notes_are_coded_to_the_end_and_the_result_is_told_when_closed(
    client, blind, coders, project, steward
):
    for coder in coders:
        client.force_login(coder)
        page = client.get(address("blind-detail", project, blind.pk))
        where = address("blind-note", project, page.context["next"].pk)
        for _number in range(3):
            pk = uuid.UUID(where.rstrip("/").rsplit("/", 1)[1])
            found = client.post(address("blind-search", project, pk), {"q": "HTA"})
            assert address("blind-add", project, pk) in found.content.decode()
            codes = ["I10", "R05"] if BlindReading.objects.get(pk=pk).is_original else ["I10"]
            for code in [*codes, "E119", "E11"]:
                client.post(address("blind-add", project, pk), {"code": code})
            client.post(address("blind-take-back", project, pk), {"code": "E119"})
            client.post(address("blind-principal", project, pk), {"code": "I10"})
            assert client.post(address("blind-beat", project, pk)).status_code == 204
            unsaid = client.post(address("blind-finish", project, pk))
            assert unsaid.headers["Location"] == where
            where = client.post(
                address("blind-finish", project, pk), {"guess": "original"}
            ).headers["Location"]
            assert client.post(address("blind-beat", project, pk)).status_code == 409
        assert where == address("blind-detail", project, blind.pk)
    assert client.get(where).context["result"] is None
    assert client.post(address("blind-close", project, blind.pk)).status_code == 403
    client.force_login(steward)
    client.post(address("blind-close", project, blind.pk))
    text = client.get(where).content.decode()
    # 3 pairs, each I10 twice and R05 on one side: 2·3 / (2·3 + 3)
    assert "F1 entre original et copie : 66,7 % [66,7 – 66,7]" in text
    assert "Diagnostic principal : le même dans 3 paires sur 3." in text
    assert "6 réponses sur la forme, justes dans 50,0 % [" in text
    assert re.search(r'<th scope="row">R05</th>.*?<td class="apart">3</td></tr>', text)


def test_a_study_that_cannot_be_shared_out_is_closed_without_readings(
    client, steward, project, coders, originals
):
    study = opened(steward, project, coders, {})
    client.force_login(steward)
    shown, where = address("blind-list", project), address("blind-detail", project, study.pk)
    assert "les notes se tirent" in client.get(shown).content.decode()
    Job.objects.all().delete()  # the purge
    assert "tirage manqué" in client.get(shown).content.decode()
    page = client.get(where)
    assert page.context["may_close"]
    assert "il n'y a rien à coder" in page.content.decode()
    client.post(address("blind-close", project, study.pk))
    page = client.get(where).content.decode()
    assert "Aucune note n'a encore été codée sous ses deux formes" in html.unescape(page)
    assert "il n'y a rien à coder" not in page


def test_notes_that_are_hidden_or_set_aside_are_counted_for_nobody(
    client, blind, coders, project, originals
):
    client.force_login(coders[0])
    first, second, third = turns(blind, coders[0])

    def told():
        page = client.get(address("blind-list", project)).context["studies"][0]
        return page.turns, page.done, page.own_left

    assert told() == (6, 0, 3)
    NoteAside.objects.create(document=second.document, why=NoteAside.Why.PERSON)
    assert told() == (4, 0, 2)
    for place, turn in ((1, first), (2, third)):
        page = client.get(address("blind-note", project, turn.pk)).content.decode()
        assert f"Note {place} sur 2" in page
    OppositionEffect.objects.create(
        project=project, at=timezone.now(), patient_count=1, note_count=1
    )
    assert told() == (0, 0, 0)
    page = client.get(address("blind-list", project)).content.decode()
    assert "ouverte" in page.split("<tbody>")[1]


def test_one_note_that_is_coded_is_singular(client, steward, blind, project, coders):
    done = turns(blind, coders[0])[0]
    done.finished_at = timezone.now()
    done.save()
    client.force_login(steward)
    page = client.get(address("blind-detail", project, blind.pk)).content.decode()
    assert "1 note codée sur 6, toutes" in page


def test_who_may_not_read_notes_or_is_another_finds_nothing(
    client, blind, coders, project, other_project, stranger, annotator, steward
):
    turn = turns(blind, coders[0])[0]
    pages = ("blind-note", "blind-search", "blind-add", "blind-take-back", "blind-principal",
             "blind-finish", "blind-beat")  # fmt: skip
    for person, status in ((annotator, 403), (stranger, 404), (coders[1], 404), (steward, 404)):
        client.force_login(person)
        for name in pages:
            method = client.get if name == "blind-note" else client.post
            assert method(address(name, project, turn.pk)).status_code == status, name
            assert method(address(name, other_project, turn.pk)).status_code == 404
    client.force_login(coders[0])
    assert client.post(address("blind-open", project), {}).status_code == 403
    assert client.get(address("blind-detail", other_project, blind.pk)).status_code == 404


@pytest.mark.parametrize(
    ("name", "most"), [("blind-list", 16), ("blind-detail", 14), ("blind-note", 24)]
)
def test_what_a_page_costs_does_not_grow(
    client, steward, project, make_user, name, most, originals
):
    people = [make_user(f"codeur-{n}", project, "reviewer", "admin") for n in range(6)]
    for _number in range(3):
        study = opened(steward, project, people, originals)
        for turn in turns(study, people[0])[1:]:
            for code in ("I10", "R05", "E119"):
                turn.codes.create(code=code, label=code)
    assert CodedNote.objects.count() == 3
    client.force_login(people[0])
    rest = {"blind-list": [], "blind-detail": [study.pk], "blind-note": [turn.pk]}[name]
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address(name, project, *rest)).status_code == 200
    assert len(queries) <= most, [query["sql"][:120] for query in queries]
