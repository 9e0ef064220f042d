"""`manage.py share_private NOTES.jsonl EXPORT.jsonl --output DIR`: representations that leave without a text. No database, no server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import PathError, check_paths, reason_of
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import notes_in
from annotation.management.given_file import given_file
from worker.management.checks import device_of, refuse_less
from worker.management.new_folder import draft_beside
from worker.obfuscation.pool import PoolError, texts_of

if TYPE_CHECKING:
    from worker.private.share import Shared

SIZES = (50, 100, 300)
# one neighbour is the word itself where it is known: no pair to tell apart, hence no verdict
_LEAST: Final = (
    ("neighbours", 2), ("floor", 0), ("weight", 0), ("tagger_epochs", 1), ("adversary_epochs", 0), ("joint_epochs", 0),
    ("runs", 1),
)  # fmt: skip
_LEAST_PROBES: Final = 50  # what Friedrich et al. ask; the manifest does not tell how many


class Command(BaseCommand):
    help = (
        "Fabrique des représentations avec bruit apprenable (Friedrich et al. 2019) de notes annotées, et ne les écrit que "
        "si des adversaires qui continuent d'apprendre n'y lisent pas plus que le hasard. Les mots viennent d'un export diffusé."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add(
            "notes",
            type=given_file,
            metavar="NOTES.jsonl",
            help="notes annotées, une par ligne (docs/formats.md)",
        )
        add(
            "pool",
            type=given_file,
            metavar="EXPORT.jsonl",
            help="notes substituées ou export diffusé",
        )
        add("--output", type=Path, required=True, metavar="DIR", help="dossier neuf")
        add(
            "--dimensions",
            type=int,
            choices=SIZES,
            default=50,
            help="dimensions d'une représentation (50)",
        )
        add(
            "--neighbours",
            type=int,
            default=10,
            metavar="N",
            help="voisins de chaque mot sensible",
        )
        add(
            "--floor",
            type=float,
            default=1.5,
            help="le bruit n'est jamais moindre ; les états vont de -1 à 1",
        )
        add(
            "--originals",
            action="store_true",
            help="l'étiqueteur apprend des phrases elles-mêmes, non de copies pseudonymes",
        )
        add(
            "--method",
            choices=("three_phases", "dann"),
            default="three_phases",
            help="adversaires en trois phases, ou gradients retournés (dann)",
        )
        add("--weight", type=float, default=10.0, help="λ, poids des adversaires")
        add("--tagger-epochs", type=int, default=10, help="tours de l'étiqueteur (10)")
        add("--adversary-epochs", type=int, default=5, help="tours des adversaires seuls (5)")
        add("--joint-epochs", type=int, default=15, help="tours à tour de rôle (15)")
        add(
            "--probe-epochs",
            type=int,
            default=_LEAST_PROBES,
            help=f"tours des adversaires après coup ({_LEAST_PROBES} au moins)",
        )
        add("--runs", type=int, default=5, help="apprentissages d'étiqueteur par mesure de F1")
        add("--seed", type=int, default=1, help="graine (1)")
        add("--device", choices=("cpu", "cuda"), help="par défaut : la carte graphique s'il y en a")
        add("--json", action="store_true", help="le compte rendu en un objet JSON, dernière ligne")

    def handle(self, *args: Any, **options: Any) -> None:
        output: Path = options["output"]
        if options["probe_epochs"] < _LEAST_PROBES:
            raise CommandError(
                f"--probe-epochs : {_LEAST_PROBES} au moins, sinon le verdict ne dit rien."
            )
        refuse_less(options, _LEAST)
        device = device_of(options)
        if output.exists():
            raise CommandError(f"le dossier existe déjà : {output}")
        try:
            check_paths(options["notes"], output)
            texts = texts_of(options["pool"])
            notes = list(notes_in(options["notes"]))
        except PoolError as error:
            raise CommandError(f"{options['pool'].name} : {error}") from None
        except (PathError, FormatError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or output} : {reason_of(error)}") from error
        with draft_beside(output) as draft:
            made = self._learned(notes, texts, device, options)
            _write(made, draft / "made")
            (draft / "made").replace(output)
        self._tell(made.report, options)
        if made.material is None:
            raise CommandError(
                "refusé : rien n'est écrit que le compte rendu (report.json). Un adversaire y lit plus que le hasard, ou trop peu de paires le jugent."
            )

    def _learned(
        self, notes: Any, texts: list[str], device: str, options: dict[str, Any]
    ) -> Shared:
        # PyTorch only once the arguments and the notes are known to be good.
        from worker.obfuscation.learn import NoLearnerError
        from worker.private.files import TooLargeError
        from worker.private.learning import Method, Recipe
        from worker.private.share import FEWEST_PATIENTS, TooFewPatientsError, share, split
        from worker.private.words import learn_points

        names = ("neighbours", "floor", "weight", "tagger_epochs", "adversary_epochs", "joint_epochs", "probe_epochs", "seed")  # fmt: skip
        recipe = Recipe(
            size=options["dimensions"],
            method=Method(options["method"]),
            reads_copies=not options["originals"],
            **{name: options[name] for name in names},
        )
        try:
            teaching, judging = split(notes, recipe.seed)
            return share(
                teaching, judging, learn_points(texts), recipe, runs=options["runs"], device=device,
                tell=lambda phase, epoch: self.stderr.write(f"{phase} {epoch}"),
            )  # fmt: skip
        except NoLearnerError:
            raise CommandError("le paquet gensim n'est pas installé.") from None
        except TooLargeError:
            raise CommandError(
                "un fichier dépasserait 2 Gio : moins de dimensions, ou moins de notes."
            ) from None
        except TooFewPatientsError:
            raise CommandError(
                f"il faut les notes d'au moins {FEWEST_PATIENTS} patients."
            ) from None

    def _tell(self, report: dict[str, Any], options: dict[str, Any]) -> None:
        for attack in report["verdict"]["attacks"]:
            share_right = attack["right"] / max(1, attack["pairs"])
            self.stderr.write(
                f"{attack['name']} : {share_right:.3f} [{attack['low']:.3f} – {attack['high']:.3f}] de {attack['pairs']} paires"
            )
        if options["json"]:
            self.stdout.write(_json(report))


def _write(made: Shared, folder: Path) -> None:
    """The report, and both files where the verdict accepts."""
    from worker.private.reading import MATERIAL, MODEL

    folder.mkdir()
    if made.material is not None:
        (folder / MODEL).write_bytes(made.model)
        (folder / MATERIAL).write_bytes(made.material)
    (folder / "report.json").write_text(_json(made.report) + "\n", encoding="utf-8")


def _json(report: dict[str, Any]) -> str:
    return json.dumps(report, ensure_ascii=False)
