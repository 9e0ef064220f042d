"""The card of one entity and the whole file: what they say, to whom, and how fast."""

from __future__ import annotations

import re
import uuid

import pytest
from django.urls import reverse

from annotation.models import Patient
from deidweb.audit.models import AuditEntry
from privacy.domain.randomness import StudyKey
from privacy.presentation.cards.parts import small_percent
from privacy.presentation.numbers import measure

CHOICES = {"epsilon": "1", "dates": "metric", "places": "metric", "area": "FR", "draw": "0"}
# ranks in the file: nine entities of the first note of Durand, then three of the second
NAME, BIRTH, SEEN, DIJON, LATER = 0, 2, 3, 4, 11


@pytest.fixture(autouse=True)
def known_key(monkeypatch):
    """A key of the session would draw another town each time: "de Dijon" becomes "du Châtelard" once in a while,
    and the town of the other note is called Le Châtelard."""
    monkeypatch.setattr(
        "privacy.views.preview.throwaway_key",
        lambda session, draw: StudyKey(bytes([draw + 1] * 32)),
    )


@pytest.fixture
def card(client, steward, project, ward):
    client.force_login(steward)

    def of(entity, note="durand", **changes):
        data = CHOICES | {"note": str(ward[note].pk), "entity": str(entity)} | changes
        response = client.post(reverse("privacy:preview-card", args=[project.pk]), data)
        assert response.status_code == 200, response.content
        return response.json()["card"]

    return of


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).replace("&#x27;", "'")


def test_a_town_has_a_map_bars_a_share_and_a_sentence(card):
    html = card(DIJON)
    told = words(html)
    # five elements: a fifth each; Besançon is the nearest town of like size; e^(0.2·1.5195) = 1.36 → 1,4
    assert (
        "Un lecteur ne peut pas distinguer Dijon de Besançon (à 76 km) mieux qu'à 1,4 contre 1."
        in told
    )
    assert "20 % du budget, soit ε = 0,2 : une valeur sur les 5 du dossier" in told
    assert "km" in told
    assert "en log10, soit un facteur" in told
    assert html.count("<tr>") == 13  # the head and the twelve likeliest
    assert html.count("<circle") > 50
    assert "ce n'est pas le tirage de l'export" in told


def test_every_card_is_a_reading_of_the_note_that_holds_the_entity(card, project, ward):
    card(DIJON)
    card(LATER)  # the third entity of the second note, asked for from the page of the first
    rows = AuditEntry.objects.filter(action="preview.entity", project_ref=project.pk).order_by("pk")
    second = ward["durand"].patient.documents.exclude(pk=ward["durand"].pk).get()
    assert [(row.object_id, row.details) for row in rows] == [
        (str(ward["durand"].pk), {"entity": DIJON}),
        (str(second.pk), {"entity": 2}),
    ]


def test_a_date_has_a_bell_and_its_displacement(card):
    told, html = words(card(SEEN)), card(SEEN)
    assert "<rect" in html
    # E|K| = 1/sinh(1/5) = 4.967 days
    assert "Déplacement attendu 5 jours" in told
    # tanh(1/10) = 9.97 %
    assert "Chance de garder la même valeur 9,97 %" in told
    assert "« 12 février 2020 » de « 11 février 2020 » mieux qu'à 1,3 contre 1" in told


def test_a_birth_date_is_told_in_months(card):
    told = words(card(BIRTH))
    assert "Déplacement attendu 5 mois" in told
    assert "« mars 1950 » de « février 1950 »" in told


def test_a_name_costs_nothing_and_says_why(card):
    told = words(card(NAME))
    assert "Aucune : cette valeur ne consomme pas de budget." in told
    assert "Remplacé au hasard" in told
    assert "<svg" not in card(NAME)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"places": "tchouka2023"}, "aucune garantie n'est prouvée"),
        ({"places": "tchouka2024"}, "Sans garantie"),
        ({"places": "geoind"}, "6 144 points d'égale probabilité"),
        ({"places": "random"}, "Remplacé au hasard"),
        ({"places": "tag"}, "Remplacé par son étiquette"),
    ],
)
def test_every_mechanism_of_places_is_explained(card, changes, said):
    assert said in words(card(DIJON, **changes))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"dates": "tchouka2023"}, "Loi exacte du tirage pour ce dossier"),
        ({"dates": "tchouka2022"}, "aucune garantie n'est prouvée"),
        ({"dates": "shift"}, "Le même décalage pour toutes les dates du patient"),
        ({"dates": "tag"}, "Remplacé par son étiquette"),
    ],
)
def test_every_mechanism_of_dates_is_explained(card, changes, said):
    assert said in words(card(SEEN, **changes))


def test_an_entity_of_another_note_of_the_file_has_its_card(card):
    assert "3 mars 2020" in words(card(LATER))


def test_what_follows_and_what_is_followed(card, make_note, project, durand, ward):
    text = "Né le 12/03/1950, 69 ans, vu du 3 au 7 mai 2019 au CHU de Dijon, à Dijon."
    make_note(
        project,
        text,
        (("12/03/1950", "DATE", "DATE_NAISSANCE"), ("69 ans", "AGE", "AGE"),
         ("3 au 7 mai 2019", "DATE", "DATE"), ("CHU de Dijon", "ORG", "HOPITAL")),
        patient=durand,
    )  # fmt: skip
    age = words(card(13))
    assert "Déduite de Date de naissance 12/03/1950" in age
    assert "Date 3 au 7 mai 2019" in age
    assert "Ce qui en est déduit Âge 69 ans" in words(card(BIRTH))
    assert "Ce qui en est déduit Hôpital CHU de Dijon" in words(card(DIJON))
    both = words(card(14))
    assert "2 valeurs sur les" in both
    assert "Ce que « 3 mai 2019 » peut devenir" in both
    assert "Ce que « 7 mai 2019 » peut devenir" in both


