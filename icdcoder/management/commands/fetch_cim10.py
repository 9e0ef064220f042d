"""Installs the CIM-10 FR in the data folder. Quick when it is there already."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from icdcoder.domain.nomenclature import NomenclatureInvalidError
from icdcoder.selectors.coder import nomenclature_path
from icdcoder.services.install_cim10 import (
    SetupError,
    install_from_file,
    install_from_package,
    installed_cim10,
)


class Command(BaseCommand):
    help = "Installe la nomenclature CIM-10 (paquet public vérifié, ou fichier de l'ATIH)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from",
            dest="given",
            type=given_file,
            metavar="FICHIER",
            help="fichier LIBCIM10MULTI de l'ATIH (.TXT ou .zip), ou le paquet .whl déjà téléchargé",
        )
        parser.add_argument("--quiet", action="store_true", help="ne dit rien si elle est là")
        parser.add_argument("--force", action="store_true", help="installe de nouveau")

    def handle(self, *args: Any, **options: Any) -> None:
        path = nomenclature_path()
        present = installed_cim10(path)
        if present is not None and not options["force"] and options["given"] is None:
            if not options["quiet"]:
                self.stdout.write(
                    f"CIM-10 déjà installée : {present.codes} codes (source : {present.source})."
                )
            return
        with refusals(SetupError, NomenclatureInvalidError, of=path):
            if options["given"] is not None:
                result = install_from_file(path, options["given"])
            else:
                result = install_from_package(path)
        self.stdout.write(f"CIM-10 installée : {result.codes} codes (source : {result.source}).")
