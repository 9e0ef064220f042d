"""A rule of the engine as a row of a table: its examples in parts, what it finds in the demo notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from annotation.demo.corpus import load_corpus
from annotation.presentation.label_names import entity_name
from annotation.presentation.rule_words import rule_words

if TYPE_CHECKING:
    from worker.selectors.listed_rules import ListedRule


@dataclass(frozen=True, slots=True)
class RuleLine:
    """`examples`: each a list of (text, whether the rule finds it)."""

    rule: ListedRule
    examples: list[list[tuple[str, bool]]]

    @property
    def words(self) -> str:
        return rule_words(self.rule.name)

    @property
    def label(self) -> str:
        return entity_name(self.rule.label, self.rule.subtype)


@cache
def rule_lines() -> tuple[RuleLine, ...]:
    """Every rule. The demo notes are invented and ship with the code: nothing of a project is read."""
    from worker.selectors.listed_rules import list_rules  # a third of a second, for this page alone

    listed = list_rules(note.text for note in load_corpus("dev"))
    return tuple(
        RuleLine(rule, [list(_parts(example)) for example in rule.examples]) for rule in listed
    )


def _parts(example: str) -> Iterator[tuple[str, bool]]:
    """ "né à [[Oran]]" gives ("né à ", False) and ("Oran", True)."""
    for before in example.split("]]"):
        plain, _, found = before.partition("[[")
        if plain:
            yield plain, False
        if found:
            yield found, True
