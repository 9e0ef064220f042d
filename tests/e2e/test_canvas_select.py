"""The mouse in the note: drag, double and triple click, grips, stacks, right click, armed labels."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.canvas_scene import box_of, click_on, current, drag, drag_over, selection

pytestmark = pytest.mark.e2e

TEXT = (
    "CHU de Dijon 😀 compte rendu\n"
    "M. Paul DURAND vit à l'hôpital Saint-Louis depuis hier.\n"
    "Sa voisine Odile appelle le 0639981234."
)


@pytest.fixture
def note(canvas_site, request):
    return canvas_site.note(f"select-{request.node.name}", TEXT)


def test_drag_snaps_to_words_and_shift_at_release_keeps_the_characters(canvas_person, note):
    page = canvas_person().note(note)
    word = box_of(page, "voisine")
    middle = word["y"] + word["height"] / 2
    inside = (word["x"] + word["width"] * 0.35, middle), (word["x"] + word["width"] * 0.75, middle)
    drag(page, *inside)
    assert selection(page) == "voisine"
    expect(page.locator("[data-role=popover]")).to_be_visible()
    page.keyboard.press("n")
    note.wait("voisine", ("NOM", "manual"))
    page.keyboard.press("Control+z")
    note.wait("voisine", None)
    page.keyboard.press("Escape")

    drag(page, *inside, shift=True)
    exact = selection(page)
    assert 0 < len(exact) < len("voisine")
    assert exact in "voisine"
    page.keyboard.press("n")
    note.wait(exact, ("NOM", "manual"))


def test_a_drag_backwards_over_two_lines(canvas_person, note):
    page = canvas_person().note(note)
    last, first = box_of(page, "hier"), box_of(page, "compte")
    drag(page, (last["x"] + last["width"] - 1, last["y"] + 8), (first["x"] + 1, first["y"] + 8))
    page.keyboard.press("a")
    expected = TEXT[TEXT.index("compte") : TEXT.index("hier") + 4]
    note.wait(expected, ("ADRESSE", "manual"))
    start = TEXT.index("compte")  # code points: the emoji counts for one
    assert note.places() == [(start, start + len(expected), "ADRESSE", "manual")]


def test_double_click_word_triple_click_line(canvas_person, note):
    page = canvas_person().note(note)
    click_on(page, "Odile", clicks=2)
    assert selection(page) == "Odile"
    page.keyboard.press("p")
    note.wait("Odile", ("PRENOM", "manual"))
    page.keyboard.press("Escape")
    click_on(page, "compte", clicks=3)
    assert selection(page) == "CHU de Dijon 😀 compte rendu"
    page.keyboard.press("h")
    note.wait("CHU de Dijon 😀 compte rendu", ("HOPITAL", "manual"))


def test_an_armed_label_marks_at_once(canvas_person, note):
    page = canvas_person().note(note)
    page.keyboard.press("v")
    chip = page.locator("[data-role=palette] .chip", has_text="Ville")
    expect(chip).to_have_attribute("aria-pressed", "true")
    drag_over(page, "Dijon")
    note.wait("Dijon", ("VILLE", "manual"))
    expect(page.locator("[data-role=popover]")).to_be_hidden()
    click_on(page, "Odile", clicks=2)
    note.wait("Odile", ("VILLE", "manual"))
    page.keyboard.press("Escape")
    expect(chip).to_have_attribute("aria-pressed", "false")


def test_a_number_grows_to_the_whole_of_it(canvas_person, canvas_site):
    note = canvas_site.note("select-grow", "Tél. 06 39 98 12 34, vu le 12/03/2020.")
    page = canvas_person().note(note)
    click_on(page, "98", clicks=2)
    page.keyboard.press("t")
    note.wait("06 39 98 12 34", ("TEL", "manual"))


def test_grips_resize_and_keep_the_span_and_its_remark(canvas_person, canvas_site):
    note = canvas_site.note("select-grips", "le [[DATE:26 février|0.99]] 2020 à Dijon")
    page = canvas_person().note(note)
    click_on(page, "février")
    page.keyboard.press("!")
    page.locator("[data-role=popover] textarea").fill("et l'année ?")
    page.keyboard.press("Escape")
    grip, year = page.locator(".grip-e").bounding_box(), box_of(page, "2020")
    assert grip
    end = (year["x"] + year["width"] - 2, year["y"] + year["height"] / 2)
    drag(page, (grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2), end)
    note.wait("26 février 2020", ("DATE", "corrected"))
    assert note.remarks() == {"26 février 2020": (True, "et l'année ?")}
    grip, month = page.locator(".grip-s").bounding_box(), box_of(page, "février")
    assert grip
    drag(
        page,
        (grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2),
        (month["x"] + month["width"] / 2, month["y"] + month["height"] / 2),
    )
    note.wait("février 2020", ("DATE", "corrected"))
    assert note.kinds() == ["flag", "flag", "resize", "resize"]


def test_nested_and_overlapping_spans_and_the_list_of_a_stack(canvas_person, note):
    page = canvas_person().note(note)
    drag_over(page, "CHU de Dijon")
    page.keyboard.press("h")
    note.wait("CHU de Dijon", ("HOPITAL", "manual"))
    page.keyboard.press("Escape")
    click_on(page, "Dijon", clicks=2)  # a word inside a span
    page.keyboard.press("v")
    note.wait("Dijon", ("VILLE", "manual"))
    page.keyboard.press("Escape")
    drag_over(page, "de Dijon 😀 compte")  # crosses the edge of the first
    page.keyboard.press("a")
    note.wait("de Dijon 😀 compte", ("ADRESSE", "manual"))
    page.keyboard.press("Escape")
    line = page.locator("note-canvas .ln").first
    assert line.evaluate("line => line.textContent") == TEXT.split("\n")[0]
    levels = page.evaluate(
        """() => { const id = [...document.querySelectorAll('mark')].map((m) => [m.dataset.id, m.className.match(/lv-\\d/)[0]]);
            return Object.values(Object.fromEntries(id)).sort(); }"""
    )
    assert levels == ["lv-0", "lv-1", "lv-2"]

    click_on(page, "Dijon")
    choices = page.locator(".pop-pick")
    expect(choices).to_have_count(3)
    expect(choices.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(choices.nth(1)).to_be_focused()
    picked = choices.nth(1).inner_text()
    page.keyboard.press("Enter")
    assert current(page)
    assert current(page) in picked


def test_right_click_is_a_menu_and_destroys_nothing(canvas_person, canvas_site):
    note = canvas_site.note("select-menu", "M. [[NOM:DURAND]] va bien.")
    page = canvas_person().note(note)
    click_on(page, "DURAND", button="right")
    panel = page.locator("[data-role=popover]")
    expect(panel).to_be_visible()
    expect(panel.locator("button").first).to_be_focused()
    expect(panel).to_contain_text("règle civilité")
    assert note.spans() == {"DURAND": ("NOM", "suggested")}
    page.keyboard.press("Escape")
    click_on(page, "DURAND", clicks=2)
    assert note.spans() == {"DURAND": ("NOM", "suggested")}
    assert note.kinds() == []


def test_a_hit_of_the_search_is_labelled_as_it_is_and_each_hit_apart(canvas_person, canvas_site):
    note = canvas_site.note("select-search", "Nom : DUPONTJEAN, IPP 42.")
    page = canvas_person().note(note)
    for words, key in (("DUPONT", "n"), ("JEAN", "p")):
        page.keyboard.press("/")
        page.locator("[data-role=search] input").fill(words)
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        assert selection(page) == words
        page.keyboard.press(key)
    note.wait("DUPONT", ("NOM", "manual"))
    note.wait("JEAN", ("PRENOM", "manual"))
    assert len(note.places()) == 2


def test_a_widening_is_seen_and_one_key_takes_it_back(canvas_person, canvas_site):
    note = canvas_site.note("select-widen", "Nom : DUPONTJEAN, tél. 06 39 98 12 34.")
    page = canvas_person().note(note)
    word = box_of(page, "DUPONT")
    middle = word["y"] + word["height"] / 2
    drag(page, (word["x"] + 1, middle), (word["x"] + word["width"] - 1, middle))
    assert selection(page) == "DUPONTJEAN"
    panel = page.locator("[data-role=popover]")
    expect(panel).to_contain_text("Élargi au mot entier")
    page.keyboard.press("g")
    assert selection(page) == "DUPONT"
    page.keyboard.press("g")
    assert selection(page) == "DUPONTJEAN"
    page.keyboard.press("g")
    page.keyboard.press("n")
    note.wait("DUPONT", ("NOM", "manual"))
    page.keyboard.press("Escape")

    click_on(page, "98", clicks=2)
    page.keyboard.press("t")
    note.wait("06 39 98 12 34", ("TEL", "manual"))
    expect(page.locator("[data-role=toast]")).to_contain_text("G garde « 98 »")
    page.keyboard.press("g")
    note.wait("98", ("TEL", "manual"))
    note.wait("06 39 98 12 34", None)


def test_a_code_stands_before_its_word_where_letters_run_to_the_left(canvas_person, canvas_site):
    note = canvas_site.note("rtl", "Mme Leïla (ليلى بن حدو) voit דוד לוי à Dijon.")
    page = canvas_person().note(note)
    for word in ("ليلى", "דוד"):
        click_on(page, word, clicks=2)
        page.keyboard.press("n")
        note.wait(word, ("NOM", "manual"))
    page.keyboard.press("Escape")  # without the grips of a current one
    # one box a word, its code at its right end: nothing of another word between them
    marks = page.locator("mark.is-start")
    expect(marks).to_have_count(2)
    for mark in marks.all():
        assert mark.evaluate("mark => mark.getClientRects().length") == 1
        before, after = mark.evaluate("""mark => { const range = document.createRange();
            range.selectNodeContents(mark); const { left, right } = range.getBoundingClientRect();
            const box = mark.getBoundingClientRect(); return [left - box.left, box.right - right]; }""")
        assert after > 15 > before
