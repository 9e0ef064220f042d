"""Why a study, an export or a setting is refused. Messages are French and say what to do."""

from __future__ import annotations


class ExportError(Exception):
    """Refused; the message (French) says what happened and what to do."""


class StudyExistsError(ExportError):
    """The project has a study of that name."""


class StudyDestroyedError(ExportError):
    """The study's key has been destroyed: no export can be added or built again."""


class NameMismatchError(ExportError):
    """The typed confirmation is not the study's name."""


class LedgerBehindError(ExportError):
    """The database has forgotten charges of approved exports: an older backup was restored."""


class FeatureFileError(ExportError):
    """A table of features that can't be added or retired, or a choice among them that means nothing."""


class SelfDecisionError(ExportError):
    """Nobody decides his own request."""


class StateConflictError(ExportError):
    """Somebody else was faster, or the page is old."""


class FileChangedError(ExportError):
    """The file is not the one that was shown or approved."""


class ReasonMissingError(ExportError):
    """This decision must be explained in writing."""


class OverrideMissingError(ExportError):
    """A mechanism has no bound: approving it must be signed for, beside the reason."""


class UnreadNotesError(ExportError):
    """Who approves has not read the notes that must be read before."""


class OverCapError(ExportError):
    """The build would take `patients` accounts past the project's cap: nothing is charged."""

    def __init__(self, message: str, patients: int) -> None:
        super().__init__(message)
        self.patients = patients
