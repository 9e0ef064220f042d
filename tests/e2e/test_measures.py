"""Data sets, agreement and dashboards with something in them: readable, accessible, nothing sideways."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browsers import findings, picture
from tests.e2e.conftest import PASSWORD, PEOPLE, SETUP, Installation, people_of

pytestmark = pytest.mark.e2e

SCENE = """
from datetime import timedelta
from django.utils import timezone
from annotation.domain.spans import Span
from annotation.models import AgreementReport, DatasetSnapshot, DayTally, Document, Layer, LayerSpan
from annotation.services.build_snapshot import Order, request_snapshot
from annotation.services.measure_agreement import request_agreement
from annotation.services.start_annotation import start_annotation
from annotation.services.store_suggestions import store_suggestions, suggested
from annotation.services.submit_layer import submit_layer
from annotation.domain.text import text_sha256
from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
from privacy.domain.obfuscation.metrics import MEANINGS
from worker.tasks import run_job
project = Project.objects.get()
people = [User.objects.get(username=name) for name in ("annotatrice", "relecteur")]
admin = User.objects.get(username="administratrice")
TEXT = "Mme Durand, née à Dijon, a été vue le 12/02/2020."
SPANS = [Span(4, 10, "PER", "NOM"), Span(18, 23, "LOC", "VILLE"), Span(38, 48, "DATE", "DATE")]
for number in range(12):
    note = Document.objects.create(
        project=project, external_id=f"n{number}", position=number + 1, text=TEXT,
        sha256=text_sha256(TEXT), doc_type=("CRH", "CRO")[number % 2],
    )
    store_suggestions([suggested(note, SPANS)], engine_version="ner-fr-1")
    layers = [start_annotation(actor=person, document=note) for person in people]
    if number % 3 == 0:
        LayerSpan.objects.filter(layer=layers[0], label="LOC").update(label="ORG", subtype="HOPITAL")
    if number % 4 == 0:
        LayerSpan.objects.filter(layer=layers[1], label="DATE").delete()
    for person, layer in zip(people, layers):
        layer.submitted_at = None
        try:
            submit_layer(actor=person, layer=layer, if_match=layer.rev)
        except Exception as error:
            print(type(error).__name__)
    if number == 5:
        run_job(str(request_snapshot(actor=admin, project=project, order=Order()).pk))
for weeks in range(6):
    for person in people:
        DayTally.objects.create(
            project=project, author=person, day=timezone.localdate() - timedelta(weeks=weeks + 1),
            engine_version="rules-2", notes=10 + 3 * weeks, accepted=120, corrected=12, added=6,
            rejected=9, active_seconds=60 * (20 + 4 * weeks),
        )
for layer in Layer.objects.filter(kind="annotator"):
    when = timezone.now() - timedelta(weeks=layer.document.position % 3)
    Layer.objects.filter(pk=layer.pk).update(submitted_at=when)
for layer in Layer.objects.filter(kind="gold"):
    when = timezone.now() - timedelta(weeks=layer.document.position % 3)
    Layer.objects.filter(pk=layer.pk).update(submitted_at=when)
