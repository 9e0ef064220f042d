"""What stands around the note: propagation, search, remarks, rules, shading, provenance, the lens."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.canvas_scene import click_on, current, selection
from tests.e2e.lost_and_found import add_span
from tests.integration.stack import wait_until

pytestmark = pytest.mark.e2e


def test_propagate_in_the_note_with_a_veto_on_the_homograph_and_one_undo(
    canvas_person, canvas_site
):
    note = canvas_site.note(
        "spread",
        "Mme [[NOM:Blanc]] va bien. BLANC revient. Globules blancs à 9000. Mme Blanc sort.",
    )
    page = canvas_person().note(note)
    click_on(page, "Blanc")
    page.keyboard.press("n")  # confirmed first: what is propagated is right
    page.keyboard.press("Shift+Enter")
    dialog = page.locator("[data-role=propagate]")
    expect(dialog).to_be_visible()
    rows = dialog.locator(".hit")
    expect(rows.first.locator(".hit-quote")).to_contain_text("Mme Blanc va bien. BLANC revient")
    ticks = [rows.nth(i).locator("input").is_checked() for i in range(rows.count())]
    assert rows.count() == 2  # "blancs" is no "Blanc": whole words only
    assert ticks == [True, True]
    rows.nth(0).locator("input").uncheck()
    expect(dialog.locator("[data-choice=confirm]")).to_have_text("Étiqueter 1 passage")
    rows.nth(0).locator("input").check()
    expect(dialog.locator("[data-choice=confirm]")).to_have_text("Étiqueter 2 passages")
    page.keyboard.press("Escape")

    veto = canvas_site.note(
        "veto", "Mme [[NOM:Blanc]] : voile blanc bilatéral, syndrome de Blanc. Dr Blanc."
    )
    page = canvas_person().note(veto)
    click_on(page, "Blanc")
    page.keyboard.press("Shift+Enter")
    rows = page.locator("[data-role=propagate] .hit")
    expect(rows).to_have_count(3)
    ticks = [rows.nth(i).locator("input").is_checked() for i in range(3)]
    assert ticks == [False, False, True]
    expect(rows.nth(0)).to_contain_text("sans doute un autre sens")
    page.keyboard.press("Enter")
    wait_until(lambda: [s[2:] for s in veto.places()] == [("NOM", "accepted"), ("NOM", "manual")], 8, "marked")  # fmt: skip
    assert veto.kinds() == ["batch"]
    page.keyboard.press("Control+z")
    wait_until(lambda: [s[2:] for s in veto.places()] == [("NOM", "suggested")], 8, "one undo")


def test_propagate_in_the_whole_patient_file_and_one_undo(canvas_person, canvas_site):
    here = canvas_site.note("file-1", "Mme [[NOM:Roy]] va bien. Roy sort.", patient="file")
    canvas_site.note("file-2", "Vue avec ROY. Mme [[NOM:Roy|0.5]].", patient="file", begun_by="")
    canvas_site.note("file-3", "Mme Roy.", patient="file", begun_by="relecteur")
    second = canvas_site.note("file-4", "Mme Roy.", patient="file")
    page = canvas_person().note(here)
    click_on(page, "Roy")
    page.keyboard.press("Shift+Enter")
    dialog = page.locator("[data-role=propagate]")
    dialog.get_by_label("dans tout le dossier du patient").check()
    rows = dialog.locator(".hit")
    expect(rows).to_have_count(5)
    expect(dialog.locator(".hit-locked")).to_contain_text("commencée par une autre personne")
    expect(dialog.locator(".hit-locked input")).to_be_disabled()
    expect(dialog.locator("[data-choice=confirm]")).to_have_text(
        "Étiqueter 4 passages dans 3 notes"
    )
    dialog.locator("[data-choice=confirm]").click()
    other = type(here)(canvas_site, "file-2", "", "")
    marked = {"Roy": ("NOM", "accepted"), "ROY": ("NOM", "manual")}
    wait_until(lambda: other.spans() == marked, 8, "the note nobody had begun")
    assert second.spans() == {"Roy": ("NOM", "manual")}
    assert [place[2:] for place in here.places()] == [("NOM", "accepted"), ("NOM", "manual")]
    expect(page.locator("note-canvas mark.is-manual")).to_have_count(1)

    page.reload()  # the undo outlives the page
    page.wait_for_selector("note-canvas[data-ready]")
    page.locator("note-canvas .nc-text").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("[data-role=toast]")).to_contain_text("aussi dans 2 autres notes")
    assert second.spans() == {}
    assert other.spans() == {"Roy": ("NOM", "suggested")}
    assert [place[2:] for place in here.places()] == [("NOM", "suggested")]
    page.keyboard.press("Control+y")
    wait_until(lambda: second.spans() == {"Roy": ("NOM", "manual")}, 8, "redone everywhere")


def test_search_ignores_case_and_accents_and_a_hit_takes_a_label(canvas_person, canvas_site):
    note = canvas_site.note("search", "Mère : Hélène.\nHELENE est venue. Rien d'autre.")
    page = canvas_person().note(note)
    page.keyboard.press("/")
    page.keyboard.type("helene")
    expect(page.locator("[data-role=search-count]")).to_have_text("2")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-role=search-count]")).to_have_text("2 sur 2")
    page.keyboard.press("Escape")
    assert selection(page) == "HELENE"
    page.keyboard.press("p")
    note.wait("HELENE", ("PRENOM", "manual"))
    # found again, it is the current passage: every key is for it
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert current(page) == "HELENE"
    page.keyboard.press("n")
    note.wait("HELENE", ("NOM", "manual"))


def test_a_doubt_and_a_remark_are_kept(canvas_person, canvas_site):
    note = canvas_site.note("remark", "M. [[NOM:DURAND]] à [[VILLE:Dijon]].")
    page = canvas_person().note(note)
    click_on(page, "DURAND")
    page.keyboard.press("!")
    field = page.locator("[data-role=popover] textarea")
    expect(field).to_be_focused()
    field.fill("patient ou médecin ?")
    page.keyboard.press("Escape")  # closing keeps what was written
    click_on(page, "Dijon")
    panel = page.locator("[data-role=popover]")
    panel.get_by_role("button", name="Remarque").click()  # a remark without a doubt
    panel.locator("textarea").fill("banlieue")
    click_on(page, "DURAND")
    kept = {"DURAND": (True, "patient ou médecin ?"), "Dijon": (False, "banlieue")}
    wait_until(lambda: note.remarks() == kept, 8, f"{note.remarks()}")
    expect(page.locator("note-canvas mark.is-doubt")).to_have_attribute("data-l", "NOM ?")
    page.reload()
    page.wait_for_selector("note-canvas[data-ready]")
    click_on(page, "Dijon")
    expect(page.locator("[data-role=popover] textarea")).to_have_value("banlieue")


def test_the_rule_of_the_current_label_with_its_examples(canvas_person, canvas_site):
    note = canvas_site.note("rules", "M. [[NOM:DURAND]] à [[VILLE:Dijon]].")
    person = canvas_person()
    page = person.note(note)
    click_on(page, "DURAND")
    page.keyboard.press(":")
    guide = page.locator("[data-role=guide]")
    expect(guide.locator(".guide-rule")).to_contain_text("sans la civilité")
    expect(guide.locator(".guide-examples li")).to_have_count(2)
    expect(guide.locator(".guide-examples mark").first).to_have_text("Durand")
    page.keyboard.press("v")  # the drawer follows
    expect(guide.locator(".guide-rule")).to_contain_text("Commune")
    guide.get_by_role("button", name="Cas limite").click()
    page.locator("[data-role=popover] textarea").fill("nom ou ville ?")
    page.keyboard.press("Escape")
    wait_until(lambda: note.remarks()["DURAND"] == (True, "nom ou ville ?"), 8, "asked")
    guide.get_by_role("button", name="Fermer").click()
    expect(guide).to_be_hidden()


def test_every_label_has_a_rule_and_two_examples(canvas_person, canvas_site):
    note = canvas_site.note("rules-all", "Rien.")
    page = canvas_person().note(note)
    counts = page.evaluate(
        """async () => {
            const { readGuideline } = await import(document.querySelector('script[src*="annotator/main"]').src.replace('main.js', 'guide.js'));
            return document.querySelector('note-canvas').labels.entries.map((entry) => {
                const { rule, examples } = readGuideline(entry.guideline);
                return [entry.subtype, rule.length > 15, examples.length, examples.every((e) => e.includes('['))]; });
        }"""
    )
    assert len(counts) == 28
    assert [one for one in counts if one[1:] != [True, 2, True]] == []


def test_confidence_in_three_shades_and_where_a_span_comes_from(canvas_person, canvas_site):
    note = canvas_site.note(
        "shades",
        "[[NOM:Sur|0.99|patient:last_name]] [[NOM:Moyen|0.8|model:ner-fr-1]] [[NOM:Fragile|0.4|rule:town]]",
    )
    page = canvas_person().note(note)
    marks = page.locator("note-canvas mark")
    assert marks.evaluate_all("all => all.map((m) => m.dataset.l)") == ["NOM", "NOM ~", "NOM !"]
    tints = marks.evaluate_all("all => all.map((m) => getComputedStyle(m).backgroundColor)")
    alphas = [float(tint.split("/")[1].strip(" )")) for tint in tints]
    assert alphas == sorted(alphas, reverse=True)
    assert len(set(alphas)) == 3
    inks = marks.evaluate_all("all => all.map((m) => getComputedStyle(m).color)")
    assert len(set(inks)) == 1  # paler tint, never a lighter text
    panel = page.locator("[data-role=popover] .pop-detail")
    for word, expected in (
        ("Sur", "suggéré, sûr (99 %) · dossier du patient"),
        ("Moyen", "suggéré, à vérifier (80 %) · modèle ner-fr-1"),
        ("Fragile", "suggéré, fragile (40 %) · règle ville"),
    ):
        click_on(page, word)
        expect(panel).to_have_text(expected)
        page.keyboard.press("Escape")
    label = marks.nth(2).get_attribute("aria-label")
    assert label == "Nom, suggéré, fragile, 40 %"
    click_on(page, "Moyen")
    page.keyboard.press("Shift+ArrowRight")
    click_on(page, "Fragile", clicks=1)
    page.keyboard.press("Escape")


def test_who_added_a_span_is_named(canvas_person, canvas_site):
    note = canvas_site.note("who", "M. Durand va bien.")
    page = canvas_person().note(note)
    click_on(page, "Durand", clicks=2)
    page.keyboard.press("n")
    note.wait("Durand", ("NOM", "manual"))
    page.keyboard.press("Escape")
    click_on(page, "Durand")
    expect(page.locator(".pop-detail")).to_have_text("ajouté · vous")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: note.key not in url)
    page = canvas_person("relecteur").note(note)  # somebody else reads the version
    click_on(page, "Durand")
    expect(page.locator(".pop-detail")).to_contain_text("annotatrice")
    expect(page.locator("[data-role=popover] .chip")).to_have_count(0)


def test_the_lens_hides_what_is_labelled_and_stresses_the_rest(canvas_person, canvas_site):
    text = "M. [[NOM:DURAND]] vu le 12 mai par Odile à l'hôpital."
    note = canvas_site.note("lens", text)
    page = canvas_person().note(note)
    page.keyboard.press("=")
    mark = page.locator("note-canvas mark")
    assert mark.evaluate("m => getComputedStyle(m).color") == "rgba(0, 0, 0, 0)"
    assert page.locator("note-canvas b").all_inner_texts() == ["M", "12", "Odile"]
    assert page.locator("note-canvas .ln").evaluate("l => l.textContent") == note.text
    click_on(page, "Odile", clicks=2)
    page.keyboard.press("p")
    note.wait("Odile", ("PRENOM", "manual"))
    expect(mark).to_have_count(2)
    button = page.locator(".nc-views [data-action=lens]")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(page.locator("note-canvas b")).to_have_count(0)
    assert current(page) == "Odile"


def test_a_passage_that_cuts_a_word_shows_what_the_model_sees(canvas_person, canvas_site):
    note = canvas_site.note("sight", "Vue à l'hôpital Nord par [[NOM:Durand]].")
    page = canvas_person().note(note)
    panel = page.locator("[data-role=popover]")
    click_on(page, "Durand")
    expect(panel).to_contain_text("Durand")
    expect(panel).not_to_contain_text("Le modèle verra")
    page.keyboard.press("Escape")
    at = note.text.index("hôpital")
    add_span(page, at + 1, at + 7)
    click_on(page, "ôpital")
    expect(panel).to_contain_text("Le modèle verra : « hôpital »")


def test_one_row_of_labels_the_text_high_on_the_page_and_nothing_covered(
    canvas_person, canvas_site
):
    words = " ".join(f"[[INITIALES:{a}.{b}.]]" for a in "ABCDE" for b in "FGH")
    note = canvas_site.note("row", f"Transmissions de {words} et M. [[NOM:DURAND]].")
    page = canvas_person().note(note)
    assert page.locator("note-canvas .ln").first.bounding_box()["y"] < 180
    palette = page.locator("[data-role=palette]")
    expect(palette.locator(".chip", has_text="Initiales")).to_be_visible()
    tops = palette.locator(".chip:visible").evaluate_all(
        "chips => [...new Set(chips.map((one) => one.getBoundingClientRect().top))]"
    )
    assert len(tops) == 1
    expect(palette.locator(".chip", has_text="Adeli")).to_be_hidden()
    palette.get_by_role("button", name="Autres…").click()
    expect(palette.locator(".chip", has_text="Adeli")).to_be_visible()
    palette.get_by_role("button", name="Autres…").click()
    expect(palette.locator(".chip", has_text="Adeli")).to_be_hidden()

    before = page.locator("note-canvas .ln").first.bounding_box()
    page.locator(".nc-views [data-action=guide]").click()
    guide = page.locator("[data-role=guide]")
    expect(guide).to_be_visible()
    assert page.locator("note-canvas .ln").first.bounding_box() == before
    on_top = page.locator("[data-action=submit]").evaluate(
        """button => { const box = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
    )
    assert on_top
    page.locator("h1").click()
    page.keyboard.press("Escape")  # from anywhere
    expect(guide).to_be_hidden()

    # nor does the note move for the reasons of passing it over
    page.locator(".note-skip summary").click()
    expect(page.locator(".note-skip form")).to_be_visible()
    assert page.locator("note-canvas .ln").first.bounding_box() == before
    page.keyboard.press("Escape")
    expect(page.locator(".note-skip form")).to_be_hidden()

    # the list beside keeps in step, under a head that was not scrolled away, too
    page.locator("note-canvas .nc-text").focus()
    for _span in range(15):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".ent[aria-selected=true]")).to_be_in_viewport(ratio=0.9)


