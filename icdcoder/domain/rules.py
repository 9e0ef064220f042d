"""Coding rules over the codes of a whole note, read from `data/rules/rules.csv`.

- `drop`: a code of `codes` goes where one of `given` stands beside it (`near`: within NEAR characters of it);
- `first`: as `pair`, before all others;
- `pair`: a code of `codes` brings the codes `adds` along (dagger and asterisk; the circumstance of a
  poisoning, accidental or voluntary), unless the note has one of its category (`apart`: of its first four characters);
  with `given` only where one of those stands within NEAR characters; another `condition` is a fact that the note must tell (`patient.FACTS`: which operation a complication came of);
- `become`: a code of `codes` turns into the first of `adds` where one of `given` stands beside it
  (`near`: within NEAR characters of it, as a germ does; `not bled`: unless the note tells that fact);
- `diabetes`: a complication takes the type of diabetes that the note names elsewhere.
Each row says its source and, where it helps, an example.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final

from icdcoder.domain.mention import Mention
from icdcoder.domain.patient import Patient
from icdcoder.domain.wordings import read_table

Groups = MutableMapping[str, list[Mention]]
NEAR: Final = 100
# Complications of care are none of a fall, but for those of implants in a bone.
_HARM: Final = (
    *("S", "T0", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T84", "T9", "R55", "L55"),
    *("M809", "M8098", "M844", "A692", "A280"),
)
# Circumstances that mean nothing without a lesion; not so poisonings, self-harm, sexual assault and ill-treatment.
_NEED_HARM: Final = ("W", "X0", "X1", "X2", "X3", "X9", "Y00", "Y04", "Y09")
_NOT: Final = "not "
_PLAIN: Final = ("", "poisoning", "apart")
_MULTIPLE: Final = 4  # complications: kidney, eye, nerve, vessel
_COMPLICATIONS: Final = {"E142": "2", "E143": "3", "E144": "4", "E145": "5"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the tables; codes are prefixes. Where it `is_kept` a code stays beside what it turns into."""

    action: str
    codes: tuple[str, ...]
    given: tuple[str, ...]
    adds: tuple[str, ...]
    condition: str
    is_kept: bool = False


@cache
def _rules() -> dict[str, tuple[Rule, ...]]:
    found: dict[str, tuple[Rule, ...]] = {}
    for row in read_table("rules/rules.csv"):
        rule = Rule(
            row["action"],
            tuple(row["codes"].split()),
            tuple(row["given"].split()),
            tuple(row["adds"].split()),
            row["condition"],
        )
        found[rule.action] = (*found.get(rule.action, ()), rule)
    found["context"] = tuple(
        Rule(
            "context",
            tuple(row["prefixes"].split()),
            (),
            (row["code"],),
            row["condition"],
            row["keeps"] == "yes",
        )
        for row in read_table("rules/context.csv")
    )
    return found


@lru_cache(maxsize=65_536)
def _numbers(action: str, code: str) -> tuple[int, ...]:
    """The rules that a code answers to, by their place; asked again and again for the same few codes."""
    return tuple(n for n, rule in enumerate(_rules()[action]) if code.startswith(rule.codes))


def _due(action: str, groups: Groups) -> Iterator[tuple[Rule, list[str]]]:
    """In their order the rules that codes of the note answer to, with these; what one brings a later one may answer to."""
    last = -1
    while True:
        answering: dict[int, list[str]] = {}
        for code in groups:
            for number in _numbers(action, code):
                if number > last:
                    answering.setdefault(number, []).append(code)
        known = set(groups)
        for last in sorted(answering):
            yield _rules()[action][last], answering[last]
            if groups.keys() != known:
                break  # others may answer now
        else:
            return


def apply_rules(groups: Groups, patient: Patient) -> None:
    """Changes the codes of a note in place, mentions with them."""
    _by_context(groups, patient)
    _pair("first", groups, patient)
    _become(groups, patient)
    _type_diabetes(groups)
    _pair("pair", groups, patient)
    _merge_diabetes(groups)
    doomed = {code for code in groups if _is_dropped(code, groups)}
    for code in doomed:
        del groups[code]
    if not any(code.startswith(_HARM) for code in groups):
        for code in [code for code in groups if code.startswith(_NEED_HARM)]:
            del groups[code]  # a fall or a blow without a lesion is no cause of anything


