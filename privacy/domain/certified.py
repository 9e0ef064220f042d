"""Do the certificates of an export hold? Apart from what proves them, which takes half a second to import."""

from typing import Any


def all_pass(certificates: list[dict[str, Any]]) -> bool:
    """True when there is a certificate and none says FAIL."""
    return bool(certificates) and all(row.get("verdict") == "PASS" for row in certificates)
