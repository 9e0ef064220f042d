"""One aggregate a file."""

from icdcoder.models.blind import BlindCode, BlindReading, BlindStudy
from icdcoder.models.coded_note import CodedNote, CodedNoteQuerySet
from icdcoder.models.prediction import CodePrediction
from icdcoder.models.snapshot import CodeSnapshot

__all__ = [
    "BlindCode",
    "BlindReading",
    "BlindStudy",
    "CodePrediction",
    "CodeSnapshot",
    "CodedNote",
    "CodedNoteQuerySet",
]
