"""A small demonstration: one person a role who enters by a click, sixteen validated notes, one built export."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.conftest import PASSWORD, Installation

SETUP = """
import hashlib
from datetime import date
from decimal import Decimal
from django.utils import timezone
from annotation.models import Document, Layer, LayerSpan, Patient
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.models import Membership, Project, User
from privacy.domain.export_order import ExportOrder
from privacy.services.create_study import create_study
from privacy.services.request_export import request_export
from worker.tasks import run_job
project = Project.objects.create(name="Démonstration")
create_project_labels(project)
for role in ("annotator", "reviewer", "steward", "admin", "auditor"):
    user = User.objects.create_user("demo-" + role, password={password!r})
    Membership.objects.create(user=user, project=project, role=role)
admin = User.objects.get(username="demo-admin")
towns = ("Dijon", "Beaune", "Auxerre", "Nevers")
for rank in range(1, 17):
    town = towns[rank % 4]
    text = f"Mme LEGRANVILLE, vue le {{rank}} mai 2021 à {{town}}.\\nElle va bien, sans fièvre ni douleur.\\n"
    patient = Patient.objects.create(project=project, external_id=f"p{{rank}}")
    note = Document.objects.create(project=project, patient=patient, external_id=f"n{{rank}}", position=rank,
        text=text, sha256=hashlib.sha256(text.encode()).hexdigest(), doc_type="CRH", state="gold")
    layer = Layer.objects.create(document=note, kind="gold", version=1, state="submitted", submitted_at=timezone.now())
    for surface, label, subtype in (("LEGRANVILLE", "PER", "NOM"), (f"{{rank}} mai 2021", "DATE", "DATE"),
                                    (town, "LOC", "VILLE")):
        start = text.index(surface)
        LayerSpan.objects.create(layer=layer, start=start, end=start + len(surface), label=label,
            subtype=subtype, state="accepted", surface=surface)
study = create_study(actor=admin, project=project, name="Cohorte", recipient="Inserm", purpose="Essai")
order = ExportOrder(epsilon=Decimal("1"), reference_date=date(2024, 1, 31))
export = request_export(actor=admin, project=project, study=study, order=order)
run_job(str(export.job_id))
print(export.pk)
print(project.pk)
"""


class DemoSite(Installation):
    """The web server alone, as a demonstration with one built export."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.environment["DEIDWEB_DEMO_SIGN_IN"] = "1"
        self.environment["DEIDWEB_TRIAL_WARM_UP"] = "0"
        self.export, self.project = (
            self.run(SETUP.format(password=PASSWORD)).strip().splitlines()[-2:]
        )
        self.start_web()
