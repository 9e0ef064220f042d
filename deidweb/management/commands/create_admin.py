"""`manage.py create_admin NAME`: the first account of an installation."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deidweb.accounts.models import User
from deidweb.accounts.services import create_user


class Command(BaseCommand):
    help = "Crée un administrateur d'instance (il crée les projets) et affiche son mot de passe une fois."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        if User.objects.filter(username=username).exists():
            raise CommandError(f"Le compte « {username} » existe déjà.")
        _user, password = create_user(username=username, actor=None, is_superuser=True)
        self.stdout.write(
            f"Compte « {username} » créé. Mot de passe (affiché une seule fois) : {password}"
        )
