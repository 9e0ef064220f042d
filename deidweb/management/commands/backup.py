"""`manage.py backup FOLDER [--keys OTHER]`: everything that would be missed, while people work."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from annotation.domain.files import reason_of
from deidweb.audit.services import record
from deidweb.disk import is_disk_full, is_read_only
from deidweb.operations.backup import BackupError, make_backup
from deidweb.operations.database_copy import DatabaseCopyError


class Command(BaseCommand):
    help = "Sauvegarde la base et les fichiers dans un nouveau dossier ; les clés ailleurs, avec --keys."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="où poser le dossier de la sauvegarde")
        parser.add_argument("--keys", type=Path, help="autre dossier, autre disque : pour les clés")

    def handle(self, *args: Any, folder: Path, keys: Path | None, **options: Any) -> None:
        try:
            made = make_backup(folder, keys=keys)
        except (BackupError, DatabaseCopyError) as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(
                f"Écriture impossible ({reason_of(error)}) : rien n'est gardé."
            ) from None
        self.stdout.write(f"Sauvegarde faite : {made}")
        try:
            record("backup.made", actor=None, with_keys=keys is not None)
        except DatabaseError as error:
            if not (is_disk_full(error) or is_read_only(error)):
                raise
            self.stderr.write(
                "Le journal n'a pas pu le noter : le disque des données est plein, ou fermé."
            )
        if keys is None:
            self.stdout.write(
                "Sans les clés : sauvegardez-les à part (--keys), sur un autre support."
            )
