"""The queue in a real browser: settings, the riskiest note first with its reason, skipping, blindness."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.browsers import findings, picture
from tests.e2e.conftest import people_of
from tests.e2e.readings_scene import ReadingsSite

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def readings(tmp_path_factory) -> Iterator[ReadingsSite]:
    installation = ReadingsSite(tmp_path_factory.mktemp("queue") / "it")
    yield installation
    installation.stop()


@pytest.fixture
def somebody(readings, browser):
    with people_of(readings, browser) as sign_in:
        yield sign_in


def test_the_riskiest_note_comes_first_is_skipped_and_goes_to_another(somebody, readings):
    one = somebody("annotatrice").page
    one.goto(readings.url)
    one.click("text=Commencer")
    one.wait_for_selector("note-canvas[data-ready]")
    assert readings.made["risky"] in one.url
    why = one.locator(".note-why")
    assert why.get_attribute("title") == "Pourquoi cette note : 1 suggestion peu sûre"
    assert why.evaluate("it => it.scrollWidth <= it.clientWidth"), "cut off"
    [(picked,)] = readings.rows("select picked_by from annotation_layer where picked_by != ''")
    assert picked == "risk"
    one.click(".note-skip summary")
    one.select_option("[name=reason]", "too_hard")
    one.fill("[name=words]", "sigles inconnus")
    one.click("text=Passer cette note")
    one.wait_for_selector("note-canvas[data-ready]")
    assert readings.made["sure"] in one.url
    # the other person gets what was passed by, and hears nothing of who reads with her
    two = somebody("seconde").page
    two.goto(readings.url)
    two.click("text=Commencer")
    two.wait_for_selector("note-canvas[data-ready]")
    assert readings.made["risky"] in two.url
    two.goto(readings.page_url(f"notes/{readings.made['sure']}/"))
    assert "annotatrice" not in two.locator("main").inner_text()
    # the administrator reads why
    page = somebody("administratrice").open("repartition/")
    row = page.locator("tbody tr", has_text="sigles inconnus")
    assert "trop difficile" in row.inner_text()


def test_time_counts_only_while_something_is_done(somebody, readings):
    someone = somebody("seconde")
    someone.page.clock.install()
    page = someone.page
    page.goto(readings.url)
    page.locator("main").get_by_text(re.compile(r"^(Commencer|Reprendre)$")).first.click()
    page.wait_for_selector("note-canvas[data-ready]")
    beats: list[str] = []
    page.on("response", lambda r: beats.append(r.url) if r.url.endswith("/presence/") else None)
    page.mouse.move(400, 400)
    with page.expect_response("**/presence/") as answer:
        page.clock.run_for(16_000)
    assert answer.value.ok
    page.clock.run_for(120_000)  # nobody does anything: one more at 30 s at most, then silence
    page.wait_for_timeout(1_000)
    assert len(beats) in (1, 2)
    [(seconds,)] = readings.rows(
        "select max(active_seconds) from annotation_layer where state = 'open'"
    )
    assert 0 < seconds <= 60


@pytest.mark.parametrize("size", ["1280", "390"])
def test_the_settings_fit_and_are_accessible(somebody, size):
    someone = somebody("administratrice", size)
    page = someone.open("repartition/")
    picture(page, f"repartition-{size}")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.select_option("[name=order]", "uncertainty")
    page.click("text=Enregistrer la répartition")
    assert "Répartition enregistrée" in page.locator("body").inner_text()
