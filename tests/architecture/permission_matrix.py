"""Role × address × own or foreign project × method: what the URL resolver knows, walked by everybody.

`PYTHONPATH=. DJANGO_SETTINGS_MODULE=deidweb.settings.test python -m pytest -q tests/architecture/test_permission_matrix.py`
checks the walk against `permission_matrix.json`; with DEIDWEB_WRITE_MATRIX=1 it writes that file anew, whose diff is to be read
like code, and the counts in docs/permissions.md.
"""

from __future__ import annotations

import itertools
import json
import re
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")


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


def with_objects(
    route: str, project: object, values: Mapping[str, Sequence[object]]
) -> Iterator[str]:
    """The route with this project and objects that exist: one address for each choice of `values`."""
    names = [name for name in ARGUMENT.findall(route) if name != "project_id"]
    for chosen in itertools.product(*(values[name] for name in names)):
        address = route
        for name, value in [("project_id", project), *zip(names, chosen, strict=True)]:
            address = re.sub(rf"<(?:\w+:)?{name}>", str(value), address)
        yield address


def walk(client: Client, route: str, project: object) -> dict[str, int]:
    """Method → status, of one's own or another's project; the other objects do not exist."""
    return ask(client, concrete(route, project))


def ask(client: Client, address: str) -> dict[str, int]:
    """Method → status. POST without fields; pages of people are asked by the two methods of browsers."""
    methods = METHODS if address.startswith("/api/") else METHODS[:2]
    return {method: getattr(client, method.lower())(address).status_code for method in methods}


def render(own: dict[str, dict[str, str]], tried: int, kinds: Counter[str]) -> str:
    """The page of the documentation but for its last paragraph."""
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


OBJECTS = "One's own project, asked for "


def render_objects(answers: Counter[int]) -> str:
    """The last paragraph: answers of one's own project to another's objects."""
    told = ", ".join(f"{status} {count:,}" for status, count in sorted(answers.items()))
    return (
        f"{OBJECTS}each object that another one really has, by somebody who holds every role: "
        f"{answers.total():,} requests, 0 wrongly allowed (answers: {told}).\n"
    )


def page() -> tuple[str, str]:
    """The written page and its last paragraph."""
    table, begins, rest = DOCS.read_text("utf-8").partition(f"\n{OBJECTS}")
    return table, (begins + rest)[1:]


def write_page(table: str, objects: str) -> None:
    DOCS.write_text(f"{table}\n{objects}", encoding="utf-8")


def read_file() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text("utf-8"))
    return found
