"""Modèles: what each version masks, against the one in service; retrain, promote, go back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from annotation.selectors.dashboard import missed_without_people
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in, project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import running_job, stopped_job
from worker.forms.models import ServiceForm, TrainingForm
from worker.models import ModelVersion
from worker.permissions import version_or_404
from worker.presentation.card import CARD, card_text, origin_lines, trace_lines
from worker.presentation.cost import cost_lines, energy_basis, exposure_words
from worker.presentation.effect import effect_of, stop_sentence
from worker.presentation.epochs import epoch_lines, lines_of
from worker.presentation.gate import gate_lines
from worker.presentation.labels import label_lines
from worker.presentation.received import received_attacks
from worker.presentation.rule_choice import rule_choice
from worker.presentation.training_time import expected_time, first_time
from worker.presentation.versions import model_line, model_lines, opponent
from worker.selectors.adapted import raw_opposed
from worker.selectors.gate import (
    gate_of,
    is_asker,
    open_waiver,
    refused_among,
    waived_among,
    waivers_of,
)
from worker.selectors.note_results import note_results
from worker.selectors.regressions import regressions, to_read_again
from worker.selectors.taggers import offered_engines
from worker.selectors.training_notes import training_material
from worker.selectors.training_starts import training_starts
from worker.selectors.versions import has_files, versions_of
from worker.selectors.weights import memory_risk, opposed_refusal, weights_files
from worker.services.ask_weights import WEIGHTS, ask_weights
from worker.services.discard_version import discard_version
from worker.services.put_in_service import promote_version, roll_back_version
from worker.services.start_adoption import ADOPTION, start_adoption
from worker.services.start_comparison import COMPARISON, start_comparison
from worker.services.start_training import TRAINING, start_training
from worker.services.withdraw_version import withdraw_version
from worker.views.outcome import decide, outcome


@require_GET
def model_list(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """One line a version, and what a training would use."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    versions = list(versions_of(user, project, ModelVersion))
    material = training_material(project)
    context = {
        "project": project,
        "lines": model_lines(
            versions,
            refused_among(project, versions),
            absent=[version.pk for version in versions if not has_files(version)],
            waived=waived_among(versions),
        ),
        "has_versions": bool(versions),
        "material": material,
        "expected": expected_time(versions, material.notes),
        "first": first_time(material.notes),
        "starts": training_starts(project),
        **_training(project),
        "stopped_job": stopped_job(project, TRAINING),
        "engines": offered_engines(),
        "adoption": running_job(project, ADOPTION) or stopped_job(project, ADOPTION),
        "missed": missed_without_people(project),
    }
    return render(request, "worker/model_list.html", context)


def _training(project: Project) -> dict[str, Any]:
    job = running_job(project, TRAINING)
    labels, epochs = epoch_lines(job) if job else ([], [])
    return {"job": job, "labels": labels, "epochs": epochs}


