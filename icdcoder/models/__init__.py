"""One aggregate a file."""

from icdcoder.models.coded_note import CodedNote, CodedNoteQuerySet
from icdcoder.models.prediction import CodePrediction
from icdcoder.models.snapshot import CodeSnapshot

__all__ = ["CodePrediction", "CodeSnapshot", "CodedNote", "CodedNoteQuerySet"]
