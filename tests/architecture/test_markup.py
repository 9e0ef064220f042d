"""What all templates have in common."""

import re
from pathlib import Path

import pytest
from django import forms
from django.template.loader import render_to_string

TEMPLATES = sorted(Path("templates").rglob("*.html"))
OF_A_CARD = {"preview_bell.html", "preview_places.html"}  # three columns, as narrow as their card


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_labels_end_without_a_colon(path):
    """Django's own tag adds one; what stands before a field is words alone."""
    source = path.read_text(encoding="utf-8")
    assert "label_tag" not in source
    assert re.findall(r":\s*(?:[\"'] %})?\s*</(?:label|dt|th)>", source) == []


def test_a_field_shows_its_label_as_it_is_and_names_its_input():
    form = type("Form", (forms.Form,), {"name": forms.CharField(label="Nom")})()
    html = render_to_string("components/form_fields.html", {"form": form})
    assert '<label for="id_name">Nom</label>' in html


@pytest.mark.parametrize(
    "path", [path for path in TEMPLATES if path.name not in OF_A_CARD], ids=str
)
def test_every_table_lies_in_a_named_region_that_scrolls(path):
    source = path.read_text(encoding="utf-8")
    regions = re.findall(
        r'class="table-scroll[^"]*" tabindex="0" role="region" aria-label="', source
    )
    drawings = source.count('<div class="axes-room">')  # scroll in one, too
    assert len(regions) == source.count("<table") + drawings


@pytest.mark.parametrize("sheet", ["app.css", "annotation.css", "annotator.css"])
def test_nothing_on_the_page_of_a_note_asks_what_it_holds(sheet):
    """`:has()` there makes Chromium look at the whole note for every mark that changes: a gesture took three times as long."""
    written = (Path("static/css") / sheet).read_text(encoding="utf-8")
    assert ":has(" not in re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_what_comes_anew_by_itself_leaves_focus_and_writing_alone(path):
    source = path.read_text(encoding="utf-8")
    renewed = re.findall(r'hx-trigger="(?:every|job:finished)[^>]*', source)
    assert [tag for tag in renewed if 'hx-swap="morph"' not in tag] == []
