"""Every substitution method on annotated notes, by the seven measures of Alves et al. No database, no server."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import number_format

from annotation.domain.files import PathError, check_paths, reason_of, replaced_when_done
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import notes_in
from annotation.domain.notes import Note
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import default_coder
from privacy.domain.errors import PrivacyError
from privacy.domain.obfuscation.method import Neighbours
from privacy.domain.obfuscation.metrics import overlap
from privacy.domain.policy import parse_epsilon
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import default_tables
from worker.management.checks import refuse_less
from worker.obfuscation.embed import EncoderError
from worker.obfuscation.learn import EPOCHS, NoLearnerError, learn_words
from worker.obfuscation.pool import PoolError, texts_of_others
from worker.obfuscation.ways import Files, followed, nearest, of_entities, of_texts
from worker.presentation.methods import MethodsTable, methods_table


class Command(BaseCommand):
    help = (
        "Compare toutes les méthodes de substitution sur des notes annotées : SMR, ALID, LR, LRDI, LRQI, JSC, NSDCG. "
        "Les voisins (mots, phrases, bruit) se tirent d'un export diffusé, s'il est donné, sans les notes des mêmes patients "
        "(reconnues à l'id : les pseudonymes d'un export de l'application ne le permettent pas). Rien des notes ne sort."
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
        add("--pool", type=given_file, metavar="EXPORT.jsonl", help="export diffusé")
        add("--epsilon", default="1", help="budget ε de chaque patient (1)")
        add(
            "--noise",
            nargs="*",
            default=["20"],
            metavar="E",
            help="ε d'un mot, bruit métrique (20)",
        )
        add(
            "--encoder",
            type=Path,
            nargs="*",
            default=[],
            metavar="DIR",
            help="encodeurs des phrases, une ligne chacun (défaut : le modèle livré)",
        )
        add(
            "--doc2vec",
            action="store_true",
            help="une ligne de plus : phrases par Doc2Vec, appris sur l'export",
        )
        add("--epochs", type=int, default=EPOCHS, help=f"tours de Word2Vec ({EPOCHS})")
        add("--svg", type=Path, metavar="FIGURE.svg", help="écrit la figure")
        add("--json", action="store_true", help="un objet JSON en dernière ligne")  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_less(options, (("epochs", 1),))
        try:
            if options["svg"]:
                check_paths(options["notes"], options["svg"])
            files = Files(_notes(options["notes"]))
            pool, left_out = _pool(options, files)
            found = _found(options, files, pool)
        except PoolError as error:
            raise CommandError(f"{options['pool'].name} : {error}") from None
        except (PathError, FormatError, PrivacyError, EncoderError) as error:
            raise CommandError(str(error)) from None
        except NoLearnerError:
            raise CommandError("le paquet gensim n'est pas installé.") from None
        except OSError as error:
            raise CommandError(f"{error.filename} : {reason_of(error)}") from None
        table = methods_table(found)
        self.stdout.write(_text(table))
        if pool:
            self.stdout.write(_of_pool(pool, left_out, files))
        if options["svg"]:
            figure = render_to_string("worker/partials/methods_figure.html", {"table": table})
            with refusals(PathError, of=options["svg"]), replaced_when_done(options["svg"]) as out:
                out.write(figure.strip() + "\n")
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False))


def _notes(path: Path) -> tuple[Note, ...]:
    notes = tuple(note for note in notes_in(path) if note.entities)
    if not notes:
        raise CommandError("aucune note annotée dans ce fichier.")
    return notes


def _pool(options: dict[str, Any], files: Files) -> tuple[list[str], int]:
    """What neighbours are drawn from, and how many notes of the same patients are not: none without an export."""
    if not options["pool"]:
        return [], 0
    return texts_of_others(options["pool"], {note.id for note in files.notes})


def _of_pool(pool: list[str], left_out: int, files: Files) -> str:
    share = number_format(100 * overlap(files.notes, pool), 1)
    return (
        f"\nVoisins tirés de {len(pool)} notes ; notes des mêmes patients laissées de côté : {left_out}.\n"
        f"Chaînes sensibles des notes comparées qui se lisent aussi dans les voisins : {share} %."
    )


def _found(
    options: dict[str, Any], files: Files, pool: list[str]
) -> dict[str, dict[str, float | None]]:
    key, epsilon = StudyKey.fresh(), parse_epsilon(options["epsilon"])
    ways = of_entities(epsilon, default_tables(), key, timezone.localdate())
    if pool:
        noises = [parse_epsilon(text) for text in options["noise"]]
        ways |= of_texts(*_near(options, files, pool), noises, key)
    try:
        coder = default_coder()
    except (NomenclatureMissingError, NomenclatureInvalidError) as error:
        sys.stderr.write(f"JSC et NSDCG : {error}\n")
        coder = None
    return {name: asdict(followed(files, way, coder).measures) for name, way in ways.items()}


def _near(
    options: dict[str, Any], files: Files, pool: list[str]
) -> tuple[Neighbours, dict[str, Neighbours]]:
    """Of words, and of sentences by the name of what made them points."""
    from worker.obfuscation.doc2vec import DOC2VEC, Doc2VecEncoder
    from worker.obfuscation.embed import SentenceEncoder, SentenceVectors

    folders = {one.name: one for one in options["encoder"]} or {"": Path(settings.SHIPPED_MODEL)}
    makers: dict[str, SentenceVectors] = {
        name: SentenceEncoder(one) for name, one in folders.items()
    }
    words = learn_words(pool, epochs=options["epochs"])
    if options["doc2vec"]:
        makers[DOC2VEC] = Doc2VecEncoder(pool, epochs=options["epochs"])
    return Neighbours(words), nearest(makers, [note.text for note in files.notes], pool)


def _text(table: MethodsTable) -> str:
    width = max(len(line.name) for line in table.lines)
    head = " ".join([" " * width, *(f"{name:>6}" for name in table.columns)])
    rows = [
        " ".join([line.name.ljust(width), *(f"{cell:>6}" for _raw, cell in line.cells)])
        for line in table.lines
    ]
    meanings = [f"{name:<6} {said}" for name, said in table.meanings]
    return "\n".join([head, *rows, "", *meanings])
