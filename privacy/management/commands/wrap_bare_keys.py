"""`manage.py wrap_bare_keys`: the only way for bare hexadecimal digits to become a key again."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from privacy.management.refused_key import refused_key
from privacy.services.rotate_kek import wrap_bare_keys
from privacy.services.wrap_key import KeyFileError


class Command(BaseCommand):
    help = "Chiffre sous la clé maîtresse les clés d'une ancienne version, écrites en clair. À lancer une fois, sciemment."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            count = wrap_bare_keys()
        except KeyFileError as error:
            raise refused_key(error) from None
        self.stdout.write(
            ngettext(
                "%(count)d clé en clair a été chiffrée.",
                "%(count)d clés en clair ont été chiffrées.",
                count,
            )
            % {"count": count}
        )