def _is_dropped(code: str, groups: Groups) -> bool:
    """What makes a code go stands beside it: for most rules anywhere, for a few near it."""
    anywhere, near = _dropping(code)
    if not (anywhere or near):
        return False
    beside = [other for other in groups if not other.startswith(code)]
    if any(not anywhere.isdisjoint(_prefixes(other)) for other in beside):
        return True
    return any(
        _stands_beside(code, rule.given, groups) and _stands_near(code, rule.given, groups)
        for rule in near
    )


@lru_cache(maxsize=65_536)
def _dropping(code: str) -> tuple[frozenset[str], tuple[Rule, ...]]:
    """All that drops a code wherever it stands, and the rules that want it near."""
    rules = [_rules()["drop"][number] for number in _numbers("drop", code)]
    near = tuple(rule for rule in rules if rule.condition == "near")
    return frozenset(
        given for rule in rules if rule.condition != "near" for given in rule.given
    ), near


@lru_cache(maxsize=65_536)
def _prefixes(code: str) -> frozenset[str]:
    return frozenset(code[:length] for length in range(1, len(code) + 1))


def _by_context(groups: Groups, patient: Patient) -> None:
    """Chapters XV and XVI come first for mother and newborn."""
    for rule, codes in _due("context", groups):
        if rule.condition in patient.conditions:
            for code in codes:
                _move(groups, code, rule.adds[0], is_kept=rule.is_kept)


def _become(groups: Groups, patient: Patient) -> None:
    for rule, codes in _due("become", groups):
        if (
            rule.condition.startswith(_NOT)
            and rule.condition.removeprefix(_NOT) in patient.conditions
        ):
            continue
        for code in codes:
            if not _stands_beside(code, rule.given, groups):
                continue
            if rule.condition != "near" or _stands_near(code, rule.given, groups):
                _move(groups, code, rule.adds[0], is_kept=False)


def _stands_near(code: str, given: tuple[str, ...], groups: Groups) -> bool:
    beside = sorted(
        (m.start, m.end) for other in groups if other.startswith(given) for m in groups[other]
    )
    starts = [start for start, _end in beside]
    # the furthest end of those that begin no later: what ends last is nearest
    ends = list(accumulate((end for _start, end in beside), max))
    for mention in groups[code]:
        count = bisect_right(starts, mention.end + NEAR)
        if count and ends[count - 1] >= mention.start - NEAR:
            return True
    return False


def _move(groups: Groups, code: str, other: str, *, is_kept: bool) -> None:
    mentions = groups[code] if is_kept else groups.pop(code)
    if other:
        moved = [mention._replace(code=other) for mention in mentions]
        groups.setdefault(other, []).extend(moved)


def _stands_beside(code: str, given: tuple[str, ...], groups: Mapping[str, list[Mention]]) -> bool:
    return any(
        other != code and other.startswith(given) and not other.startswith(code) for other in groups
    )


def _pair(action: str, groups: Groups, patient: Patient) -> None:
    for rule, codes in _due(action, groups):
        if rule.condition not in _PLAIN and rule.condition not in patient.conditions:
            continue
        for code in codes:
            if rule.given and not _stands_near(code, rule.given, groups):
                continue
            added = rule.adds[0]
            if rule.condition == "poisoning":
                added = rule.adds[1 if patient.holds("voluntary") else 0]
            same = added[: 4 if rule.condition == "apart" or rule.given else 3]
            if not any(other.startswith(same) for other in groups):
                groups[added] = [mention._replace(code=added) for mention in groups[code]]


def _merge_diabetes(groups: Groups) -> None:
    """Four complications of one diabetes are "complications multiples"; so are fewer where the note says that."""
    for kind in ("E10", "E11", "E13", "E14"):
        found = [
            code for code in groups if code.startswith(kind) and code[3:4] in ("2", "3", "4", "5")
        ]
        said = any(code.startswith(f"{kind}7") for code in groups)
        if found and (said or len({code[3] for code in found}) == _MULTIPLE):
            for code in found:
                _move(groups, code, f"{kind}7", is_kept=False)


def _type_diabetes(groups: Groups) -> None:
    """« DT2 … rétinopathie diabétique » → E113, not E143."""
    kinds = [kind for kind in ("E11", "E10", "E13") if any(c.startswith(kind) for c in groups)]
    for code, digit in _COMPLICATIONS.items():
        if code in groups and kinds:
            typed = kinds[0] + digit
            moved = [mention._replace(code=typed) for mention in groups.pop(code)]
            groups.setdefault(typed, []).extend(moved)
