"""What the commands of the ICD-10 coder are told in the same words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.domain.files import reason_of
from annotation.domain.formats.errors import FormatError
from worker.coding.reading import read_stays
from worker.coding.recipe import Architecture, CodingRecipe, Loss, Pooling
from worker.coding.stays import Stay
from worker.management.checks import refuse_less

_USUAL = CodingRecipe()
_LEAST = (("epochs", 1), ("batch_size", 1), ("segment", 16), ("patience", 1), ("top_codes", 1))


def add_recipe(parser: CommandParser) -> None:
    """The options of a training."""
    add = parser.add_argument
    add(
        "--pooling",
        choices=[own.value for own in Pooling],
        default=_USUAL.pooling.value,
        help="comment les segments d'un séjour se réunissent : attention par code (laat, par défaut), moyenne, maximum, ou le premier seul (truncate)",
    )
    add("--families", action="store_true", help="apprend les catégories à trois caractères")
    add("--top-codes", type=int, metavar="K", help="garde les K codes les plus fréquents")
    add(
        "--architecture",
        choices=[own.value for own in Architecture],
        default=_USUAL.architecture.value,
        help="transformeur (encoder), ou convolution pour comparaison (cnn)",
    )
    add(
        "--loss",
        choices=[own.value for own in Loss],
        default=_USUAL.loss.value,
        help="entropie croisée (bce), ou asymétrique",
    )
    add(
        "--backbone",
        metavar="DIR_OU_ID",
        help="encodeur de départ : dossier (CamemBERT, FlauBERT, DrBERT…), ou identifiant d'un dépôt "
        "de modèles là où c'est permis (par défaut : le modèle livré)",
    )
    add("--epochs", type=int, default=_USUAL.epochs, help="tours au plus (20)")
    add("--patience", type=int, default=_USUAL.patience, help="tours sans progrès (4)")
    add("--segment", type=int, default=_USUAL.limits.length, help="morceaux par segment (512)")
    add("--batch-size", type=int, default=_USUAL.batch_size, help="séjours par pas (16)")
    add("--lr", type=float, default=_USUAL.learning_rate, help="pas d'apprentissage (5e-5)")
    add("--seed", type=int, default=_USUAL.seed, help="graine du mélange et du partage")
    add("--device", choices=("cpu", "cuda"), help="par défaut : la carte graphique s'il y en a")


def recipe_of(options: dict[str, Any]) -> CodingRecipe:
    """Raises CommandError for what makes no sense."""
    refuse_less(options, _LEAST)
    if options["segment"] > 512:
        raise CommandError("--segment : au plus 512, ce que lisent les encodeurs")
    if not 0 < options["lr"] < 1:
        raise CommandError("--lr : entre 0 et 1")
    return CodingRecipe(
        pooling=Pooling(options["pooling"]),
        architecture=Architecture(options["architecture"]),
        loss=Loss(options["loss"]),
        is_families=options["families"],
        top_codes=options["top_codes"],
        epochs=options["epochs"],
        patience=options["patience"],
        learning_rate=options["lr"],
        batch_size=options["batch_size"],
        micro_batch=min(_USUAL.micro_batch, options["batch_size"]),
        limits=replace(_USUAL.limits, length=options["segment"]),
        seed=options["seed"],
    )


def read_notes_file(path: Path) -> list[Stay]:
    """The stays of a file. Raises CommandError with file, line and column."""
    try:
        return read_stays(path)
    except FormatError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{path.name} : lecture impossible ({reason_of(error)})") from None
