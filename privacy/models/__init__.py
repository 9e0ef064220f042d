"""Studies, exports, the ledger."""

from privacy.models.export import ExportRequest
from privacy.models.ledger import ChargeUse, LedgerCharge, PrivacySettings
from privacy.models.study import Study

__all__ = ["ChargeUse", "ExportRequest", "LedgerCharge", "PrivacySettings", "Study"]
