"""The start page: what awaits each person, counted as the pages behind it count."""

import pytest
from django.urls import reverse

from deidweb.jobs.selectors import dead_jobs
from privacy.selectors.exports import exports_to_decide
from tests.architecture import page_scene
from worker.selectors.versions import models_to_decide

pytestmark = pytest.mark.django_db


def awaiting(client, user) -> dict[str, int]:
    client.force_login(user)
    (summary,) = client.get(reverse("home")).context["summaries"]
    return {item.sentence: item.count for item in summary.awaiting}


@pytest.mark.slow
def test_each_person_sees_what_their_role_may_decide(
    client, project, admin, annotator, steward, stranger
):
    page_scene.build(project, admin, annotator, steward)
    states = {"built", "quarantined"}
    assert {export.state for export in exports_to_decide(steward, project)} == states
    assert [model.number for model in models_to_decide(admin, project)] == [3]
    assert {job.state for job in dead_jobs(admin, project)} == {"dead"}
    assert awaiting(client, steward)["exports à décider"] == 2
    seen = awaiting(client, admin)
    assert seen["modèle à promouvoir ou à écarter"] == 1
    assert seen["travaux abandonnés"] == 2
    # nobody decides their own export
    assert not exports_to_decide(admin, project).exists()
    for found in (exports_to_decide, models_to_decide, dead_jobs):
        assert not found(stranger, project).exists()
