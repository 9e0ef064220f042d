"""`manage.py renew_password NAME`: a temporary password for an account that nobody may give one on the page."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deidweb.accounts.models import User
from deidweb.accounts.services import renew_password_from_the_server


class Command(BaseCommand):
    help = "Affiche une fois un mot de passe provisoire, que la personne change à sa connexion ; le journal le dit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="identifiant de la personne")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None or not user.has_usable_password():
            raise CommandError(f"« {username} » n'est pas un compte d'ici qui ait un mot de passe.")
        password = renew_password_from_the_server(user)
        self.stdout.write(f"Mot de passe provisoire (affiché une seule fois) : {password}")
