"""What awaits one person in one project: sentences with a count, an age and one button each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Min, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.selectors.adjudications import adjudications_for, doubts_for
from annotation.selectors.counts import NoteCounts
from annotation.selectors.datasets import files_to_decide
from annotation.selectors.tasks import project_tasks
from deidweb.accounts.access import emergencies_in, roles_to_review
from deidweb.accounts.models import Project, RoleProposal, User
from deidweb.accounts.roles import Permission
from deidweb.ages import waiting_since
from deidweb.audit.months import months_to_review, recent_alerts
from deidweb.jobs.selectors import dead_jobs
from icdcoder.selectors.coded_notes import Coding, first_undecided
from privacy.selectors.exports import exports_to_decide
from worker.models import ModelVersion
from worker.presentation.drift import named
from worker.selectors.drift import out_of_limits
from worker.selectors.site_measures import fallen_measure


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose start page is made, of which project, and what is known of it already."""

    user: User
    project: Project
    held: frozenset[Permission]
    counts: NoteCounts
    notes_since: datetime | None  # since when the oldest of the untouched notes waits
    coding: Coding
    models: Sequence[ModelVersion]  # that wait for a decision


@dataclass(frozen=True, slots=True)
class Awaiting:
    """`count` things of one kind await the person; `url` is where to begin, by POST if it `acts`."""

    count: int
    sentence: str
    action: str
    url: str
    acts: bool = False
    since: str = ""


def awaiting(asked: Asked) -> Iterator[Awaiting]:
    """In the order in which the notes go through the project; what two permissions open is asked once."""
    allowed = [question for permission, question in _QUESTIONS if permission in asked.held]
    for question in dict.fromkeys(allowed):
        if answer := question(asked):
            yield answer


def _counted(rows: QuerySet[Any], moment: str) -> tuple[int, str]:
    """How many rows there are and since when the first of them waits. One query."""
    told = rows.order_by().aggregate(n=Count("pk"), since=Min(moment))
    return told["n"], waiting_since(told["since"])


def _notes_to_annotate(asked: Asked) -> Awaiting | None:
    tasks = project_tasks(asked.user, asked.project, asked.counts)
    count = tasks.waiting + tasks.in_progress
    if not count:
        return None
    sentence = ngettext("note à annoter", "notes à annoter", count)
    since = waiting_since(asked.notes_since)
    if tasks.resume:
        url = reverse("annotation:document-detail", args=[asked.project.pk, tasks.resume])
        return Awaiting(count, sentence, _("Reprendre"), url, since=since)
    url = reverse("annotation:queue-next", args=[asked.project.pk])
    return Awaiting(count, sentence, _("Commencer"), url, acts=True, since=since)


def _notes_to_compare(asked: Asked) -> Awaiting | None:
    count, since = _counted(adjudications_for(asked.user, asked.project), "created_at")
    sentence = ngettext("note à comparer", "notes à comparer", count)
    url = reverse("annotation:adjudication-list", args=[asked.project.pk])
    return Awaiting(count, sentence, _("Comparer"), url, since=since) if count else None


def _doubts_to_settle(asked: Asked) -> Awaiting | None:
    count, since = _counted(doubts_for(asked.user, asked.project), "submitted_at")
    sentence = ngettext(
        "note validée avec un doute à trancher", "notes validées avec un doute à trancher", count
    )
    url = reverse("annotation:adjudication-list", args=[asked.project.pk]) + "#doutes"
    return Awaiting(count, sentence, _("Trancher"), url, since=since) if count else None


def _exports_to_decide(asked: Asked) -> Awaiting | None:
    waiting = exports_to_decide(asked.user, asked.project)
    count, since = _counted(waiting, "built_at")
    sentence = ngettext("export à décider", "exports à décider", count)
    url = reverse("privacy:export-list", args=[asked.project.pk])
    only = waiting.first() if count == 1 else None  # decided since, it leads to the list
    if only is not None:
        url = reverse("privacy:export-detail", args=[asked.project.pk, only.pk])
    return Awaiting(count, sentence, _("Examiner"), url, since=since) if count else None


def _files_to_decide(asked: Asked) -> Awaiting | None:
    count = files_to_decide(asked.user, asked.project).count()
    sentence = ngettext(
        "fichier de jeu de données à décider", "fichiers de jeux de données à décider", count
    )
    url = reverse("annotation:dataset-list", args=[asked.project.pk])
    return Awaiting(count, sentence, _("Examiner"), url) if count else None


def _codes_to_decide(asked: Asked) -> Awaiting | None:
    count = asked.coding.left
    note = first_undecided(asked.user, asked.project) if count else None
    if note is None:
        return None
    sentence = ngettext("note à coder", "notes à coder", count)
    url = reverse("icdcoder:note-detail", args=[asked.project.pk, note.export_id, note.pk])
    return Awaiting(count, sentence, _("Coder"), url, since=waiting_since(asked.coding.since))


def _models_to_decide(asked: Asked) -> Awaiting | None:
    waiting = asked.models
    if not waiting:
        return None
    count, since = len(waiting), waiting_since(waiting[0].created_at)
    sentence = ngettext(
        "modèle à promouvoir ou à écarter", "modèles à promouvoir ou à écarter", count
    )
    url = reverse("worker:model-list", args=[asked.project.pk])
    return Awaiting(count, sentence, _("Examiner"), url, since=since)


