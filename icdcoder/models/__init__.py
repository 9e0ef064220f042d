"""One aggregate a file."""

from icdcoder.models.coded_note import CodedNote, CodedNoteQuerySet
from icdcoder.models.prediction import CodePrediction

__all__ = ["CodePrediction", "CodedNote", "CodedNoteQuerySet"]
