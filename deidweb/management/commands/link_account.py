"""`manage.py link_account NAME SUBJECT`: an account that is there already, and the same person at the identity provider."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError

from deidweb.accounts.models import User
from deidweb.accounts.outside import LDAP_SOURCE, link_account


class Command(BaseCommand):
    help = "Relie un compte existant à la même personne de l'annuaire ou du fournisseur d'identité."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="identifiant du compte ici")
        parser.add_argument(
            "subject", help="identifiant durable : « sub » (OIDC), LDAP_ID_ATTRIBUTE (LDAP)"
        )
        parser.add_argument("--ldap", action="store_true", help="l'annuaire, et non OIDC")

    def handle(self, *args: Any, username: str, subject: str, ldap: bool, **options: Any) -> None:
        source = LDAP_SOURCE if ldap else settings.OIDC_ISSUER
        if not source:
            raise CommandError("OIDC_ISSUER n'est pas défini.")
        try:
            link_account(username=username, source=source, subject=subject)
        except User.DoesNotExist:
            raise CommandError("Aucun compte ne porte ce nom.") from None
        except IntegrityError:
            raise CommandError("Cette personne a déjà un compte ici.") from None
        self.stdout.write("Compte relié.")
