"""`manage.py create_admin NAME`: the first account of an installation."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from deidweb.accounts.models import User
from deidweb.accounts.services import create_user


class Command(BaseCommand):
    help = "Crée un administrateur d'instance (il crée les projets) et affiche son mot de passe une fois."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="identifiant du compte à créer")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        try:
            User._meta.get_field("username").clean(username, None)
        except ValidationError as error:
            raise CommandError(f"« {username} » : {' '.join(error.messages)}") from error
        if User.objects.filter(username__iexact=username).exists():
            raise CommandError(f"Le compte « {username} » existe déjà.")
        _user, password = create_user(username=username, actor=None, is_superuser=True)
        self.stdout.write(
            f"Compte « {username} » créé. Mot de passe (affiché une seule fois) : {password}"
        )
