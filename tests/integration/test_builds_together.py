"""Twenty builds at the cap, all at once: exactly the allowed ones come through, on both databases."""

from __future__ import annotations

import json

from tests.integration.stack import Stack

# One patient, cap ε = 5, twenty studies that each want ε = 1. Five processes of four threads build; each
# thread waits at the door of the ledger until all the others of its process are there.
SETUP = """
from datetime import date
from decimal import Decimal
from django.utils import timezone
from annotation.models import Document, Layer, LayerSpan, Patient
from deidweb.accounts.models import Membership, Project, User
from privacy.domain.export_order import ExportOrder
from privacy.services.create_study import create_study
from privacy.services.request_export import request_export
from privacy.services.set_cap import set_cap
project = Project.objects.create(name="Essai")
admin = User.objects.create_user("admin", password="pw-for-tests-only")
steward = User.objects.create_user("steward", password="pw-for-tests-only")
Membership.objects.create(user=admin, project=project, role="admin")
Membership.objects.create(user=steward, project=project, role="steward")
set_cap(actor=steward, project=project, cap=Decimal(5))
patient = Patient.objects.create(project=project, external_id="p1")
text = "Vu le 12/02/2020, puis le 26/02/2020, puis le 3 mars 2020."
note = Document.objects.create(project=project, patient=patient, external_id="n1", position=1, text=text,
                               sha256="0" * 64, state="gold")
layer = Layer.objects.create(document=note, kind="gold", version=1, state="submitted",
                             submitted_at=timezone.now())
for surface in ("12/02/2020", "26/02/2020", "3 mars 2020"):
    start = text.index(surface)
    LayerSpan.objects.create(layer=layer, start=start, end=start + len(surface), label="DATE",
                             subtype="DATE", surface=surface, state="accepted")
for number in range(20):
    study = create_study(actor=admin, project=project, name=f"E{number}", recipient="R", purpose="P")
    order = ExportOrder(epsilon=Decimal(1), reference_date=date(2026, 1, 1), places="tag")
    request_export(actor=admin, project=project, study=study, order=order)
"""

BUILD = """
import json, os, threading
from contextlib import nullcontext
from django.db import connection, connections
from deidweb.jobs.models import Job
from privacy.domain.tables import default_tables
from privacy.services.build_export import no_doubts
from worker.tasks import export, run_job
from worker.tasks.text_codes import codes_of
default_tables(), codes_of()  # read once: at the same moment each of the twenty threads would read them
jobs = [str(pk) for pk in Job.objects.filter(kind="build_export").order_by("pk").values_list("pk", flat=True)]
connections.close_all()
export._doubts_of = lambda _project: nullcontext(no_doubts)  # not twenty engines that nobody asks here
write = export.write_export_draft

def work(share):
    door = threading.Barrier(len(share))

    def together(*arguments, **named):
        built = write(*arguments, **named)
        door.wait(60)  # the others are about to be charged, too
        return built

    export.write_export_draft = together

    def run(job_id):
        run_job(job_id)
        connection.close()

    threads = [threading.Thread(target=run, args=(job_id,)) for job_id in share]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

children = []
for part in range(5):
    pid = os.fork()
    if pid == 0:
        work(jobs[part::5])
        os._exit(0)
    children.append(pid)
print(json.dumps([os.waitpid(pid, 0)[1] for pid in children]))
"""

OUTCOME = """
import json
from collections import Counter
from fractions import Fraction
from deidweb.jobs.models import Job
from privacy.models import ChargeUse, ExportRequest, LedgerCharge
from privacy.selectors.export_files import export_path
states = Counter(ExportRequest.objects.values_list("state", flat=True))
jobs = Counter(Job.objects.filter(kind="build_export").values_list("state", "attempt"))
spent = sum(Fraction(row) for row in LedgerCharge.objects.values_list("epsilon", flat=True))
files = {e.state for e in ExportRequest.objects.all() if export_path(e).exists()}
said = {"1 patient" in error for error in Job.objects.filter(state="failed").values_list("error", flat=True)}
print(json.dumps([states, sorted(map(list, jobs)), str(spent), LedgerCharge.objects.count(),
                  ChargeUse.objects.count(), sorted(files), sorted(said)]))
"""


def check(stack: Stack) -> None:
    stack.run(SETUP)
    assert json.loads(stack.run(BUILD)) == [0] * 5
    states, jobs, spent, charges, uses, files, said = json.loads(stack.run(OUTCOME))
    assert states == {"built": 5, "failed": 15}
    assert jobs == [["done", 1], ["failed", 1]]  # nobody had to try again
    assert spent == "5"
    assert charges == uses == 15  # three dates a build
    assert files == ["built"]
    assert said == [True]


def test_on_either_database(either_stack):
    check(either_stack)
