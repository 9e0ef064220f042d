"""People of the benches are signed in: a page that leads to the sign-in would be measured in its place."""

from __future__ import annotations

import pytest
from django.conf import settings

from benches.ui.served import session_of


@pytest.mark.django_db
def test_a_bench_s_session_opens_the_pages(client, annotator):
    client.cookies[settings.SESSION_COOKIE_NAME] = session_of(annotator)
    assert client.get("/").status_code == 200
