"""A PDF in, the same PDF without what is found in it out. No database, no server."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import PathError, bytes_replaced_when_done, check_paths, reason_of
from annotation.domain.formats.pdf import MAX_FILE_BYTES
from worker.engine.build import ENGINES, EngineError, build_detector
from worker.services import trial_processes
from worker.services.trial_processes import TrialFailed
from worker.trial.redact_document import NOT_PDF

STOPPED = "le travail sur ce fichier a été arrêté (trop de temps ou de mémoire, ou un fichier abîmé) : rien n'est écrit"


class Command(BaseCommand):
    help = "Rend illisible ce qui est trouvé dans un PDF : texte et image disparaissent du fichier."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", type=Path, metavar="IN.pdf")
        parser.add_argument("target", type=Path, metavar="OUT.pdf")
        parser.add_argument(
            "--engine", choices=ENGINES, default="hybrid", help="moteur (défaut : hybrid)"
        )
        parser.add_argument(
            "--model",
            type=Path,
            metavar="DIR",
            help="dossier d'un modèle (défaut : le modèle livré)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["source"]
        model = options["model"] or Path(settings.SHIPPED_MODEL)
        try:
            check_paths(source, options["target"])
            with source.open("rb") as stream:
                data = stream.read(MAX_FILE_BYTES + 1)
            if len(data) > MAX_FILE_BYTES or not data.startswith(b"%PDF-"):
                raise CommandError(f"{source.name} : {NOT_PDF}")
            detector = build_detector(
                options["engine"], model, "cpu", 1, Path(settings.ENGINE_CACHE)
            )
            text = _told(source, data, {"do": "read"})["text"]
            (spans,) = detector.detect([text])
            places = [[span.start, span.end] for span in spans]
            asked = {"do": "redact", "text": text, "spans": places, "preview": False}
            told = _told(source, data, asked)
            with bytes_replaced_when_done(options["target"]) as out:
                out.write(b64decode(told["pdf"]))
        except (PathError, EngineError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or source} : {reason_of(error)}") from error
        self.stderr.write(
            f"{len(spans)} endroit(s), {told['sheets']} page(s), dont {len(told['scanned'])} numérisée(s)."
        )


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
