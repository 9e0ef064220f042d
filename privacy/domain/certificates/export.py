"""The certificates of one policy, as they are attached to every export: at once, or once per content."""

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from privacy.domain.certificates.certificate import FORMAT, Certificate
from privacy.domain.certificates.dates import certify_dates
from privacy.domain.certificates.places import certify_places, shipped_places
from privacy.domain.geography import Geography
from privacy.domain.policy import PlaceMechanism, SubstitutionPolicy

SHARES: Final = 64  # a patient's file seldom has more elements


def certificates_for(
    policy: SubstitutionPolicy, geography: Geography, *, folder: Path | None = None
) -> list[dict[str, Any]]:
    """Dates then places, for an element that has the whole ε; what a share ε/n gets is in `shares`.

    With the table that ships this takes no time. With other features, France is enumerated (about a minute), once:
    the result lies in `folder` under the hash of its inputs. Raises `BadPolicyError`, also for a geography that is
    not the policy's.
    """
    geography.require(policy.metric)
    dates = certify_dates(policy.dates, policy.epsilon)
    places = _places(policy, geography, folder)
    if policy.places is PlaceMechanism.METRIC:
        places["shares"] = shares(geography, policy.area, policy.epsilon)
    return [dates.as_json(), places]


def shares(geography: Geography, area: str, epsilon: Fraction) -> list[dict[str, Any]]:
    """The scale s of an element of budget ε/n and the ε that it was proved for (null: s = ε/2, always proved)."""
    rows: list[dict[str, Any]] = []
    for n in range(1, SHARES + 1):
        share = epsilon / n
        found = None if geography.scales is None else geography.scales.find(area, share)
        scale = share / 2 if found is None else found[0]
        proved = None if found is None else found[1].epsilon
        rows.append({"elements": n, "epsilon": str(share), "scale": str(scale), "proved": proved})
    return rows


def all_pass(certificates: list[dict[str, Any]]) -> bool:
    """True when there is a certificate and none says FAIL."""
    return bool(certificates) and all(row.get("verdict") == "PASS" for row in certificates)


def _places(
    policy: SubstitutionPolicy, geography: Geography, folder: Path | None
) -> dict[str, Any]:
    def enumerate_pairs() -> Certificate:
        return certify_places(policy.places, policy.epsilon, geography=geography, area=policy.area)

    if policy.places is not PlaceMechanism.METRIC:
        return enumerate_pairs().as_json()
    shipped = shipped_places(geography, policy.epsilon, policy.area)
    if shipped is not None:
        return shipped.as_json()
    return _kept(folder, _name(policy, geography), enumerate_pairs)


def _name(policy: SubstitutionPolicy, geography: Geography) -> str:
    scale = geography.scale(policy.area, policy.epsilon)
    inputs = (FORMAT, geography.metric.fingerprint, policy.area, str(policy.epsilon), str(scale))
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()


def _kept(folder: Path | None, name: str, make: Callable[[], Certificate]) -> dict[str, Any]:
    """Read the certificate of that content, or make and keep it; an unreadable file is made again."""
    if folder is None:
        return make().as_json()
    path = folder / f"{name}.json"
    try:
        known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = make().as_json()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_suffix(".tmp")
        draft.write_text(json.dumps(known), encoding="utf-8")
        draft.replace(path)
    return known
