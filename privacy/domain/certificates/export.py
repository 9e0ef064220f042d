"""The certificates of one policy, as they are attached to every export: at once, or once per content."""

import hashlib
import json
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from privacy.domain.certificates.certificate import FORMAT
from privacy.domain.certificates.dates import certify_dates
from privacy.domain.certificates.enumeration import OnProgress
from privacy.domain.certificates.evidence import SHIPPED, Pins, attested
from privacy.domain.certificates.places import certify_places, shipped_places
from privacy.domain.places.geography import Geography
from privacy.domain.policy import PlaceMechanism, SubstitutionPolicy
from privacy.domain.tables import Tables

SHARES: Final = 256  # a patient's file seldom has more elements


def certificates_for(
    policy: SubstitutionPolicy,
    tables: Tables,
    *,
    folder: Path | None = None,
    shipped: Pins = SHIPPED,
) -> list[dict[str, Any]]:
    """Dates then places, for an element that has the whole ε; what a share ε/n gets is in `shares` (left out where the
    steward weighs classes: ε_i then depends on how many there are of each). Each is held
    against draws of the whole substitution (`privacy.domain.certificates.evidence`).

    With the table that ships or the inhabitants as the prior this takes no time. With other features, France is enumerated (about a minute), once:
    the result lies in `folder` under the hash of its inputs. Raises `BadPolicyError`, also for a geography that is
    not the policy's.
    """
    geography = tables.atlas.geography
    geography.require(policy.metric)
    dates = certify_dates(policy.dates, policy.epsilon)
    places = _places(policy, geography, folder)
    if policy.places is PlaceMechanism.METRIC and not policy.class_weights:
        most = max(SHARES, policy.elements or 0)
        places["shares"] = shares(geography, policy.area, policy.epsilon, most)
    return [attested(row, policy, tables, shipped=shipped) for row in (dates.as_json(), places)]


def shares(
    geography: Geography, area: str, epsilon: Fraction, most: int = SHARES
) -> list[dict[str, Any]]:
    """The scale s of an element of budget ε/n, n up to `most`, and the ε that it was proved for (null: s = ε/2 or
    less, always proved)."""
    rows: list[dict[str, Any]] = []
    for n in range(1, most + 1):
        share = epsilon / n
        whole = geography.scales if geography.is_whole(area) else None
        found = None if whole is None else whole.find(area, share)
        scale = geography.scale(area, share) if found is None else found[0]
        proved = None if found is None else found[1].epsilon
        rows.append({"elements": n, "epsilon": str(share), "scale": str(scale), "proved": proved})
    return rows


def _places(
    policy: SubstitutionPolicy, geography: Geography, folder: Path | None
) -> dict[str, Any]:
    if policy.places is PlaceMechanism.METRIC:
        return prove_places(geography, policy.epsilon, policy.area, folder=folder)
    found = certify_places(policy.places, policy.epsilon, geography=geography, area=policy.area)
    return found.as_json()


def known_places(
    geography: Geography,
    epsilon: Fraction,
    area: str,
    *,
    scale: Fraction | None = None,
    folder: Path | None = None,
) -> dict[str, Any] | None:
    """The certificate of `metric` when it needs no enumeration: of a part of the country or under another prior than
    the uniform one, proved with the table that ships, or kept in `folder`."""
    if not geography.is_enumerated(area):  # a closed form
        name = PlaceMechanism.METRIC
        found = certify_places(name, epsilon, geography=geography, area=area, scale=scale)
        return found.as_json()
    shipped = shipped_places(geography, epsilon, area) if scale is None else None
    if shipped is not None:
        return shipped.as_json()
    if folder is None:
        return None
    path = folder / f"{name_of(geography, epsilon, area, scale)}.json"
    try:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept


def prove_places(
    geography: Geography,
    epsilon: Fraction,
    area: str,
    *,
    scale: Fraction | None = None,
    folder: Path | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """The certificate of `metric`, enumerated and kept in `folder` unless it is known; an unreadable file is made
    again. `on_progress`: see `certify_places`."""
    known = known_places(geography, epsilon, area, scale=scale, folder=folder)
    if known is not None:
        return known
    found = certify_places(
        PlaceMechanism.METRIC,
        epsilon,
        geography=geography,
        area=area,
        scale=scale,
        on_progress=on_progress,
    ).as_json()
    if folder is not None:
        _keep(folder / f"{name_of(geography, epsilon, area, scale)}.json", found)
    return found


def name_of(geography: Geography, epsilon: Fraction, area: str, scale: Fraction | None) -> str:
    """A hash of all that the certificate of `metric` depends on, 64 hexadecimal digits."""
    s = geography.scale(area, epsilon) if scale is None else scale
    inputs = (FORMAT, geography.metric.fingerprint, area, str(epsilon), str(s))
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()


def _keep(path: Path, found: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # two workers may prove the same at once
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False) as draft:
        json.dump(found, draft)
    Path(draft.name).replace(path)