def test_a_note_that_nobody_has_begun_says_so_and_a_done_one_shows_no_keys(
    canvas_person, canvas_site
):
    note = canvas_site.note("waits", "M. [[NOM:DURAND]] va bien.", begun_by="")
    page = canvas_person().note(note)
    toast = page.locator("[data-role=toast]")
    for key in ("ArrowRight", "Delete"):  # the note has the focus from the start
        page.keyboard.press(key)
    expect(toast).to_contain_text("pas commencé")
    expect(page.locator("[data-role=hints], [data-action=undo]:visible")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.down("Enter")  # as on the link that led here, and held down
    page.locator(".nc-text").focus()
    page.keyboard.down("Enter")
    page.wait_for_timeout(300)
    page.keyboard.up("Enter")
    expect(page.get_by_role("button", name="Commencer")).to_be_visible()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_selector("note-canvas[data-ready]")
    expect(page.locator("[data-role=hints]")).to_be_visible()
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: note.key not in url)
    page = canvas_person().note(note)
    expect(page.locator("[data-role=hints], .nc-views [data-action=undo]")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator("[data-role=toast]")).to_contain_text("Rouvrir")
    page.keyboard.press("?")
    expect(page.locator("[data-role=help]")).not_to_contain_text("refuser la suggestion")
