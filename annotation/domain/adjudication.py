"""Two blind readings of one note: what agrees, and the conflicts in the order in which they matter. Pure.

Spans that both drew alike are agreed. What is left makes clusters: spans that overlap, whoever drew
them. A cluster is decided as a whole, for A, for B, or by spans of one's own. Offsets in code
points, half-open.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Final

from annotation.domain.risk import HARM
from annotation.domain.words import core_of


class Kind(StrEnum):
    """The gravest first: an identifier that one of the two let through."""

    MISSED = "missed"
    LABEL = "label"
    BOUNDARY = "boundary"


class Choice(StrEnum):
    A = "a"
    B = "b"
    OWN = "own"
    REJECTED = "rejected"  # neither: nothing is an identifier here, said on purpose


_ORDER: Final = {kind: rank for rank, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True, order=True)
class Drawn:
    """A span as far as two readings are compared."""

    start: int
    end: int
    label: str
    subtype: str

    def overlaps(self, other: "Drawn | Conflict") -> bool:
        return self.start < other.end and other.start < self.end

    def moved(self, by: int) -> "Drawn":
        return replace(self, start=self.start + by, end=self.end + by)


@dataclass(frozen=True, slots=True)
class Conflict:
    """One cluster. `key` names it as long as the two readings stay as they are; `likeness` is the
    same for conflicts over the same words with the same labels."""

    key: str
    start: int
    end: int
    kind: Kind
    a: tuple[Drawn, ...]
    b: tuple[Drawn, ...]
    likeness: str

    @property
    def harm(self) -> float:
        return max(HARM.get(span.label, 1.0) for span in (*self.a, *self.b))

    @property
    def default(self) -> Choice:
        """Privacy first: what only one saw is kept unless somebody drops it."""
        return Choice.B if not self.a else Choice.A


@dataclass(frozen=True, slots=True)
class Comparison:
    """`agreed` in reading order; `conflicts` in the order in which they are decided."""

    agreed: tuple[Drawn, ...]
    conflicts: tuple[Conflict, ...]

    @property
    def is_unanimous(self) -> bool:
        return not self.conflicts


@dataclass(frozen=True, slots=True)
class Decision:
    """`spans` are those kept under OWN."""

    choice: Choice
    spans: tuple[Drawn, ...] = ()


def compare(text: str, a: Iterable[Drawn], b: Iterable[Drawn]) -> Comparison:
    """Merges what agrees and clusters the rest."""
    left, right = set(a), set(b)
    agreed = left & right
    clusters = _clusters(sorted((left | right) - agreed))
    conflicts = [_conflict(text, cluster, left, right) for cluster in clusters]
    conflicts.sort(key=lambda c: (_ORDER[c.kind], -c.harm, c.start))
    return Comparison(tuple(sorted(agreed)), tuple(conflicts))


def resolved(comparison: Comparison, decisions: Mapping[str, Decision]) -> list[Drawn]:
    """The spans of the gold layer. Raises KeyError for a conflict that nobody decided."""
    kept = set(comparison.agreed)
    for conflict in comparison.conflicts:
        kept |= set(_kept(conflict, decisions[conflict.key]))
    return sorted(kept)


def clash(kept: Iterable[Drawn], neighbours: Iterable[Drawn], conflict: Conflict) -> Drawn | None:
    """The first neighbour beside which the spans kept for `conflict` may not stand, if any.

    What stands apart from the conflict may not be touched. What the readers themselves drew over
    or inside of it may hold a kept span, or be held by one; it may not cross it or be its double.
    """
    spans = tuple(kept)
    for other in neighbours:
        is_around = other.overlaps(conflict)
        for span in spans:
            if span.overlaps(other) and not (is_around and _nests(span, other)):
                return other
    return None


def cross_or_double(spans: Sequence[Drawn]) -> bool:
    """Do two of the spans cross, or lie on the same bounds?"""
    pairs = combinations(spans, 2)
    return any(one.overlaps(other) and not _nests(one, other) for one, other in pairs)


def _nests(one: Drawn, other: Drawn) -> bool:
    """One lies within the other, and is shorter."""
    outer, inner = (one, other) if one.end - one.start > other.end - other.start else (other, one)
    is_within = outer.start <= inner.start and inner.end <= outer.end
    return is_within and (outer.start, outer.end) != (inner.start, inner.end)


def transferred(spans: Sequence[Drawn], source: Conflict, target: Conflict) -> tuple[Drawn, ...]:
    """Spans chosen inside `source`, laid over a like conflict; empty where that has no meaning:
    they reach out of the conflict, or the other one is of another length."""
    is_inside = all(source.start <= s.start and s.end <= source.end for s in spans)
    if not is_inside or source.end - source.start != target.end - target.start:
        return ()
    return tuple(span.moved(target.start - source.start) for span in spans)


def _kept(conflict: Conflict, decision: Decision) -> tuple[Drawn, ...]:
    match decision.choice:
        case Choice.A:
            return conflict.a
        case Choice.B:
            return conflict.b
        case Choice.OWN:
            return decision.spans
        case Choice.REJECTED:
            return ()


def _clusters(spans: Sequence[Drawn]) -> list[list[Drawn]]:
    """Connected by overlap; `spans` in reading order."""
    clusters: list[list[Drawn]] = []
    reach = -1
    for span in spans:
        if span.start < reach:
            clusters[-1].append(span)
        else:
            clusters.append([span])
        reach = max(reach, span.end) if len(clusters[-1]) > 1 else span.end
    return clusters


def _conflict(text: str, cluster: list[Drawn], left: set[Drawn], right: set[Drawn]) -> Conflict:
    a = tuple(span for span in cluster if span in left)
    b = tuple(span for span in cluster if span in right)
    likeness = _digest((_told(text, a), _told(text, b)))
    return Conflict(
        key=_digest((_bounds(a), _bounds(b))),
        start=min(span.start for span in cluster),
        end=max(span.end for span in cluster),
        kind=_kind(a, b),
        a=a,
        b=b,
        likeness=likeness,
    )


def _kind(a: Sequence[Drawn], b: Sequence[Drawn]) -> Kind:
    if not a or not b:
        return Kind.MISSED
    same_bounds = [(s.start, s.end) for s in a] == [(s.start, s.end) for s in b]
    return Kind.LABEL if same_bounds else Kind.BOUNDARY


def _told(text: str, spans: Sequence[Drawn]) -> str:
    return "|".join(f"{s.label}/{s.subtype}:{core_of(text[s.start : s.end])}" for s in spans)


def _bounds(spans: Sequence[Drawn]) -> str:
    return "|".join(f"{s.start}-{s.end}/{s.label}/{s.subtype}" for s in spans)


def _digest(parts: Sequence[str]) -> str:
    """Names a conflict in addresses and rows without a word of the note."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]
