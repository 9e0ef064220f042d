"""Neighbours for whole-text obfuscation, from released notes. No database, no server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.domain.files import PathError, bytes_replaced_when_done, check_paths, reason_of
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import notes_in
from annotation.management.given_file import given_file
from privacy.domain.errors import PrivacyError
from privacy.domain.obfuscation.files import space_bytes, table_bytes
from worker.management.checks import refuse_less
from worker.obfuscation.embed import EncoderError
from worker.obfuscation.learn import EPOCHS, SIZE, WINDOW, NoLearnerError, learn_words
from worker.obfuscation.pool import PoolError, texts_of

if TYPE_CHECKING:
    from worker.obfuscation.embed import SentenceVectors


class Command(BaseCommand):
    help = (
        "Apprend les voisins que demande `substitute --text` : des mots (Word2Vec), ou, avec --for, des phrases de ces "
        "notes. Le fichier lu est un export diffusé, jamais des notes d'origine."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "pool",
            type=given_file,
            metavar="EXPORT.jsonl",
            help="notes substituées ou export diffusé",
        )
        parser.add_argument("target", type=Path, metavar="VOISINS", help="fichier à écrire")
        parser.add_argument(
            "--for",
            dest="notes",
            type=given_file,
            metavar="NOTES.jsonl",
            help="notes dont les phrases seront remplacées : écrit une table de phrases",
        )
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--encoder", type=Path, metavar="DIR", help="encodeur des phrases (défaut : le modèle livré)")  # fmt: skip
        how.add_argument("--doc2vec", action="store_true", help="phrases par Doc2Vec (PV-DBOW), appris sur ces notes")  # fmt: skip
        parser.add_argument("--size", type=int, default=SIZE, help=f"dimensions ({SIZE})")
        parser.add_argument("--window", type=int, default=WINDOW, help=f"fenêtre ({WINDOW})")
        parser.add_argument("--epochs", type=int, default=EPOCHS, help=f"tours ({EPOCHS})")

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_less(options, (("size", 1), ("window", 1), ("epochs", 1)))
        if options["doc2vec"] and options["notes"] is None:
            raise CommandError("--doc2vec va avec --for.")
        try:
            check_paths(options["pool"], options["target"])
            texts = texts_of(options["pool"])
            content, told = _learned(texts, options)
            with bytes_replaced_when_done(options["target"]) as out:
                out.write(content)
        except PoolError as error:
            raise CommandError(f"{options['pool'].name} : {error}") from None
        except NoLearnerError:
            raise CommandError("le paquet gensim n'est pas installé.") from None
        except (PathError, PrivacyError, FormatError, EncoderError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(
                f"{error.filename or options['pool']} : {reason_of(error)}"
            ) from error
        self.stderr.write(told)


def _learned(texts: list[str], options: dict[str, Any]) -> tuple[bytes, str]:
    """The file and a sentence about it."""
    if options["notes"] is None:
        space = learn_words(
            texts, size=options["size"], window=options["window"], epochs=options["epochs"]
        )
        told = f"{len(space.words)} mots, {space.vectors.shape[1]} dimensions, {space.version}."
        return space_bytes(space), told
    from worker.obfuscation.embed import sentence_table

    encoder = _encoder(texts, options)
    asked = [note.text for note in notes_in(options["notes"])]
    table = sentence_table(encoder, asked, texts)
    return table_bytes(table), f"{len(table)} phrases."


def _encoder(texts: list[str], options: dict[str, Any]) -> SentenceVectors:
    from worker.obfuscation.doc2vec import Doc2VecEncoder
    from worker.obfuscation.embed import SentenceEncoder

    if options["doc2vec"]:
        return Doc2VecEncoder(texts, size=options["size"], epochs=options["epochs"])
    return SentenceEncoder(options["encoder"] or Path(settings.SHIPPED_MODEL))
