"""The public areas of a policy, as people choose them."""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext as _

from privacy.domain.places.geography import REGIONS
from privacy.domain.tables import default_tables


@cache
def _areas() -> tuple[tuple[str, str], ...]:
    communes = default_tables().atlas.communes
    region_names = {commune.region: commune.region_name for commune in communes}
    codes: dict[str, str] = {}
    for code, insee in REGIONS.items():
        codes.setdefault(insee, code)
    regions = sorted(
        (f"FR-{code}", region_names[insee])
        for insee, code in codes.items()
        if insee in region_names
    )
    departments = sorted(
        {(f"FR-{c.department}", f"{c.department} {c.department_name}") for c in communes}
    )
    return (*sorted(regions, key=lambda pair: pair[1]), *departments)


def area_choices() -> list[tuple[str, str]]:
    """Areas that a policy may declare public: France, then regions, then departments."""
    return [("FR", _("France entière")), *_areas()]


def area_name(code: str) -> str:
    return str(dict(area_choices()).get(code, code))
