"""From which weights a training may start: the model in service, the shipped one, a backbone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project
from worker.selectors.adapted import adapted_folder, adapted_of
from worker.selectors.versions import is_learnable, learnable_model, model_folder

IN_SERVICE: Final = "in_service"
SHIPPED_KEY: Final = "shipped"
ADAPTED: Final = "adapted"
_BACKBONE: Final = "backbone:"
# by its content, offered nowhere: what « le modèle en service » meant once
_VERSION: Final = "version:"


class UnknownStartError(ValueError):
    """The choice isn't there (any more); the message is French."""


def training_starts(project: Project) -> list[tuple[str, str]]:
    """Keys and French names, the usual one first. Backbones are the folders of BACKBONE_DIR."""
    found = []
    if learnable_model(project.pk) is not None:
        found.append((IN_SERVICE, _("le modèle en service")))
    found.append((SHIPPED_KEY, _("le modèle livré avec l'outil")))
    adapted = adapted_of(project)
    if adapted is not None:
        day = date_format(timezone.localtime(adapted.at), "SHORT_DATE_FORMAT")
        found.append((ADAPTED, _("l'encodeur adapté aux notes du projet (%(day)s)") % {"day": day}))
    found += [
        (_BACKBONE + name, _("l'encodeur « %(name)s »") % {"name": name}) for name in _backbones()
    ]
    return found


def settled_start(project: Project, key: str) -> str:
    """The key of what `key` means now, whatever is promoted later."""
    promoted = learnable_model(project.pk)
    if key in ("", IN_SERVICE) and promoted is not None:
        return _VERSION + promoted.content_hash
    return key or SHIPPED_KEY


def folder_of_start(project: Project, key: str) -> Path:
    """An empty key is the usual choice. Raises UnknownStartError."""
    promoted = learnable_model(project.pk)
    if key in ("", IN_SERVICE) and promoted is not None:
        return model_folder(promoted.content_hash)
    if key in ("", SHIPPED_KEY):
        return Path(settings.SHIPPED_MODEL)
    if key == ADAPTED and adapted_of(project) is not None:
        return adapted_folder(project)
    digest = key.removeprefix(_VERSION)
    if key.startswith(_VERSION) and is_learnable(project, digest):
        return model_folder(digest)
    name = key.removeprefix(_BACKBONE)
    if key.startswith(_BACKBONE) and name in _backbones():
        return Path(settings.BACKBONE_DIR) / name
    raise UnknownStartError(_("Le point de départ choisi n'existe plus : choisissez-en un autre."))


def _backbones() -> list[str]:
    folder = Path(settings.BACKBONE_DIR)
    return sorted(path.parent.name for path in folder.glob("*/config.json"))
