"""Notes of chosen sizes, begun by one person; run inside the installation, prints the session and the pages."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Final

from django.urls import reverse

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from annotation.models import Document
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_annotation import start_annotation
from annotation.services.store_suggestions import store_suggestions, suggested
from benches.ui.served import session_of
from deidweb.accounts.models import Membership, Project, User

SUBTYPES: Final = ("NOM", "PRENOM", "VILLE", "DATE", "HOPITAL", "TEL", "AGE")
SENTENCE: Final = (
    "le patient présente une douleur thoracique depuis trois jours sans fièvre ni dyspnée "
    "Durand Dijon hôpital consultation traitement bilan 12/03/2020 examen normal 😀 é"
)


def text_of(length: int, random_: random.Random) -> tuple[str, list[tuple[int, int]]]:
    """About `length` characters in lines of a note's length, and the place of every word."""
    words = SENTENCE.split()
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    at = column = 0
    while at < length:
        word = random_.choice(words)
        places.append((at, at + len(word)))
        column += len(word) + 1
        end = "\n" if column > random_.randint(60, 200) else " "
        column = 0 if end == "\n" else column
        pieces.append(word + end)
        at += len(word) + 1
    return "".join(pieces), places


def note_page(project: Project, user: User, length: int, spans: int) -> str:
    """The address of a note of that size with that many suggestions."""
    random_ = random.Random(length)  # the same note at every run
    text, places = text_of(length, random_)
    chosen = sorted(random_.sample(places, spans))
    found = []
    for start, end in chosen:
        subtype = random_.choice(SUBTYPES)
        score = random_.random()
        found.append(Span(start, end, SUBTYPE_TO_LABEL[subtype], subtype, score, "rule:civility"))
    number = Document.objects.filter(project=project).count() + 1
    note = Document.objects.create(
        project=project, external_id=f"b{number}", position=number, text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )  # fmt: skip
    store_suggestions([suggested(note, found)], engine_version="banc-1")
    start_annotation(actor=user, document=note)
    return reverse("annotation:document-detail", args=[project.pk, note.pk])


def scene(sizes: list[tuple[int, int]]) -> str:
    """JSON: session key and one address for each (characters, spans)."""
    user = User.objects.create_user("banc")
    project = Project.objects.create(name="Banc")
    create_project_labels(project)
    Membership.objects.create(user=user, project=project, role="annotator")
    pages = [note_page(project, user, *size) for size in sizes]
    return json.dumps({"session": session_of(user), "pages": pages})
