"""The steward's page on attacks: who sees it, what it says, and that it reads nothing of the project."""

import re

import pytest
from django.urls import reverse

from privacy.domain.attacks.report import load


@pytest.fixture
def address(project):
    return reverse("privacy:attacks", args=[project.pk])


def test_the_steward_reads_five_attacks_with_figures_and_charts(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    for title in (
        f"sous {len(load()['leaks']['forms'])} formes",
        "Faire la moyenne",
        "à ses intervalles",
        "Joindre deux études",
        "Prendre un patient",
        "Retrouver une valeur",
    ):
        assert title in page
    assert page.count('class="chart"') == 2
    # two charts have a table each of 5 places; four tables twice: at ε = 1 (5 numbers of exports, 4 mechanisms, twice 2 mechanisms), then at 5 values of ε;
    # one of them a third time, at a tenth of ε; twenty forms of leaks; seven ways of writing a name that is a word
    rows = re.findall(r"<tr[ >]", page)
    assert len(rows) == (2 + 5 + 5) + 11 + (5 + 5 + 4 + 2 + 2) + (25 + 20 + 10 + 10) + 19 + 7


def row_of(page: str, table: str, *begins: str) -> list[str]:
    """The cells of the first line of a table that begins with these."""
    body = page[page.index(f'aria-label="{table}"') :]
    for line in re.findall(r"<tr[^>]*>(.*?)</tr>", body, flags=re.DOTALL):
        cells = [cell.strip() for cell in re.findall(r"<td[^>]*>(.*?)</td>", line)]
        if cells[: len(begins)] == list(begins):
            return cells[len(begins) :]
    return []


def test_a_known_target_and_a_random_person_are_both_told(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    table = "Reconnaissance par les intervalles"
    # 200 in, 200 out; of those in, 99 % have gaps of their own and a shift leaves them exact: named, and rightly
    assert row_of(page, table, "décalage uniforme", "1") == [
        "99 %", "99 %", "0,5 %", "49,5 %", "100 %"
    ]  # fmt: skip
    # no record has equal gaps: nobody is named
    assert row_of(page, table, "article 2022", "1") == ["0 %", "3 %", "0,5 %", "0 %", "–"]
    assert "elle est dans la cohorte et l&#x27;attaquant le sait" in page or (
        "elle est dans la cohorte et l'attaquant le sait" in page
    )


def test_names_that_are_words_are_told_apart(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    whole = row_of(page, "Valeurs cachées et retrouvées", "écrit autrement (casse, accents)")
    assert whole == ["84", "84", "100 %"]
    alone = {row["form"]: row["found"] for row in load()["leaks"]["words"]}["alone"]
    shown = row_of(page, "Noms qui sont aussi des mots", "seul, en minuscules")
    assert shown[:2] == ["252", str(alone)]
    assert 0 < alone < 252


def test_the_ledger_stops_the_average(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    fresh, same, capped, released = row_of(page, "Moyenne de plusieurs exports", "1", "100")
    assert fresh == "100 %"
    assert (
        same == row_of(page, "Moyenne de plusieurs exports", "1", "1")[0]
    )  # one draw teaches once
    assert (capped, released) == ("73,3 %", "3")


def test_charts_can_be_zoomed_and_have_their_table(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    averaging, matching = re.findall(r"<figure[^>]*data-chart=.*?</figure>", page, flags=re.DOTALL)
    assert "charts/draw.js" in page
    assert re.findall(r'data-x="([\d.]+)"', averaging) == ["1", "3", "10", "30", "100"]
    assert re.findall(r'data-x="([\d.]+)"', matching) == ["0.1", "0.5", "1.0", "2.0", "4.0"]
    drawn = {row["exports"]: row for row in load()["averaging"] if row["epsilon"] == "1"}
    shares = [str(drawn[100][name]["recovered"]) for name in ("fresh", "capped", "same")]
    last = re.findall(r"<tr data-x=.*?</tr>", averaging)[-1]
    assert re.findall(r'data-v="([\d.]+)"', last) == shares


def test_coordinates_carry_no_comma_of_the_language(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    for points in re.findall(r' points="([^"]+)"', page):
        assert re.fullmatch(r"\d+,\d+(?: \d+,\d+){4}", points)


def test_strangers_and_roles(client, stranger, annotator, address):
    client.force_login(stranger)
    assert client.get(address).status_code == 404
    client.force_login(annotator)
    assert client.get(address).status_code == 403


def test_no_inline_style_or_script(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    assert " style=" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)


def test_the_page_begins_with_a_verdict_and_the_case_that_happens(client, steward, address):
    client.force_login(steward)
    page = client.get(address).content.decode()
    rows = {(row["epsilon"], row["exports"]): row for row in load()["averaging"]}
    shared = round(100 * rows["1/10", 1]["same"]["recovered"], 1)
    alone = round(100 * rows["1", 1]["same"]["recovered"], 1)
    assert page.index("Une étude garde sa clé :") < page.index('class="lead"')
    verdict = page[page.index("Une étude garde sa clé :") : page.index("Faire la moyenne")]
    for share in (shared, alone):
        assert f"{share:g}".replace(".", ",") in verdict
    section = page[page.index("Faire la moyenne") : page.index("à ses intervalles")]
    assert section.index("se partage") < section.index("<details>") < section.index("<svg")
