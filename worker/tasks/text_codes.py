"""The ICD-10 codes of a text, where a coder is installed."""

from __future__ import annotations

from icdcoder.selectors.coder import installed_coder
from privacy.domain.attacks.read_cohort import CodesOf, no_codes


def codes_of() -> CodesOf:
    """For the report of the cohort."""
    coder = installed_coder()
    if coder is None:
        return no_codes
    return lambda text: [found.code for found in coder.predict([text])[0]]
