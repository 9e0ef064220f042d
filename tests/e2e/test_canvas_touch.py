"""Fingers, 200 % zoom, dark, forced colours: the same note stays usable."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.canvas_scene import box_of, click_on, selection

pytestmark = pytest.mark.e2e


def touch(page: Page, kind: str, x: float, y: float) -> None:
    """A pointer event of a finger on what lies under the point."""
    page.evaluate(
        """([kind, x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind,
            {bubbles: true, cancelable: true, pointerType: 'touch', pointerId: 1, button: 0, clientX: x, clientY: y}))""",
        [kind, x, y],
    )


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_long_press_selects_a_word_and_shows_handles_and_labels(canvas_person, canvas_site):
    note = canvas_site.note("touch", "M. [[NOM:DURAND]] vit avec Odile Roy à Dijon.")
    page = canvas_person(size="390", has_touch=True).note(note)
    x, y = middle(box_of(page, "Odile"))
    touch(page, "pointerdown", x, y)
    handles = page.locator(".sel-handle:visible")
    expect(handles).to_have_count(2)
    touch(page, "pointerup", x, y)
    assert selection(page) == "Odile"
    sheet = page.locator("[data-role=popover]")
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, 390)
    assert box["y"] + box["height"] == pytest.approx(844, abs=1)
    chip = sheet.locator(".chip", has_text="Prénom")
    size = chip.bounding_box()
    assert size
    assert size["height"] >= 44
    chip.tap()
    note.wait("Odile", ("PRENOM", "manual"))
    expect(handles).to_have_count(0)


def test_a_finger_that_scrolls_selects_nothing(canvas_person, canvas_site):
    note = canvas_site.note("touch-scroll", "Odile Roy vient à Dijon.\n" * 30)
    page = canvas_person(size="390", has_touch=True).note(note)
    x, y = middle(box_of(page, "Odile"))
    touch(page, "pointerdown", x, y)
    touch(page, "pointermove", x, y + 40)
    page.wait_for_timeout(900)
    assert selection(page) == ""
    expect(page.locator(".sel-handle:visible")).to_have_count(0)


def test_a_tap_on_a_span_opens_the_sheet_and_its_buttons_act(canvas_person, canvas_site):
    note = canvas_site.note("tap", "M. [[NOM:DURAND]] à [[VILLE:Dijon]].")
    page = canvas_person(size="390", has_touch=True).note(note)
    page.touchscreen.tap(*middle(box_of(page, "DURAND")))
    sheet = page.locator("[data-role=popover]")
    sheet.get_by_role("button", name="Accepter").tap()
    note.wait("DURAND", ("NOM", "accepted"))
    page.locator("[data-action=toggle-entities]").tap()
    expect(page.locator(".nc-list .ent")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # nothing of the row of tools is cut off
    assert page.locator(".nc-views").evaluate("row => row.scrollWidth - row.clientWidth") <= 0


def test_the_sheet_covers_no_word_that_it_is_about(canvas_person, canvas_site):
    """The last word of a short note has nothing below it to scroll to."""
    lines = "".join(f"Ligne {n}, rien à dire.\n" for n in range(22))
    note = canvas_site.note("sheet", f"{lines}Vu par le Dr [[NOM:LASTENET]].")
    page = canvas_person(size="390", has_touch=True).note(note)
    page.keyboard.press("ArrowRight")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    before = page.evaluate("scrollY")
    page.locator("mark", has_text="LASTENET").tap()
    sheet = page.locator("[data-role=popover]")
    for _more in range(2):  # as it opens, and as tall as it gets
        box, word = sheet.bounding_box(), page.locator("mark.is-current").bounding_box()
        assert box
        assert word
        assert word["y"] + word["height"] <= box["y"]
        assert word["y"] > 150
        page.get_by_role("button", name="Autres…").last.tap()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert page.evaluate("scrollY") == before


@pytest.mark.parametrize("size", ["640x400", "320x640"])
def test_usable_at_200_percent_and_at_320_pixels(canvas_person, canvas_site, size):
    note = canvas_site.note(f"zoom-{size}", "M. [[NOM:DURAND]] à [[VILLE:Dijon|0.5]].\n" * 20)
    page = canvas_person(size=size).note(note)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    click_on(page, "DURAND")
    expect(
        page.locator("[data-role=popover]").get_by_role("button", name="Accepter")
    ).to_be_in_viewport()
    page.keyboard.press("Enter")
    mark = page.locator("note-canvas mark.is-current")
    expect(mark).to_be_in_viewport()
    covered = mark.evaluate(
        """(m) => { const r = m.getBoundingClientRect();
            const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
            return !(m === top || m.contains(top)); }"""
    )
    assert not covered


def test_forced_colours_keep_every_state_apart(canvas_person, canvas_site):
    note = canvas_site.note("forced", "[[NOM:DURAND]] [[VILLE:Dijon|0.4]]")
    page = canvas_person(forced_colors="active").note(note)
    marks = page.locator("note-canvas mark")
    assert marks.evaluate_all("all => all.map((m) => m.dataset.l)") == ["NOM", "VILLE !"]
    click_on(page, "DURAND")
    page.keyboard.press("Enter")
    styles = marks.evaluate_all("all => all.map((m) => getComputedStyle(m).borderBottomStyle)")
    assert styles == ["solid", "dashed"]
    outline = page.locator("mark.is-current").evaluate("m => getComputedStyle(m).outlineStyle")
    assert outline == "solid"


def test_dark_reads_light_ink_on_dark_paper(canvas_person, canvas_site):
    note = canvas_site.note("dark", "[[NOM:DURAND]] va bien.")
    page = canvas_person(color_scheme="dark").note(note)
    ratio = page.evaluate(
        """() => {
            const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map((v) => { v /= 255;
                return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
                return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
            const ink = light(getComputedStyle(document.querySelector('.nc-text')).color);
            const paper = light(getComputedStyle(document.documentElement).backgroundColor);
            return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05); }"""
    )
    assert ratio >= 7