@require_GET
def training_epochs(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """The figures of the running training's epochs; polls itself until there is none."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    context = {"project": project, **_training(project)}
    return render(request, "worker/partials/epochs.html", context)


@require_GET
def model_detail(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """Before and after, label by label, the gate and the decision."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    gate = gate_of(version)
    epoch_labels, epochs = lines_of(version.metrics.get("epochs", []))
    context = {
        "epoch_labels": epoch_labels,
        "epochs": epochs,
        "project": version.project,
        "version": version,
        "line": model_line(version),
        "opponent": opponent(version),
        "labels": label_lines(version),
        "effect": effect_of(version, note_results(version)),
        "stop": stop_sentence(version.metrics),
        "has_files": has_files(version),
        "form": ServiceForm(),
        "cost": cost_lines(version),
        "made": origin_lines(version),
        "traces": trace_lines(version),
        "attacks": received_attacks(version),
        "choice": rule_choice(version),
        "raw_opposed": raw_opposed(version),
        "energy_basis": energy_basis(),
        "exposure": exposure_words(version),
        "gate": gate,
        "gate_lines": gate_lines(gate),
        "waivers": waivers_of(version),
        "waiver": open_waiver(version),
        "is_asker": is_asker(signed_in(request), version),
        "comparison": _comparison(version),
        **_weights(signed_in(request), version),
    }
    return render(request, "worker/model_detail.html", context)


@require_GET
def model_card(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """The card as a file, as it lies beside the weights."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    name = CARD.replace(".", f"-{version.number}.")
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(card_text(version), "text/markdown; charset=utf-8", headers=headers)


def _comparison(version: ModelVersion) -> Job | None:
    """The one under way in the project, or this version's own if it failed."""
    if running := running_job(version.project, COMPARISON):
        return running
    stopped = stopped_job(version.project, COMPARISON)
    return stopped if stopped and stopped.payload["model"] == str(version.pk) else None


def _weights(user: User, version: ModelVersion) -> dict[str, Any]:
    """Of those who may take them out."""
    if Permission.DOWNLOAD_DATASET not in held_in(user, version.project_id):
        return {}
    job = running_job(version.project, WEIGHTS) or stopped_job(version.project, WEIGHTS)
    is_own = job is not None and job.payload["model"] == str(version.pk)
    return {
        "may_take_weights": True,
        "weights_job": job if is_own else None,
        "weights": weights_files(version),
        "weights_refusal": opposed_refusal(version),
        "weights_risk": memory_risk(version),
    }


@require_POST
def weights_ask(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """Asks for a file of the weights, about which another person decides."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    override = request.POST.get("override") == "on"
    with outcome(request, _("Fichier demandé : une autre personne décidera s'il sort.")):
        ask_weights(actor=signed_in(request), version=version, override=override)
    return redirect("worker:model-detail", project_id, model_id)


@require_POST
def comparison_start(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    """Starts a new comparison of a candidate that a promotion has made void."""
    version = version_or_404(request, project_id, model_id, ModelVersion)
    with outcome(request, _("Comparaison demandée. Vous pouvez fermer la page.")):
        start_comparison(actor=signed_in(request), version=version)
    return redirect("worker:model-detail", project_id, model_id)


@require_POST
def training_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    form = TrainingForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    with outcome(request, _("Réentraînement demandé. Vous pouvez fermer la page.")):
        start_training(actor=user, project=project, **form.cleaned_data)
    return redirect("worker:model-list", project_id)


@require_POST
def adoption_start(request: HttpRequest, project_id: UUID) -> HttpResponse:
    """Starts the comparison of another engine."""
    user = signed_in(request)
    project = project_or_404(user, project_id, Permission.MANAGE_MODELS)
    with outcome(request, _("Comparaison demandée. Vous pouvez fermer la page.")):
        name, alone = request.POST.get("tagger", ""), "alone" in request.POST
        start_adoption(actor=user, project=project, name=name, alone=alone)
    return redirect("worker:model-list", project_id)


def _wants_preannotation(request: HttpRequest) -> bool:
    form = ServiceForm(request.POST)
    return form.is_valid() and bool(form.cleaned_data["preannotate"])


def _in_service(request: HttpRequest, done: str) -> str:
    """`done`, and what follows of it where the person asked that notes be read again."""
    words = _("Il relit les notes que personne n'a commencées : la page Travaux dit où il en est.")
    return f"{done} {words}" if _wants_preannotation(request) else done


@require_POST
def model_promote(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, model_id, ModelVersion)
    again = _wants_preannotation(request)
    done = _in_service(request, _("Le modèle n° %(number)d est en service."))
    answer = decide(request, version, promote_version, done, preannotate=again)
    _tell_lost(request, version)
    return answer


def _tell_lost(request: HttpRequest, version: ModelVersion) -> None:
    """Nobody thinks of what a better model has lost."""
    user = signed_in(request)
    if not ModelVersion.objects.in_service(version.project_id).filter(pk=version.pk).exists():
        return
    found = regressions(user, version, note_results(version))
    if count := len(to_read_again(found, lost_only=True)):
        words = ngettext(
            "Il perd des mots dans %(n)d note : sa page « Note par note » la fait relire.",
            "Il perd des mots dans %(n)d notes : sa page « Note par note » les fait relire.",
            count,
        )
        messages.warning(request, words % {"n": count})


@require_POST
def model_roll_back(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, model_id, ModelVersion)
    again = _wants_preannotation(request)
    done = _in_service(request, _("Le modèle n° %(number)d est de nouveau en service."))
    return decide(request, version, roll_back_version, done, preannotate=again)


@require_POST
def model_withdraw(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, model_id, ModelVersion)
    done = _("Le modèle n° %(number)d n'est plus en service : le modèle livré le remplace.")
    return decide(request, version, withdraw_version, done)


@require_POST
def model_discard(request: HttpRequest, project_id: UUID, model_id: UUID) -> HttpResponse:
    version = version_or_404(request, project_id, model_id, ModelVersion)
    done = _("Le modèle n° %(number)d est écarté ; ses fichiers sont supprimés.")
    return decide(request, version, discard_version, done)
