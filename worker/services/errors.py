"""Why something can't be done with a model. Messages are French and say what to do."""

from __future__ import annotations


class ModelError(Exception):
    """What was asked can't be done now; the message (French) says why and what to do."""


class TrainingRefusedError(ModelError):
    """Too few gold notes, or a training is under way."""


class WrongStateError(ModelError):
    """Somebody decided in between, or the version's state doesn't allow it."""


class GateRefusedError(ModelError):
    """The gate says no: two people and a reason are needed."""


class RegressionError(ModelError):
    """No note is to be read again for this version."""


class WaiverError(ModelError):
    """A waiver that can't be asked for or decided so."""


class WeightsRefusedError(ModelError):
    """The weights may not leave."""


class ModelFilesMissingError(ModelError):
    """The version's files are not in MODEL_DIR any more."""
