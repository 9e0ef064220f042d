"""What data sets' files of weights ask of the models (`settings.WEIGHTS_SOURCE_CHECK`, `settings.WEIGHTS_SOURCE`)."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from annotation.domain.datasets.source import Source
from deidweb.accounts.lock_project import lock_project
from worker.models import ModelVersion
from worker.presentation.cost import exposure_words
from worker.selectors.weights import memory_risk, opposed_refusal


def source_refusal(version_id: UUID, content_hash: str) -> str:
    """Why these weights may not leave; "" when they may. In a transaction: it locks the project's models."""
    version = _version(version_id, content_hash)
    if version is None:
        return _("Le modèle dont ce fichier tient ses poids n'existe plus.")
    lock_project(version.project)
    version.refresh_from_db(fields=["state"])
    if version.state == ModelVersion.State.DISCARDED:
        return _("Ce modèle est écarté : ses poids ne sortent plus.")
    return opposed_refusal(version)


def weights_source(version_id: UUID, content_hash: str) -> Source:
    """For whoever decides."""
    version = _version(version_id, content_hash)
    if version is None:
        return Source(_("Poids d'un modèle qui n'existe plus"))
    told = _("Appris sur %(notes)d notes. SHA-256 des poids et de leurs réglages : %(hash)s.") % {
        "notes": version.train_notes,
        "hash": version.content_hash,
    }
    learned = exposure_words(version)
    memory = _("Mémorisation : %(words)s.") % {"words": learned} if learned else ""
    risk = memory_risk(version)
    return Source(
        _("Poids du modèle n° %(number)d") % {"number": version.number},
        tuple(filter(None, (told, memory))),
        (risk,) if risk else (),
    )


def _version(version_id: UUID, content_hash: str) -> ModelVersion | None:
    found = ModelVersion.objects.select_related("project")
    return found.filter(pk=version_id, content_hash=content_hash).first()
