"""What whole texts draw their neighbours from in benches: invented notes, substituted as an export would be."""

from datetime import date
from fractions import Fraction
from typing import Final

from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import Tables
from worker.obfuscation.ways import Files

POOL_KEY: Final = StudyKey(bytes(range(32, 64)))
TODAY: Final = date(2026, 1, 1)


def released(files: Files, epsilon: Fraction, shipped: Tables) -> list[str]:
    """The texts of a pool as an export would release them: under another key, by `metric`."""
    policy = SubstitutionPolicy(epsilon, TODAY)
    return [
        note.text
        for own in files.by_patient
        for note in substitute_patient_file(own, policy=policy, key=POOL_KEY, tables=shipped).notes
    ]
