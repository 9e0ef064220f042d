"""Studies, exports, the ledger, features of the communes."""

from privacy.models.export import ExportRequest
from privacy.models.feature import FeatureFile
from privacy.models.ledger import ChargeUse, Ledger, LedgerCharge, PrivacySettings
from privacy.models.reading import ExportReading
from privacy.models.study import Study

__all__ = [
    "ChargeUse",
    "ExportReading",
    "ExportRequest",
    "FeatureFile",
    "Ledger",
    "LedgerCharge",
    "PrivacySettings",
    "Study",
]
