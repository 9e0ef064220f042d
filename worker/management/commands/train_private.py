"""`manage.py train_private DIR`: a tagger from another site's representations alone. No database, no server."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import (
    PathError,
    bytes_replaced_when_done,
    check_paths,
    reason_of,
    replaced_when_done,
)
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import note_to_json, notes_in
from annotation.management.given_file import given_file
from worker.engine.detector import Detector
from worker.engine.streaming import annotate
from worker.management.checks import refuse_less

if TYPE_CHECKING:
    from worker.private.sentences import Sentence


class Command(BaseCommand):
    help = (
        "Apprend un étiqueteur sur le dossier que `share_private` a écrit ailleurs : des représentations et des étiquettes, "
        "aucun texte. Avec --test, dit sa F1 sur vos notes annotées ; avec --apply, annote vos notes."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add(
            "folder",
            type=Path,
            metavar="DIR",
            help="dossier qu'a écrit share_private, ou les deux fichiers reçus",
        )
        add(
            "--output",
            type=Path,
            metavar="FICHIER",
            help="écrit les poids de l'étiqueteur (safetensors)",
        )
        add("--test", type=given_file, metavar="NOTES.jsonl", help="notes annotées pour la mesure")
        add("--apply", type=given_file, nargs=2, metavar=("NOTES.jsonl", "OUT.jsonl"), help="annote ces notes avec le dernier appris")  # fmt: skip
        add("--runs", type=int, default=1, help="apprentissages (1)")
        add("--epochs", type=int, default=10, help="tours (10)")
        add("--seed", type=int, default=1, help="graine (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        from worker.private.reading import BadMaterialError

        folder: Path = options["folder"]
        refuse_less(options, (("runs", 1), ("epochs", 1)))
        try:
            told = _trained(folder, options)
        except BadMaterialError as error:
            raise CommandError(f"{error.file} : {error.reason}") from None
        except (PathError, FormatError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or folder} : {reason_of(error)}") from error
        self.stdout.write(json.dumps(told))


def _trained(folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Raises BadMaterialError, PathError, FormatError, OSError."""
    from safetensors.torch import save

    from worker.other_engines.found import FoundModel
    from worker.other_engines.sequences.lstm import LstmCrfDetector
    from worker.private.batches import Points
    from worker.private.files import read_pair
    from worker.private.learning import Recipe
    from worker.private.reading import MATERIAL
    from worker.private.tagging import f1, tagger_of_material

    output, apply = options["output"], options["apply"]
    for pair in filter(None, (output and (folder / MATERIAL, output), apply)):
        check_paths(*pair)
    material, representation, words = read_pair(folder)
    test = _sentences(options["test"]) if options["test"] else None
    recipe, told = Recipe(tagger_epochs=options["epochs"]), []
    for run in range(options["runs"]):
        tagger = tagger_of_material(material, replace(recipe, seed=options["seed"] + run))
        if test is not None:
            told.append(round(f1(tagger, test, Points(words), representation), 4))
    if output is not None:
        with bytes_replaced_when_done(output) as out:
            out.write(save(tagger.state_dict()))
    if apply is not None:
        # without noise: who reads his own notes hides nothing from himself
        engine = LstmCrfDetector(tagger, words, folder.name, representation.states)
        _apply(FoundModel(engine, folder.name), *apply)
    return {"sentences": len(material.lengths), "size": material.rows.shape[1], "f1": told}


def _sentences(source: Path) -> list[Sentence]:
    from worker.private.sentences import sentences_of

    return sentences_of(notes_in(source))


def _apply(detector: Detector, source: Path, target: Path) -> None:
    """Raises FormatError, PathError, OSError."""
    with replaced_when_done(target) as out:
        for note in annotate(notes_in(source), detector):
            out.write(note_to_json(note) + "\n")
