"""Pages of the distance between communes: who sees what, what a wrong file or choice looks like."""

from __future__ import annotations

import gzip
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from deidweb.audit.models import AuditEntry
from privacy.domain.policy import PlacePrior
from privacy.models import FeatureFile
from privacy.selectors.place_policy import place_policy_of
from privacy.services.import_features import import_features

CSV = b"insee_code;radon;taux;ville\n21231;1;10,5;Dijon\n21054;3;;Beaune\n25056;2;30;Besancon\n"


def url(name, project, *args):
    return reverse(f"privacy:{name}", args=[project.pk, *args])


def words(response) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text.replace("&#x27;", "'").replace("\xa0", " "))


def sent(raw=CSV, name="Santé", file_name="sante.csv") -> dict:
    return {"name": name, "file": SimpleUploadedFile(file_name, raw, "text/csv")}


@pytest.fixture
def table(project, steward) -> FeatureFile:
    return import_features(
        actor=steward, project=project, name="Santé", file_name="sante.csv", raw=CSV
    )


def test_the_steward_imports_a_table_and_reads_its_columns(client, steward, project):
    client.force_login(steward)
    assert "Aucune table" in words(client.get(url("feature-list", project)))
    answer = client.post(url("feature-import", project), sent())
    file = FeatureFile.objects.get()
    assert answer.url == url("feature-detail", project, file.pk)
    page = words(client.get(answer.url))
    # radon: three communes, median of 1, 2, 3; taux: two
    assert "radon 3 (0 %) 1,5 2 2,5" in page
    assert "ville : la ligne 2 ne contient pas un nombre" in page
    assert file.sha256 in page
    listed = words(client.get(url("feature-list", project)))
    assert "Santé code INSEE 2 responsable" in listed


def test_a_compressed_table_is_taken_too(client, steward, project):
    client.force_login(steward)
    client.post(url("feature-import", project), sent(gzip.compress(CSV), file_name="sante.csv.gz"))
    assert FeatureFile.objects.get().size_bytes == len(CSV)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "sante.csv : le fichier est vide"),
        (b"insee_code,x\n21231,1\n21231,2\n", "sante.csv, ligne 3, champ « insee_code » : code"),
        (b"insee_code,x\n21231\n", "sante.csv, ligne 2 : 1 cellules, 2 attendues"),
        (b"insee_code,x\n21231,\xe9\n", "sante.csv, ligne 2 : le fichier n'est pas en UTF-8"),
        (b"nom,x\nDijon,1\n", "sante.csv, ligne 1 : aucune colonne de codes"),
        (b"insee_code,x\n99999,1\n", "aucun code de la table des communes"),
    ],
)
def test_a_wrong_file_is_told_by_line_and_field_and_nothing_is_kept(
    client, steward, project, raw, told
):
    client.force_login(steward)
    answer = client.post(url("feature-import", project), sent(raw))
    assert answer.status_code == 422
    assert told in words(answer)
    assert not FeatureFile.objects.exists()


def test_too_large_a_file_is_not_read(client, steward, project, monkeypatch):
    monkeypatch.setattr("privacy.forms.features.MAX_BYTES", 50)
    client.force_login(steward)
    answer = client.post(url("feature-import", project), sent())
    assert answer.status_code == 422
    assert "dépasse 20 Mo" in words(answer)


def test_without_a_file_or_a_name_the_form_says_so(client, steward, project):
    client.force_login(steward)
    page = words(client.post(url("feature-import", project), {"name": ""}))
    assert "Choisissez un fichier." in page


def choice(table, **scales) -> dict:
    """The form as sent: the ticked columns with their scales."""
    names = [column["name"] for column in table.columns]
    data = {"area": "FR-21"}
    for name, scale in scales.items():
        data[f"use-{table.pk}-{names.index(name)}"] = "on"
        data[f"scale-{table.pk}-{names.index(name)}"] = scale
    return data


def test_the_choice_is_kept_shown_and_given_to_exports(client, steward, admin, project, table):
    client.force_login(steward)
    assert "radon" in words(client.get(url("place-policy", project)))
    answer = client.post(url("place-policy", project), choice(table, radon="0,5"))
    assert answer.url == url("feature-list", project)
    (chosen,) = place_policy_of(project).features
    assert (chosen.column, chosen.scale) == ("radon", 0.5)
    page = words(client.get(answer.url))
    assert "radon 0,5 d'écart valent 1" in page
    assert "Côte-d'Or" in page
    form = client.get(url("place-policy", project)).content.decode()
    assert re.search(r'value="0,5"', form)
    assert form.count(" checked") == 1
    assert "comparée" in words(client.get(url("feature-detail", project, table.pk)))
    client.force_login(admin)
    export_form = client.get(url("export-create", project)).content.decode()
    assert re.search(r'value="FR-21" selected', export_form)
    assert "comparées aussi par : radon" in re.sub(r"\s+", " ", export_form)


def test_what_to_tick_is_told_only_beside_a_table(client, steward, project, request):
    client.force_login(steward)
    lead = "Cochez ce qui doit compter"
    page = words(client.get(url("place-policy", project)))
    assert lead not in page
    assert "Aucune table n'est disponible" in page
    request.getfixturevalue("table")
    assert lead in words(client.get(url("place-policy", project)))


