"""What is marked in a line that comes back, in words."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from annotation.models import KnownLine


def marks_of(line: KnownLine) -> str:
    """ "NOM × 2, TEL"; words for a line that identifies nobody."""
    counts = Counter(subtype or label for _start, _end, label, subtype in line.marks)
    told = [f"{name} × {n}" if n > 1 else name for name, n in sorted(counts.items())]
    return ", ".join(told) or _("rien à masquer")
