"""`manage.py sbom`: what the software is made of, as CycloneDX JSON."""

from typing import Any

from django.core.management.base import BaseCommand

from deidweb.operations.sbom import sbom_text


class Command(BaseCommand):
    help = "Nomenclature logicielle (CycloneDX 1.6) : paquets Python, fichiers embarqués, poids du modèle."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(sbom_text())
