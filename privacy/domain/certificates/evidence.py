"""What is put beside a proof: draws of what runs, and the SHA-256 of what the proof leans on."""

import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from privacy.domain.certificates.certificate import Verdict
from privacy.domain.certificates.deployed import (
    REFERENCE,
    Sampled,
    sample_dates,
    sample_places,
)
from privacy.domain.places.geography import Geography
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.tables import Tables

CHANGED: Final = (
    "La table des communes ou celle des échelles prouvées n'est pas celle qui a été livrée."
)


@dataclass(frozen=True, slots=True)
class Pins:
    """SHA-256 of the communes with their positions and inhabitants, and of the scales proved for them."""

    communes: str
    scales: str


# to be renewed with the tables, by hand: a test says what they have become
SHIPPED: Final = Pins(
    communes="4a8a72bd4e6982eb69176b4850ced9da43ded79d883b7daac61d6e87626c79ae",
    scales="978a5902530deaa8f1a81c661a684f05c343affe1f96383c1849b57b4b8dae9c",
)


def pins_of(geography: Geography) -> Pins:
    """What is in memory, not what lies on the disk; "" for scales where none are used."""
    known = geography.scales
    if known is None:
        return Pins(geography.table_fingerprint, "")
    rows = {area: [[p.epsilon, *p.pair] for p in proofs] for area, proofs in known.proved.items()}
    content = json.dumps(rows, sort_keys=True).encode()
    return Pins(geography.table_fingerprint, hashlib.sha256(content).hexdigest())


def attested(
    row: dict[str, Any], policy: SubstitutionPolicy, tables: Tables, *, shipped: Pins = SHIPPED
) -> dict[str, Any]:
    """A certificate with what draws of the deployed path say: FAIL when these refute it, or when a table is not the one
    that was certified.

    `row` is left as it is. Half a second for dates and for places, the first time in a process.
    """
    is_place = row["kind"] == "places"
    told: dict[str, Any] = {}
    fault = ""
    if is_place and policy.places is PlaceMechanism.METRIC:
        found = pins_of(tables.atlas.geography)
        told["sha256"] = {"communes": found.communes, "scales": found.scales}
        if found.communes != shipped.communes or found.scales not in ("", shipped.scales):
            fault = CHANGED
    sampled = _sampled(
        policy.epsilon,
        policy.dates,
        policy.places,
        policy.area,
        policy.metric,
        tables,
        cap_ages=policy.cap_ages,
        is_place=is_place,
    )
    if sampled is not None:
        told["sampled"] = sampled.as_json()
        fault = fault or sampled.fault
    if fault:
        told |= {"verdict": str(Verdict.FAIL), "reason": fault} | _worse(row, sampled)
    return row | told


@lru_cache(maxsize=64)
def _sampled(
    epsilon: Fraction,
    dates: DateMechanism,
    places: PlaceMechanism,
    area: str,
    metric: str,
    tables: Tables,
    *,
    cap_ages: bool,
    is_place: bool,
) -> Sampled | None:
    """Once a process: the probes' key is public, so that the same code draws the same again."""
    policy = SubstitutionPolicy(
        epsilon, REFERENCE, dates, places, area, metric=metric, cap_ages=cap_ages
    )
    return (sample_places if is_place else sample_dates)(policy, tables)


def _worse(row: dict[str, Any], sampled: Sampled | None) -> dict[str, Any]:
    """The loss per unit that draws prove, where it is more than what is claimed."""
    claimed = row["worst_loss_per_unit"]
    if sampled is None or claimed is None or not sampled.bound:
        return {}
    attained = claimed * sampled.loss / sampled.bound
    return {"worst_loss_per_unit": attained} if attained > claimed else {}
