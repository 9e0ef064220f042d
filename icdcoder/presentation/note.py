"""A note cut at its evidence, and its codes by chapter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from icdcoder.domain.chapters import CHAPTERS, Chapter, chapter_of
from icdcoder.models import CodePrediction


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text and the ids of the predictions whose evidence covers it.

    `anchors` are predictions whose evidence begins here.
    """

    text: str
    predictions: tuple[int, ...] = ()
    anchors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChapterGroup:
    """The codes of one chapter, best first."""

    chapter: Chapter | None
    predictions: list[CodePrediction]


def by_chapter(predictions: Iterable[CodePrediction]) -> list[ChapterGroup]:
    """Groups in the nomenclature's order; codes outside every chapter last."""
    groups: dict[Chapter | None, list[CodePrediction]] = {}
    for prediction in predictions:
        groups.setdefault(chapter_of(prediction.code), []).append(prediction)
    ordered = [*CHAPTERS, None]
    return [ChapterGroup(chapter, groups[chapter]) for chapter in ordered if chapter in groups]


def segments_of(text: str, predictions: Iterable[CodePrediction]) -> list[Segment]:
    """Cuts the text wherever an evidence begins or ends; together the segments are the text."""
    spans = [
        (max(0, evidence["start"]), min(len(text), evidence["end"]), prediction.pk)
        for prediction in predictions
        for evidence in prediction.evidence
    ]
    cuts = sorted({0, len(text), *(cut for start, end, _pk in spans for cut in (start, end))})
    segments = []
    first_seen: set[int] = set()
    for start, end in pairwise(cuts):
        covering = tuple(dict.fromkeys(pk for s, e, pk in spans if s <= start and end <= e))
        anchors = tuple(pk for pk in covering if pk not in first_seen)
        first_seen.update(covering)
        segments.append(Segment(text[start:end], covering, anchors))
    return segments
