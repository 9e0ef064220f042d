"""What every page shows around itself: the project's pages that the person may open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.permissions import project_and_permissions
from deidweb.accounts.roles import Permission
from deidweb.accounts.sessions import seconds_left
from deidweb.tour import tour_of

# address, name, what it takes to see it
_PAGES: list[tuple[str, Promise, Permission | None]] = [
    ("worker:trial", _("Essayer"), Permission.READ_NOTES),
    ("annotation:document-list", _("Notes"), Permission.READ_NOTES),
    ("annotation:dashboard", _("Suivi"), Permission.READ_NOTES),
    ("annotation:dataset-list", _("Jeux"), Permission.SEE_DATASETS),
    ("privacy:preview", _("Aperçu"), Permission.PREVIEW),
    ("privacy:export-list", _("Exports"), Permission.SEE_EXPORTS),
    ("icdcoder:export-list", _("Codes"), Permission.CODE),
    ("worker:model-list", _("Modèles"), Permission.MANAGE_MODELS),
    ("jobs:list", _("Travaux"), None),
    ("members:list", _("Membres"), Permission.MANAGE_MEMBERS),
    ("audit:journal", _("Journal"), Permission.READ_AUDIT),
]


# beginning of a page's name → that of its entry
_ANNOTATION = {"dataset": "dataset", "agreement": "dashboard", "dashboard": "dashboard"}
# pages that stand with those of another app
_STANDS_WITH = {
    "worker:utility": "privacy:export-list",
    "worker:coder-list": "worker:model-list",
}


@dataclass(frozen=True, slots=True)
class NavItem:
    name: Promise
    url: str
    current: bool


def navigation(request: HttpRequest) -> dict[str, Any]:
    """`nav_project`, `nav_items`, `nav_permissions` when the address is that of a project."""
    match = request.resolver_match
    user = getattr(request, "user", None)
    if match is None or user is None or not user.is_authenticated:
        return {}
    tour = {"tour": tour_of(request, user), "session_left": seconds_left(request)}
    project_id = match.kwargs.get("project_id")
    if project_id is None:
        return tour
    found = project_and_permissions(user, project_id)
    if found is None:
        return tour
    project, held = found
    here = _STANDS_WITH.get(match.view_name, match.view_name)
    items = [
        NavItem(name, reverse(view, args=[project_id]), here.split(":")[0] == view.split(":")[0]
                and _same_page(here, view))
        for view, name, needed in _PAGES
        if needed is None or needed in held
    ]  # fmt: skip
    return tour | {"nav_project": project, "nav_items": items, "nav_permissions": held}


def _same_page(current: str, item: str) -> bool:
    """Pages of apps with several entries are told apart by the beginning of their names."""
    if item.startswith("annotation:"):
        page = current.split(":")[1]
        own = next((to for name, to in _ANNOTATION.items() if page.startswith(name)), "document")
        return item.split(":")[1].startswith(own)
    if item.startswith("worker:"):
        return ("trial" in current) == ("trial" in item)
    if not item.startswith("privacy:"):
        return True
    return ("preview" in current) == ("preview" in item)
