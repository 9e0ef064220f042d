"""`manage.py rotate_kek`: every key under a new key-encryption key; safe to run again after a crash."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext, ngettext

from privacy.management.refused_key import refused_key
from privacy.services.keep_keys import StudyKeyMissingError
from privacy.services.rotate_kek import rotate_kek
from privacy.services.wrap_key import KeyFileError


class Command(BaseCommand):
    help = (
        "Remplace la clé maîtresse : toutes les clés sont chiffrées de nouveau, puis l'ancienne est effacée. Relancez la"
        " commande si elle a été interrompue."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            count = rotate_kek()
        except StudyKeyMissingError as error:
            raise CommandError(
                gettext(
                    "%(file)s : la clé maîtresse de cette étude n'est plus là. Si l'étude a été détruite, supprimez ce fichier"
                    " de STUDY_KEY_DIR ; sinon remettez STUDY_KEKS_DIR en place. Puis relancez la commande."
                )
                % {"file": error.file}
            ) from None
        except KeyFileError as error:
            raise refused_key(error) from None
        self.stdout.write(
            ngettext(
                "%(count)d clé chiffrée sous la nouvelle clé maîtresse.",
                "%(count)d clés chiffrées sous la nouvelle clé maîtresse.",
                count,
            )
            % {"count": count}
        )
