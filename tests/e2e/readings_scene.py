"""A project with two readers a note, risky notes first; notes are made and read by hand."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.conftest import PASSWORD, PEOPLE, SETUP, Installation

SCENE = """
import hashlib, json
from annotation.domain.spans import Span
from annotation.models import Document, LayerSpan, WorkSettings
from annotation.services.start_annotation import start_annotation
from annotation.services.store_suggestions import store_suggestions, suggested
from annotation.services.submit_layer import submit_layer
from annotation.models import Adjudication
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.get(pk="{project}")
WorkSettings.objects.create(project=project, readers=2, order="risk", hidden_percent=0, seed="s")
second = User.objects.create_user("seconde", password="{password}")
Membership.objects.create(user=second, project=project, role="annotator")
first = User.objects.get(username="annotatrice")
TEXT = "M. Durand vit à Dijon.\\nVu le 12/02/2020 par Leroy.\\n" + "Examen sans particularité.\\n" * 30 + "Relu par Leroy, à Beaune.\\n"

def at(surface, label, subtype, score=0.99, nth=0):
    start = TEXT.index(surface)
    for _ in range(nth):
        start = TEXT.index(surface, start + 1)
    return Span(start, start + len(surface), label, subtype, score)

def make(name, position, spans):
    note = Document.objects.create(
        project=project, external_id=name, position=position, text=TEXT, doc_type="CR",
        sha256=hashlib.sha256(TEXT.encode()).hexdigest(),
    )
    store_suggestions([suggested(note, spans)], engine_version="essai-1")
    return note

def spans(score=0.99):
    return [
        at("Durand", "PER", "NOM", score), at("Dijon", "LOC", "VILLE"), at("12/02/2020", "DATE", "DATE"),
        at("Leroy", "PER", "NOM"), at("Leroy", "PER", "NOM", nth=1), at("Beaune", "LOC", "VILLE"),
    ]

both = make("compare", 1, spans())
layers = [start_annotation(actor=user, document=both) for user in (first, second)]
mine, theirs = [LayerSpan.objects.filter(layer=layer) for layer in layers]
theirs.filter(surface="Leroy").delete()                                # missed twice, alike
theirs.filter(surface="Dijon").update(label="ORG", subtype="HOPITAL")  # label
row = theirs.get(surface="12/02/2020")
row.end, row.surface = row.end - 5, "12/02"
row.save()                                                             # boundary
for user, layer in zip((first, second), layers):
    submit_layer(actor=user, layer=layer, if_match=0)
sure = make("sure", 2, spans())
risky = make("risky", 3, spans(0.4))
made = Adjudication.objects.get()
made.swapped = False
made.save()
print(json.dumps({{"adjudication": str(made.pk), "sure": str(sure.pk), "risky": str(risky.pk)}}))
"""


class ReadingsSite(Installation):
    """`made` names what the scene made. No worker."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        code = SETUP.format(people=PEOPLE, password=PASSWORD)
        self.project = self.run(code).strip().splitlines()[-1]
        told = self.run(SCENE.format(project=self.project, password=PASSWORD))
        self.made: dict[str, str] = json.loads(told.strip().splitlines()[-1])
        self.start_web()
