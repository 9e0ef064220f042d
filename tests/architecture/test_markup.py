"""What all templates have in common."""

import re
from pathlib import Path

import pytest
from django import forms
from django.template.loader import render_to_string

TEMPLATES = sorted(Path("templates").rglob("*.html"))


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