@pytest.mark.parametrize(
    ("scale", "told"),
    [
        ("beaucoup", "Un nombre positif est attendu."),
        ("-1", "l'échelle doit être un nombre positif"),
        ("", "écart interquartile nul : donnez l'échelle"),  # three communes of 34,875
    ],
)
def test_a_wrong_scale_is_told_beside_its_column(client, steward, project, table, scale, told):
    client.force_login(steward)
    answer = client.post(url("place-policy", project), choice(table, radon=scale))
    assert answer.status_code == 422
    assert told in words(answer)
    assert place_policy_of(project).features == ()


def test_the_prior_is_chosen_on_the_page_and_told(client, steward, project):
    client.force_login(steward)
    assert "Selon leur nombre d'habitants" in words(client.get(url("feature-list", project)))
    plain = words(client.get(url("certificates", project)))
    for prior in (PlacePrior.UNIFORM, PlacePrior.POPULATION):
        answer = client.post(url("place-policy", project), {"area": "FR-21", "prior": prior})
        assert answer.status_code == 302
        assert place_policy_of(project).prior is prior
        shown = "Toutes les communes à égalité" in words(client.get(url("feature-list", project)))
        assert shown is (prior is PlacePrior.UNIFORM)
    page = words(client.get(url("certificates", project)))
    assert "celle du projet, avec les habitants au départ du tirage" in page
    assert "celle du projet, avec les habitants au départ du tirage" in plain
    assert "communes tirées selon leur nombre d'habitants" in page
    assert (
        client.post(url("place-policy", project), {"area": "FR", "prior": "x"}).status_code == 422
    )


def test_a_column_of_ones_own_is_the_prior_on_the_page(client, steward, project, table):
    """Asked for without a column, for an area without a weight, and as it should be."""
    client.force_login(steward)
    page = client.get(url("place-policy", project))
    names = [
        name for name, shown in page.context["form"].fields["weights"].choices if "radon" in shown
    ]
    data = {"area": "FR-21", "prior": PlacePrior.FILE}
    refused = client.post(url("place-policy", project), data)
    assert (refused.status_code, "Choisissez la colonne des poids" in words(refused)) == (422, True)
    refused = client.post(
        url("place-policy", project), data | {"area": "FR-75", "weights": names[0]}
    )
    assert (refused.status_code, "aucune commune de la zone" in words(refused)) == (422, True)
    assert place_policy_of(project).prior is PlacePrior.POPULATION
    unknown = client.post(url("place-policy", project), data | {"weights": "x"})
    assert unknown.status_code == 422

    assert (
        client.post(url("place-policy", project), data | {"weights": names[0]}).status_code == 302
    )
    policy = place_policy_of(project)
    assert (policy.prior, policy.weights.column, policy.compared) == (PlacePrior.FILE, "radon", ())
    assert "une table importée : radon" in words(client.get(url("feature-list", project)))
    assert client.get(url("place-policy", project)).context["form"]["weights"].value() == names[0]
    page = words(client.get(url("certificates", project)))
    assert "celle du projet, avec les poids « radon » au départ du tirage" in page
    assert "communes tirées selon la colonne « radon » d'une table" in page
    client.post(url("feature-retire", project, table.pk))  # in use: it stays
    assert not FeatureFile.objects.get(pk=table.pk).is_retired


def test_a_table_retired_meanwhile_is_told(client, steward, project, table):
    client.force_login(steward)
    data = choice(table, radon="1")
    client.post(url("feature-retire", project, table.pk))
    answer = client.post(url("place-policy", project), data)
    assert answer.status_code == 422
    assert "retirée entre-temps" in words(answer)


def test_retiring_says_when_the_table_is_in_use(client, steward, project, table):
    client.force_login(steward)
    client.post(url("place-policy", project), choice(table, radon="1"))
    answer = client.post(url("feature-retire", project, table.pk))
    assert answer.status_code == 409
    assert "décochez d'abord" in words(answer)
    client.post(url("place-policy", project), {"area": "FR"})
    assert client.post(url("feature-retire", project, table.pk)).status_code == 302
    assert "retirée" in words(client.get(url("feature-list", project)))
    assert AuditEntry.objects.filter(action="features.retired").count() == 1


PAGES = ("feature-list", "feature-import", "place-policy", "feature-detail", "feature-retire")


@pytest.mark.parametrize("name", PAGES)
def test_strangers_find_nothing_and_roles_are_kept_out(
    client, stranger, annotator, admin, project, table, name
):
    args = [table.pk] if name in ("feature-detail", "feature-retire") else []
    ask = client.post if name == "feature-retire" else client.get
    client.force_login(stranger)
    assert ask(url(name, project, *args)).status_code == 404
    client.force_login(annotator)
    assert ask(url(name, project, *args)).status_code == 403
    client.force_login(admin)
    seen = 200 if name in ("feature-list", "feature-detail") else 403
    assert ask(url(name, project, *args)).status_code == seen


def test_the_table_of_another_project_is_not_there(
    client, steward, other_project, table, make_user
):
    other = make_user("ailleurs", other_project, "steward")
    client.force_login(other)
    assert client.get(url("feature-detail", other_project, table.pk)).status_code == 404
    assert client.post(url("feature-retire", other_project, table.pk)).status_code == 404
    answer = client.post(url("place-policy", other_project), choice(table, radon="1"))
    assert answer.status_code == 422
