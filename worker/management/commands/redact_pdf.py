"""A PDF in, the same PDF without what is found in it out. No database, no server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import PathError, bytes_replaced_when_done, check_paths, reason_of
from annotation.domain.formats.pdf import MAX_FILE_BYTES, OCR_SECONDS
from annotation.domain.formats.pdf_ocr import Budget, OcrError
from annotation.domain.formats.pdf_pages import PdfError
from worker.engine.build import ENGINES, EngineError, build_detector
from worker.trial.redact import RedactionError, read_whole, redact
from worker.trial.redact_document import NOT_PDF, STILL_THERE


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
            pages, composed = read_whole(data, Budget(OCR_SECONDS))
            (spans,) = detector.detect([composed.text])
            made, sheets = redact(data, pages, composed, [(s.start, s.end) for s in spans])
            with bytes_replaced_when_done(options["target"]) as out:
                out.write(made)
        except (PdfError, OcrError) as error:
            raise CommandError(f"{source.name} : {error.reason}") from None
        except RedactionError:
            raise CommandError(f"{source.name} : {STILL_THERE}") from None
        except (PathError, EngineError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or source} : {reason_of(error)}") from error
        scanned = sum(sheet.is_ocr for sheet in sheets)
        self.stderr.write(
            f"{len(spans)} endroit(s), {len(sheets)} page(s), dont {scanned} numérisée(s)."
        )
