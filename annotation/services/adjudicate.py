"""Two blind readings of a note become one gold layer: at once when they agree, else by decisions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.adjudication import (
    Choice,
    Comparison,
    Conflict,
    Decision,
    Drawn,
    clash,
    compare,
    cross_or_double,
    resolved,
    transferred,
)
from annotation.domain.labels import is_valid
from annotation.models import (
    Adjudication,
    ConflictDecision,
    Document,
    Layer,
    LayerSpan,
    ProjectLabel,
)
from annotation.selectors.queue import work_settings
from annotation.services.rows import new_gold, publish_gold, set_state
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

READINGS: Final = 2
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


def settle(document: Document, actor: User) -> Layer | None:
    """After a submission in a project with two readers: the gold layer when both readings agree
    and the project wants no click for it; None while one is missing or they must be compared.

    The note is locked by the caller.
    """
    layers = submitted_readings(document)
    is_open = Adjudication.objects.filter(document=document, finished_at=None).exists()
    if len(layers) < READINGS or is_open:
        return None
    first, second = layers[:READINGS]
    comparison = compare(document.text, drawn_in(first), drawn_in(second))
    if comparison.is_unanimous and work_settings(document.project).unanimous_is_gold:
        gold, _count = publish_gold(first, actor, Layer.Provenance.UNANIMOUS)
        set_state(document, Document.State.GOLD)
        return gold
    made = Adjudication.objects.create(
        document=document,
        first=first,
        second=second,
        swapped=bool(uuid.uuid4().int & 1),
        conflicts=len(comparison.conflicts),
    )
    set_state(document, Document.State.COMPARE)
    record("adjudication.opened", actor=actor, project=document.project_id, target=made)
    return None


def submitted_readings(document: Document) -> list[Layer]:
    """Handed in, the earliest first."""
    layers = Layer.objects.filter(
        document=document, kind=Layer.Kind.ANNOTATOR, state=Layer.State.SUBMITTED
    )
    return list(layers.order_by("submitted_at", "pk"))


def drawn_in(layer: Layer) -> list[Drawn]:
    """The spans of a reading that were not rejected."""
    rows = LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED)
    return [Drawn(*row) for row in rows.values_list("start", "end", "label", "subtype")]


def comparison_of(adjudication: Adjudication) -> Comparison:
    """With the readers as the page shows them: which one is A is drawn once a note."""
    one, other = drawn_in(adjudication.first), drawn_in(adjudication.second)
    if adjudication.swapped:
        one, other = other, one
    return compare(adjudication.document.text, one, other)


@transaction.atomic
def decide(*, actor: User, adjudication: Adjudication, verdict: Verdict) -> int:
    """Keeps one decision, or the same for all like conflicts; returns how many.

    Raises AdjudicationError, PermissionDenied for who read the note themselves.
    """
    held = _held(actor, adjudication)
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
    for conflict, spans in chosen:
        if is_own and clash(spans, comparison.agreed, conflict):
            raise AdjudicationError(
                _("Ce passage chevauche une entité sur laquelle les deux lectures sont d'accord.")
            )
        for row in stored:
            others = [Drawn(*span) for span in row.spans]
            in_the_way = any(one.overlaps(other) for one in spans for other in others)
            if in_the_way and (is_own or row.choice == Choice.OWN):
                raise AdjudicationError(
                    _(
                        "Ce choix chevauche ce qui est retenu au désaccord %(n)d : changez l'un "
                        "des deux."
                    )
                    % {"n": places[row.key]}
                )


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
    enabled = set(
        ProjectLabel.objects.filter(project=held.document.project_id, enabled=True).values_list(
            "label", "subtype"
        )
    )
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


@transaction.atomic
def finish(*, actor: User, adjudication: Adjudication) -> Layer:
    """Publishes the gold layer once every conflict is decided. Raises AdjudicationError."""
    held = _held(actor, adjudication)
    comparison = comparison_of(held)
    stored = {row.key: row for row in held.decisions.all()}
    missing = sum(conflict.key not in stored for conflict in comparison.conflicts)
    if missing:
        raise AdjudicationError(
            _("Il reste des désaccords à trancher : %(count)d.") % {"count": missing}
        )
    decisions = {
        key: Decision(Choice(row.choice), tuple(Drawn(*span) for span in row.spans))
        for key, row in stored.items()
    }
    provenance = (
        Layer.Provenance.UNANIMOUS if comparison.is_unanimous else Layer.Provenance.ADJUDICATED
    )
    gold = _publish(held, resolved(comparison, decisions), actor, provenance)
    held.gold, held.finished_at, held.adjudicator = gold, timezone.now(), actor
    held.save(update_fields=["gold", "finished_at", "adjudicator"])
    set_state(held.document, Document.State.GOLD)
    record(
        "adjudication.finished",
        actor=actor,
        project=held.document.project_id,
        target=held,
        gold_version=gold.version,
        conflicts=len(comparison.conflicts),
    )
    return gold


def _publish(
    held: Adjudication, spans: Sequence[Drawn], actor: User, provenance: Layer.Provenance
) -> Layer:
    """A gold layer of these spans; those of a reading keep their identity and their source."""
    gold = new_gold(held.document, held.first, actor, provenance)
    known: dict[Drawn, LayerSpan] = {}
    for layer in (held.second, held.first):
        for row in LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED):
            known[Drawn(row.start, row.end, row.label, row.subtype)] = row
    rows = [_gold_row(span, known.get(span), held.document.text, gold, actor) for span in spans]
    taken: set[uuid.UUID] = set()
    for row in rows:
        if row.span_id in taken:  # one suggestion corrected in two ways, both kept
            row.span_id = uuid.uuid4()
        taken.add(row.span_id)
    LayerSpan.objects.bulk_create(rows, batch_size=500)
    return gold


def _gold_row(span: Drawn, row: LayerSpan | None, text: str, gold: Layer, actor: User) -> LayerSpan:
    if row is not None:
        row.pk, row.layer, row._state.adding = None, gold, True
        return row
    return LayerSpan(
        layer=gold,
        start=span.start,
        end=span.end,
        label=span.label,
        subtype=span.subtype,
        source=f"user:{actor.pk}",
        state=LayerSpan.State.MANUAL,
        surface=text[span.start : span.end],
    )


def _held(actor: User, adjudication: Adjudication) -> Adjudication:
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
