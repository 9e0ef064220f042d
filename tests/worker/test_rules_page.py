"""Règles: read only, with examples, for who manages models."""

import re

from django.urls import reverse

from annotation.presentation.rule_words import words_of_rules
from worker.engine.rules.registry import RULES
from worker.presentation.rules import rule_lines


def test_every_rule_is_listed_with_its_examples(client, admin, project):
    client.force_login(admin)
    page = client.get(reverse("worker:rule-list", args=[project.id])).content.decode()
    assert page.count("<tr>") == len(RULES) + 1
    assert "né à <mark>Oran</mark>" in page
    assert "<form" not in page.split("<main", 1)[1]


def test_the_rules_find_something_in_the_demo():
    counts = {line.rule.name: line.rule.count for line in rule_lines()}
    assert counts["phone"] > 20
    assert sum(map(bool, counts.values())) > len(counts) / 2


def test_every_rule_has_words_and_the_words_no_other_rule():
    """Its name in the code (« field-name », « secu ») says nothing to a ward secretary."""
    assert set(words_of_rules()) == {rule.name for rule in RULES.values()}


def test_the_page_shows_words_instead_of_names(client, admin, project):
    client.force_login(admin)
    page = client.get(reverse("worker:rule-list", args=[project.id])).content.decode()
    assert ">n° de sécurité sociale <" in page
    assert not re.findall(r">(?:secu|field-name|civility|phone)\b", page)
