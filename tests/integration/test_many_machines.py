"""The same code on PostgreSQL, Redis and two workers gives the same result as on one machine."""

from __future__ import annotations

import pytest

from tests.integration import scenario
from tests.integration.stack import Stack, redis_server

pytestmark = [
    pytest.mark.redis,
    pytest.mark.postgresql,
    pytest.mark.cim10,
]


def walk(stack: Stack) -> dict[str, object]:
    """Import → pre-annotation → export → approval → codes; what came out of it."""
    stack.start_worker("first")
    stack.start_worker("second")
    stack.start_beat()
    stack.run(scenario.setup(length=None))
    stack.wait("Document.objects.filter(state='preannotated').count() == 25", 60)
    stack.run(scenario.EXPORT)
    stack.wait("ExportRequest.objects.get().state in ('built', 'quarantined')", 60)
    stack.run(scenario.APPROVE)
    stack.wait("not Job.objects.exclude(state='done').exists()", 60)
    return {
        "spans": stack.run(scenario.SPANS),
        "file": stack.query("ExportRequest.objects.get().sha256"),
        "kinds": stack.query("sorted(Job.objects.values_list('kind', flat=True))"),
    }


def test_import_preannotation_export_and_codes_agree_with_the_embedded_default(
    make_stack, tmp_path
):
    embedded = make_stack(has_cim10=True)
    on_one = walk(embedded)
    embedded.stop()
    with redis_server(tmp_path) as redis_url:
        on_many = walk(make_stack("postgresql", redis_url=redis_url, has_cim10=True))
    assert on_many == on_one
    assert on_one["kinds"] == ["build_export", "import", "preannotate", "predict_codes"]
    assert int(str(on_one["spans"]).split()[1]) > 500
