"""`manage.py oppose FILE`: people who oppose the use of their data, one number a line."""

import io
import re
import sys
import unicodedata
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from annotation.domain.files import reason_of
from annotation.domain.formats.fields import MAX_ID_LENGTH
from annotation.domain.opposition import normal_form
from annotation.management.given_file import given_file
from annotation.services.oppose import foresee_oppositions, oppose, withdraw_oppositions

# What stands in tables, objects, pages and programs, and in no number; a NIR may hold blanks and strokes.
_NO_NUMBER: Final = frozenset(';,\t"{}[]<>%=\x1b\x07\0')
# Folded, « 12345.0 » would be « 123450 »: somebody else.
_BY_SPREADSHEET: Final = re.compile(r"[0-9]+\.0+|[0-9](?:\.[0-9]+)?E\+?[0-9]+")
_INPUT: Final = Path("-")


class Command(BaseCommand):
    help = (
        "Oppositions : un numéro (IPP, NIR ou identifiant du patient) par ligne. Sans --apply, dit ce qui serait fait ; "
        "avec, efface les notes de ces patients de tous les projets et refuse leur import."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=given_file, help="le fichier, ou « - » pour l'entrée standard"
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--apply", action="store_true", help="écrit et efface, sans retour")
        what.add_argument("--withdraw", action="store_true", help="retire ces numéros de la liste")

    def handle(self, *args: Any, file: Path, apply: bool, withdraw: bool, **options: Any) -> None:
        numbers = _numbers(file)
        if withdraw:
            self.stdout.write(f"{withdraw_oppositions(numbers)} empreinte(s) retirée(s).")
            return
        done = oppose(numbers) if apply else foresee_oppositions(numbers)
        self.stdout.write(
            f"{done.numbers} empreinte(s) nouvelle(s) ; {done.patients} patient(s) connu(s), {done.notes} note(s) dans "
            f"{done.projects} projet(s) {'effacée(s)' if apply else 'à effacer'}."
        )
        if not apply:
            self.stdout.write("Rien n'est encore fait : relancez avec --apply.")


def _numbers(file: Path) -> list[str]:
    """Lines that hold something. A line is never repeated in a message: it is somebody's number."""
    name = "entrée standard" if file == _INPUT else file.name
    try:
        raw = sys.stdin.buffer.read() if file == _INPUT else file.read_bytes()
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = raw[: error.start].count(b"\n") + 1
        raise CommandError(
            f"{name}, ligne {place} : le fichier n'est pas en UTF-8. Rien n'est fait."
        ) from None
    except OSError as error:
        raise CommandError(f"{name} ne peut pas être lu ({reason_of(error)}).") from None
    # not splitlines(): what it breaks would be two numbers, of two other people
    lines = [line.strip() for line in io.StringIO(text, newline=None)]
    for place, line in enumerate(lines, start=1):
        if line and (reason := _wrong(line)):
            raise CommandError(f"{name}, ligne {place} : {reason}. Rien n'est fait.")
    return [line for line in lines if line]


def _wrong(line: str) -> str:
    """Why it is no number of a patient; "" for one."""
    form = normal_form(line)
    if not form or not _NO_NUMBER.isdisjoint(line) or len(line) > MAX_ID_LENGTH:
        return "un seul numéro par ligne est attendu"
    if _BY_SPREADSHEET.fullmatch(line):
        return "ce numéro a été réécrit par un tableur (« 1.23E+14 », « 12.0 ») : exportez la colonne comme du texte"
    # a blank of any width stands in a NIR; digits of another script would name nobody, and nothing would say so
    if not all(char.isprintable() or unicodedata.category(char) == "Zs" for char in line):
        return "ce numéro contient un caractère invisible"
    if any(char.isdigit() and not char.isascii() for char in form):
        return "ce numéro n'est pas écrit en chiffres de 0 à 9"
    return ""
