"""A worker killed in the middle of a job: nothing lost, nothing twice, no step by hand."""

from __future__ import annotations

import json

import pytest

from tests.integration import scenario

DONE = "Job.objects.filter(kind={kind!r}, state='done').count()"
PROGRESS = "Job.objects.filter(kind={kind!r}, state='running', progress_done__gt=0).count()"


@pytest.fixture
def stack(make_stack):
    return make_stack()


@pytest.mark.parametrize("kind", ["import", "preannotate"])
@pytest.mark.fault("F1")
def test_kill_9_in_the_middle_of(stack, kind):
    copies = 8  # 200 notes: enough to be killed in the middle
    stack.run(scenario.setup(copies))
    stack.start_beat()
    stack.start_worker("victim")
    stack.wait(PROGRESS.format(kind=kind), 60)
    stack.kill("victim")
    assert stack.query(DONE.format(kind=kind)) == 0
    if kind == "import":
        assert stack.query("Document.objects.count()") == 0, "half an import is seen"
    stack.end_leases()
    stack.start_worker("next")
    stack.wait(DONE.format(kind="preannotate"), 180)
    assert stack.query("Document.objects.count()") == 25 * copies
    assert stack.query("Document.objects.filter(state='preannotated').count()") == 25 * copies
    assert stack.query("Layer.objects.filter(kind='suggestion').count()") == 25 * copies
    assert stack.query(f"Job.objects.get(kind={kind!r}).attempt") == 2


CODED = """
import json
from icdcoder.models import CodedNote, CodePrediction
rows = CodePrediction.objects.order_by("note__public_id", "code").values_list("note__public_id", "code", "score")
print(json.dumps([CodedNote.objects.count(), CodedNote.objects.exclude(coder_version="").count(), list(map(str, rows))]))
"""
AGAIN = """
from icdcoder.models import CodedNote
from deidweb.jobs import services
from deidweb.jobs.models import Job
CodedNote.objects.all().delete()
job = Job.objects.get(kind="predict_codes")
services.enqueue(kind=job.kind, project=job.project, actor=job.created_by, payload=job.payload)
"""


@pytest.mark.fault("F1")
def test_kill_9_in_the_middle_of_the_coding_gives_every_note_its_codes_once(stack):
    """Of an approved export of 400 notes; the same codes as a coding that nobody killed."""
    copies = 16
    stack.run(scenario.setup(copies))
    stack.start_beat()
    stack.start_worker("first")
    stack.wait(DONE.format(kind="preannotate"), 180)
    stack.run(scenario.EXPORT)
    stack.wait(DONE.format(kind="build_export"), 180)
    stack.processes["first"].terminate()
    stack.processes["first"].wait()
    stack.run(scenario.APPROVE)
    stack.start_worker("victim")
    stack.wait(PROGRESS.format(kind="predict_codes"), 60)
    stack.kill("victim")
    assert stack.query(DONE.format(kind="predict_codes")) == 0
    stack.end_leases()
    stack.start_worker("next")
    stack.wait(DONE.format(kind="predict_codes"), 180)
    assert stack.query("Job.objects.get(kind='predict_codes').attempt") == 2
    killed = json.loads(stack.run(CODED))
    assert killed[:2] == [25 * copies] * 2
    stack.run(AGAIN)
    stack.wait("Job.objects.filter(kind='predict_codes', state='done').count() == 2", 180)
    assert json.loads(stack.run(CODED)) == killed


BUILD = """
from datetime import date
from decimal import Decimal
from deidweb.accounts.models import Project, User
from privacy.domain.export_order import ExportOrder
from privacy.services.create_study import create_study
from privacy.services.request_export import request_export
admin, project = User.objects.get(username="admin"), Project.objects.get()
study = create_study(actor=admin, project=project, name="E", recipient="R", purpose="P")
order = ExportOrder(epsilon=Decimal("2"), reference_date=date(2026, 1, 1), scope="all", area="FR-21")
request_export(actor=admin, project=project, study=study, order=order)
"""
LEDGER = """
import json
from fractions import Fraction
from django.conf import settings
from privacy.models import ChargeUse, ExportRequest, LedgerCharge
spent = {}
for account, epsilon in LedgerCharge.objects.values_list("account", "epsilon"):
    spent[account] = spent.get(account, 0) + Fraction(epsilon)
files = sorted(path.name for path in settings.EXPORT_DIR.glob("*.jsonl*"))
print(json.dumps([ExportRequest.objects.count(), LedgerCharge.objects.count(), ChargeUse.objects.count(),
                  sorted(set(map(str, spent.values()))), len(files), files[0].endswith(".jsonl")]))
"""


@pytest.mark.fault("F16")
def test_kill_9_in_the_middle_of_a_build_leaves_one_export_charged_once(stack):
    stack.run(scenario.setup(8))  # 200 notes
    stack.start_beat()
    stack.start_worker("victim")
    stack.wait(DONE.format(kind="preannotate"), 180)
    stack.run(BUILD)
    stack.wait(PROGRESS.format(kind="build_export"), 60)
    stack.kill("victim")
    assert stack.query(DONE.format(kind="build_export")) == 0
    assert stack.query("LedgerCharge.objects.count()") == 0, "half a build is charged"
    stack.end_leases()
    stack.start_worker("next")
    stack.wait(DONE.format(kind="build_export"), 180)
    assert stack.query("Job.objects.get(kind='build_export').attempt") == 2
    exports, charges, uses, spent, files, is_final = json.loads(stack.run(LEDGER))
    assert (exports, files, is_final) == (1, 1, True)
    assert charges == uses > 0
    assert spent == ["2"]  # every patient's shares sum to his ε, once
