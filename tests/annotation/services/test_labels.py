"""The labels a project starts with, and the keys that older projects were given later."""

from __future__ import annotations

from importlib import import_module

from django.apps import apps

from annotation.models import ProjectLabel


def keys_of(project) -> dict[str, str]:
    rows = ProjectLabel.objects.filter(project=project)
    return dict(rows.values_list("subtype", "key"))


def test_every_label_of_a_new_project_has_a_key_of_its_own(project, labels):
    keys = list(keys_of(project).values())
    assert len(set(keys)) == len(keys) == 28
    assert not {"", "g", "0", "1", "2", "3", "/", "!", "?"} & set(keys)


def test_older_projects_get_the_missing_keys_unless_they_chose_their_own(project, labels):
    mine = ProjectLabel.objects.filter(project=project)
    mine.filter(subtype__in=["ADELI", "FINESS", "AUTRE"]).update(key="")
    mine.filter(subtype="NOM").update(key="8")
    import_module("annotation.migrations.0009_keys_for_all_labels").give_keys(apps, None)
    keys = keys_of(project)
    told = (keys["ADELI"], keys["FINESS"], keys["AUTRE"], keys["NOM"])
    assert told == ("7", "", "9", "8")
