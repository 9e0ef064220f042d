"""One aggregate a file."""

from worker.models.model_version import ModelVersion

__all__ = ["ModelVersion"]
