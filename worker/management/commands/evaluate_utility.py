"""`manage.py evaluate_utility NOTES.csv --epsilon 0.1 1 10`: what de-identification costs the ICD-10 codes."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from annotation.management.given_file import given_file
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import (
    UnusableModelError,
    default_coder,
    nomenclature,
    trained_coder,
)
from privacy.domain.errors import PrivacyError
from privacy.domain.policy import DateMechanism, PlaceMechanism, parse_epsilon
from privacy.domain.tables import default_tables
from privacy.management.mechanisms import add_mechanisms
from worker.coding.stays import Stay, TooFewStaysError
from worker.coding.utility.conditions import Setting
from worker.coding.utility.judges import Judge, ReadyJudge
from worker.coding.utility.report import Figure, Report
from worker.coding.utility.run import evaluate, with_entities
from worker.engine.build import EngineError, build_detector
from worker.management.checks import device_of
from worker.management.coding_options import add_recipe, read_notes_file, recipe_of

USUAL = ("0.1", "0.5", "1", "2", "5", "10")


class Command(BaseCommand):
    help = (
        "Compare les codes CIM-10 trouvés dans les notes d'origine, dans les notes substituées à "
        "chaque ε et dans les notes dont chaque entité devient son étiquette : précision, rappel et F1 "
        "avec intervalles, et la perte de F1 selon ε. Rien des notes ne sort."
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
        add("--epsilon", nargs="+", default=USUAL, metavar="E", help="niveaux de bruit comparés")
        add(
            "--coder",
            choices=("dictionary", "neural"),
            default="dictionary",
            help="dictionnaire sur toutes les notes, ou réseau appris de nouveau sous chaque condition",
        )
        add(
            "--model",
            type=Path,
            metavar="DIR",
            help="modèle déjà appris, sans nouvel apprentissage",
        )
        add_mechanisms(parser)
        add("--area", default="FR", help="FR, une région (FR-BFC) ou un département (FR-21)")
        add(
            "--engine",
            choices=("hybrid", "rules"),
            default="hybrid",
            help="détecteur des entités des notes qui n'en ont pas",
        )
        add("--bootstrap", type=int, default=1000, help="tirages des intervalles (1000)")
        add("--work", type=Path, metavar="DIR", help="garde les points de reprise du réseau")
        add("--json", action="store_true", help="un objet JSON en dernière ligne")
        add_recipe(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        recipe = recipe_of(options)
        if options["bootstrap"] < 100:
            raise CommandError("--bootstrap : au moins 100")
        if options["model"] and options["coder"] == "neural":
            raise CommandError("--model et --coder neural : l'un ou l'autre")
        try:
            epsilons = [parse_epsilon(text) for text in options["epsilon"]]
            setting = _setting(options)
            stays = read_notes_file(options["notes"])
            stays = with_entities(stays, _detector(options["engine"]))
            with tempfile.TemporaryDirectory() as folder:
                judge = _judge(stays, recipe, options["work"] or Path(folder), options)
                report = evaluate(
                    stays,
                    judge,
                    epsilons,
                    setting,
                    is_families=options["families"],
                    draws=options["bootstrap"],
                    on_progress=self._progress,
                )
        except (NomenclatureMissingError, NomenclatureInvalidError, PrivacyError) as error:
            raise CommandError(str(error)) from None
        except (TooFewStaysError, EngineError, UnusableModelError) as error:
            raise CommandError(str(error)) from None
        for line in text_of(report):
            self.stdout.write(line)
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False))

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            self.stderr.write(f"\rCondition {min(done + 1, total)} sur {total}", ending=end)
            self.stderr.flush()


def _setting(options: dict[str, Any]) -> Setting:
    tables = default_tables()
    tables.atlas.area(options["area"])  # an unknown one is refused before anything is read
    return Setting(
        tables=tables,
        reference_date=timezone.localdate(),
        dates=DateMechanism(options["dates"]),
        places=PlaceMechanism(options["places"]),
        area=options["area"],
        seed=options["seed"],
    )


def _detector(engine: str) -> Any:
    return build_detector(engine, Path(settings.SHIPPED_MODEL), cache=Path(settings.ENGINE_CACHE))


def _judge(stays: Sequence[Stay], recipe: Any, work: Path, options: dict[str, Any]) -> Judge:
    if options["coder"] == "dictionary":
        model = options["model"]
        coder = default_coder() if model is None else trained_coder(model)
        return ReadyJudge(coder, is_families=options["families"])
    from worker.coding.learn import Plan
    from worker.coding.utility.network import network_judge

    source = options["backbone"] or settings.SHIPPED_MODEL
    device = device_of(options)
    try:
        describe = nomenclature().label
    except (NomenclatureMissingError, NomenclatureInvalidError):
        describe = None
    return network_judge(stays, Plan(source, work, recipe, device, describe=describe))


def text_of(report: Report) -> list[str]:
    """The tables, as a person reads them."""
    own = report.counts
    entities = ", ".join(f"{label} {count}" for label, count in own.entities.items()) or "aucune"
    lines = [
        f"{own.stays} séjours de {own.patients} patients, {own.notes} notes, {own.words} mots ; "
        f"{own.codes} codes, {own.distinct_codes} distincts.",
        f"Entités remplacées : {entities}.",
        f"Codeur : {report.coder} ; {report.judged} séjours jugés, graine {report.seed}.",
        "",
        f"{'':<14} {'P micro':>22} {'R micro':>22} {'F1 micro':>22} {'P macro':>22} {'R macro':>22} "
        f"{'F1 macro':>22} {'perte de F1':>22}  codes justes perdus, gagnés",
    ]
    for line in report.lines:
        cells = " ".join(f"{_cell(figure):>22}" for figure in line.figures.values())
        lines.append(
            f"{line.condition:<14} {cells} {_cell(line.loss):>22}  {line.lost}, {line.gained}"
        )
    return [line.replace(".", ",") if "[" in line else line for line in lines]


def _cell(figure: Figure) -> str:
    """ "52.1 [48.0 ; 56.3]", in percent."""
    return f"{100 * figure.value:.1f} [{100 * figure.low:.1f} ; {100 * figure.high:.1f}]"
