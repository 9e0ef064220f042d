"""One aggregate a file."""

from annotation.models.document import Document, Patient, PatientRecord
from annotation.models.imports import ImportBatch
from annotation.models.label import ProjectLabel
from annotation.models.layer import Layer, LayerSpan, SpanOp
from annotation.models.residual import IdentityKey, ResidualReason

__all__ = [
    "Document",
    "IdentityKey",
    "ImportBatch",
    "Layer",
    "LayerSpan",
    "Patient",
    "PatientRecord",
    "ProjectLabel",
    "ResidualReason",
    "SpanOp",
]
