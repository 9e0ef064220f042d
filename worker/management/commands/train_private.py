"""`manage.py train_private DIR`: a tagger from another site's representations alone. No database, no server."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import PathError, bytes_replaced_when_done, check_paths, reason_of
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import bounded_lines, read_notes


class Command(BaseCommand):
    help = (
        "Apprend un étiqueteur sur le dossier que `share_private` a écrit ailleurs : des représentations et des étiquettes, "
        "aucun texte. Avec --test, dit sa F1 sur vos notes annotées."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("folder", type=Path, metavar="DIR")
        add(
            "--output",
            type=Path,
            metavar="FICHIER",
            help="écrit les poids de l'étiqueteur (safetensors)",
        )
        add("--test", type=Path, metavar="NOTES.jsonl")
        add("--runs", type=int, default=1)
        add("--epochs", type=int, default=10)
        add("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        from safetensors.torch import save

        from worker.private.batches import Points
        from worker.private.files import (
            MATERIAL,
            MODEL,
            BadMaterialError,
            read_material,
            read_model,
        )
        from worker.private.learning import Recipe
        from worker.private.sentences import sentences_of
        from worker.private.tagging import f1, tagger_of_material

        folder: Path = options["folder"]
        recipe, told = Recipe(tagger_epochs=options["epochs"]), []
        try:
            if options["output"] is not None:
                check_paths(folder / MATERIAL, options["output"])
            material = read_material(folder / MATERIAL)
            representation, words = read_model(folder / MODEL)
            test = None
            if options["test"] is not None:
                with options["test"].open("rb") as stream:
                    found = read_notes(bounded_lines(stream), file_name=options["test"].name)
                    test = sentences_of(found)
            for run in range(options["runs"]):
                tagger = tagger_of_material(material, replace(recipe, seed=options["seed"] + run))
                if test is not None:
                    told.append(round(f1(tagger, test, Points(words), representation), 4))
            if options["output"] is not None:
                with bytes_replaced_when_done(options["output"]) as out:
                    out.write(save(tagger.state_dict()))
        except BadMaterialError as error:
            raise CommandError(error.reason) from None
        except (PathError, FormatError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or folder} : {reason_of(error)}") from error
        self.stdout.write(
            json.dumps(
                {"sentences": len(material.lengths), "size": material.rows.shape[1], "f1": told}
            )
        )
