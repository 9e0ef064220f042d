"""Every message delivered three times, to two workers at once: what one delivery gives, once."""

from __future__ import annotations

import json

import pytest

from tests.integration import scenario
from tests.integration.stack import Stack

THRICE = "from tests.integration.faulty_worker import send_thrice; send_thrice()\n"
STATE = """
import hashlib, json
from annotation.models import Document, Layer, LayerSpan
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.models import CodedNote, CodePrediction
from privacy.models import ExportRequest, LedgerCharge
spans = LayerSpan.objects.order_by("layer__document__external_id", "start", "end").values_list(
    "layer__document__external_id", "start", "end", "label", "subtype", "source")
codes = CodePrediction.objects.order_by("note__public_id", "code").values_list("note__public_id", "code", "score")
notes = Document.objects.order_by("external_id").values_list("external_id", "sha256", "state")
told = [list(map(str, rows)) for rows in (notes, spans, codes)]
print(json.dumps({
    "hash": hashlib.sha256(json.dumps(told).encode()).hexdigest(),
    "sizes": [len(rows) for rows in told],
    "layers": Layer.objects.count(),
    "coded": CodedNote.objects.count(),
    "charges": LedgerCharge.objects.count(),
    "file": ExportRequest.objects.get().sha256,
    "jobs": sorted(map(list, Job.objects.values_list("kind", "state", "attempt"))),
    "ends": AuditEntry.objects.filter(action="job.done").count(),
}))
"""


def walk(stack: Stack, first: str = "") -> dict[str, object]:
    """Import → pre-annotation → export → approval → codes; `first` is run before what enqueues a job."""
    stack.environment["FAULT"] = "thrice"
    for name in ("one", "two"):
        stack.start_worker(name, module="tests.integration.faulty_worker" if first else "celery")
    stack.run(first + scenario.setup(2))  # 50 notes
    stack.wait("Document.objects.filter(state='preannotated').count() == 50", 90)
    stack.run(first + scenario.EXPORT)
    stack.wait("ExportRequest.objects.get().state in ('built', 'quarantined')", 90)
    stack.run(first + scenario.APPROVE)
    stack.wait("Job.objects.filter(kind='predict_codes', state='done').exists()", 90)
    stack.wait("not Job.objects.exclude(state='done').exists()", 90)
    return json.loads(stack.run(STATE))


@pytest.mark.fault("F5")
def test_three_deliveries_to_two_workers_leave_what_one_leaves(make_stack):
    once = make_stack()
    told = walk(once)
    once.stop()
    thrice = make_stack()
    assert walk(thrice, THRICE) == told
    assert [row[2] for row in told["jobs"]] == [1, 1, 1, 1]
    assert told["ends"] == 4
