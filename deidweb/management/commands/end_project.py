"""`manage.py end_project ID --name NAME`: erases a project's patients for good and prints the certificate."""

import json
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from deidweb.accounts.models import Project
from deidweb.management.project_id import project_id
from deidweb.operations.end_project import ProjectBusyError, end_project, what_there_is


class Command(BaseCommand):
    help = (
        "Fin d'un projet : efface notes, patients, jeux, exports, modèles et clés des études, sans retour. Sans --name, "
        "dit ce qui serait effacé."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "project", type=project_id, help="identifiant du projet, dans l'adresse de ses pages"
        )
        parser.add_argument("--name", help="le nom du projet, pour confirmer")

    def handle(self, *args: Any, project: UUID, name: str | None, **options: Any) -> None:
        found = Project.objects.filter(pk=project).first()
        if found is None:
            raise CommandError("Aucun projet n'a cet identifiant.")
        if name is None:
            self.stdout.write(json.dumps(what_there_is(found)))
            self.stdout.write("Rien n'est encore fait : relancez avec --name « nom du projet ».")
            return
        if name.strip() != found.name.strip():
            raise CommandError("Ce n'est pas le nom du projet : rien n'est effacé.")
        try:
            certificate = end_project(found, tell=self.stderr.write)
        except ProjectBusyError:
            raise CommandError(
                "Des travaux du projet attendent ou tournent : arrêtez-les d'abord."
            ) from None
        self.stdout.write(json.dumps(certificate))
        self.stdout.write(
            "Les sauvegardes antérieures contiennent encore ces données : détruisez-les à leur terme."
        )
