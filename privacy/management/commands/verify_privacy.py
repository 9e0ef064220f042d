"""`manage.py verify_privacy`: the exact worst-case loss of a mechanism (no database, no server).

Exit status: 0 when every certificate passes, 1 when one fails (the computation itself has ended well), and
Django's own for an error in the command line.
"""

import json
import os
import sys
from argparse import ArgumentParser
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.domain.files import ProgressBar, reason_of
from deidweb.sentences import localised
from privacy.domain.certificates import (
    Certificate,
    Verdict,
    certify_dates,
    certify_places,
)
from privacy.domain.certificates.evidence import attested
from privacy.domain.certified import all_pass
from privacy.domain.errors import PrivacyError
from privacy.domain.places.geography import Geography
from privacy.domain.policy import (
    DateMechanism,
    PlaceMechanism,
    SubstitutionPolicy,
    parse_epsilon,
)
from privacy.domain.tables import default_tables
from privacy.management.distance import add_distance, atlas_of

_PARTS = 1000


class Command(BaseCommand):
    help = (
        "Calcule la perte de confidentialité exacte, dans le pire des cas, d'un mécanisme (les deux mécanismes"
        " par défaut sans option). Code de sortie : 0 si PASS, 1 si FAIL."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--dates",
            choices=[m.value for m in DateMechanism],
            help="mécanisme des dates et des âges à vérifier",
        )
        which.add_argument(
            "--places",
            choices=[m.value for m in PlaceMechanism],
            help="mécanisme des lieux à vérifier",
        )
        parser.add_argument(
            "--epsilon", required=True, help="budget ε d'un élément (ex. 1 ; 0,5 ; 1/3)"
        )
        parser.add_argument(
            "--area", default="FR", help="FR, une région (FR-BFC) ou un département (FR-21)"
        )
        add_distance(parser)
        parser.add_argument(
            "--threads", type=int, default=os.cpu_count() or 1, help="fils de calcul (un par cœur)"
        )
        parser.add_argument("--json", action="store_true", help="un objet JSON en dernière ligne")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            found = self._certify(options)
        except PrivacyError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(
                _("%(file)s : %(reason)s.") % {"file": error.filename, "reason": reason_of(error)}
            ) from None
        if options["json"]:
            self.stdout.write(json.dumps(_as_object(found), ensure_ascii=False))
        else:
            for certificate in found:
                self.stdout.write(_told(certificate))
        if not all_pass(found):
            raise SystemExit(1)

    def _certify(self, options: dict[str, Any]) -> list[dict[str, Any]]:
        """Each proof, and what draws of the whole substitution say of it."""
        epsilon = parse_epsilon(options["epsilon"])
        dates, places = options["dates"], options["places"]
        if dates is None and places is None:
            dates, places = DateMechanism.METRIC, PlaceMechanism.METRIC
        tables = replace(default_tables(), atlas=atlas_of(options))
        policy = SubstitutionPolicy(
            epsilon,
            timezone.localdate(),
            DateMechanism(dates or DateMechanism.METRIC),
            PlaceMechanism(places or PlaceMechanism.METRIC),
            options["area"],
            metric=tables.atlas.geography.named_metric,
        )
        geography = tables.atlas.geography
        found = [] if places is None else [self._places(places, epsilon, geography, options)]
        found += [] if dates is None else [certify_dates(dates, epsilon)]
        return [attested(one.as_json(), policy, tables) for one in found]

    def _places(
        self, name: str, epsilon: Fraction, geography: Geography, options: dict[str, Any]
    ) -> Certificate:
        bar = ProgressBar(sys.stderr, _PARTS)

        def show(share: float) -> None:
            bar.show(round(share * _PARTS), round(share * _PARTS))

        found = certify_places(
            name,
            epsilon,
            geography=geography,
            area=options["area"],
            threads=max(options["threads"], 1),
            on_progress=show,
        )
        bar.show(_PARTS, _PARTS, final=True)
        return found


def _as_object(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The certificate asked for; with both, the first that fails (else the places') and the list."""
    shown = next((row for row in found if row["verdict"] != Verdict.PASS), found[0])
    return shown if len(found) == 1 else shown | {"certificates": found}


def _told(row: dict[str, Any]) -> str:
    loss = row["worst_loss_per_unit"]
    lines = [
        _("%(verdict)s · %(kind)s %(mechanism)s, ε = %(epsilon)s%(area)s")
        % {
            "verdict": row["verdict"],
            "kind": _("lieux") if row["kind"] == "places" else _("dates"),
            "mechanism": row["mechanism"],
            "epsilon": row["epsilon_exact"],
            "area": f", {row['area']}" if row["area"] else "",
        },
        _("Perte la plus forte : %(loss)s par %(unit)s")
        % {
            "loss": _("infinie") if loss is None else number_format(loss, 6),
            "unit": row["unit"] or _("unité"),
        },
        localised(row["reason"]),
    ]
    if row["pair"]:
        lines.append(
            _("Paire : %(pair)s ; valeur tirée : %(output)s")
            % {"pair": " / ".join(row["pair"]), "output": row["output"]}
        )
    if row["communes"]:
        lines.append(
            _("%(count)d communes, %(seconds)s s")
            % {"count": row["communes"], "seconds": number_format(row["seconds"], 1)}
        )
    if "sampled" in row:
        lines.append(
            _(
                "Vérifié par %(draws)d tirages de bout en bout : perte prouvée %(loss)s, permise %(bound)s"
            )
            % {
                "draws": row["sampled"]["draws"],
                "loss": number_format(row["sampled"]["loss"], 3),
                "bound": number_format(row["sampled"]["bound"], 3),
            }
        )
    return "\n".join(lines)
