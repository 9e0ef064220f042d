"""The ICD-10 codes of a text, where a coder is installed."""

from __future__ import annotations

from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import default_coder
from privacy.domain.attacks.read_cohort import CodesOf, no_codes


def codes_of() -> CodesOf:
    """For the report of the cohort."""
    try:
        coder = default_coder()
    except (NomenclatureMissingError, NomenclatureInvalidError):
        return no_codes
    return lambda text: [found.code for found in coder.predict([text])[0]]
