"""`manage.py rotate_identity_keys`: patients' identities under new keys; safe to run again after a crash."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from annotation.services.reseal_identities import retire_old_keys, rotate_identity_key
from deidweb.accounts.models import Project
from deidweb.keys.identities import replace_kek
from deidweb.keys.wrapping import KeyFileError
from deidweb.management.project_id import project_id
from deidweb.sentences import localised


class Command(BaseCommand):
    help = (
        "Chiffre de nouveau les identités des patients sous des clés neuves. Les anciennes sont détruites par « manage.py purge »"
        " un jour plus tard, ou aussitôt avec --stopped. Relancez la commande si elle a été interrompue."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--project",
            type=project_id,
            help="un seul projet : son identifiant, dans l'adresse de ses pages",
        )
        parser.add_argument(
            "--new-kek",
            action="store_true",
            help="tire aussi une nouvelle clé maîtresse (là où l'environnement ne la donne pas)",
        )
        parser.add_argument(
            "--stopped",
            action="store_true",
            help="le service est arrêté : les anciennes clés sont détruites tout de suite",
        )

    def handle(
        self, *args: Any, project: UUID | None, new_kek: bool, stopped: bool, **options: Any
    ) -> None:
        projects = Project.objects.order_by("pk")
        if project:
            projects = projects.filter(pk=project)
            if not projects:
                raise CommandError("Aucun projet n'a cet identifiant.")
        try:
            if new_kek:
                replace_kek()
            count = sum(rotate_identity_key(each) for each in projects)
            gone = sum(retire_old_keys(each, at_once=stopped) for each in projects)
        except KeyFileError as error:
            raise CommandError(localised(error.reason)) from None
        self.stdout.write(
            ngettext(
                "%(count)d identité chiffrée sous une nouvelle clé ; anciennes clés détruites : %(gone)d.",
                "%(count)d identités chiffrées sous une nouvelle clé ; anciennes clés détruites : %(gone)d.",
                count,
            )
            % {"count": count, "gone": gone}
        )
