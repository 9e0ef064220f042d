"""`manage.py train_icd NOTES.csv --output DIR`: coded notes in, a coder's directory out. No database, no server."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.management.given_file import given_file
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import nomenclature
from worker.management.checks import device_of
from worker.management.coding_options import add_recipe, read_notes_file, recipe_of
from worker.management.new_folder import draft_beside, refuse_full


class Command(BaseCommand):
    help = (
        "Apprend un modèle de codage CIM-10 sur un fichier de notes codées (CSV « text;CIM10 » ou "
        "JSONL), patients tenus à l'écart pour l'arrêt et la calibration. Reprend après un arrêt "
        "brutal si --work est donné."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add(
            "notes",
            type=given_file,
            metavar="NOTES.csv",
            help="notes codées : CSV « text;CIM10 » ou JSONL (docs/coding.md)",
        )
        add("--output", type=Path, required=True, metavar="DIR", help="dossier neuf du modèle")
        add("--work", type=Path, metavar="DIR", help="garde le point de reprise dans ce dossier")
        add("--json", action="store_true", help="les mesures en un objet JSON, dernière ligne")
        add_recipe(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        output: Path = options["output"]
        refuse_full(output)
        recipe = recipe_of(options)
        stays = read_notes_file(options["notes"])
        with draft_beside(output) as draft:
            self._run(stays, recipe, draft, options)

    def _run(self, stays: Any, recipe: Any, draft: Path, options: dict[str, Any]) -> None:
        # PyTorch only once the arguments and the notes are known to be good.
        from worker.coding.checkpoint import OtherTrainingError
        from worker.coding.learn import Plan, learn
        from worker.coding.stays import TooFewStaysError
        from worker.training.encoder.loop import Hooks

        plan = Plan(
            source=options["backbone"] or settings.SHIPPED_MODEL,
            work=options["work"] or draft / "work",
            recipe=recipe,
            device=device_of(options),
            name=options["output"].name,
            describe=self._labels(),
            hooks=Hooks(on_progress=self._progress),
        )
        try:
            learnt = learn(stays, plan)
        except TooFewStaysError as error:
            raise CommandError(str(error)) from None
        except OtherTrainingError as error:
            raise CommandError(f"--work : {error}") from None
        except (OSError, ValueError) as error:
            raise CommandError(
                f"--backbone : encodeur illisible ({type(error).__name__})"
            ) from error
        learnt.save(draft / "model")
        (draft / "model").chmod(0o755)
        (draft / "model").replace(options["output"])
        if options["work"]:
            shutil.rmtree(options["work"], ignore_errors=True)
        self._print(learnt, len(stays), options)

    def _labels(self) -> Callable[[str], str] | None:
        """Where a code's vectors start, when the nomenclature is there."""
        try:
            return nomenclature().label
        except (NomenclatureMissingError, NomenclatureInvalidError) as error:
            self.stderr.write(f"Sans libellés pour partir : {error}")
            return None

    def _progress(self, seen: Any) -> None:
        if sys.stderr.isatty():
            self.stderr.write(
                f"\rTour {seen.epoch}/{seen.epochs}, pas {seen.step}/{seen.steps}, "
                f"perte {seen.loss:.3f} ",
                ending="",
            )
            self.stderr.flush()

    def _print(self, learnt: Any, stays: int, options: dict[str, Any]) -> None:
        found = learnt.figures
        self.stdout.write(
            f"{len(learnt.settings.codes)} codes appris sur {stays} séjours, dont "
            f"{found['stays']:.0f} de patients tenus à l'écart, qui ont choisi le tour et le seuil :"
        )
        self.stdout.write(
            f"F1 micro {100 * found['micro_f1']:.1f} % (précision {100 * found['micro_precision']:.1f} %, "
            f"rappel {100 * found['micro_recall']:.1f} %), macro {100 * found['macro_f1']:.1f} %, "
            f"MAP {100 * found['map']:.1f} %, erreur de calibration {100 * found['ece']:.1f} %".replace(
                ".", ","
            )
        )
        self.stdout.write(f"Modèle écrit dans {options['output']}")
        if options["json"]:
            content = {
                "codes": len(learnt.settings.codes),
                "epochs": len(learnt.epochs),
                "threshold": learnt.settings.threshold,
                **found,
            }
            self.stdout.write(json.dumps(content))
