"""`manage.py oppose FILE`: people who oppose the use of their data, one number a line."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.services.oppose import foresee_oppositions, oppose, withdraw_oppositions


class Command(BaseCommand):
    help = (
        "Oppositions : un numéro (IPP, NIR ou identifiant du patient) par ligne. Sans --apply, dit ce qui serait fait ; "
        "avec, efface les notes de ces patients de tous les projets et refuse leur import."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="le fichier, ou « - » pour l'entrée standard")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--apply", action="store_true", help="écrit et efface, sans retour")
        what.add_argument("--withdraw", action="store_true", help="retire ces numéros de la liste")

    def handle(self, *args: Any, file: str, apply: bool, withdraw: bool, **options: Any) -> None:
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


def _numbers(file: str) -> list[str]:
    """Lines that hold something. A line is never repeated in a message: it is somebody's number."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError("Le fichier n'est pas en UTF-8.") from None
    except OSError as error:
        raise CommandError(f"Le fichier ne peut pas être lu ({error.strerror}).") from None
    lines = [line.strip() for line in text.splitlines()]
    for place, line in enumerate(lines, start=1):
        if line and (
            not any(char.isalnum() for char in line) or any(mark in line for mark in ";,\t")
        ):
            raise CommandError(
                f"Ligne {place} : un seul numéro par ligne est attendu. Rien n'est fait."
            )
    return [line for line in lines if line]
