"""No page asks more of the database where there is more to show."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from itertools import islice

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from deidweb.accounts.models import Membership
from tests.architecture.more_rows import grow
from tests.architecture.permission_matrix import ARGUMENT, all_routes, with_objects

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FEW, MANY = 1, 6  # more of each row
# the second looks anew at what it has not looked at for some seconds
LEAVES = ("deconnexion", "readyz", "telecharger", "download")
TRIED = 4  # objects of a route
# what is asked only where a list is longer than its page, or where there is another model to compare with; a query a row more
# would be MANY
SPARE = 3


def queries(client: Client, address: str) -> list[str]:
    """None of a page that this person does not find."""
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(address)
    return [query["sql"] for query in seen] if answer.status_code == HTTPStatus.OK else []


def test_no_page_asks_more_of_more_rows(scene, project, make_user, client):
    chief = make_user("chief", project, *Membership.RoleChoice.values)
    chief.is_superuser = True
    chief.save()
    client.force_login(chief)
    addresses = [
        address
        for route in all_routes()
        if {*ARGUMENT.findall(route)} <= {*scene, "project_id"}
        and not any(word in route for word in LEAVES)
        for address in islice(with_objects(route, project.pk, scene), TRIED)
    ]
    grow(project, FEW)
    few = {address: len(queries(client, address)) for address in addresses}
    grow(project, MANY)
    more = {}
    for address in addresses:
        asked = queries(client, address)
        if len(asked) > few[address] + SPARE:
            often = Counter(query[:80] for query in asked).most_common(2)
            more[address] = (few[address], len(asked), often)
    assert more == {}, "\n".join(f"{page}: {told}" for page, told in more.items())
    assert sum(map(bool, few.values())) > 100, "pages that were found"
