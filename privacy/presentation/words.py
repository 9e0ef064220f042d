"""Names of mechanisms."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _l

MECHANISM_NAMES: Final[dict[str, Promise]] = {
    "metric": _l("bruit métrique"),
    "tchouka2022": _l("intervalles par catégorie (2022)"),
    "tchouka2023": _l("article de 2023"),
    "tchouka2024": _l("article de 2024"),
    "geoind": _l("géo-indistinguabilité"),
    "shift": _l("décalage uniforme"),
    "tag": _l("étiquette"),
    "random": _l("tirage au hasard"),
    "derived": _l("déduit d'une autre valeur"),
}
