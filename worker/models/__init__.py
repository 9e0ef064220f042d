"""Rows: versions of the model, how each of their notes was judged, what was waived, what a site measured."""

from worker.models.coder_version import CoderVersion
from worker.models.gate_waiver import GateWaiver
from worker.models.model_version import ModelVersion
from worker.models.note_result import NoteResult
from worker.models.site_measure import MeasuredNote, SiteMeasure
from worker.models.version import Version

__all__ = [
    "CoderVersion",
    "GateWaiver",
    "MeasuredNote",
    "ModelVersion",
    "NoteResult",
    "SiteMeasure",
    "Version",
]
