"""The keyboard: AZERTY, arrows, caret mode, edges, undo over reloads, six keys for a note, no trap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.canvas_scene import click_on, current
from tests.integration.stack import wait_until

pytestmark = pytest.mark.e2e

FIFTEEN = """[[HOPITAL:CHU de Dijon]] - Compte rendu du [[DATE:12/02/2020]]
Patient : [[PRENOM:Paul]] [[NOM:DURAND]], né le [[DATE_NAISSANCE:02/03/1950]], [[AGE:69 ans]].
Adresse : [[ADRESSE:12 rue des Lilas]], [[ZIP:21000]] [[VILLE:Dijon]]. Tél. [[TEL:06 39 98 12 34]].
Vu par le Dr [[PRENOM:Claire]] [[NOM:MOREL]] pour une maladie de [[NOM:Parkinson|0.61]].
Revu le [[DATE:26 février 2020]], opéré à [[NOM:Dole|0.48]] sans suite."""


def azerty(page: Page, key: str, code: str, *, shift: bool = False) -> None:
    """What an AZERTY keyboard sends: the digit row types & é " ' without Shift."""
    page.evaluate(
        """([key, code, shiftKey]) => document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', {key, code, shiftKey, bubbles: true, cancelable: true}))""",
        [key, code, shift],
    )


def test_a_note_of_fifteen_with_two_wrong_takes_six_key_presses(canvas_person, canvas_site):
    note = canvas_site.note("six", FIFTEEN)
    canvas_site.note("six-next", "Rien à signaler.")
    assert len(note.places()) == 15
    page = canvas_person().note(note)
    page.evaluate(
        """() => { window.pressed = []; window.clicked = 0;
            addEventListener('keydown', (e) => window.pressed.push(e.key), true);
            addEventListener('pointerdown', () => window.clicked++, true); }"""
    )
    page.keyboard.press("ArrowDown")  # the first that is not sure
    assert current(page) == "Parkinson"
    page.keyboard.press("Delete")  # an eponym; goes on to the next that is not sure
    assert current(page) == "Dole"
    page.keyboard.press("v")  # a town, not a name
    pressed = page.evaluate("[window.pressed, window.clicked]")
    assert pressed == [["ArrowDown", "Delete", "v"], 0]
    page.keyboard.press("Control+Enter")  # two keys held together
    page.wait_for_url(lambda url: note.key not in url)
    assert len(pressed[0]) + 2 <= 6
    page.wait_for_selector("note-canvas[data-ready]")  # the next note of the queue, ready
    wait_until(lambda: canvas_site.rows(
        "select state from annotation_document where external_id = 'six'") == [("gold",)], 8, "gold",
    )  # fmt: skip
    states = note.spans()
    assert states["Parkinson"] == ("NOM", "rejected")
    assert states["Dole"] == ("VILLE", "corrected")
    assert [state for _subtype, state in states.values()].count("accepted") == 13


def test_what_is_not_sure_and_was_never_seen_is_shown_before_the_note_is_taken(
    canvas_person, canvas_site
):
    note = canvas_site.note(
        "unseen", "M. [[NOM:DURAND]] à [[VILLE:Blanc|0.5]] puis [[VILLE:Dole|0.7]]."
    )
    page = canvas_person().note(note)
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-role=toast]")).to_contain_text("2 entités à vérifier")
    assert current(page) == "Blanc"
    assert note.spans()["Blanc"] == ("VILLE", "suggested")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: note.key not in url)
    assert note.spans()["Blanc"] == ("VILLE", "accepted")


def test_digits_and_letters_of_an_azerty_keyboard(canvas_person, canvas_site):
    note = canvas_site.note("azerty", "M. [[NOM:DURAND]] et [[NOM:Roy]].")
    page = canvas_person().note(note)
    click_on(page, "DURAND")
    azerty(page, "é", "Digit2")  # the second label
    note.wait("DURAND", ("PRENOM", "corrected"))
    azerty(page, "à", "Digit0")  # the tenth
    tenth = page.evaluate("document.querySelector('note-canvas').labels.byDigit(10).subtype")
    note.wait("DURAND", (tenth, "corrected"))
    azerty(page, "N", "KeyN", shift=True)  # caps
    note.wait("DURAND", ("NOM", "corrected"))
    azerty(page, "a", "KeyQ")  # A stands where QWERTY has Q
    note.wait("DURAND", ("ADRESSE", "corrected"))
    azerty(page, "!", "Slash")
    expect(page.locator("[data-role=popover] textarea")).to_be_focused()
    page.keyboard.press("Escape")
    azerty(page, "?", "KeyM", shift=True)
    expect(page.locator("[data-role=help]")).to_be_visible()
    for letter in ("N", "P", "V", "H"):
        expect(page.locator("[data-role=label-keys] kbd", has_text=letter).first).to_be_visible()


def test_arrows_go_from_span_to_span_and_to_what_is_not_sure(canvas_person, canvas_site):
    note = canvas_site.note(
        "arrows",
        "M. [[NOM:DURAND]] à [[VILLE:Dijon|0.7]], le [[DATE:12/02/2020]], [[NOM:Roy|0.4]].",
    )
    page = canvas_person().note(note)
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
        seen.append(current(page))
    assert seen == ["DURAND", "Dijon", "Roy", "12/02/2020", "Dijon", "Dijon"]
    page.keyboard.press("Enter")  # accepts, goes on to the next that is not sure
    note.wait("Dijon", ("VILLE", "accepted"))
    assert current(page) == "Roy"
    page.keyboard.press("Backspace")
    note.wait("Roy", ("NOM", "rejected"))
    toast = page.locator("[data-role=toast]")
    expect(toast).to_contain_text("Suggestion refusée")
    toast.get_by_role("button", name="Annuler").click()
    note.wait("Roy", ("NOM", "suggested"))


