"""`manage.py prove_scales`: rebuilds the table of proved scales for the communes that ship (about ten minutes)."""

import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from annotation.domain.files import ProgressBar
from privacy.domain.certificates.grid import prove_area
from privacy.domain.data import DATA
from privacy.domain.places.geography import WHOLE
from privacy.domain.places.scales import SCALES_NAME, CertifiedScales
from privacy.domain.tables import default_tables

_PARTS = 1000


class Command(BaseCommand):
    help = (
        "Recalcule les échelles certifiées du tirage des lieux, pour la table des communes livrée."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--output", type=Path, default=DATA / SCALES_NAME, help="fichier à écrire"
        )
        parser.add_argument(
            "--threads", type=int, default=os.cpu_count() or 1, help="fils de calcul (un par cœur)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        geography = default_tables().atlas.geography
        begin, output = time.monotonic(), options["output"]
        bar = ProgressBar(sys.stderr, _PARTS)

        def show(share: float) -> None:
            bar.show(round(share * _PARTS), round(share * _PARTS))

        axes = geography.axes(WHOLE)
        proofs = prove_area(axes, threads=options["threads"], on_progress=show)
        scales = CertifiedScales(geography.metric.fingerprint, {WHOLE: proofs})
        scales.write(output)
        self.stdout.write(
            _("%(seconds)d s : %(file)s")
            % {"seconds": time.monotonic() - begin, "file": output.name}
        )
