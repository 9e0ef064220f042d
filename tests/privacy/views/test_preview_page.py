"""The preview: what a redraw answers, to whom, and what it costs."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import Layer, LayerSpan
from privacy.presentation.guarantees import date_sentence
from privacy.presentation.numbers import odds
from privacy.presentation.preview_lines import lines_of
from privacy.selectors.preview_notes import preview_notes, throwaway_key
from tests.growth import MOST
from tests.work import calls

CHOICES = {"epsilon": "1", "dates": "metric", "places": "metric", "area": "FR", "draw": "0"}


def page_of(project, **query):
    return reverse("privacy:preview", args=[project.pk], query=query or None)


def redraw(client, project, note, **changes):
    data = CHOICES | {"note": str(note.pk)} | changes
    return client.post(reverse("privacy:preview-redraw", args=[project.pk]), data)


def test_the_page_opens_on_the_first_validated_note(client, steward, project, ward):
    client.force_login(steward)
    page = client.get(page_of(project)).content.decode()
    assert "CRH n° 1" in page
    assert page.count('data-entity="') == 2 * 9  # nine entities, both sides
    assert "<mark" in page
    assert "Illustration" in page


def test_without_annotated_note_the_page_says_what_to_do(client, steward, project):
    client.force_login(steward)
    assert "Aucune note annotée" in client.get(page_of(project)).content.decode()


def test_a_note_is_chosen_by_rank_or_id(client, steward, project, ward):
    client.force_login(steward)
    assert "CRH n° 4" in client.get(page_of(project, numero="4")).content.decode()
    assert "CRH n° 2" in client.get(page_of(project, note=ward["petit"].pk)).content.decode()
    for wrong in ({"numero": "99"}, {"numero": "x"}, {"note": "x"}):
        assert client.get(page_of(project, **wrong)).status_code == 404


def test_a_redraw_gives_one_surrogate_an_entity_and_no_original(client, steward, project, ward):
    client.force_login(steward)
    answer = redraw(client, project, ward["durand"]).json()
    assert len(answer["surrogates"]) == 9
    for original in ("DURAND", "Paul", "12/03/1950", "06 12 34 56 78", "8003456123", "Martel"):
        assert original not in str(answer)
    assert "jours d'écart" in answer["sentence"] or "jour d'écart" in answer["sentence"]


def test_epsilon_changes_dates_not_names(client, steward, project, ward):
    client.force_login(steward)
    low = redraw(client, project, ward["durand"], epsilon="0.1").json()
    high = redraw(client, project, ward["durand"], epsilon="10").json()
    assert low["surrogates"][:2] == high["surrogates"][:2]  # last and first name
    assert low["surrogates"][3] != high["surrogates"][3] or (
        low["surrogates"][7] != high["surrogates"][7]
    )
    assert low["sentence"] != high["sentence"]


def test_another_draw_gives_other_names(client, steward, project, ward):
    client.force_login(steward)
    first = redraw(client, project, ward["durand"]).json()["surrogates"]
    assert redraw(client, project, ward["durand"]).json()["surrogates"] == first
    assert redraw(client, project, ward["durand"], draw="1").json()["surrogates"] != first


def test_tags_replace_dates_and_places(client, steward, project, ward):
    client.force_login(steward)
    answer = redraw(client, project, ward["durand"], dates="tag", places="tag").json()
    assert answer["surrogates"][3].startswith("[")
    assert answer["surrogates"][4].startswith("[")
    assert "étiquette" in answer["sentence"]


def test_the_shares_are_those_of_the_whole_patient_file(client, steward, project, ward):
    """Durand: three distinct days, one birth date and Dijon in two notes; five elements."""
    client.force_login(steward)
    panel = redraw(client, project, ward["durand"]).json()["panel"]
    assert panel.count("data-weight=") == 5
    assert "partagé entre 5 valeurs" in panel
    assert "20 %" in panel


def test_the_preview_never_reads_a_study_key(client, steward, project, ward, study, monkeypatch):
    monkeypatch.setattr(
        "privacy.services.keep_keys._load", lambda *args: pytest.fail("a study key was read")
    )
    client.force_login(steward)
    assert redraw(client, project, ward["durand"]).status_code == 200


def test_two_sessions_have_two_throwaway_keys():
    one = throwaway_key(session="a|1", draw=0)
    assert one == throwaway_key(session="a|1", draw=0)
    assert one != throwaway_key(session="b|1", draw=0)
    assert one != throwaway_key(session="a|1", draw=1)


@pytest.mark.parametrize(
    "changes",
    [{"epsilon": "0"}, {"epsilon": "11"}, {"dates": "x"}, {"area": "FR-99"}, {"epsilon": ""}],
)
def test_a_bad_choice_answers_422_with_a_sentence(client, steward, project, ward, changes):
    client.force_login(steward)
    response = redraw(client, project, ward["durand"], **changes)
    assert response.status_code == 422
    assert response.json()["error"]


def test_roles(client, annotator, admin, steward, stranger, project, other_project, ward):
    for person, code in ((annotator, 403), (admin, 200), (steward, 200), (stranger, 404)):
        client.force_login(person)
        assert client.get(page_of(project)).status_code == code
        assert redraw(client, project, ward["durand"]).status_code == code
    assert redraw(client, other_project, ward["durand"]).status_code == 404  # foreign note


def test_a_new_gold_version_is_seen_at_once(client, steward, project, ward):
    client.force_login(steward)
    note = ward["petit"]
    assert len(redraw(client, project, note).json()["surrogates"]) == 5
    gold = Layer.objects.create(document=note, kind="gold", version=2, state="submitted")
    LayerSpan.objects.create(layer=gold, start=4, end=15, label="PER", subtype="NOM", surface="x")
    assert len(redraw(client, project, note).json()["surrogates"]) == 1


def test_a_changed_identity_or_note_date_is_seen_at_once(ward, durand):
    """The file in memory is read again, whatever the layers say."""
    note = ward["durand"]
    first = preview_notes(note)
    assert preview_notes(note) is first
    durand.record.identity = durand.record.identity | {"birth_date": "1951-03-12"}
    durand.record.save()
    second = preview_notes(note)
    assert second.notes[0].patient.birth_date == "1951-03-12"
    note.doc_date = date(2020, 2, 13)
    note.save(update_fields=["doc_date"])
    assert preview_notes(note).notes[second.shown].meta["date"] == "2020-02-13"


def test_both_sides_keep_the_same_rows():
    from annotation.domain.notes import Note
    from annotation.domain.spans import Span

    text = "M. Durand\n\n12 rue\nHaute, Dijon\nfin"
    address = (text.index("12"), text.index(", Dijon"))
    note = Note("n", text, entities=(Span(3, 9, "PER"), Span(*address, "LOC", "ADRESSE")))
    rows = lines_of(note)
    assert ["".join(piece.text for piece in row) for row in rows] == [
        "M. Durand",
        "",
        "12 rue\nHaute, Dijon",
        "fin",
    ]


@pytest.mark.parametrize(
    ("share", "dates", "words"),
    [
        # ln 2 / 0.25 = 2.77 days
        ("1/4", "metric", "à 2 jours d'écart mieux qu'à 2 contre 1"),
        ("1/2", "metric", "à 1 jour d'écart mieux qu'à 2 contre 1"),
        # e^1 = 2.718… rounded up
        ("1", "metric", "à 1 jour d'écart mieux qu'à 2,8 contre 1"),
        ("8", "metric", "plus de 1 000 contre 1"),
        ("1", "shift", "Aucune garantie"),
        ("1", "tag", "rien n'en reste"),
    ],
)
def test_the_sentence_says_what_the_noise_is_worth(share, dates, words):
    from fractions import Fraction

    assert words in date_sentence(Fraction(share), dates)


def test_odds_are_never_rounded_down():
    assert odds(0.6932) == "2,1 contre 1"


LINE = (
    "Monsieur DURAND a été vu le {d:02d}/02/2020 à Dijon pour une dyspnée d'effort ; "
    "l'examen retrouve des râles crépitants, sans fièvre ni douleur thoracique associée.\n"
)


def test_a_redraw_costs_what_its_note_is_long(client, steward, project, durand, make_note):
    client.force_login(steward)

    def cost(days: int) -> int:
        note = _long_note(project, durand, make_note, days)
        redraw(client, project, note)  # tables and file are read once a process
        with CaptureQueriesContext(connection) as queries:
            count = calls(lambda: _redrawn(client, project, note, surrogates=3 * days))
        asked.add(len(queries))
        return count

    asked: set[int] = set()
    assert cost(28) < MOST * cost(14)  # 750 words are 28 lines
    assert len(asked) == 1


def _redrawn(client, project, note, *, surrogates: int) -> None:
    response = redraw(client, project, note, epsilon="2.80")
    assert len(response.json()["surrogates"]) == surrogates


def _long_note(project, patient, make_note, days: int):
    text, spans = "", []
    for day in range(1, days + 1):
        line = LINE.format(d=day)
        for surface, label, subtype in (("DURAND", "PER", "NOM"), (f"{day:02d}/02/2020", "DATE", "DATE"),
                                        ("Dijon", "LOC", "VILLE")):  # fmt: skip
            start = len(text) + line.index(surface)
            spans.append((start, start + len(surface), label, subtype, surface))
        text += line
    note = make_note(project, text, (), patient=patient)
    LayerSpan.objects.bulk_create(
        LayerSpan(layer=note.layers.get(), start=start, end=end, label=label, subtype=subtype,
                  surface=surface)
        for start, end, label, subtype, surface in spans
    )  # fmt: skip
    return note


def test_what_a_reviewer_should_know_stands_in_the_table(client, steward, project, ward, make_note):
    """Without a home, the larger of two towns of that name is supposed: it is told beside its surrogate."""
    note = make_note(project, "Vit à Saint-Denis.", [("Saint-Denis", "LOC", "VILLE")])
    client.force_login(steward)
    panel = redraw(client, project, note).json()["panel"]
    assert panel.count("pv-warning") == 1
    assert "commune supposée" in panel
    assert "pv-warning" not in redraw(client, project, ward["durand"]).json()["panel"]


def test_a_larger_share_of_dates_shows_in_the_budget(client, steward, project, ward):
    client.force_login(steward)
    even = redraw(client, project, ward["durand"]).json()
    uneven = redraw(client, project, ward["durand"], share_dates="3").json()
    # five values of 1/5; then 3 + 3 + 3 + 3 + 1 parts
    assert "0,2 chacune" in even["panel"]
    assert "de 0,077 à 0,231 chacune" in uneven["panel"]
    assert "23" in uneven["panel"]
    page = client.get(page_of(project, **CHOICES, share_dates="3")).content.decode()
    assert 'name="share_dates" value="3"' in page
    assert '<details class="pv-shares" open>' in page
