"""Other tools behind the interface of worker.engine.detector, each in a process of its own.

None is a dependency: `$PEERS_PYTHON` names an interpreter that has some of them (several,
separated as in PATH, when they can't live together). What none of them has is NON EXÉCUTÉ.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from annotation.domain.labels import Label
from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, merge_hybrid
from benches.ner.peer_process import ABSENT

_SCRIPT: Final = Path(__file__).with_name("peer_process.py")
_TIMEOUT_S: Final = 3600


class PeerAbsent(Exception):
    """`reason` says what the interpreters answered."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class PeerSpec:
    """`labels`: the tool's label → ours."""

    name: str
    title: str
    package: str
    labels: dict[str, Label]


_GENERAL: Final[dict[str, Label]] = {
    "PER": Label.PER,
    "PERSON": Label.PER,
    "LOC": Label.LOC,
    "LOCATION": Label.LOC,
    "ORG": Label.ORG,
    "ORGANIZATION": Label.ORG,
    "EMAIL": Label.MAIL,
    "PHONE": Label.TEL,
    "DATE": Label.DATE,
}
_UNPII: Final[dict[str, Label]] = {
    **_GENERAL,
    "BIRTH_DATE": Label.DATE,
    "ZIP_CODE": Label.LOC,
    "SSN": Label.QID,
}
PEERS: Final = (
    PeerSpec("spacy", "spaCy fr md", "fr-core-news-md", _GENERAL),
    PeerSpec(
        "presidio",
        "Presidio",
        "presidio-analyzer",
        {
            **_GENERAL,
            "EMAIL_ADDRESS": Label.MAIL,
            "URL": Label.MAIL,
            "PHONE_NUMBER": Label.TEL,
            "DATE_TIME": Label.DATE,
        },
    ),
    PeerSpec("gdpr-pseudonymizer", "gdpr-pseudo.", "gdpr-pseudonymizer", _GENERAL),
    PeerSpec(
        "anonyfy",
        "anonyfy",
        "anonyfy",
        {
            "PATRONYME": Label.PER,
            "PRENOM": Label.PER,
            "COMMUNE": Label.LOC,
            "VOIE": Label.LOC,
            "CODE_POSTAL": Label.LOC,
            "DATE": Label.DATE,
            "EMAIL": Label.MAIL,
            "TELEPHONE": Label.TEL,
            "NIR": Label.QID,
        },
    ),
    PeerSpec(
        "incognito",
        "incognito",
        "incognito-anonymizer",
        {
            "NAME": Label.PER,
            "DATE": Label.DATE,
            "EMAIL": Label.MAIL,
            "PHONE": Label.TEL,
            "ADRESSE": Label.LOC,
            "CODE_POSTAL": Label.LOC,
            "NIR": Label.QID,
            "IPP": Label.QID,
        },
    ),
    PeerSpec("unpii", "unpii", "unpii", _UNPII),
    PeerSpec("unpii-paranoid", "unpii paranoïaque", "unpii", _UNPII),
    PeerSpec(
        "gliner",
        "GLiNER",
        "gliner",
        {
            "person": Label.PER,
            "city": Label.LOC,
            "address": Label.LOC,
            "country": Label.LOC,
            "hospital": Label.ORG,
            "organization": Label.ORG,
            "date": Label.DATE,
            "date of birth": Label.DATE,
            "age": Label.AGE,
            "phone number": Label.TEL,
            "email": Label.MAIL,
            "website": Label.MAIL,
            "identification number": Label.QID,
            "social security number": Label.QID,
        },
    ),
    PeerSpec(
        "eds-pseudo",
        "eds-pseudo, règles",
        "eds-pseudo",
        {
            "NOM": Label.PER,
            "PRENOM": Label.PER,
            "VILLE": Label.LOC,
            "ZIP": Label.LOC,
            "ADRESSE": Label.LOC,
            "HOPITAL": Label.ORG,
            "DATE": Label.DATE,
            "DATE_NAISSANCE": Label.DATE,
            "TEL": Label.TEL,
            "MAIL": Label.MAIL,
            "SECU": Label.QID,
            "IPP": Label.QID,
            "NDA": Label.QID,
            "RPPS": Label.QID,
            "ADELI": Label.QID,
        },
    ),
)


def interpreters() -> list[str]:
    """Those of `$PEERS_PYTHON`, else this one."""
    given = os.environ.get("PEERS_PYTHON", "")
    return [part for part in given.split(os.pathsep) if part] or [sys.executable]


class PeerDetector:
    """Starts the tool at each call: a bench makes few, of many texts."""

    def __init__(self, spec: PeerSpec, pythons: Sequence[str] | None = None) -> None:
        """Raises PeerAbsent."""
        self._spec = spec
        self.words = 0
        self.seconds = 0.0
        reasons = []
        for python in interpreters() if pythons is None else pythons:
            try:
                told = next(self._lines(python, []))
            except PeerAbsent as absent:
                reasons.append(absent.reason)
                continue
            self._python = python
            self.version = f"{spec.title} {told['version']}"
            return
        raise PeerAbsent(" ; ".join(dict.fromkeys(reasons)))

    @property
    def words_a_second(self) -> float:
        """Over all texts read so far; its start and the transfer of texts are not counted."""
        return self.words / self.seconds if self.seconds else 0.0

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is not told to it."""
        answers = self._lines(self._python, texts)
        next(answers)
        found: list[list[Span]] = []
        for text, answer in zip(texts, answers, strict=True):
            self.seconds += answer["seconds"]
            self.words += len(text.split())
            found.append(self._spans(text, answer["spans"]))
        return found

    def _spans(self, text: str, raw: Sequence[tuple[int, int, str]]) -> list[Span]:
        """Without overlaps; ends beyond the text are cut."""
        spans = []
        for start, end, told in raw:
            label = label_of(self._spec, told)
            if start < min(end, len(text)):
                spans.append(Span(start, min(end, len(text)), label, source=self._spec.name))
        return merge_hybrid(spans, text=text)

    def _lines(self, python: str, texts: Sequence[str]) -> Iterator[dict]:
        command = [python, str(_SCRIPT), "--peer", self._spec.name]
        sent = "".join(json.dumps({"text": text}) + "\n" for text in texts)
        with tempfile.TemporaryFile() as errors:
            try:
                done = subprocess.run(
                    command,
                    input=sent.encode(),
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    timeout=_TIMEOUT_S,
                    check=False,
                )
            except OSError as error:
                raise PeerAbsent(f"{python} : {error.strerror}") from error
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip().splitlines()
        if done.returncode == ABSENT:
            raise PeerAbsent(said[-1] if said else "absent")
        if done.returncode:
            raise PeerAbsent(f"arrêté avec le code {done.returncode}")
        yield from (json.loads(line) for line in done.stdout.decode().splitlines())


def label_of(spec: PeerSpec, told: str) -> str:
    """Ours for the tool's `told`; AUTRE for what has no counterpart: it redacts, it names nothing."""
    label = spec.labels.get(told)
    return label.value if label else "AUTRE"
