"""What each role may do in a project. The table is the documentation; why it is so: docs/adr/0019."""

from enum import StrEnum
from typing import Final

from django.conf import settings


class Role(StrEnum):
    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"
    STEWARD = "steward"
    ADMIN = "admin"
    AUDITOR = "auditor"
    ACCESS = "access"


class Permission(StrEnum):
    READ_NOTES = "read_notes"
    ANNOTATE = "annotate"
    IMPORT_NOTES = "import_notes"
    RUN_JOBS = "run_jobs"  # start pre-annotation, cancel and retry jobs
    MANAGE_MEMBERS = "manage_members"
    MANAGE_MODELS = "manage_models"
    PREVIEW = "preview"
    SEE_EXPORTS = "see_exports"
    REQUEST_EXPORT = "request_export"
    DECIDE_EXPORT = "decide_export"  # never one's own request
    MANAGE_STUDIES = "manage_studies"  # keys of studies, cap of the ledger
    DOWNLOAD_EXPORT = "download_export"
    CODE = "code"  # see and decide ICD-10 codes of released exports
    READ_AUDIT = "read_audit"
    MANAGE_WORK = "manage_work"  # how notes are shared out
    ADJUDICATE = "adjudicate"  # never one's own reading
    SEE_TEAM = "see_team"  # agreement between people
    SEE_DATASETS = "see_datasets"  # what they count, not their notes
    BUILD_DATASETS = "build_datasets"
    TAKE_TRIAL = "take_trial"  # copy or download what « Essayer » shows
    DOWNLOAD_DATASET = "download_dataset"  # takes out notes with all identifiers, once DECIDE_DATASET has let them go
    DECIDE_DATASET = "decide_dataset"  # lets such a file leave; never one's own request


ROLE_PERMISSIONS: Final[dict[Role, frozenset[Permission]]] = {
    Role.ANNOTATOR: frozenset(
        {Permission.READ_NOTES, Permission.ANNOTATE, Permission.SEE_DATASETS}
    ),
    Role.REVIEWER: frozenset(
        {
            Permission.READ_NOTES,
            Permission.ANNOTATE,
            Permission.ADJUDICATE,
            Permission.CODE,
            Permission.SEE_TEAM,
            Permission.SEE_DATASETS,
        }
    ),
    Role.STEWARD: frozenset(
        {
            Permission.READ_NOTES,
            Permission.SEE_DATASETS,
            Permission.PREVIEW,
            Permission.SEE_EXPORTS,
            Permission.DECIDE_EXPORT,
            Permission.DECIDE_DATASET,
            Permission.MANAGE_STUDIES,
            Permission.TAKE_TRIAL,
            Permission.DOWNLOAD_EXPORT,
            Permission.CODE,
        }
    ),
    Role.ADMIN: frozenset(
        {
            Permission.READ_NOTES,
            Permission.IMPORT_NOTES,
            Permission.RUN_JOBS,
            Permission.MANAGE_MODELS,
            Permission.PREVIEW,
            Permission.SEE_EXPORTS,
            Permission.REQUEST_EXPORT,
            Permission.DOWNLOAD_EXPORT,
            Permission.CODE,
            Permission.MANAGE_WORK,
            Permission.ADJUDICATE,
            Permission.SEE_TEAM,
            Permission.SEE_DATASETS,
            Permission.BUILD_DATASETS,
            Permission.DOWNLOAD_DATASET,
        }
    ),
    Role.AUDITOR: frozenset({Permission.READ_AUDIT, Permission.SEE_EXPORTS}),
    # Says who may do what, and reads no note.
    Role.ACCESS: frozenset({Permission.MANAGE_MEMBERS}),
}


# What a steward decides without, where STEWARDS_READ_SAMPLES: he reads the drawn notes of an export and its findings.
_WHOLE_NOTES: Final = frozenset({Permission.READ_NOTES, Permission.PREVIEW})


# Of a role that somebody has opened for himself in an emergency: he reads, and writes nothing.
EMERGENCY: Final = frozenset({Permission.READ_NOTES})


def permissions_of(role: Role) -> frozenset[Permission]:
    """What the role gives in this installation."""
    held = ROLE_PERMISSIONS[role]
    return held - _WHOLE_NOTES if role is Role.STEWARD and settings.STEWARDS_READ_SAMPLES else held


def roles_with(permission: Permission) -> list[Role]:
    """Roles that hold `permission`."""
    return [role for role in ROLE_PERMISSIONS if permission in permissions_of(role)]
