"""A PDF in, the same PDF without what is found in it out. No database, no server."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import PathError, bytes_replaced_when_done, check_paths
from annotation.domain.formats.pdf import MAX_FILE_BYTES
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from worker.engine.build import EngineError, build_detector
from worker.engine.detector import Detector
from worker.engine.doubts import Place, doubts
from worker.engine.hybrid import HybridDetector
from worker.management.engine_options import add_engine
from worker.services import trial_processes
from worker.services.trial_processes import TrialFailed
from worker.trial.redact_document import UNREADABLE

STOPPED = "le travail sur ce fichier a été arrêté (trop de temps ou de mémoire, ou un fichier abîmé) : rien n'est écrit"


class Command(BaseCommand):
    help = "Rend illisible ce qui est trouvé dans un PDF : texte et image disparaissent du fichier."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", type=given_file, metavar="IN.pdf", help="PDF à lire")
        parser.add_argument("target", type=Path, metavar="OUT.pdf", help="fichier à écrire")
        add_engine(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["source"]
        with refusals(PathError, EngineError, of=source):
            check_paths(source, options["target"])
            with source.open("rb") as stream:
                data = stream.read(MAX_FILE_BYTES + 1)
            if len(data) > MAX_FILE_BYTES or not data.startswith(b"%PDF-"):
                raise CommandError(f"{source.name} : {UNREADABLE}")
            detector = build_detector(
                options["engine"], options["model"], "cpu", 1, Path(settings.ENGINE_CACHE)
            )
            text = _told(source, data, {"do": "read"})["text"]
            places, doubted = _found(detector, text)
            asked = {"do": "redact", "text": text, "spans": places, "preview": False}
            told = _told(source, data, asked)
            with bytes_replaced_when_done(options["target"]) as out:
                out.write(b64decode(told["pdf"]))
        self.stderr.write(
            f"{len(places)} endroit(s), {told['sheets']} page(s), dont {len(told['scanned'])} numérisée(s)."
        )
        if doubted:
            self.stderr.write(
                f"Le modèle hésite à {doubted} autre(s) endroit(s), laissé(s) en clair : relisez."
            )


def _found(detector: Detector, text: str) -> tuple[list[Place], int]:
    """What is to go, and how many places the model doubts beside it; rules doubt nothing."""
    if not isinstance(detector, HybridDetector):
        return [(span.start, span.end) for span in detector.detect([text])[0]], 0
    spans, reading = detector.read_closely(text)
    places = [(span.start, span.end) for span in spans]
    return places, len(doubts(text, places, reading))


def _told(source: Path, data: bytes, asked: dict[str, Any]) -> dict[str, Any]:
    """By a process of its own: the file comes from elsewhere. Raises CommandError."""
    try:
        told = trial_processes.work_on_pdf(
            data, asked | {"long": True}, seconds=trial_processes.LONG_REDACTION_SECONDS
        )
    except TrialFailed:
        raise CommandError(f"{source.name} : {STOPPED}") from None
    if "refusal" in told:
        raise CommandError(f"{source.name} : {told['refusal']}")
    return told
