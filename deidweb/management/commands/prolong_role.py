"""`manage.py prolong_role PROJECT NAME ROLE`: for another year, when nobody is left who could do it on the page."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from deidweb.accounts.access import prolong_from_the_server
from deidweb.accounts.models import Membership, Project
from deidweb.management.project_id import project_id


class Command(BaseCommand):
    help = "Prolonge d'un an un rôle depuis le serveur ; le journal le dit. D'un rôle terminé, seul celui du gestionnaire des accès."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "project", type=project_id, help="identifiant du projet, dans l'adresse de ses pages"
        )
        parser.add_argument("username", help="identifiant de la personne")
        parser.add_argument("role", choices=Membership.RoleChoice.values, help="rôle à prolonger")

    def handle(self, *args: Any, project: UUID, username: str, role: str, **options: Any) -> None:
        found = Project.objects.filter(pk=project).first()
        if found is None or not prolong_from_the_server(
            project=found, username=username, role=role
        ):
            raise CommandError(
                "Cette personne n'a pas ce rôle dans ce projet, ou il est terminé : donnez-le de nouveau."
            )
        self.stdout.write("Rôle prolongé d'un an.")