run_job(str(request_snapshot(actor=admin, project=project, order=Order()).pk))
run_job(str(request_agreement(actor=people[1], project=project).pk))
seven = {name: 0.1 * place for place, name in enumerate(MEANINGS)}
methods = {"tag": seven, "metric": seven | {"smr": 0.9, "jsc": None}}
Job.objects.create(
    project=project, kind="measure_methods", state="done", finished_at=timezone.now(),
    result={"dataset": 1, "notes": 3, "pool": None, "methods": methods},
)
first, second = DatasetSnapshot.objects.order_by("number").values_list("pk", flat=True)
print(first, second, AgreementReport.objects.get().pk)
"""


class MeasuredSite(Installation):
    """No worker: the jobs were run while the scene was built."""

    def __init__(self, folder) -> None:
        super().__init__(folder)
        code = SETUP.format(people=PEOPLE, password=PASSWORD)
        self.project = self.run(code).strip().splitlines()[-1]
        self.first, self.second, self.report = self.run(SCENE).strip().splitlines()[-1].split()
        self.start_web()


@pytest.fixture(scope="module")
def measured(tmp_path_factory) -> Iterator[MeasuredSite]:
    installation = MeasuredSite(tmp_path_factory.mktemp("measured") / "it")
    yield installation
    installation.stop()


@pytest.fixture
def somebody(measured, browser):
    with people_of(measured, browser) as sign_in:
        yield sign_in


@pytest.mark.parametrize("size", ["1280", "390"])
def test_pages(somebody, measured, size):
    pages = {
        "administratrice": {
            "suivi": "suivi/",
            "jeux": "jeux/",
            "jeu": f"jeux/{measured.second}/",
            "comparer": f"jeux/{measured.second}/comparer/?before={measured.first}",
            "accord": "accord/",
            "accord-modele": "accord/?source=model",
            "passages": f"accord/{measured.report}/passages/?source=people&one=ORG&other=LOC",
        },
        "annotatrice": {"mon-travail": "suivi/moi/"},
    }
    for name, addresses in pages.items():
        someone = somebody(name, size)
        for title, path in addresses.items():
            page = someone.open(path)
            page.wait_for_load_state("networkidle")
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            picture(page, f"mesures-{title}-{size}")
            assert findings(page) == [], title
            overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert overflow <= 0, f"{title}: {overflow} px sideways"
            assert page.locator("h1").count() == 1


def test_a_cell_of_the_matrix_opens_its_passages_and_a_passage_its_note(somebody):
    page = somebody("relecteur", "1280").open("accord/")
    page.locator(".matrix a").first.click()
    page.wait_for_url("**/passages/**")
    assert page.locator(".passages mark").count() > 0
    page.locator(".passages a").first.click()
    page.wait_for_url("**/notes/**")


def test_a_chart_is_zoomed_and_read_by_keys_and_keeps_its_table(somebody):
    page = somebody("administratrice", "1280").open("suivi/")
    figure = page.locator("figure[data-chart].is-drawn").first
    place = figure.locator(".chart-canvas")
    assert figure.locator("canvas").count() == 1
    assert not figure.locator("svg.chart-lines").is_visible()
    readout = figure.locator(".chart-readout")
    last = readout.inner_text()
    place.focus()
    page.keyboard.press("ArrowLeft")
    assert readout.inner_text() != last
    marks = "() => document.querySelectorAll('figure[data-chart] canvas')[0].toDataURL()"
    whole = page.evaluate(marks)
    page.keyboard.press("+")
    page.wait_for_function(f"(before) => ({marks})() !== before", arg=whole)
    near = page.evaluate(marks)
    figure.get_by_role("button", name="Tout voir").click()
    page.wait_for_function(f"(before) => ({marks})() !== before", arg=near)
    figure.locator("summary").click()
    assert figure.locator("table tbody tr").count() >= 2
    assert figure.locator("td[data-v]").first.is_visible()


@pytest.mark.parametrize("size", ["1280", "390"])
def test_the_measures_of_methods_are_zoomed_by_keys(somebody, size):
    page = somebody("responsable", size).open("utilite/")
    figure = page.locator("#methods figure.is-drawn")
    place, readout = figure.locator(".chart-canvas"), figure.locator(".chart-readout")
    assert not figure.locator("> svg").is_visible()
    place.focus()
    before = readout.inner_text()
    assert before.startswith("NSDCG · ")  # the last of the seven, by its name
    for _step in range(6):
        page.keyboard.press("ArrowLeft")
    assert readout.inner_text().startswith("SMR · ")
    assert "0,9" in readout.inner_text()
    marks = "() => document.querySelector('#methods canvas').toDataURL()"
    whole = page.evaluate(marks)
    page.keyboard.press("+")
    page.wait_for_function(f"(before) => ({marks})() !== before", arg=whole)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
