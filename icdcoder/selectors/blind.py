"""Blind studies as the pages read them."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.roles import Permission
from icdcoder.domain.blind import Reading, Result, result_of
from icdcoder.models import BlindReading, BlindStudy, CodePrediction

SHARING: Final = "share_blind_notes"
FEWEST_CODERS: Final = 2
MOST_CODERS: Final = 10
MOST_NOTES: Final = 200
_result: Final = lru_cache(maxsize=8)(result_of)  # of the same readings the same, and not free
_NEEDED: Final = {Permission.CODE, Permission.READ_NOTES}


def possible_coders(project: Project, export_id: UUID | None = None) -> list[User]:
    """Active members who may code and read notes, by name; of an export none who decided a code there: he knows its notes."""
    held: dict[User, set[Permission]] = defaultdict(set)
    rows = Membership.objects.in_force().filter(project=project, user__is_active=True)
    for membership in rows.select_related("user").order_by("user__username"):
        held[membership.user] |= membership.permissions
    able = [user for user, permissions in held.items() if permissions >= _NEEDED]
    if export_id is None:
        return able
    decided = CodePrediction.objects.filter(note__project=project, note__export_id=export_id)
    knowing = set(decided.order_by().values_list("decided_by", flat=True))
    return [user for user in able if user.pk not in knowing]


def blind_studies(user: User, project: Project) -> QuerySet[BlindStudy]:
    """The project's studies, the newest first, with `turns` and `done` of all coders and `own_left` of this person, of what
    is present now; `is_drawn`: the notes were shared out once, whatever is left of them."""
    here = Q(readings__in=BlindReading.objects.present())
    own = Q(readings__in=BlindReading.objects.of_coder(user), readings__finished_at=None)
    return (
        BlindStudy.objects.visible_to(user)
        .filter(project=project)
        .select_related("job")
        .annotate(
            turns=Count("readings", filter=here),
            done=Count("readings", filter=here & Q(readings__finished_at__isnull=False)),
            own_left=Count("readings", filter=own),
            is_drawn=Exists(BlindReading.objects.filter(study=OuterRef("pk"))),
        )
        .order_by("-number")
    )


def next_reading(user: User, study: BlindStudy) -> BlindReading | None:
    """What the person has not finished, in his order."""
    own = BlindReading.objects.of_coder(user).filter(study=study, finished_at=None)
    return own.order_by("order").first()


def own_place(user: User, reading: BlindReading) -> tuple[int, int]:
    """Which of how many notes it is of those that the person is given and that are present."""
    own = BlindReading.objects.of_coder(user).filter(study=reading.study_id).order_by()
    told = own.aggregate(place=Count("pk", filter=Q(order__lte=reading.order)), total=Count("pk"))
    return told["place"], told["total"]


def result_of_study(study: BlindStudy) -> Result:
    """Of what is finished and present now: what an opposition took counts no more."""
    rows = BlindReading.objects.present().filter(study=study).exclude(finished_at=None)
    readings = tuple(
        Reading(
            note=str(row.note_id),
            coder=str(row.coder_id),
            is_original=row.is_original,
            codes=frozenset(given.code for given in row.codes.all()),
            principal=next((given.code for given in row.codes.all() if given.is_principal), ""),
            seconds=row.seconds,
            guess=row.guess,
        )
        for row in rows.order_by("pk").prefetch_related("codes")
    )
    return _result(readings)
