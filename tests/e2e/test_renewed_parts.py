"""A part that comes anew by itself leaves the person's focus, selected text, scrolling and writing as they were."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

RUNNING = """
from django.utils import timezone
from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
project, user = Project.objects.get(pk={project!r}), User.objects.get(username="administratrice")
now = timezone.now()
job = Job.objects.create(project=project, kind={kind!r}, created_by=user, state="running", details={details!r},
    started_at=now, heartbeat_at=now, progressed_at=now, progress_done=1, progress_total=9)
print(job.pk)
"""
CHANGE = """
from deidweb.jobs.models import Job
Job.objects.filter(pk={job!r}).update(**{fields!r})
"""
GOLD = """
from datetime import date, timedelta
from annotation.models import Document, GoldDay
from deidweb.accounts.models import Project
project = Project.objects.get(pk={project!r})
Document.objects.filter(project=project).update(state="gold")
for week in {weeks!r}:
    GoldDay.objects.get_or_create(project=project, day=date(2024, 1, 1) + timedelta(weeks=week), defaults=dict(notes=3))
"""
SELECT = """(element) => getSelection().selectAllChildren(element)"""
SELECTED = "getSelection().toString()"


@pytest.fixture(scope="module")
def canvas_site(tmp_path_factory):
    """A server of its own: these tests count the project's weeks and jobs."""
    from tests.e2e.canvas_scene import CanvasSite

    installation = CanvasSite(tmp_path_factory.mktemp("renewed") / "it")
    yield installation
    installation.stop()


@pytest.fixture
def running(canvas_site):
    """running(kind, details) → a job that nobody works on; `change(job, …)` is its worker."""
    jobs = []

    def begin(kind: str, details: dict | None = None) -> str:
        code = RUNNING.format(project=canvas_site.project, kind=kind, details=details or {})
        jobs.append(canvas_site.run(code).strip().splitlines()[-1])
        return jobs[-1]

    yield begin
    for job in jobs:
        change(canvas_site, job, state="cancelled")


def change(site, job: str, **fields: object) -> None:
    site.run(CHANGE.format(job=job, fields=fields))


def trial(number: int) -> dict:
    params = {"epochs": 10.0 + number, "max_length": 128.0, "batch_size": 16.0}
    return {"number": number, "state": "complete", "value": 0.8 + number / 100, "params": params, "seconds": 90.0}  # fmt: skip


def test_the_button_that_stops_a_job_keeps_the_focus(canvas_person, canvas_site, running):
    job = running("search_ner")
    page = canvas_person("administratrice").open(f"travaux/{job}/")
    page.get_by_role("button", name="Arrêter").focus()
    page.locator(".progress strong").evaluate(SELECT)
    selected = page.evaluate(SELECTED)
    change(canvas_site, job, progress_done=5)
    page.wait_for_selector("progress[value='5']")
    assert page.evaluate("document.activeElement.textContent") == "Arrêter"
    assert page.evaluate(SELECTED) == selected != ""


def test_the_trials_of_a_search_stay_where_they_were_scrolled(canvas_person, canvas_site, running):
    job = running("search_ner", {"trials": [trial(n) for n in range(3)]})
    page = canvas_person("administratrice", size="280x800").open("modeles/recherche/")
    table = page.get_by_role("region", name="Essais")
    table.focus()
    assert table.evaluate("(box) => { box.scrollLeft = 40; return box.scrollLeft; }") == 40
    page.locator("#history h2").last.evaluate(SELECT)
    selected = page.evaluate(SELECTED)
    change(canvas_site, job, details={"trials": [trial(n) for n in range(4)]})
    page.wait_for_selector("#history tbody tr:nth-child(4)")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Essais"
    assert table.evaluate("(box) => box.scrollLeft") == 40
    assert page.evaluate(SELECTED) == selected != ""


def grow(site, *weeks: int) -> None:
    site.run(GOLD.format(project=site.project, weeks=weeks))


def test_the_end_of_a_job_takes_nothing_from_a_form(canvas_person, canvas_site, running):
    canvas_site.note("fin-d-un-travail", "Rien à signaler.", begun_by="")
    grow(canvas_site, 0)
    job = running("build_dataset")
    page = canvas_person("administratrice").open("jeux/")
    page.locator("#constituer").evaluate("(details) => { details.open = true; }")
    field = page.locator("#constituer input[type=number]").first
    field.fill("7")
    field.focus()
    name = field.get_attribute("name")
    change(canvas_site, job, state="done")
    page.wait_for_selector(".progress", state="detached")
    assert field.input_value() == "7"
    assert page.evaluate("document.activeElement.name") == name
    assert page.locator("#constituer").evaluate("(details) => details.open")


def test_a_chart_is_drawn_anew_only_if_its_table_is_another(canvas_person, canvas_site, running):
    canvas_site.note("une-courbe", "Rien à signaler.", begun_by="")
    grow(canvas_site, 0, 1, 2)
    jobs = [running("build_dataset") for _ in range(2)]
    page = canvas_person("administratrice").open("jeux/")
    chart = page.locator(".chart-canvas")
    chart.evaluate("(drawn) => { drawn.isFirst = true; }")
    chart.focus()
    bars = page.locator(".progress")

    def finish(job: str) -> None:
        left = bars.count() - 1
        change(canvas_site, job, state="done")
        expect(bars).to_have_count(left)
        expect(chart).to_have_count(1)

    finish(jobs[0])
    assert chart.evaluate("(drawn) => drawn.isFirst === true && drawn === document.activeElement")
    assert page.locator(".chart-readout").count() == 1
    grow(canvas_site, 3)
    finish(jobs[1])
    expect(chart).not_to_have_js_property("isFirst", True)
    assert page.locator(".chart-readout").inner_text().startswith("22 janv.")


def test_a_part_that_asks_no_more_is_not_filled_with_the_whole_page(
    canvas_person, canvas_site, running
):
    """Its clock of ten seconds went on when the end of the job had taken what it chose of the answer."""
    job = running("search_ner", {"trials": [trial(0), trial(1)]})
    page = canvas_person("administratrice").open("modeles/recherche/")
    change(canvas_site, job, state="done")
    expect(page.get_by_role("button", name="Arrêter")).to_have_count(0, timeout=30_000)
    page.wait_for_timeout(11_000)
    expect(page.get_by_role("navigation").first).to_be_visible()
    assert page.locator("h1").count() == 1
