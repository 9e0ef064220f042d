"""Note JSONL with entities in, a trained tagger out. No database, no server."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.notes import Note
from worker.engine.rules.engine import RuleDetector
from worker.engine.tagger import save_tagger
from worker.training.figures import Figures
from worker.training.loop import EPOCHS, SEED
from worker.training.retrain import Retrained, Step, Watch, retrain
from worker.training.splitting import TooFewNotesError


class Command(BaseCommand):
    help = (
        "Entraîne l'étiqueteur léger sur des notes annotées et le compare aux règles seules, sur "
        "un patient sur dix tenu à l'écart. Les arguments du transformeur (--backbone, "
        "--max-length, --batch-size, --lr, --search) arriveront avec lui : ils sont refusés ici."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dataset", type=Path, metavar="DATASET.jsonl")
        parser.add_argument(
            "--output", type=Path, required=True, metavar="DIR", help="dossier neuf du modèle"
        )
        parser.add_argument(
            "--epochs", type=int, default=EPOCHS, help=f"passages sur les notes ({EPOCHS})"
        )
        parser.add_argument(
            "--seed", type=int, default=SEED, help="graine du mélange et du partage"
        )
        parser.add_argument(
            "--json", action="store_true", help="les mesures en un objet JSON, dernière ligne"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        output: Path = options["output"]
        if options["epochs"] < 1:
            raise CommandError("--epochs : au moins 1")
        if output.exists() and (not output.is_dir() or any(output.iterdir())):
            raise CommandError(f"le dossier existe et n'est pas vide : {output}")
        notes = _read(options["dataset"])
        trained = self._train(notes, options["epochs"], options["seed"])
        digest = _save(trained, output, options["epochs"], options["seed"])
        self._print(trained, digest, output, as_json=options["json"])

    def _train(self, notes: list[Note], epochs: int, seed: int) -> Retrained:
        rules = RuleDetector()
        watch = Watch(on_step=self._progress)
        try:
            return retrain(
                notes, rules=rules, in_service=rules, watch=watch, epochs=epochs, seed=seed
            )
        except TooFewNotesError as error:
            raise CommandError(str(error)) from None

    def _progress(self, step: Step) -> None:
        if sys.stderr.isatty():
            end = "\n" if step.done == step.total else ""
            self.stderr.write(f"\rÉtape {step.done} / {step.total}", ending=end)
            self.stderr.flush()

    def _print(self, trained: Retrained, digest: str, output: Path, *, as_json: bool) -> None:
        self.stdout.write(f"Appris sur {trained.train_notes} notes, jugé sur {trained.test_notes}.")
        self.stdout.write(_line("Règles seules    ", trained.before))
        self.stdout.write(_line("Règles et modèle ", trained.after))
        self.stdout.write(f"Modèle écrit dans {output} (SHA-256 {digest})")
        if as_json:
            figures = {"before": trained.before.to_json(), "after": trained.after.to_json()}
            self.stdout.write(json.dumps({"sha256": digest, **figures}, ensure_ascii=False))


def _read(dataset: Path) -> list[Note]:
    try:
        with dataset.open("rb") as stream:
            return list(read_notes(bounded_lines(stream), file_name=dataset.name))
    except OSError as error:
        raise CommandError(f"{dataset.name} : lecture impossible ({error.strerror})") from None
    except FormatError as error:
        raise CommandError(str(error)) from None


def _save(trained: Retrained, output: Path, epochs: int, seed: int) -> str:
    """Both files at once: a draft beside the output takes its name when it is whole."""
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{output.name}-", dir=output.parent))
    except OSError as error:
        raise CommandError(f"écriture impossible dans {output} ({error.strerror})") from None
    try:
        training = {"notes": trained.train_notes, "epochs": epochs, "seed": seed}
        digest = save_tagger(trained.weights, draft, training=training)
        draft.chmod(0o755)
        draft.replace(output)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise CommandError(f"écriture impossible dans {output} ({error.strerror})") from None
    return digest


def _line(name: str, figures: Figures) -> str:
    return (
        f"{name}: {100 * figures.redacted_share:.1f} % des mots identifiants masqués, "
        f"{figures.notes_fully_redacted} / {figures.notes} notes sans aucun reste, "
        f"{figures.false_alarms_per_1000:.1f} mots masqués à tort pour 1 000, "
        f"F1 des entités {100 * figures.entity_f1:.1f} %"
    ).replace(".", ",")
