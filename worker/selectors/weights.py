"""Whether the weights of a version may leave the installation, and the files in which they do."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.domain.formats.registry import MODEL_WEIGHTS
from annotation.models import DatasetFile, DatasetSnapshot
from annotation.selectors.oppositions import effects_on
from worker.models import ModelVersion
from worker.models.model_version import LIST_WORDS, TAGGER, WITHOUT_WEIGHTS
from worker.selectors.adapted import raw_opposed
from worker.selectors.taught import are_all_here, read_taught
from worker.selectors.versions import RECEIVED, model_folder


def weights_files(version: ModelVersion) -> QuerySet[DatasetFile]:
    """The newest first; one a data set."""
    files = DatasetFile.objects.filter(format=MODEL_WEIGHTS, source_id=version.pk)
    return files.select_related("snapshot", "decided_by")


def teaching_snapshot(version: ModelVersion) -> DatasetSnapshot | None:
    """The data set that taught the version, or judged it if nothing did; None for a version of before data sets."""
    told = version.metrics.get("snapshot") or {}
    found = DatasetSnapshot.objects.select_related("project").filter(project=version.project_id)
    return found.filter(number=told["number"]).first() if told else None


def opposed_refusal(version: ModelVersion) -> str:
    """Why the weights stay: somebody who taught them, or what they started from, has opposed; or nobody can tell; or there are none."""
    if version.kind in WITHOUT_WEIGHTS:
        return _("Ce moteur n'a pas de poids.")
    if RECEIVED in version.metrics:
        return _(
            "Ce modèle contient le réseau reçu de l'autre site et son vocabulaire, aucun mot de vos notes : c'est à ce site "
            "de le diffuser, ses poids ne sortent pas d'ici."
        )
    if version.kind in LIST_WORDS:
        return _("Ce modèle contient en clair les mots des notes : ses poids ne sortent pas.")
    taught = read_taught(model_folder(version.content_hash))
    if taught is None:
        is_sure = not raw_opposed(version) and not effects_on(version.project_id)
    else:
        is_sure = are_all_here(taught)
    if is_sure:
        return ""
    return _(
        "Un patient qui a servi à apprendre à ce modèle, ou à celui dont il est parti, s'est opposé depuis, ou on ne peut "
        "plus l'exclure : ses poids ne sortent pas. Réentraînez à partir du modèle livré."
    )


def memory_risk(version: ModelVersion) -> str:
    """Why the weights leave by a signed override only; "" where the test of membership shows nothing."""
    if version.kind == TAGGER:
        return ""  # it has learned nothing here
    told = version.metrics.get("exposure")
    if not told:
        return _(
            "Le test d'appartenance n'a pas pu être fait (moins de 20 noms, ou un encodeur sans têtes au départ) : on ne "
            "sait pas si des noms sont appris par cœur."
        )
    if "start" not in version.metrics:
        return _(
            "Ce modèle vient d'une version précédente de l'outil : son test d'appartenance a pu le comparer à un modèle qui "
            "savait déjà ces noms par cœur."
        )
    _value, low, _high = told["gain"]
    if low > 0:
        return _("Le test d'appartenance montre que des noms de patients sont appris par cœur.")
    return ""
