"""The whole loop in a real browser, each role in turn; the data are asserted, not only the pages."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from annotation.demo.corpus import load_corpus
from annotation.domain.formats.jsonl import note_to_json
from tests.e2e.conftest import PASSWORD, jsonl, read_sample
from tests.integration.stack import wait_until
from tests.mini_model import write_mini_backbone

pytestmark = [pytest.mark.e2e, pytest.mark.cim10]

TEXT = (
    "Compte rendu 😀 de consultation\n"
    "M. Paul DURAND, né le 02/03/1950, a été vu le 12/02/2020 par le Dr Claire MOREL à Dijon.\n"
    "Sommeil calme, lampe allumée. Sa voisine a prévenu. Tel 06 39 98 12 34.\n"
    "HTA traitée, BPCO. Pas de diabète. Suivi au CHU de Dijon le 26 février 2020."
)
# A second try meets what the first one left behind: its note and its study have names of their own.
_tries = count(1)


def note_of(number: int) -> dict[str, object]:
    return {
        "id": f"boucle-{number}",
        "text": TEXT,
        "patient": {"id": f"boucle-{number}", "last_name": ["DURAND"], "first_name": ["Paul"]},
        "meta": {"type": "Consultation", "date": "2020-02-12"},
    }


def box_of(page: Page, text: str) -> dict[str, float]:
    """Where the first occurrence of `text` stands on the screen."""
    return page.evaluate(
        """(wanted) => {
            for (const line of document.querySelectorAll('note-canvas .ln')) {
                const at = line.textContent.indexOf(wanted);
                if (at < 0) continue;
                const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
                const range = document.createRange();
                let seen = 0, node, started = false;
                while ((node = walker.nextNode())) {
                    const end = seen + node.length;
                    if (!started && at < end) { range.setStart(node, at - seen); started = true; }
                    if (started && at + wanted.length <= end) {
                        range.setEnd(node, at + wanted.length - seen); break;
                    }
                    seen = end;
                }
                range.startContainer.parentElement.scrollIntoView({block: 'center'});
                // a passage may be wrapped: its first line box
                const {x, y, width, height} = range.getClientRects()[0];
                return {x, y, width, height};
            }
            throw new Error('not on the page');
        }""",
        text,
    )


def click_on(page: Page, text: str, clicks: int = 1) -> None:
    box = box_of(page, text)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, click_count=clicks)


def drag_over(page: Page, text: str) -> None:
    box = box_of(page, text)
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 1, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, middle, steps=6)
    page.mouse.up()


class Annotation:
    """The person's layer over the note, read from the database."""

    def __init__(self, site, external_id: str) -> None:
        self.site, self.external_id = site, external_id

    def spans(self) -> dict[str, tuple[str, str]]:
        rows = self.site.rows(
            """select s.surface, s.subtype, s.state from annotation_layerspan s
               join annotation_layer l on l.id = s.layer_id
               join annotation_document d on d.id = l.document_id
               where d.external_id = ? and l.kind = 'annotator'""",
            self.external_id,
        )
        return {surface: (subtype, state) for surface, subtype, state in rows}

    def ops(self) -> list[str]:
        return [
            kind
            for (kind,) in self.site.rows(
                """select o.kind from annotation_spanop o join annotation_layer l on l.id = o.layer_id
                   join annotation_document d on d.id = l.document_id
                   where d.external_id = ? order by o.rev""",
                self.external_id,
            )
        ]

    def wait(self, surface: str, expected: tuple[str, str] | None) -> None:
        wait_until(
            lambda: self.spans().get(surface) == expected,
            8,
            f"{surface} → {expected}; there is {self.spans()}",
        )


