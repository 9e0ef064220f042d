"""Règles: read only, with examples, for who manages models."""

from django.urls import reverse

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
