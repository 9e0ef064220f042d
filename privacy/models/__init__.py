"""Studies and exports."""

from privacy.models.export import ExportRequest, Study

__all__ = ["ExportRequest", "Study"]
