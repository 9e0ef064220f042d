"""`manage.py load_demo`: the demonstration, in an empty database only."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deidweb.accounts.models import Membership, User
from deidweb.demo import load_demo
from deidweb.demo_history.story import prepare


class Command(BaseCommand):
    requires_system_checks = ()  # `serve` has made them; they import every page
    help = "Charge le projet de démonstration et affiche un compte par rôle, une seule fois."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="ne fait rien s'il y a des comptes"
        )
        parser.add_argument(
            "--when-told", action="store_true", help="lit ses tables, puis attend une ligne"
        )

    def handle(self, *args: Any, if_empty: bool, when_told: bool, **options: Any) -> None:
        if when_told:  # `serve` makes the tables of the database meanwhile
            prepare()
            if not sys.stdin.readline():  # they could not be made
                return
        if User.objects.exists():
            if if_empty:
                self.stdout.write(
                    "\n  Mot de passe perdu : .venv/bin/python manage.py changepassword COMPTE"
                )
                return
            raise CommandError(
                "La base contient déjà des comptes : la démonstration n'est pas chargée."
            )
        accounts = load_demo()
        names = dict(Membership.RoleChoice.choices)
        self.stdout.write(
            "\n  Projet « Démonstration » chargé. Comptes (mots de passe affichés une seule fois) :\n"
        )
        for account in accounts:
            self.stdout.write(
                f"    {account.username:<16} {account.password}  {names[account.role]}"
            )