def _stopped_jobs(asked: Asked) -> Awaiting | None:
    count = dead_jobs(asked.user, asked.project).count()
    sentence = ngettext("travail abandonné", "travaux abandonnés", count)
    url = reverse("jobs:list", args=[asked.project.pk])
    return Awaiting(count, sentence, _("Voir"), url) if count else None


def _drift(asked: Asked) -> Awaiting | None:
    found = out_of_limits(asked.user, asked.project)
    if not found:
        return None
    sentence = ngettext(
        "mesure hors de ses limites cette semaine : %(names)s",
        "mesures hors de leurs limites cette semaine : %(names)s",
        len(found),
    ) % {"names": named(found)}
    url = reverse("worker:drift", args=[asked.project.pk])
    return Awaiting(len(found), sentence, _("Voir"), url)


def _fallen(asked: Asked) -> Awaiting | None:
    if fallen_measure(asked.user, asked.project) is None:
        return None
    sentence = _("moteur qui masque moins qu'à sa promotion")
    return Awaiting(1, sentence, _("Voir"), reverse("worker:drift", args=[asked.project.pk]))


def _roles_to_confirm(asked: Asked) -> Awaiting | None:
    others = RoleProposal.objects.filter(project=asked.project).exclude(proposed_by=asked.user)
    count = others.exclude(user=asked.user).count()
    sentence = ngettext("rôle à confirmer", "rôles à confirmer", count)
    url = reverse("members:list", args=[asked.project.pk])
    return Awaiting(count, sentence, _("Examiner"), url) if count else None


def _roles_to_review(asked: Asked) -> Awaiting | None:
    count = roles_to_review(asked.project).count()
    sentence = ngettext("rôle bientôt terminé", "rôles bientôt terminés", count)
    url = reverse("members:review", args=[asked.project.pk])
    return Awaiting(count, sentence, _("Relire"), url) if count else None


def _months_to_review(asked: Asked) -> Awaiting | None:
    if not _watches(asked):
        return None
    count = len(months_to_review(asked.project.pk))
    if not count:
        return None
    if Permission.READ_AUDIT in asked.held:
        sentence = ngettext("mois du journal à relire", "mois du journal à relire", count)
        url = reverse("audit:review", args=[asked.project.pk])
        return Awaiting(count, sentence, _("Relire"), url)
    sentence = ngettext(
        "mois du journal que personne n'est là pour relire : nommez un auditeur",
        "mois du journal que personne n'est là pour relire : nommez un auditeur",
        count,
    )
    return Awaiting(count, sentence, _("Voir"), reverse("members:list", args=[asked.project.pk]))


def _unusual_reading(asked: Asked) -> Awaiting | None:
    """Who reads no journal is told how many there are, and nothing of whose they are."""
    if not _watches(asked):
        return None
    found = recent_alerts(asked.project.pk)
    if not found:
        return None
    if Permission.READ_AUDIT in asked.held:
        sentence = ngettext(
            "lecture inhabituelle depuis sept jours",
            "lectures inhabituelles depuis sept jours",
            len(found),
        )
        url = reverse("audit:review", args=[asked.project.pk])
        return Awaiting(len(found), sentence, _("Voir"), f"{url}?mois={found[0].day:%Y-%m}")
    sentence = ngettext(
        "lecture inhabituelle depuis sept jours, que personne n'est là pour examiner : nommez un auditeur",
        "lectures inhabituelles depuis sept jours, que personne n'est là pour examiner : nommez un auditeur",
        len(found),
    )
    url = reverse("members:list", args=[asked.project.pk])
    return Awaiting(len(found), sentence, _("Voir"), url)


def _watches(asked: Asked) -> bool:
    """An auditor; where nobody's role lets him read the journal, who manages the members, too: he can give somebody the role."""
    if Permission.READ_AUDIT in asked.held:
        return True
    roles = asked.project.memberships.in_force().with_permission(Permission.READ_AUDIT)
    return not roles.filter(user__is_active=True).exists()


def _emergencies(asked: Asked) -> Awaiting | None:
    count = emergencies_in(asked.project).count()
    sentence = ngettext("accès d'urgence en cours", "accès d'urgence en cours", count)
    view = "audit:journal" if Permission.READ_AUDIT in asked.held else "members:list"
    url = reverse(view, args=[asked.project.pk])
    return Awaiting(count, sentence, _("Voir"), url) if count else None


_QUESTIONS: Final[list[tuple[Permission, Callable[[Asked], Awaiting | None]]]] = [
    (Permission.ANNOTATE, _notes_to_annotate),
    (Permission.ADJUDICATE, _notes_to_compare),
    (Permission.ADJUDICATE, _doubts_to_settle),
    (Permission.DECIDE_EXPORT, _exports_to_decide),
    (Permission.DECIDE_DATASET, _files_to_decide),
    (Permission.CODE, _codes_to_decide),
    (Permission.MANAGE_MODELS, _models_to_decide),
    (Permission.MANAGE_MODELS, _fallen),
    (Permission.MANAGE_MODELS, _drift),
    (Permission.MANAGE_MEMBERS, _roles_to_confirm),
    (Permission.RUN_JOBS, _stopped_jobs),
    (Permission.READ_AUDIT, _unusual_reading),
    (Permission.MANAGE_MEMBERS, _unusual_reading),
    (Permission.READ_AUDIT, _months_to_review),
    (Permission.MANAGE_MEMBERS, _months_to_review),
    (Permission.READ_AUDIT, _emergencies),
    (Permission.MANAGE_MEMBERS, _emergencies),
    (Permission.MANAGE_MEMBERS, _roles_to_review),
]
