"""What people and workers do to notes. One verb a function; each checks, changes and records."""

from annotation.services.adjudicate import (
    AdjudicationError,
    Verdict,
    decide,
    finish,
    settle,
)
from annotation.services.annotate import (
    OpRefusedError,
    StaleRevisionError,
    StoredOp,
    Submission,
    SubmittedLayerError,
    apply_layer_op,
    submit_layer,
)
from annotation.services.assign import Assigned, assign_notes, release_notes
from annotation.services.begin import reopen_document, start_annotation, start_next
from annotation.services.cleanup import purge_uploads
from annotation.services.file_hits import FileHit, HitKind, Sought, find_in_file
from annotation.services.imports import (
    ImportNotAcceptedError,
    delete_upload,
    start_import,
    start_preannotation,
    upload_path,
)
from annotation.services.labels import create_project_labels
from annotation.services.patient_file import Place, Spread, propagate_in_file, take_back_in_file
from annotation.services.patients import identity_value
from annotation.services.places import PlaceBusyError, free_place, take_back
from annotation.services.residual import (
    Explanation,
    ResidualError,
    Residue,
    check_layer,
    explain_residues,
)
from annotation.services.share_out import (
    BadReaderError,
    TypeChoice,
    beat,
    change_work,
    create_work_settings,
    skip_document,
)
from annotation.services.staging import (
    ImportCancelledError,
    ImportRefusedError,
    ImportSummary,
    import_documents,
)
from annotation.services.suggestions import Suggested, store_suggestions

__all__ = [
    "AdjudicationError",
    "Assigned",
    "BadReaderError",
    "Explanation",
    "FileHit",
    "HitKind",
    "ImportCancelledError",
    "ImportNotAcceptedError",
    "ImportRefusedError",
    "ImportSummary",
    "OpRefusedError",
    "Place",
    "PlaceBusyError",
    "ResidualError",
    "Residue",
    "Sought",
    "Spread",
    "StaleRevisionError",
    "StoredOp",
    "Submission",
    "SubmittedLayerError",
    "Suggested",
    "TypeChoice",
    "Verdict",
    "apply_layer_op",
    "assign_notes",
    "beat",
    "change_work",
    "check_layer",
    "create_project_labels",
    "create_work_settings",
    "decide",
    "delete_upload",
    "explain_residues",
    "find_in_file",
    "finish",
    "free_place",
    "identity_value",
    "import_documents",
    "propagate_in_file",
    "purge_uploads",
    "release_notes",
    "reopen_document",
    "settle",
    "skip_document",
    "start_annotation",
    "start_import",
    "start_next",
    "start_preannotation",
    "store_suggestions",
    "submit_layer",
    "take_back",
    "take_back_in_file",
    "upload_path",
]
