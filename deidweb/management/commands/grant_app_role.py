"""`manage.py grant_app_role ROLE`: what web and workers may do in PostgreSQL; run after each `migrate`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deidweb.operations.app_role import AppRoleError, grant_app_role


class Command(BaseCommand):
    help = "Donne au rôle de l'application les lignes et aucune table ; du journal, l'ajout et la lecture."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", help="rôle PostgreSQL de l'application")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        try:
            count = grant_app_role(role)
        except AppRoleError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Rôle {role} : {count} tables.")
