"""An address that takes only forms, opened as a page, says so in words: after a change of language, or a reload."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

PAGE = {"Accept": "text/html,*/*"}


@pytest.mark.parametrize("name", ["dataset-create", "preannotate"])
def test_who_opens_the_address_of_a_form_is_told_so(client, admin, project, name):
    client.force_login(admin)
    answer = client.get(reverse(f"annotation:{name}", args=[project.pk]), headers=PAGE)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    told = unescape(answer.content.decode())
    assert "Cette adresse n'est pas une page" in told
    assert "Revenir à l'accueil" in told


def test_the_language_chosen_on_a_refused_form_leads_to_a_page_with_words(client, admin, project):
    client.force_login(admin)
    form = reverse("annotation:dataset-create", args=[project.pk])
    assert client.post(form, {"seed": "x"}).status_code == 422
    came_from = {"Referer": f"http://testserver{form}", **PAGE}
    answer = client.post("/langue/", {"language": "en"}, headers=came_from, follow=True)
    assert answer.status_code == 405
    assert "This address is not a page" in answer.content.decode()


def test_what_asks_for_no_page_gets_none(client, admin, project):
    client.force_login(admin)
    form = reverse("annotation:dataset-create", args=[project.pk])
    assert client.get(form, headers={"Accept": "application/json"}).content == b""
