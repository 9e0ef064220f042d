"""Tells the writer of templates what is wrong and where, all at once."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from worker.training.corpus import library, template
from worker.training.corpus.library import Family, PhraseRule
from worker.training.corpus.slot_names import why_unknown
from worker.training.corpus.template import TemplateError

Problem = tuple[str, int, str]  # file, line, French sentence


def check(
    families: Iterable[Path], phrases: Iterable[Path]
) -> tuple[list[Problem], Counter[str], dict[str, PhraseRule]]:
    """Problems of these files, number of families per document type, and the rules."""
    problems: list[Problem] = []
    rules = _read_rules(phrases, problems)
    read = _read_families(families, problems)
    for rule in rules.values():
        problems += _rule_problems(rule, rules)
    problems += _cycles(rules)
    for family in read:
        problems += _family_problems(family, rules)
    return sorted(set(problems)), Counter(family.document_type for family in read), rules


def _read_rules(paths: Iterable[Path], problems: list[Problem]) -> dict[str, PhraseRule]:
    rules: dict[str, PhraseRule] = {}
    for path in paths:
        try:
            for rule in library.read_rules(path.read_text("utf-8"), str(path)):
                if rule.name in rules:
                    where = f"{rules[rule.name].file}:{rules[rule.name].line}"
                    reason = f"règle déjà définie : {rule.name} ({where})"
                    problems.append((rule.file, rule.line, reason))
                else:
                    rules[rule.name] = rule
        except TemplateError as error:
            problems.append((error.file, error.line, error.reason))
    return rules


def _read_families(paths: Iterable[Path], problems: list[Problem]) -> list[Family]:
    read: list[Family] = []
    places: dict[str, str] = {}
    for path in paths:
        try:
            for family in library.read_families(path.read_text("utf-8"), path.stem, str(path)):
                if family.id in places:
                    reason = f"identifiant déjà pris : {family.id} ({places[family.id]})"
                    problems.append((family.file, family.line, reason))
                places.setdefault(family.id, f"{family.file}:{family.line}")
                read.append(family)
        except TemplateError as error:
            problems.append((error.file, error.line, error.reason))
    return read


def _rule_problems(rule: PhraseRule, rules: dict[str, PhraseRule]) -> Iterator[Problem]:
    if not rule.sources:
        yield rule.file, rule.line, f"règle sans alternative : {rule.name}"
    try:
        for option in rule.options:
            yield from _call_problems(option, rule.file, rules)
    except TemplateError as error:
        yield error.file, error.line, error.reason


def _family_problems(family: Family, rules: dict[str, PhraseRule]) -> Iterator[Problem]:
    try:
        if not family.nodes:
            yield family.file, family.line, f"famille vide : {family.id}"
        yield from _call_problems(family.nodes, family.file, rules)
    except TemplateError as error:
        yield error.file, error.line, error.reason


def _call_problems(
    nodes: template.Sequence, file: str, rules: dict[str, PhraseRule]
) -> Iterator[Problem]:
    for node in template.walk(nodes):
        if isinstance(node, template.Slot):
            if reason := why_unknown(node.name):
                yield file, node.line, reason
            continue
        name = node.rule if isinstance(node, template.Repeat) else node.name
        if name not in rules:
            yield file, node.line, f"règle inconnue : @{name}"
        elif isinstance(node, template.Repeat) and node.high > len(rules[name].sources):
            count = len(rules[name].sources)
            yield file, node.line, f"@{name} n'a que {count} alternatives, {node.high} demandées"


def _called(rule: PhraseRule) -> list[str]:
    try:
        return [
            node.rule if isinstance(node, template.Repeat) else node.name
            for option in rule.options
            for node in template.walk(option)
            if not isinstance(node, template.Slot)
        ]
    except TemplateError:
        return []


def _cycles(rules: dict[str, PhraseRule]) -> Iterator[Problem]:
    """One problem a cycle, at the rule where it closes."""
    calls = {name: _called(rule) for name, rule in rules.items()}
    done: set[str] = set()
    for start in rules:
        yield from _cycles_from(start, calls, rules, done, ())


def _cycles_from(
    name: str,
    calls: dict[str, list[str]],
    rules: dict[str, PhraseRule],
    done: set[str],
    path: tuple[str, ...],
) -> Iterator[Problem]:
    if name in path:
        circle = " → ".join((*path[path.index(name) :], name))
        yield rules[name].file, rules[name].line, f"règles en cercle : {circle}"
    elif name in calls and name not in done:
        for other in calls[name]:
            yield from _cycles_from(other, calls, rules, done, (*path, name))
        done.add(name)