def test_import_to_codes(site, person):
    number = next(_tries)
    note, study = f"boucle-{number}", f"Étude de la boucle {number}"
    # --- the administrator imports a file; pre-annotation follows by itself
    admin = person("administratrice")
    page = admin.open("imports/nouveau/")
    page.set_input_files(
        "input[type=file]", {"name": "Lettre.PDF", "mimeType": "application/pdf", "buffer": b"%PDF"}
    )
    expect(page.locator("#id_format")).to_have_value("pdf")  # by the name, until somebody chooses
    page.set_input_files("input[type=file]", {
        "name": "notes.jsonl", "mimeType": "application/jsonl", "buffer": jsonl(note_of(number)),
    })  # fmt: skip
    expect(page.locator("#id_format")).to_have_value("jsonl")
    page.click("main form button[type=submit]")
    expect(page.locator(".progress").first).to_be_visible()
    admin.picture("import")
    state = "select state from annotation_document where external_id = ?"
    wait_until(lambda: site.rows(state, note) == [("preannotated",)], 120, "pre-annotated")
    suggested = site.rows(
        """select surface, subtype from annotation_layerspan s
           join annotation_layer l on l.id = s.layer_id
           join annotation_document d on d.id = l.document_id
           where l.kind = 'suggestion' and d.external_id = ? order by s.start""",
        note,
    )
    assert ("DURAND", "NOM") in suggested
    assert ("02/03/1950", "DATE_NAISSANCE") in suggested
    assert ("Dijon", "VILLE") in suggested
    assert "lampe" not in dict(suggested)

    # --- the annotator corrects, by mouse and keyboard
    annotator = person("annotatrice")
    page = annotator.open("notes/")
    annotator.picture("notes")
    page.click("main .btn-primary")
    page.wait_for_selector("note-canvas .ln")
    work = Annotation(site, note)
    wait_until(lambda: "DURAND" in work.spans(), 5, "the layer is there")

    click_on(page, "lampe", clicks=2)  # create: double-click, then the label's letter
    page.keyboard.press("p")
    work.wait("lampe", ("PRENOM", "manual"))
    page.keyboard.press("Escape")

    click_on(page, "MOREL")  # relabel
    page.keyboard.press("p")
    work.wait("MOREL", ("PRENOM", "corrected"))
    page.keyboard.press("n")
    work.wait("MOREL", ("NOM", "corrected"))

    click_on(page, "26 février 2020")  # resize: right edge one token to the left, and back
    page.keyboard.press("Shift+ArrowLeft")
    work.wait("26 février", ("DATE", "corrected"))
    page.keyboard.press("Shift+ArrowRight")
    work.wait("26 février 2020", ("DATE", "corrected"))

    click_on(page, "Claire")  # reject, then undo after a reload: the suggestion was never lost
    page.keyboard.press("Delete")
    work.wait("Claire", ("PRENOM", "rejected"))
    page.reload()
    page.wait_for_selector("note-canvas .ln")
    page.locator("note-canvas .nc-text").focus()
    page.keyboard.press("Control+z")
    work.wait("Claire", ("PRENOM", "suggested"))

    click_on(page, "12/02/2020")  # accept
    page.keyboard.press("Enter")
    work.wait("12/02/2020", ("DATE", "accepted"))

    drag_over(page, "voisine")  # create by drag, then delete: what a person added disappears
    page.keyboard.press("v")
    work.wait("voisine", ("VILLE", "manual"))
    page.keyboard.press("Delete")
    work.wait("voisine", None)
    expect(page.locator("[data-role=save-state]")).to_contain_text("enregistré")
    annotator.picture("annotation")
    assert "DURAND" not in annotator.stored()

    # --- submit: the note is gold, the suggestion layer is as it was
    for key in ("ArrowUp", "ArrowDown"):  # what is not sure has to be looked at first
        for _span in range(20):
            page.keyboard.press(key)
    page.keyboard.press("Control+Enter")
    wait_until(lambda: site.rows(state, note) == [("gold",)], 8, "gold")
    gold = dict(site.gold_spans(note))
    assert gold["lampe"] == "PRENOM"
    assert gold["Claire"] == "PRENOM"
    assert gold["26 février 2020"] == "DATE"
    assert "voisine" not in gold
    kinds = work.ops()
    assert {"add", "relabel", "resize", "reject", "undo", "accept", "delete"} <= set(kinds)
    again = site.rows(
        """select surface, subtype from annotation_layerspan s
           join annotation_layer l on l.id = s.layer_id
           join annotation_document d on d.id = l.document_id
           where l.kind = 'suggestion' and d.external_id = ? order by s.start""",
        note,
    )
    assert again == suggested

    # --- the steward moves ε
    steward = person("responsable")
    page = steward.open("apercu/")
    expect(page.locator("#pv-note")).to_contain_text("DURAND")
    before = page.locator(".cmp-surrogate").all_inner_texts()
    assert "DURAND" not in "\n".join(before)
    sentence = page.locator("#pv-sentence").inner_text()
    for steps in (30, -60, 45, -20, -30):
        move_slider(page, steps)
    assert page.locator("#pv-sentence").inner_text() != sentence
    steward.picture("apercu")

    # --- the administrator asks for an export; he can't decide it
    page = admin.open("exports/nouveau/")
    page.fill("input[name=name]", study)
    page.fill("input[name=recipient]", "Laboratoire d'essai")
    page.fill("textarea[name=purpose]", "Vérifier la boucle entière.")
    page.fill("input[name=epsilon]", "2")
    page.click("main form .btn-primary")
    built = """select e.state, e.sha256 from privacy_exportrequest e
               join privacy_study s on s.id = e.study_id where s.name = ?"""
    ended = {"built", "quarantined"}
    wait_until(lambda: ended & {state for state, _ in site.rows(built, study)}, 30, "built")
    page.reload()
    expect(page.locator("button[value=approve]")).to_have_count(0)
    export_url = page.url
    assert site.rows(built, study)[0][0] == "built"

    # --- the steward, another person, approves; the file is what was approved
    page = steward.page
    page.goto(export_url)
    shown = page.locator("#export-sha256").text_content()
    read_sample(page)
    page.fill("input[name=password]", PASSWORD)
    page.click("button[value=approve]")
    wait_until(lambda: site.rows(built, study)[0][0] == "released", 8, "released")
    page.goto(export_url)
    steward.picture("export")
    with page.expect_download() as download:
        page.click("a[download]")
    content = download.value.path().read_bytes()
    assert hashlib.sha256(content).hexdigest() == shown == site.rows(built, study)[0][1]
    # the note of an earlier try, gold too, would be beside it
    exports = [json.loads(line) for line in content.splitlines()]
    assert len(exports) <= number
    exported = exports[-1]
    for original in ("DURAND", "Paul", "lampe", "MOREL", "06 39 98 12 34", note):
        assert original not in content.decode()
    for replacement in exported["replacements"]:
        assert exported["text"][replacement["start"] : replacement["end"]].strip()
    assert "HTA traitée, BPCO. Pas de diabète." in exported["text"]
    dates = re.findall(r"\d\d/\d\d/\d{4}", exported["text"])
    assert len(dates) == 2

    # --- the coder sees ICD-10 codes with their evidence
    coded = "select code, evidence from icdcoder_codeprediction"
    wait_until(lambda: len(site.rows(coded)) >= 2, 30, "codes")
    reviewer = person("relecteur")
    page = reviewer.open("codes/")
    for _page in ("the export", "its note"):
        link = page.locator("main table a").first
        address = link.get_attribute("href")
        link.click()
        page.wait_for_url(f"**{address}")  # else the second click meets the page that is going
    expect(page.locator("main")).to_contain_text("I10")
    reviewer.picture("codes")
    codes = {code: json.loads(evidence) for code, evidence in site.rows(coded)}
    assert {"I10"} <= set(codes)
    assert any(code.startswith("J44") for code in codes)
    assert not any(code.startswith(("E10", "E11", "E14")) for code in codes)
    start, end = codes["I10"][0]["start"], codes["I10"][0]["end"]
    assert "HTA traitée" in [each["text"][start:end] for each in exports]

    # --- words selected in the note are looked for
    page.locator("mark.evidence").first.evaluate("mark => getSelection().selectAllChildren(mark)")
    words = page.evaluate("String(getSelection())")
    page.keyboard.press("/")
    expect(page.locator("#code-query")).to_have_value(words)
    expect(page.locator("#code-found .choice").first).to_be_visible()


