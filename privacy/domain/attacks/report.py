"""Every attack by mechanism and ε, on cohorts invented from fixed bits: the same figures on every machine.

`python -m privacy.domain.attacks.report` writes them to privacy/data/attacks.json (about ten seconds), which the
steward's page reads; a test computes them again. The keys below are public: nothing real is ever drawn with them.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any, Final

from annotation.demo.corpus import load_corpus
from annotation.domain.notes import Note
from privacy.domain.attacks.averaging import average
from privacy.domain.attacks.cohort import REFERENCE, invent, invent_people
from privacy.domain.attacks.collision import collisions
from privacy.domain.attacks.leaks import alarms, plant, plant_words, word_names
from privacy.domain.attacks.linkage import export, link
from privacy.domain.attacks.matching import match_intervals
from privacy.domain.data import DATA
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import KeyedStream, StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import Tables, default_tables

FILE: Final = DATA / "attacks.json"
EPSILONS: Final = tuple(map(Fraction, ("1/10", "1/2", "1", "2", "4")))
EXPORTS: Final = (1, 3, 10, 30, 100)
ALLOWED: Final = 3  # exports that the cap of the demonstration lets through
AVERAGED: Final = 60
MATCHED: Final = 200
LINKED: Final = 80
VISITS: Final = 3
PLANTED: Final = 84  # leaks of each form
PLANTED_WORDS: Final = (
    252  # names that are words, each way: a share between 0 and 1 wants more draws
)
STRANGERS: Final = 40


def key_of(rank: int) -> StudyKey:
    """A public key, one a rank."""
    return StudyKey(rank.to_bytes(32, "big"))


def _bits(name: str) -> KeyedStream:
    return KeyedStream(StudyKey(bytes(32)), name.encode())


def averaging() -> list[dict[str, Any]]:
    """One row an ε and a number of exports: fresh keys, one key, and fresh keys under the ledger's cap."""
    cohort = invent(_bits("averaging"), AVERAGED, visits=1)
    rows: list[dict[str, Any]] = []
    for epsilon in EPSILONS:
        for count in EXPORTS:
            fresh = average(cohort, epsilon, count, key_of=key_of)
            same = average(cohort, epsilon, count, key_of=lambda _: key_of(0))
            capped = average(cohort, epsilon, count, key_of=key_of, cap=ALLOWED * epsilon)
            found = {"fresh": asdict(fresh), "same": asdict(same), "capped": asdict(capped)}
            rows.append({"epsilon": str(epsilon), "exports": count} | found)
    return rows


def matching() -> list[dict[str, Any]]:
    """One row a mechanism and an ε."""
    bits = _bits("matching")
    cohort = invent(bits, MATCHED, visits=VISITS)
    strangers = invent(bits, MATCHED, visits=VISITS)
    return [
        {"mechanism": str(mechanism), "epsilon": str(epsilon)}
        | asdict(match_intervals(cohort, strangers, mechanism, epsilon, key_of(0)))
        for mechanism in DateMechanism
        for epsilon in EPSILONS
    ]


def linking(tables: Tables, epsilons: Sequence[Fraction] = EPSILONS) -> list[dict[str, Any]]:
    """One row a mechanism and an ε: two studies, one study twice, and the collisions inside the first."""
    cohort = invent_people(_bits("linkage"), LINKED, visits=VISITS, tables=tables)
    rows: list[dict[str, Any]] = []
    for mechanism in (DateMechanism.METRIC, DateMechanism.SHIFT):
        for epsilon in epsilons:
            policy = SubstitutionPolicy(epsilon, REFERENCE, dates=mechanism)
            left, right = (export(cohort, policy, key_of(rank), tables) for rank in (0, 1))
            again = export(cohort, policy, key_of(0), tables)
            rows.append(
                {"mechanism": str(mechanism), "epsilon": str(epsilon)}
                | {"two": asdict(link(left, right)), "one": asdict(link(left, again))}
                | {"collisions": {n: asdict(c) for n, c in collisions(cohort, left).items()}}
            )
    return rows


def leaking(
    tables: Tables,
    each: int = PLANTED,
    strangers: int = STRANGERS,
    words: int = PLANTED_WORDS,
) -> dict[str, Any]:
    """Leaks of each form hidden in the demonstration's substituted notes, and alarms without any; `words`: the same
    for names that are ordinary words."""
    files: dict[str, list[Note]] = {}
    for note in load_corpus("dev"):
        files.setdefault(note.patient.id or note.id, []).append(note)
    policy = SubstitutionPolicy(Fraction(1), REFERENCE)
    outgoing = [
        note
        for notes in files.values()
        for note in substitute_patient_file(
            notes, policy=policy, key=key_of(0), tables=tables
        ).notes
    ]
    found = plant(outgoing, each, source=_bits("leaks"), tables=tables)
    false = alarms(outgoing, strangers, source=_bits("alarms"), tables=tables)
    told = plant_words(outgoing, words, source=_bits("leaks that are words"), tables=tables)
    wordy = alarms(
        outgoing, strangers, source=_bits("word alarms"), tables=tables, lasts=word_names(tables)
    )
    return {
        "forms": [asdict(row) for row in found],
        "alarms": asdict(false),
        "words": [asdict(row) for row in told],
        "word_alarms": asdict(wordy),
    }


def build(tables: Tables) -> dict[str, Any]:
    """All figures, as plain values."""
    return {
        "leaks": leaking(tables),
        "averaging": averaging(),
        "matching": matching(),
        "linkage": linking(tables),
        "sizes": {
            "averaged": AVERAGED,
            "matched": MATCHED,
            "linked": LINKED,
            "visits": VISITS,
            "allowed": ALLOWED,
        },
    }


def load() -> dict[str, Any]:
    """The figures as shipped."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    text = json.dumps(build(default_tables()), ensure_ascii=False, indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8")
