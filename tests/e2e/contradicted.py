"""`gunicorn`, whose previews show contradictions that the substitution no longer makes: a NIR against the birth date, a
country against the town, an age and a date on two notes."""

from __future__ import annotations

import runpy
from typing import Any

from privacy.domain import redraw
from privacy.domain.coherence.findings import Finding, Kind

# entities of tests/e2e/test_preview.py's first note: birth date, IPP; Dijon, its postal code; and of the second: the visit
FOUND = (
    Finding(Kind.NIR, 0, (2, 17)),
    Finding(Kind.COUNTRY, 0, (9, 10)),
    Finding(Kind.ORDER, 0, (7, 19)),
)


def contradictions(*_arguments: Any, **_named: Any) -> tuple[Finding, ...]:
    return FOUND


if __name__ == "__main__":
    redraw.incoherences = contradictions
    runpy.run_module("gunicorn", run_name="__main__", alter_sys=True)
