"""The ICD-10 codes of a text, where a coder is installed."""

from __future__ import annotations

from collections.abc import Sequence

from icdcoder.selectors.coder import installed_coder
from privacy.domain.attacks.read_cohort import CodesOf, no_codes


def codes_of() -> CodesOf:
    """For the report of the cohort."""
    return installed_codes() or no_codes


def installed_codes() -> CodesOf | None:
    """None where no coder is installed."""
    coder = installed_coder()
    if coder is None:
        return None

    def codes_of(text: str, hidden: Sequence[tuple[int, int]]) -> set[str]:
        return {found.code for found in coder.predict([text], hidden=[hidden])[0]}

    return codes_of
