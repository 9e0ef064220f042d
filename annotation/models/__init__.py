"""One aggregate a file."""

from annotation.models.aside import NoteAside
from annotation.models.dataset import DatasetFile, DatasetSnapshot
from annotation.models.document import Document, Patient, PatientRecord
from annotation.models.imports import ImportBatch
from annotation.models.label import ProjectLabel
from annotation.models.layer import Layer, LayerSpan, SpanOp
from annotation.models.measure import AgreementReport, DayTally, EntityDay, GoldDay, LayerTally
from annotation.models.memory import KnownLine
from annotation.models.opposition import Opposition, OppositionEffect
from annotation.models.residual import IdentityKey, ResidualReason
from annotation.models.work import (
    Adjudication,
    Assignment,
    ConflictDecision,
    DocumentPriority,
    Reread,
    Skip,
    TypeReader,
    WorkSettings,
)

__all__ = [
    "Adjudication",
    "AgreementReport",
    "Assignment",
    "ConflictDecision",
    "DatasetFile",
    "DatasetSnapshot",
    "DayTally",
    "Document",
    "DocumentPriority",
    "EntityDay",
    "GoldDay",
    "IdentityKey",
    "ImportBatch",
    "KnownLine",
    "Layer",
    "LayerSpan",
    "LayerTally",
    "NoteAside",
    "Opposition",
    "OppositionEffect",
    "Patient",
    "PatientRecord",
    "ProjectLabel",
    "Reread",
    "ResidualReason",
    "Skip",
    "SpanOp",
    "TypeReader",
    "WorkSettings",
]
