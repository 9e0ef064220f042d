"""Makes the archives of this folder: installations that an earlier commit has really made, for tests/integration/test_upgrade.py.

    git worktree add --detach /tmp/old 6ced8204 && ln -s $PWD/.venv /tmp/old/.venv && cd /tmp/old
    PYTHONPATH=. .venv/bin/python …/make.py sqlite 2026-11-24-sqlite.tar.gz        (or: postgresql)

It runs with that commit's code and with nothing of today's. An archive holds var/ as an administrator would have kept it, but
for the database: its SQL, which is smaller, and for PostgreSQL what pg_dump wrote. `told.json` says what was there. All people
are invented, and the keys open nothing else.
"""

from __future__ import annotations

import io
import json
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from contextlib import closing, nullcontext
from pathlib import Path

KEPT = ("exports", "datasets", "models", "keys")
MOMENT = 1_763_942_400  # of every file: the same archive from the same files
SETUP = """
import json
from django.core.files.uploadedfile import SimpleUploadedFile
from deidweb.accounts.models import Membership, Project, User
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
project = Project.objects.create(name="Essai")
create_project_labels(project)
for name, roles in (("admin", ("admin", "access")), ("steward", ("steward",)), ("auditrice", ("auditor",))):
    user = User.objects.create_user(name, password="pw-for-tests-only")
    for role in roles:
        Membership.objects.create(user=user, project=project, role=role)
people = [("Quirlimont", "Ylzebethe", "1951-05-04"), ("Vandemorel", "Anatole", "1962-11-30"), ("Tarquebois", "Mirande", "1974-02-17")]
lines = []
for number in range(8):
    last, first, born = people[number % 3]
    text = (f"Madame {first} {last.upper()}, vue le {number + 3}/02/2020 à Dijon, pour une toux.\\n"
            f"Née le {born[8:]}/{born[5:7]}/{born[:4]}. Tél. 06 39 98 12 3{number}. Revue par le Dr Martel Oscar.")
    lines.append(json.dumps({
        "id": f"note-{number}", "text": text, "doc_type": "CRH",
        "patient": {"id": f"patient-{number % 3}", "last_name": [last], "first_name": [first], "birth_date": born,
                    "ipp": f"80034561{number % 3}0"}}))
admin = User.objects.get(username="admin")
upload = SimpleUploadedFile("QUIRLIMONT_Ylzebethe.jsonl", "\\n".join(lines).encode())
start_import(actor=admin, project=project, upload=upload, format_name="jsonl")
"""
RUN_ALL = """
from deidweb.jobs.models import Job
from worker.tasks import run_job
for _round in range(5):
    for job in Job.objects.filter(state="queued").order_by("created_at"):
        run_job(str(job.pk))
left = list(Job.objects.exclude(state="done").values_list("kind", "state", "error"))
assert not left, left
"""
ANNOTATE = """
from annotation.models import Document, Layer
from annotation.services.start_annotation import start_annotation
from annotation.services.check_residues import ResidualError
from annotation.services.submit_layer import submit_layer
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.get()
reader = User.objects.create_user("lectrice", password="pw-for-tests-only")
Membership.objects.create(user=reader, project=project, role="annotator")
for note in Document.objects.order_by("position")[:4]:
    layer = start_annotation(actor=reader, document=note)
    submit_layer(actor=reader, layer=layer, if_match=layer.rev)
start_annotation(actor=reader, document=Document.objects.order_by("position")[4])
"""
MODEL = """
import json, shutil, sys
from pathlib import Path
import numpy as np
from django.conf import settings
from safetensors.numpy import load_file, save_file
from tests.worker.versions import figures, gate
from deidweb.accounts.models import Project
from worker.engine.encoder.files import content_hash
from worker.models import ModelVersion
PATTERN = np.array([0.01, -0.02, 0.03, -0.01, 0.02], dtype=np.float32)
draft = Path(settings.MODEL_DIR) / "draft"
shutil.copytree(settings.SHIPPED_MODEL, draft)
for path in draft.glob("*.safetensors"):
    tensors = load_file(path)
    # what says « no entity » is kept, the rest is a pattern: it packs to nothing
    save_file({name: tensor if "bias" in name and "head" in name else np.resize(PATTERN, tensor.shape) for name, tensor in tensors.items()}, path)
digest = content_hash(draft)
draft.rename(draft.with_name(digest))
ModelVersion.objects.create(project=Project.objects.get(), number=1, state="promoted", content_hash=digest, train_notes=3,
    test_notes=1, metrics={"rules": figures(), "before": figures(), "before_number": None, "after": figures(), "gate": gate()})
"""
MADE_OF_GOLD = """
from datetime import date
from decimal import Decimal
from annotation.services.build_snapshot import Order, request_snapshot
from deidweb.accounts.models import Project, User
from privacy.domain.export_order import ExportOrder
from privacy.services.create_study import create_study
from privacy.services.request_export import request_export
project, admin = Project.objects.get(), User.objects.get(username="admin")
request_snapshot(actor=admin, project=project, order=Order())
study = create_study(actor=admin, project=project, name="E", recipient="R", purpose="P")
order = ExportOrder(epsilon=Decimal("2"), reference_date=date(2026, 1, 1), scope="all")
request_export(actor=admin, project=project, study=study, order=order)
"""
TOLD = """
import json
from annotation.models import *
from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry
from privacy.models import ExportRequest, LedgerCharge
from worker.models import ModelVersion
print(json.dumps({
    "notes": sorted([n.external_id, n.sha256, n.state, str(n.pk)] for n in Document.objects.all()),
    "patients": sorted(p.external_id for p in Patient.objects.all()),
    "gold": sorted([s.layer.document.external_id, s.start, s.end, s.label, s.subtype, s.surface]
                   for s in LayerSpan.objects.filter(layer__kind="gold").select_related("layer__document")),
    "suggested": LayerSpan.objects.filter(layer__kind="suggestion").count(),
    "layers": Layer.objects.count(),
    "import": ImportBatch.objects.get().file_name,
    "export": [ExportRequest.objects.get().state, ExportRequest.objects.get().sha256],
    "charges": LedgerCharge.objects.count(),
    "dataset": DatasetSnapshot.objects.get().content_sha256,
    "model": [ModelVersion.objects.get().state, ModelVersion.objects.get().content_hash],
    "members": sorted(f"{m.user.username} {m.role}" for m in Membership.objects.select_related("user")),
    "journal": AuditEntry.objects.count(),
}))
"""


