"""A reviewer decides one conflict of two readings, or all that are like it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.adjudication import (
    Choice,
    Comparison,
    Conflict,
    Drawn,
    clash,
    cross_or_double,
    transferred,
)
from annotation.domain.labels import is_valid
from annotation.models import Adjudication, ConflictDecision, Document
from annotation.selectors.labels import label_pairs
from annotation.selectors.readings import comparison_of
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

_Kept = tuple[Conflict, tuple[Drawn, ...]]


class AdjudicationError(ValueError):
    """A decision that cannot be taken as it was sent; the message is for the person."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the reviewer sends for one conflict. `alike`: for all like conflicts of the note, too."""

    key: str
    choice: Choice
    spans: tuple[Drawn, ...] = ()
    cause: str = ""
    words: str = ""
    alike: bool = False


@transaction.atomic
def decide_conflict(*, actor: User, adjudication: Adjudication, verdict: Verdict) -> int:
    """Keeps one decision, or the same for all like conflicts; returns how many.

    Raises AdjudicationError, PermissionDenied for who read the note themselves.
    """
    held = lock_adjudication(actor, adjudication)
    comparison = comparison_of(held)
    conflict = next((c for c in comparison.conflicts if c.key == verdict.key), None)
    if conflict is None:
        raise AdjudicationError(_("Ce désaccord n'existe plus : rechargez la page."))
    if verdict.cause and verdict.cause not in ConflictDecision.Cause.values:
        raise AdjudicationError(_("Cette cause est inconnue."))
    chosen = _concerned(held, comparison, conflict, verdict)
    _check_neighbours(held, comparison, chosen, verdict.choice)
    for each, spans in chosen:
        _keep(held, each, spans, verdict, actor)
    if held.adjudicator_id is None:
        held.adjudicator = actor
        held.save(update_fields=["adjudicator"])
    record(
        "adjudication.decided",
        actor=actor,
        project=held.document.project_id,
        target=held,
        choice=verdict.choice.value,
        count=len(chosen),
    )
    return len(chosen)


def _concerned(
    held: Adjudication, comparison: Comparison, conflict: Conflict, verdict: Verdict
) -> list[_Kept]:
    """The conflict, then those that are decided along with it, each with the spans it keeps."""
    if verdict.choice is Choice.OWN:
        _check_own(held, verdict.spans)
    found = [(conflict, _spans_of(conflict, verdict))]
    if not verdict.alike:
        return found
    for other in comparison.conflicts:
        if other.key == conflict.key or other.likeness != conflict.likeness:
            continue
        if verdict.choice is not Choice.OWN:
            found.append((other, _spans_of(other, verdict)))
        elif spans := transferred(verdict.spans, conflict, other):
            found.append((other, spans))
    return found


def _check_neighbours(
    held: Adjudication, comparison: Comparison, chosen: list[_Kept], choice: Choice
) -> None:
    """A reader's spans stand beside what both agree on; spans of one's own may stand in the way of
    it, or of what is kept for another conflict."""
    keys = {conflict.key for conflict, _spans in chosen}
    places = {conflict.key: place for place, conflict in enumerate(comparison.conflicts, start=1)}
    stored = [row for row in held.decisions.all() if row.key in places and row.key not in keys]
    is_own = choice is Choice.OWN
    # two readers' choices never stand in each other's way: conflicts are apart
    rivals = [row for row in stored if is_own or row.choice == Choice.OWN]
    for conflict, spans in chosen:
        if is_own and clash(spans, comparison.agreed, conflict):
            raise AdjudicationError(
                _("Ce passage chevauche une entité sur laquelle les deux lectures sont d'accord.")
            )
        for row in rivals:
            if _overlap(spans, row):
                raise AdjudicationError(
                    _(
                        "Ce choix chevauche ce qui est retenu au désaccord %(n)d : changez l'un "
                        "des deux."
                    )
                    % {"n": places[row.key]}
                )


def _overlap(spans: Sequence[Drawn], row: ConflictDecision) -> bool:
    others = [Drawn(*span) for span in row.spans]
    return any(one.overlaps(other) for one in spans for other in others)


def _keep(
    held: Adjudication, conflict: Conflict, kept: Sequence[Drawn], verdict: Verdict, actor: User
) -> None:
    ConflictDecision.objects.update_or_create(
        adjudication=held,
        key=conflict.key,
        defaults={
            "kind": conflict.kind.value,
            "choice": verdict.choice.value,
            "spans": [[s.start, s.end, s.label, s.subtype] for s in kept],
            "cause": verdict.cause,
            "words": verdict.words.strip()[:300],
            "author": actor,
        },
    )


def _spans_of(conflict: Conflict, verdict: Verdict) -> tuple[Drawn, ...]:
    match verdict.choice:
        case Choice.A:
            return conflict.a
        case Choice.B:
            return conflict.b
        case Choice.REJECTED:
            return ()
        case Choice.OWN:
            return verdict.spans


def _check_own(held: Adjudication, spans: Sequence[Drawn]) -> None:
    """As a gesture on the canvas would be, and apart from one another."""
    text = held.document.text
    enabled = label_pairs(held.document.project_id)
    if not spans:
        raise AdjudicationError(_("Donnez au moins un passage, ou écartez les deux lectures."))
    for span in spans:
        if not 0 <= span.start < span.end <= len(text):
            raise AdjudicationError(_("Le passage choisi sort de la note."))
        surface = text[span.start : span.end]
        if surface != surface.strip():
            raise AdjudicationError(_("Le passage choisi commence ou finit par un blanc."))
        if not is_valid(span.label, span.subtype) or (span.label, span.subtype) not in enabled:
            raise AdjudicationError(_("Cette étiquette n'est pas en usage dans le projet."))
    if cross_or_double(spans):
        raise AdjudicationError(_("Deux des passages choisis se chevauchent."))


def lock_adjudication(actor: User, adjudication: Adjudication) -> Adjudication:
    """Locked: the note before it, as everywhere. Refuses who read the note and what is over."""
    Document.objects.select_for_update(of=("self",)).filter(pk=adjudication.document_id).first()
    held = (
        Adjudication.objects.select_for_update(of=("self",))
        .select_related("document__project", "first", "second")
        .get(pk=adjudication.pk)
    )
    require(actor, held.document.project, Permission.ADJUDICATE)
    if actor.pk in (held.first.author_id, held.second.author_id):
        raise PermissionDenied(_("Vous avez annoté cette note : une autre personne compare."))
    if held.finished_at is not None:
        raise AdjudicationError(_("Cette comparaison est terminée."))
    return held