def move_slider(page: Page, steps: int) -> None:
    """Returns when the note is drawn again."""
    page.locator("#pv-slider").focus()
    page.evaluate(
        """async (steps) => {
            const slider = document.querySelector('#pv-slider');
            const panel = document.querySelector('#pv-panel');
            const drawn = new Promise((done) => {
                const watch = new MutationObserver(() => { watch.disconnect(); done(); });
                watch.observe(panel, {childList: true, subtree: true, characterData: true});
            });
            slider.value = String(Number(slider.value) + steps);
            slider.dispatchEvent(new Event('input', {bubbles: true}));
            await drawn;
        }""",
        steps,
    )


SECOND = """
from deidweb.accounts.models import Membership, Project, User
from worker.models import ModelVersion
from worker.services.waive_gate import decide_waiver
second = User.objects.create_user("seconde", password="pw-for-tests-only")
Membership.objects.create(user=second, project=Project.objects.get(), role="admin")
decide_waiver(actor=second, version=ModelVersion.objects.get(), grant=True)
"""


def test_retraining_is_compared_then_promoted(site, person):
    # --- validated notes come in with their annotations
    admin = person("administratrice")
    page = admin.open("imports/nouveau/")
    short = sorted(load_corpus("dev"), key=lambda note: len(note.text))[:10]
    notes = [replace(note, id=f"or-{note.id}") for note in short]
    page.set_input_files("input[type=file]", {
        "name": "valides.jsonl", "mimeType": "application/jsonl",
        "buffer": "\n".join(map(note_to_json, notes)).encode(),
    })  # fmt: skip
    page.check("input[type=checkbox]")
    page.click("main form button[type=submit]")
    gold = (
        "select count(*) from annotation_document where external_id like 'or-%' and state = 'gold'"
    )
    wait_until(lambda: site.rows(gold) == [(len(notes),)], 30, "gold notes")

    # --- the job trains, the page compares, the admin promotes
    # A small encoder of the house, put there by the operator: it learns in seconds.
    write_mini_backbone(site.folder / "var" / "backbones" / "mini")
    page = admin.open("modeles/")
    page.get_by_text("Autres réglages du réentraînement").click()
    page.select_option("#start", "backbone:mini")
    page.click("main .btn-primary")
    versions = "select state, content_hash, metrics from worker_modelversion"
    wait_until(lambda: len(site.rows(versions)) == 1, 400, site.logs())
    state, digest, metrics = site.rows(versions)[0]
    assert state == "candidate"
    assert set(json.loads(metrics)) >= {"before", "after"}
    assert (site.folder / "var" / "models" / digest).is_dir()
    page = admin.open("modeles/")
    admin.picture("modeles")
    page.on("dialog", lambda dialog: dialog.accept())
    # an encoder of two layers never masks what the shipped model masks: the gate keeps it out
    checks = json.loads(metrics)["gate"]["checks"]
    assert not all(check["passed"] for check in checks)
    page.get_by_role("link", name="Refusé par la barrière").click()
    page.fill("#reason", "Essai.")
    page.get_by_role("button", name="Demander une dérogation").click()
    expect(page.locator("main")).to_contain_text("une autre personne doit décider")
    admin.picture("modele-refuse")
    site.run(SECOND)
    wait_until(lambda: site.rows(versions)[0][0] == "promoted", 8, "promoted")
