"""Role × address × own or foreign project × method: what the URL resolver knows, walked by everybody.

`PYTHONPATH=. DJANGO_SETTINGS_MODULE=deidweb.settings.test python -m pytest -q tests/architecture/test_permission_matrix.py`
checks the walk against `permission_matrix.json`; with DEIDWEB_WRITE_MATRIX=1 it writes that file anew, whose diff is to be read
like code, and the counts in docs/permissions.md.
"""

from __future__ import annotations

import json
import re
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROLES = ("annotator", "reviewer", "admin", "steward", "auditor", "access")
IDENTITIES = ("anonymous", "superuser", *ROLES)
FILE = Path(__file__).with_name("permission_matrix.json")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
# numbers that no table's sequence has reached when this test comes last
_SAMPLES = {
    "uuid": str(uuid.UUID(int=7)),
    "int": str(2**31 - 1),
    "str": "x",
    "slug": "x",
    "path": "x",
}


def routes(resolver: URLResolver, prefix: str = "/") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield route


def all_routes() -> list[str]:
    return sorted(set(routes(get_resolver())))


def concrete(route: str, project: object) -> str:
    """The route with this project; the other objects do not exist."""
    address = route.replace("<uuid:project_id>", str(project))
    return re.sub(r"<(?:(\w+):)?\w+>", lambda found: _SAMPLES[found.group(1) or "str"], address)


def walk(client: Client, route: str, project: object) -> dict[str, int]:
    """Method → status. POST without fields; pages of people are asked by the two methods of browsers."""
    address = concrete(route, project)
    methods = METHODS if route.startswith("/api/") else METHODS[:2]
    return {method: getattr(client, method.lower())(address).status_code for method in methods}


def render(own: dict[str, dict[str, str]], tried: int, kinds: Counter[str]) -> str:
    """The page of the documentation."""
    head = "| address | " + " | ".join(IDENTITIES[2:]) + " |\n|" + "---|" * (len(IDENTITIES) - 1)
    rows = [
        f"| `{route}` | " + " | ".join(said[one] for one in IDENTITIES[2:]) + " |"
        for route, said in own.items()
    ]
    counts = ", ".join(f"{name} {count:,}" for name, count in sorted(kinds.items()))
    return "\n".join(
        [
            "# Who may open what",
            "",
            f"Made by `tests/architecture/test_permission_matrix.py` from the URL resolver: {len(own)} addresses × "
            f"methods (GET and POST; five for the API) × {len(IDENTITIES)} identities × own and foreign project = {tried:,} "
            f"requests, 0 wrongly allowed (answers: {counts}). `r`: may read (GET), `w`: may send (POST). A foreign project answers 404 to everybody, an "
            "anonymous visitor is sent to sign in; who creates projects sees none that he is no member of. Why the roles are cut like this: "
            "[ADR 19](adr/0019-who-may-do-what.md).",
            "",
            head,
            *rows,
            "",
        ]
    )


def read_file() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text("utf-8"))
    return found
