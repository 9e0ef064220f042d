"""The steward's pages with a real worker: a table comes in, counts, and is certified."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

LOZERE = [f"48{n:03d}" for n in range(1, 199)]
GOOD = "insee_code;radon;ville\n" + "".join(f"{c};{n % 3},5;x\n" for n, c in enumerate(LOZERE))
WRONG = "insee_code;radon\n48001;1\n48001;2\n"


def send(page, name: str, content: str) -> None:
    page.fill("input[name=name]", name)
    page.set_input_files(
        "input[name=file]",
        {"name": f"{name}.csv", "mimeType": "text/csv", "buffer": content.encode()},
    )
    page.get_by_role("button", name="Importer la table").click()


def test_a_table_comes_in_counts_and_is_certified(person, site):
    steward = person("responsable")
    page = steward.open("communes/")
    page.get_by_role("link", name="Importer une table").click()
    send(page, "radon", WRONG)
    expect(page.get_by_role("alert")).to_contain_text("radon.csv, ligne 3, champ « insee_code »")
    assert site.rows("select count(*) from privacy_featurefile") == [(0,)]
    assert all("422" in problem for problem in steward.problems)
    steward.problems.clear()  # the browser's own word on the refused file
    send(page, "radon", GOOD)
    expect(page.get_by_role("heading", level=1)).to_have_text("radon")
    expect(page.get_by_role("row", name=re.compile("radon"))).to_be_visible()

    page.get_by_role("link", name="Choisir les variables").click()
    page.select_option("select[name=area]", label="48 Lozère")
    page.get_by_role("checkbox", name="radon").check()
    page.get_by_label("Échelle de radon").fill("0,5")
    page.get_by_role("button", name="Enregistrer la distance").click()
    expect(page.locator("dl.kv")).to_contain_text("0,5 d'écart valent 1")
    ((kept,),) = site.rows("select place_features from privacy_privacysettings")
    assert [row["scale"] for row in json.loads(kept)] == ["0.5"]

    page.get_by_role("link", name="Certificats").click()
    page.select_option("select[name=mechanism]", "places-metric")
    page.get_by_role("button", name="Afficher").click()
    certificate = page.locator("article.cert")
    expect(certificate).to_contain_text("Conforme")
    expect(certificate).to_contain_text("variables comparées : radon (0,5)")
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger ces certificats").click()
    rows = json.loads(download.value.path().read_text())["certificates"]
    assert [(row["area"], row["verdict"]) for row in rows] == [("FR-48", "PASS")]


def test_the_country_is_enumerated_by_a_worker_that_can_be_stopped(person, site):
    """Only where all communes are alike before any likeness: another prior has a closed form."""
    steward = person("responsable")
    page = steward.open("communes/distance/")
    page.select_option("select[name=prior]", "uniform")
    page.get_by_role("button", name="Enregistrer la distance").click()
    expect(page.locator("dl.kv")).to_be_visible()
    page.goto(site.page_url("certificats/?scale=0,5&mechanism=places-metric&area=FR"))
    page.get_by_role("button", name="Calculer le certificat").click()
    expect(page.get_by_text("Calcul d'un certificat")).to_be_visible()
    # the bar moves: a worker compares pairs
    expect(page.locator("#cert-body")).to_contain_text(
        re.compile(r"en cours, [1-9]\d*\s%"), timeout=120_000
    )
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Arrêter").click()
    page.goto(site.page_url("certificats/?scale=0,5&mechanism=places-metric&area=FR"))
    expect(page.locator("#cert-body")).to_contain_text("annulé")
    assert site.rows("select count(*) from jobs_job where kind = 'certify'") == [(1,)]
