"""Every rule and every pattern, collected from the packages that define them.

Who needs to know what a rule is worth asks `rule_of`; who lists rules walks `RULES` and `PATTERNS`.
"""

from collections.abc import Iterator
from types import MappingProxyType, ModuleType
from typing import Final

from worker.engine.rules.bodies import patterns as bodies
from worker.engine.rules.contacts import patterns as contacts
from worker.engine.rules.dates import ages, days, durations
from worker.engine.rules.dates import finder as dates
from worker.engine.rules.identifiers import patterns as identifiers
from worker.engine.rules.identifiers import references
from worker.engine.rules.pattern import Pattern, Rule
from worker.engine.rules.persons import patterns as persons
from worker.engine.rules.persons.patterns import NameContext
from worker.engine.rules.places import patterns as places

_MODULES: Final = (
    days,
    dates,
    durations,
    ages,
    contacts,
    identifiers,
    references,
    places,
    bodies,
    persons,
)


def _records(module: ModuleType) -> Iterator[object]:
    for value in vars(module).values():
        yield from value if isinstance(value, tuple) else (value,)


RECORDS: Final = tuple(record for module in _MODULES for record in _records(module))
# Some stand in two lists of their module.
PATTERNS: Final = tuple(
    {id(record): record for record in RECORDS if isinstance(record, Pattern | NameContext)}.values()
)


RULES: Final = MappingProxyType(
    {record.source: record for record in RECORDS if isinstance(record, Rule)}
)


def rule_of(source: str) -> Rule | None:
    """The rule that a span comes from: ``"rule:phone"``; None for the model's and the patient's spans."""
    return RULES.get(source)


def examples_of(rule: Rule) -> list[str]:
    """Sentences in which the rule's finds are marked: ``"tél. [[03 80 00 00 00]]"``."""
    return [
        *rule.examples,
        *(e for pattern in PATTERNS if pattern.rule.name == rule.name for e in pattern.examples),
    ]
