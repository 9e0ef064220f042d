"""`manage.py restore_check BACKUP`: restores a backup elsewhere, starts it and compares; `--into` keeps the copy."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.domain.files import reason_of
from deidweb import lifeline
from deidweb.operations.backup import BackupError
from deidweb.operations.database_copy import DatabaseCopyError
from deidweb.operations.restore import restore_and_check


class Command(BaseCommand):
    help = "Remet une sauvegarde dans un dossier vide, la démarre et la compare à son manifeste."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="dossier de la sauvegarde")
        parser.add_argument(
            "--keys", type=Path, help="la copie des clés faite avec cette sauvegarde"
        )
        parser.add_argument("--into", type=Path, help="garde la copie ici (dossier vide)")
        parser.add_argument("--database-url", default="", help="base PostgreSQL vide")

    def handle(self, *args: Any, **options: Any) -> None:
        with lifeline.held(), tempfile.TemporaryDirectory(prefix="deidweb-copie-") as scratch:
            data = options["into"] or Path(scratch) / "var"
            try:
                restore_and_check(
                    options["backup"].resolve(), data.resolve(), keys=options["keys"],
                    database_url=options["database_url"], tell=self.stdout.write,
                )  # fmt: skip
            except (BackupError, DatabaseCopyError) as error:
                raise CommandError(str(error)) from None
            except OSError as error:
                raise CommandError(
                    f"Lecture ou écriture impossible ({reason_of(error)})."
                ) from None
        self.stdout.write(
            f"Sauvegarde bonne. {'Copie : ' + str(data) if options['into'] else ''}".strip()
        )