def test_edges_by_word_and_by_character(canvas_person, canvas_site):
    note = canvas_site.note("edges", "vu à [[HOPITAL:CHU de Dijon]] Nord hier")
    page = canvas_person().note(note)
    click_on(page, "CHU")
    page.keyboard.press("Shift+ArrowRight")
    note.wait("CHU de Dijon Nord", ("HOPITAL", "corrected"))
    page.keyboard.press("Shift+ArrowLeft")
    note.wait("CHU de Dijon", ("HOPITAL", "corrected"))
    page.keyboard.press("Control+Shift+ArrowRight")
    note.wait("de Dijon", ("HOPITAL", "corrected"))
    page.keyboard.press("g")
    page.keyboard.press("Shift+ArrowLeft")
    note.wait("de Dijo", ("HOPITAL", "corrected"))
    page.keyboard.press("Control+Shift+ArrowRight")
    note.wait("e Dijo", ("HOPITAL", "corrected"))


def test_caret_mode_makes_a_span_without_a_mouse(canvas_person, canvas_site):
    note = canvas_site.note("caret", "Bonjour\nSa voisine Odile Roy appelle.")
    page = canvas_person().note(note)
    page.keyboard.press("Space")
    expect(page.locator(".nc-text.is-caret")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("ArrowRight")
    for _character in "Odile":
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("p")
    note.wait("Odile", ("PRENOM", "manual"))
    expect(page.locator(".nc-text.is-caret")).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator(".nc-text.is-caret")).to_have_count(0)


def test_undo_and_redo_without_end_and_over_reloads(canvas_person, canvas_site):
    note = canvas_site.note("undo", "M. [[NOM:DURAND]] à [[VILLE:Dijon]] avec Roy.")
    page = canvas_person().note(note)
    click_on(page, "DURAND")
    for key in ("p", "n", "p", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    click_on(page, "Dijon")
    page.keyboard.press("Delete")
    note.wait("Dijon", ("VILLE", "rejected"))
    click_on(page, "Roy", clicks=2)
    page.keyboard.press("n")
    note.wait("Roy", ("NOM", "manual"))
    after = note.places()
    gestures = len(note.kinds())
    page.reload()
    page.wait_for_selector("note-canvas[data-ready]")
    page.locator("note-canvas .nc-text").focus()
    for _gesture in range(gestures + 2):  # two more than there are: harmless
        page.keyboard.press("Control+z")
    start = [(3, 9, "NOM", "suggested"), (12, 17, "VILLE", "suggested")]
    wait_until(lambda: note.places() == start, 10, f"all undone: {note.places()}")
    wait_until(lambda: len(note.kinds()) == 2 * gestures, 10, "all stored")
    page.reload()
    page.wait_for_selector("note-canvas[data-ready]")
    page.locator("note-canvas .nc-text").focus()
    for i in range(gestures):
        page.keyboard.press("Control+y" if i % 2 else "Control+Shift+Z")
    wait_until(lambda: note.places() == after, 10, f"all redone: {note.places()}")


def test_single_keys_can_be_switched_off(canvas_person, canvas_site):
    note = canvas_site.note("single", "M. [[NOM:DURAND]] va bien.")
    page = canvas_person().note(note)
    page.keyboard.press("?")
    page.locator("[data-role=single-keys]").uncheck()
    page.keyboard.press("Escape")
    click_on(page, "DURAND")
    for key in ("p", "2", "!", "/", "=", ":"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")  # named keys still work
    note.wait("DURAND", ("NOM", "accepted"))
    assert note.kinds() == ["accept"]
    page.reload()
    page.wait_for_selector("note-canvas[data-ready]")
    click_on(page, "DURAND")
    page.keyboard.press("p")
    page.keyboard.press("Control+s")
    assert note.kinds() == ["accept"]


def test_no_keyboard_trap_and_one_tab_stop(canvas_person, canvas_site):
    note = canvas_site.note("trap", "M. [[NOM:DURAND]] et [[NOM:Roy]] à [[VILLE:Dijon]].")
    page = canvas_person().note(note)
    where = """() => { const it = document.activeElement; return it.closest('note-canvas') ? 'note'
        : it.dataset.role || it.dataset.action || it.tagName; }"""
    for start in ("ArrowRight", "Space"):
        page.locator("note-canvas .nc-text").focus()
        page.keyboard.press(start)
        assert page.evaluate(where) == "note"
        stops = 0
        while page.evaluate(where) == "note" and stops < 3:
            page.keyboard.press("Tab")
            stops += 1
        assert stops == 1, "one Tab leaves the note"
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(where) == "note"
        page.keyboard.press("Escape")
    seen = set()
    for _stop in range(60):
        page.keyboard.press("Tab")
        seen.add(page.evaluate(where))
    assert {"entity-list", "submit", "note"} <= seen


def test_shift_page_down_goes_on_without_taking_the_note(canvas_person, canvas_site):
    first = canvas_site.note("pages-1", "Un.")
    second = canvas_site.note("pages-2", "Deux.")
    page = canvas_person().note(first)
    page.keyboard.press("Shift+PageDown")
    page.wait_for_url(lambda url: second.key in url)
    page.wait_for_selector("note-canvas[data-ready]")
    page.keyboard.press("Shift+PageUp")
    page.wait_for_url(lambda url: first.key in url)