def test_only_who_may_preview_sees_a_card(
    client, annotator, stranger, steward, project, other_project, ward
):
    data = CHOICES | {"note": str(ward["durand"].pk), "entity": "0"}
    for person, code in ((annotator, 403), (stranger, 404)):
        client.force_login(person)
        assert (
            client.post(reverse("privacy:preview-card", args=[project.pk]), data).status_code
            == code
        )
    client.force_login(steward)
    url = reverse("privacy:preview-card", args=[project.pk])
    assert client.get(url).status_code == 405
    assert client.post(url, data | {"entity": "12"}).status_code == 404  # twelve entities: 0 to 11
    assert client.post(url, data | {"entity": "x"}).status_code == 422
    foreign = reverse("privacy:preview-card", args=[other_project.pk])
    assert client.post(foreign, data).status_code == 404


def test_the_whole_file_is_one_page_with_one_surrogate_a_value(client, steward, project, ward):
    client.force_login(steward)
    page = client.get(
        reverse(
            "privacy:preview",
            args=[project.pk],
            query={"note": ward["durand"].pk, "vue": "dossier"},
        )
    ).content.decode()
    assert page.count('data-entity="') == 2 * 12
    shown = re.findall(r'role="button"[^>]*data-entity="(\d+)">([^<]+)<', page)
    by_rank = dict(shown)
    assert by_rank["4"] == by_rank["10"]  # Dijon in both notes
    assert by_rank["0"].casefold() == by_rank["9"].casefold()  # DURAND, Durand


def test_choices_in_the_address_are_kept_and_bad_ones_ignored(client, steward, project, ward):
    client.force_login(steward)

    def page(**query):
        return client.get(
            reverse("privacy:preview", args=[project.pk], query=query)
        ).content.decode()

    kept = page(epsilon="2.5", dates="tag", places="metric", area="FR")
    assert 'value="2.5"' in kept
    assert '<option value="tag" selected>' in kept
    assert 'value="1" aria-label' in page(epsilon="99", dates="tag", places="metric", area="FR")


def test_a_line_that_ends_before_a_town_breaks_no_elision(
    client, steward, project, ward, make_note, durand
):
    """« de » at the end of a line is joined to the town by « d' », and the line ends before it: no badge."""
    names = (
        "Dijon Lyon Lille Metz Nancy Nantes Nice Brest Caen Tours Pau Sens Dole Gray Vesoul Belfort Mulhouse Colmar"
        " Reims Laon Troyes Blois Bourges Cahors Tarbes Toulon Cannes Grasse Digne Gap Valence Vienne Roanne Riom"
        " Tulle Brive"
    )
    towns = names.split()
    text = "Il vient " + ", ".join(f"de\n{town}" for town in towns) + "."
    # the draws follow from the patient: a new one each time would draw « Le Havre », which is fitted, once in a while
    patient = Patient.objects.create(pk=uuid.UUID(int=1), project=project, external_id="fixed")
    marks = [(town, "LOC", "VILLE") for town in towns]
    note = make_note(project, text, marks, patient=patient)
    client.force_login(steward)
    data = CHOICES | {"note": str(note.pk), "epsilon": "0.1"}
    answer = client.post(reverse("privacy:preview-redraw", args=[project.pk]), data).json()
    (html,) = answer["badges"].values()
    broken = [
        s for s in answer["surrogates"] if re.match("[aeiouyhéèêîôœ]|les? ", s, re.IGNORECASE)
    ]
    assert len(broken) > 0
    assert "Élision" not in words(html)


def test_the_word_before_a_town_follows_it_in_the_page(client, steward, project, ward, make_note):
    note = make_note(
        project,
        "Il vient d'Angers, vu au Mans.",
        [("Angers", "LOC", "VILLE"), ("Mans", "LOC", "VILLE")],
    )
    client.force_login(steward)
    page = client.get(
        reverse("privacy:preview", args=[project.pk], query={"note": note.pk})
    ).content.decode()
    assert [int(i) for i in re.findall(r'data-link="(\d+)"', page)] == [0, 1]  # on the right only
    seen = set()
    for draw in range(12):
        data = CHOICES | {"note": str(note.pk), "epsilon": "0.1", "draw": str(draw)}
        answer = client.post(reverse("privacy:preview-redraw", args=[project.pk]), data).json()
        for link, town in zip(answer["links"], answer["surrogates"], strict=True):
            vowel = bool(re.match("[aeiouyhéèêîôœ]", town, re.IGNORECASE))
            assert (link == "d'") is (vowel and link[0] == "d" and link not in ("du ", "des "))
            seen.add(link)
        assert answer["links"][1] in ("à ", "au ", "aux ")
    assert {"de ", "à "} <= seen  # eight towns of nine begin with a consonant


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [(1, "jours", "1 jour"), (0.5, "jours", "0,5 jour"), (1.5, "ans", "1,5 an"), (2, "ans", "2 ans"),
     (2.94, "mois", "2,9 mois"), (326.4, "km", "326 km")],
)  # fmt: skip
def test_measures_agree_with_their_unit(value, unit, said):
    assert measure(value, unit) == said


def test_a_small_chance_is_never_zero():
    assert small_percent(0.4256) == "42,56 %"
    assert small_percent(0.0000312) == "0,0031 %"
    assert small_percent(1e-9) == "< 0,0001 %"