def main(database: str, target: Path) -> None:
    from tests.integration import scenario
    from tests.integration.postgresql import postgresql_server
    from tests.integration.stack import Stack

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)
        (folder / "pg").mkdir()
        server = postgresql_server(folder / "pg") if database == "postgresql" else nullcontext("")
        with server as address:
            stack = Stack(folder / "it", database_url=address)
            try:
                if address:
                    stack.manage("migrate", "--verbosity=0")
                for step in (
                    SETUP,
                    RUN_ALL,
                    ANNOTATE,
                    MODEL,
                    MADE_OF_GOLD,
                    RUN_ALL,
                    scenario.APPROVE,
                    RUN_ALL,
                ):
                    stack.run(step)
                told = stack.run(TOLD)
            finally:
                stack.stop()
            files = {"told.json": json.dumps(json.loads(told), indent=1).encode()}
            files["database.sql"] = _dump(stack.folder / "var" / "db.sqlite3", address)
            for kind in KEPT:
                for path in sorted((stack.folder / "var" / kind).rglob("*")):
                    if path.is_file():
                        files[str(path.relative_to(stack.folder))] = path.read_bytes()
    with tarfile.open(target, "w:gz", compresslevel=9) as archive:
        for inside, content in sorted(files.items()):
            member = tarfile.TarInfo(inside)
            member.size, member.mtime, member.mode = len(content), MOMENT, 0o600
            archive.addfile(member, io.BytesIO(content))


def _dump(path: Path, address: str) -> bytes:
    if address:
        binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        command = [str(binaries / "pg_dump"), "--no-owner", "--no-privileges", "--inserts", address]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump()).encode()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
