"""What is marked in a line that comes back, in words."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from annotation.models import KnownLine
from annotation.presentation.label_names import entity_name


def marks_of(line: KnownLine) -> str:
    """ "Nom × 2, Téléphone"; words for a line that identifies nobody."""
    counts = Counter(entity_name(label, subtype) for _start, _end, label, subtype in line.marks)
    told = [f"{name} × {n}" if n > 1 else name for name, n in sorted(counts.items())]
    return ", ".join(told) or _("rien à masquer")
