"""The name of a detection engine's version, as a person reads it."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _

from annotation.models.layer import IMPORTED_VERSION

_RETRAINED: Final = re.compile(r"encoder|projet-[0-9a-f]{6}")  # worker.training.plan.Plan.name
_FINGERPRINT: Final = 6  # digits: enough to find the model on its page
# "hybrid(rules-1+ner-fr-1-3f2a91c0b7de)"
_MODEL: Final = re.compile(r"\+(?P<name>.+)-(?P<digest>[0-9a-f]{12})\)$")


def engine_words(version: str) -> str:
    """A retrained model is told by the first digits of its fingerprint, a shipped one by its name; an unknown engine keeps its name."""
    if not version:
        return _("sans suggestion")
    if version == IMPORTED_VERSION:
        return _("entités du fichier importé")
    found = _MODEL.search(version)
    if found is None:
        is_rules = version.startswith(("rules-", "hybrid(rules-")) and "+" not in version
        return _("règles seules") if is_rules else version
    if _RETRAINED.fullmatch(found["name"]):
        fingerprint = found["digest"][:_FINGERPRINT]
        return _("règles et modèle réentraîné %(fingerprint)s") % {"fingerprint": fingerprint}
    return _("règles et modèle %(name)s") % {"name": found["name"]}
