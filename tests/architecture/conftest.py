"""What the walks over all pages share."""

from __future__ import annotations

import pytest

from tests.architecture import page_scene


@pytest.fixture
def scene_folders(settings, tmp_path):
    for name in ("STUDY_KEY_DIR", "EXPORT_DIR", "MODEL_DIR", "IMPORT_DIR", "DATASET_DIR"):
        setattr(settings, name, tmp_path / name.lower())


@pytest.fixture
def scene(scene_folders, project, admin, annotator, steward):
    """One's own project, in which every page has something to show: argument of an address → its values."""
    return page_scene.build(project, admin, annotator, steward)


@pytest.fixture
def foreign_scene(scene_folders, other_project, make_user):
    """The same in another project, whose people are members of that one alone."""
    roles = {"admin": ("admin", "access"), "annotator": ("annotator",), "steward": ("steward",)}
    people = [make_user(f"there-{name}", other_project, *own) for name, own in roles.items()]
    return page_scene.build(other_project, *people)
