"""Why a code can't be written. Messages are French and say what to do."""

from __future__ import annotations


class CodingError(Exception):
    """What was asked can't be done; the message (French) says why and what to do."""
