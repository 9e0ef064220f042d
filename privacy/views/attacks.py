"""Attaques: what an attacker makes of released surrogates, on invented cohorts, for who decides on exports."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from privacy.domain.attacks.report import load
from privacy.presentation.attacks import (
    WAYS,
    averaging_chart,
    averaging_rows,
    leak_row,
    linkage_row,
    matching_chart,
    matching_row,
    shared_rows,
    shown_and_all,
    verdict,
)
from privacy.presentation.findings import KIND_NAMES


@require_GET
def attacks(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The shipped figures: nothing of the project is read."""
    project = project_or_404(signed_in(request), project_id, Permission.SEE_EXPORTS)
    figures = load()
    context: dict[str, Any] = {
        "project": project,
        "sizes": figures["sizes"],
        "verdict": verdict(figures),
        "averaging": shown_and_all(averaging_rows(figures["averaging"]), "epsilon"),
        "averaging_shared": shared_rows(figures["averaging"]),
        "averaging_chart": averaging_chart(figures["averaging"]),
        "matching": shown_and_all(
            [matching_row(row) for row in figures["matching"] if row["mechanism"] != "tag"],
            "mechanism",
        ),
        "matching_chart": matching_chart(figures["matching"]),
        "leaks": [leak_row(row, KIND_NAMES) for row in figures["leaks"]["forms"]],
        "words": [leak_row(row, WAYS) for row in figures["leaks"]["words"]],
        "word_alarms": figures["leaks"]["word_alarms"],
        "alarms": figures["leaks"]["alarms"],
        "linkage": shown_and_all([linkage_row(row) for row in figures["linkage"]], "mechanism"),
    }
    return render(request, "privacy/attacks.html", context)
