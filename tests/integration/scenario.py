"""Steps of the main loop, run inside an installation by `Stack.run` (separate processes)."""

from __future__ import annotations

SETUP = """
from django.core.files.uploadedfile import SimpleUploadedFile
from deidweb.accounts.models import Membership, Project, User
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
from annotation.demo.corpus import load_corpus
from annotation.domain.formats.jsonl import note_to_json
from dataclasses import replace
project = Project.objects.create(name="Essai")
create_project_labels(project)
admin = User.objects.create_user("admin", password="pw-for-tests-only")
steward = User.objects.create_user("steward", password="pw-for-tests-only")
Membership.objects.create(user=admin, project=project, role="admin")
Membership.objects.create(user=steward, project=project, role="steward")
notes = [replace(n, entities=(), text=n.text[:LENGTH], id=f"{n.id}-{copy}", patient=replace(n.patient, id=f"{n.patient.id}-{copy}"))
         for copy in range(COPIES) for n in load_corpus("dev")]
content = "\\n".join(note_to_json(note) for note in notes).encode()
start_import(actor=admin, project=project, upload=SimpleUploadedFile("n.jsonl", content), format_name="jsonl")
"""

EXPORT = """
from datetime import date
from decimal import Decimal
from deidweb.accounts.models import Project, User
from privacy.domain.export_order import ExportOrder
from privacy.services.create_study import create_study
from privacy.services.keep_keys import key_path
from privacy.services.request_export import request_export
from privacy.services.wrap_key import wrap_key
project, admin = Project.objects.get(), User.objects.get(username="admin")
study = create_study(actor=admin, project=project, name="E", recipient="R", purpose="P")
path = key_path(study.pk)
path.write_text(wrap_key(path.name, bytes([7]) * 32))
order = ExportOrder(epsilon=Decimal("2"), reference_date=date(2026, 1, 1), scope="all")
request_export(actor=admin, project=project, study=study, order=order)
"""

APPROVE = """
from deidweb.accounts.models import User
from privacy.models import ExportRequest
from privacy.services.decide_export import decide_export
export = ExportRequest.objects.get()
from privacy.services.read_sample import read_sampled
from privacy.services.tick_note import tick_note
steward = User.objects.get(username="steward")
for rank in range(1, len(export.sample) + 1):
    note = read_sampled(actor=steward, export=export, rank=rank)
    tick_note(actor=steward, export=export, public_id=note.public_id, seal=note.seal, verdict="clear")
decide_export(actor=steward, export=export, approve=True,
              reason="Relu.", sha256=export.sha256)
"""

SPANS = """
import hashlib, json
from annotation.models import LayerSpan
rows = LayerSpan.objects.filter(layer__kind="suggestion").order_by(
    "layer__document__external_id", "start", "end").values_list(
    "layer__document__external_id", "start", "end", "label", "subtype", "source", "surface")
print(hashlib.sha256(json.dumps(list(rows)).encode()).hexdigest(), len(rows))
"""


def setup(copies: int = 1, *, length: int | None = 600) -> str:
    """A project with an admin, a steward and an import under way; `copies` × 25 notes, their beginnings alone
    unless `length` is None: most of a note's time is its reading."""
    return f"COPIES, LENGTH = {copies}, {length}\n{SETUP}"
