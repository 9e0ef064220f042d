"""`typeset`: the French catalogue, derived from the English one (part of `make messages`)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from deidweb.settings.base import FRENCH_TYPOGRAPHY, SENTENCES
from deidweb.typography import typeset

DOMAINS: Final = ("django", "djangojs")
_NO_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)  # the same sentences make the same file


# Django writes « jan. » and « fév. »
_MONTHS: Final = {"Jan.": "janv.", "Feb.": "févr."}


class Command(BaseCommand):
    help = "Écrit le catalogue français : les blancs insécables, le pluriel qui commence à deux, les mois."

    def handle(self, *args: Any, **options: Any) -> None:
        for domain in DOMAINS:
            write(domain, FRENCH_TYPOGRAPHY)


def write(domain: str, folder: Path) -> None:
    """Sentences that need unbroken blanks, and all that count: without a catalogue nought would be plural. Two months."""
    # what makes catalogues is no part of what is installed to serve
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = Catalog(locale="fr", project="deidweb", creation_date=_NO_DATE, fuzzy=False)
    with (SENTENCES / "en" / "LC_MESSAGES" / f"{domain}.po").open("rb") as stream:
        known = read_po(stream, locale="en")
    for message in known:
        forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        set_so = tuple(typeset(form) for form in forms)
        if message.id and (set_so != forms or len(forms) > 1):
            string = set_so if len(forms) > 1 else set_so[0]
            made.add(message.id, string, context=message.context)
    if domain == "django":
        for english, french in _MONTHS.items():
            made.add(english, french, context="abbrev. month")
    target = folder / "fr" / "LC_MESSAGES" / f"{domain}.mo"
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as stream:
        write_mo(stream, made)
