"""Note JSONL with entities in, a trained model out. No database, no server."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import reason_of
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import notes_in
from annotation.domain.formats.losses import Loss, sentences
from annotation.domain.notes import Note
from annotation.management.given_file import given_file
from worker.engine.build import EngineError, build_detector
from worker.engine.encoder.files import MERGES, ModelFilesError
from worker.engine.rules.engine import RuleDetector
from worker.management.checks import device_of, refuse_less
from worker.management.new_folder import draft_beside, refuse_full
from worker.training.encoder.loop import DivergedError
from worker.training.encoder.recipe import ARTICLES, CORRECTIONS, Recipe
from worker.training.figures import Figures
from worker.training.splitting import Parts, SharedPatientsError, TooFewNotesError, parts_of


class Command(BaseCommand):
    help = (
        "Affine le transformeur sur des notes annotées et le compare aux règles seules et au "
        "modèle livré, sur un patient sur dix tenu à l'écart. Reprend après un arrêt brutal si "
        "--work est donné."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add(
            "dataset",
            type=given_file,
            metavar="DATASET.jsonl",
            help="notes annotées, une par ligne (docs/formats.md)",
        )
        add("--output", type=Path, required=True, metavar="DIR", help="dossier neuf du modèle")
        add(
            "--backbone",
            metavar="DIR_OU_ID",
            help="modèle ou encodeur de départ : dossier, ou identifiant d'un dépôt de modèles "
            "là où c'est permis (par défaut : le modèle livré)",
        )
        add("--epochs", type=int, help="tours au plus (20 ; 5 à partir d'un modèle)")
        add("--max-length", type=int, help="morceaux par fenêtre (128)")
        add("--batch-size", type=int, help="fenêtres par pas (64 ; 16 à partir d'un modèle)")
        add("--lr", type=float, help="pas d'apprentissage (1e-4)")
        add("--replay", type=float, help="notes fabriquées par note (0 ; 1 à partir d'un modèle)")
        add("--seed", type=int, default=ARTICLES.seed, help="graine du mélange et du partage")
        add(
            "--search",
            type=int,
            metavar="N",
            help="N essais de paramètres, puis le meilleur ; --epochs les borne",
        )
        add(
            "--study",
            type=given_file,
            metavar="FICHIER",
            help="garde les essais, reprend ceux qui y sont",
        )
        add(
            "--adapt",
            type=given_file,
            metavar="NOTES.jsonl",
            help="notes brutes que l'encodeur lit d'abord, sans leurs étiquettes",
        )
        add("--passes", type=int, default=2, help="tours sur les notes de --adapt (2)")
        add(
            "--merge",
            choices=MERGES,
            default="",
            help="comment règles et modèle se réunissent : par étapes, ou simplement (Tannier et al. 2024)",
        )
        add(
            "--transitions",
            action="store_true",
            help="apprend aussi quelles étiquettes se suivent (CRF), au lieu des seules suites bien formées",
        )
        add("--device", choices=("cpu", "cuda"), help="par défaut : la carte graphique s'il y en a")
        add("--work", type=Path, metavar="DIR", help="garde le point de reprise dans ce dossier")
        add("--json", action="store_true", help="les mesures en un objet JSON, dernière ligne")

    def handle(self, *args: Any, **options: Any) -> None:
        output: Path = options["output"]
        recipe = _recipe(options)
        if options["search"] is not None and not 1 <= options["search"] <= 1000:
            raise CommandError("--search : entre 1 et 1000")
        if not 1 <= options["passes"] <= 100:
            raise CommandError("--passes : entre 1 et 100")
        refuse_full(output)
        losses: Counter[Loss] = Counter()
        notes = _read(options["dataset"], losses)
        for sentence in sentences(losses):
            self.stderr.write(sentence)
        raw = _read(options["adapt"], losses) if options["adapt"] else []
        with draft_beside(output) as draft:
            self._run(notes, raw, recipe, draft, options)

    def _run(
        self,
        notes: list[Note],
        raw: list[Note],
        recipe: Recipe,
        draft: Path,
        options: dict[str, Any],
    ) -> None:
        # PyTorch only once the arguments and the notes are known to be good.
        from worker.engine.encoder.files import content_hash
        from worker.training.plan import Plan, Watch
        from worker.training.retrain import Opponents, retrain

        start = options["backbone"] or settings.SHIPPED_MODEL
        device = device_of(options)
        work = options["work"] or draft / "work"
        name, merge, learns = options["output"].name, options["merge"], options["transitions"]
        plan = Plan(start, work, recipe, device, name, merge, learns)
        try:
            in_service = build_detector(
                "hybrid", Path(settings.SHIPPED_MODEL), cache=Path(settings.ENGINE_CACHE)
            )
            opponents = Opponents(RuleDetector(), in_service, in_service)
            parts = parts_of(notes, recipe.seed)
            if raw:
                plan = replace(plan, start=self._adapted(raw, parts, plan, draft, options))
            if options["search"]:
                plan = replace(plan, recipe=self._search(parts, plan, options))
            trained = retrain(parts, plan, opponents, Watch(on_step=self._progress))
        except (TooFewNotesError, SharedPatientsError, EngineError, DivergedError) as error:
            raise CommandError(str(error)) from None
        except ModelFilesError as error:
            raise CommandError(f"--backbone : {error}") from None
        except (OSError, ValueError, ImportError) as error:
            raise CommandError(
                f"--backbone : modèle de départ illisible ({type(error).__name__})"
            ) from error
        model = draft / "model"
        model.mkdir()
        trained.learnt.save(model, plan.start)
        model.chmod(0o755)
        digest = content_hash(model)
        model.replace(options["output"])
        shutil.rmtree(work, ignore_errors=True)
        self._print(trained, digest, options)

    def _adapted(
        self, raw: list[Note], parts: Parts, plan: Any, draft: Path, options: dict[str, Any]
    ) -> Path:
        """A start whose encoder has read the raw notes, but for patients who judge."""
        from worker.training.adapt import AdaptPlan, Raw, adapt
        from worker.training.encoder.masked import Adaptation

        judging = {note.patient.id or note.id for note in parts.test}
        validating = {note.id for note in parts.validation} - {note.id for note in parts.train}
        open_to = [note for note in raw if (note.patient.id or note.id) not in judging]
        kept = [note.id for note in open_to if note.id in validating]
        how = Adaptation(passes=options["passes"])
        order = AdaptPlan(Path(plan.start), plan.work / "adapt", how, plan.device)
        chunks = adapt(Raw.of(open_to, kept), order, draft / "adapted")
        for chunk in chunks:
            told = "–" if chunk.loss is None else f"{chunk.loss:.2f}".replace(".", ",")
            self.stdout.write(
                f"Notes brutes, {chunk.done}/{chunk.total} : perte des mots cachés {told}"
            )
        return draft / "adapted"

    def _search(self, parts: Parts, plan: Any, options: dict[str, Any]) -> Recipe:
        """The best recipe of the trials, those of earlier runs and of other workers included."""
        from worker.training.plan import Watch
        from worker.training.search import Order, search

        journal = options["study"] or plan.work / "journal"
        order = Order(options["search"], options["lr"] is None, options["epochs"])
        found = search(parts, plan, order, journal, Watch(on_step=self._progress))
        for row in found.rows:
            told = ", ".join(f"{name} {value:g}" for name, value in sorted(row.params.items()))
            f1 = "–" if row.value is None else f"{100 * row.value:.1f} %".replace(".", ",")
            self.stdout.write(f"Essai {row.number + 1} : F1 {f1} ({row.state}), {told}")
        return found.recipe

    def _progress(self, step: Any) -> None:
        if sys.stderr.isatty() and step.progress is not None:
            seen = step.progress
            f1 = f", F1 {100 * step.epochs[-1].f1:.1f} %" if step.epochs else ""
            self.stderr.write(
                f"\rTour {seen.epoch}/{seen.epochs}, pas {seen.step}/{seen.steps}, "
                f"perte {seen.loss:.3f}{f1}, encore {seen.eta_s / 60:.0f} min ",
                ending="",
            )
            self.stderr.flush()

    def _print(self, trained: Any, digest: str, options: dict[str, Any]) -> None:
        self.stdout.write(f"Appris sur {trained.train_notes} notes, jugé sur {trained.test_notes}.")
        self.stdout.write(_line("Règles seules      ", trained.rules))
        self.stdout.write(_line("Avec modèle livré  ", trained.before.figures))
        self.stdout.write(_line("Avec nouveau modèle", trained.after.figures))
        refused = [check.name for check in trained.gate if not check.passed]
        if refused:
            self.stdout.write(f"La barrière le refuserait : {', '.join(refused)}")
        self.stdout.write(f"Modèle écrit dans {options['output']} (SHA-256 {digest})")
        if options["json"]:
            figures = {
                "rules": trained.rules.to_json(),
                "before": trained.before.figures.to_json(),
                "after": trained.after.figures.to_json(),
                "gate": [check.to_json() for check in trained.gate],
            }
            self.stdout.write(json.dumps({"sha256": digest, **figures}, ensure_ascii=False))


def _recipe(options: dict[str, Any]) -> Recipe:
    """The usual one of the start, with what the command line says otherwise."""
    start = Path(options["backbone"] or settings.SHIPPED_MODEL)
    usual = CORRECTIONS if (start / "ner.json").is_file() else ARTICLES
    given = {
        "epochs": options["epochs"],
        "max_length": options["max_length"],
        "batch_size": options["batch_size"],
        "learning_rate": options["lr"],
        "replay": options["replay"],
        "seed": options["seed"],
    }
    recipe = replace(usual, **{name: told for name, told in given.items() if told is not None})
    _check(recipe)
    return replace(recipe, micro_batch=min(recipe.micro_batch, recipe.batch_size))


def _check(recipe: Recipe) -> None:
    refuse_less(asdict(recipe), (("epochs", 1), ("max_length", 16), ("batch_size", 1)))
    if recipe.max_length > 512:
        raise CommandError("--max-length : au plus 512, ce que lisent les encodeurs")
    if not 0 < recipe.learning_rate < 1:
        raise CommandError("--lr : entre 0 et 1")
    if not 0 <= recipe.replay <= 100:
        raise CommandError("--replay : entre 0 et 100")


def _read(dataset: Path, losses: Counter[Loss]) -> list[Note]:
    try:
        return list(notes_in(dataset, losses))
    except OSError as error:
        raise CommandError(f"{dataset.name} : lecture impossible ({reason_of(error)})") from None
    except FormatError as error:
        raise CommandError(str(error)) from None


def _line(name: str, figures: Figures) -> str:
    return (
        f"{name} : {100 * figures.redacted_share:.1f} % des mots identifiants masqués, "
        f"{figures.notes_fully_redacted} / {figures.notes} notes sans aucun reste, "
        f"{figures.false_alarms_per_1000:.1f} mots masqués à tort pour 1 000, "
        f"{figures.corrections_a_note or 0:.1f} corrections par note, "
        f"F1 des entités {100 * figures.entity_f1:.1f} %"
    ).replace(".", ",")
