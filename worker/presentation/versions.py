"""What each version masks, against the one it was compared with."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deidweb.sentences import localised
from worker.models import ModelVersion
from worker.models.model_version import ENCODER
from worker.presentation.shares import decimal, share
from worker.training.figures import Figures

BETTER: Final = "ok"
WORSE: Final = "warn"
EQUAL: Final = "muted"


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure; `difference` says in words how it compares, `tone` whether that is good."""

    value: str
    difference: str = ""
    tone: str = EQUAL


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One row of the list. `version` is None for the shipped model and for the rules, which
    have a `name`."""

    version: ModelVersion | None
    in_service: bool
    redacted: Cell
    fully_redacted: Cell
    false_alarms: Cell
    corrections: Cell
    basis: str
    name: str = ""
    gate_closed: bool = False
    is_absent: bool = False
    has_waiver: bool = False

    @property
    def engine(self) -> str:
        """What it is, where it is no model that was trained here: « les règles seules »."""
        if self.version is None or self.version.kind == ENCODER:
            return ""
        return localised(str((self.version.metrics.get("start") or {}).get("name", "")))

    @property
    def loses(self) -> bool:
        """True when it masks less than what it was compared with."""
        return WORSE in (self.redacted.tone, self.fully_redacted.tone)


def model_lines(
    versions: Sequence[ModelVersion],
    refused: Container[UUID] = (),
    absent: Container[UUID] = (),
    waived: Container[UUID] = (),
) -> list[ModelLine]:
    """One line a version, the newest first, then what every project has: the shipped model and the
    rules alone. `refused`: candidates that the gate keeps out; `absent`: those whose weights are not on this server;
    `waived`: those whose waiver waits for a decision."""
    promoted = any(v.state == ModelVersion.State.PROMOTED for v in versions)
    return [
        *(
            replace(
                model_line(v),
                gate_closed=v.pk in refused,
                is_absent=v.pk in absent,
                has_waiver=v.pk in waived,
            )
            for v in versions
        ),
        *_baselines(versions, in_service=not promoted),
    ]


def model_line(version: ModelVersion) -> ModelLine:
    before, after = figures(version, "before"), figures(version, "after")
    return ModelLine(
        version=version,
        in_service=version.state == ModelVersion.State.PROMOTED,
        redacted=_redacted(before, after),
        fully_redacted=_fully_redacted(before, after),
        false_alarms=_false_alarms(before, after),
        corrections=_corrections(before, after),
        basis=basis(version),
    )


def figures(version: ModelVersion, side: str) -> Figures:
    """`rules`, `before` or `after`."""
    data: dict[str, Any] = version.metrics[side]
    return Figures.from_json(data)


def opponent(version: ModelVersion) -> str:
    """What the version was compared with."""
    number = version.metrics["before_number"]
    return _("le modèle livré") if number is None else _("le modèle n° %d") % number


def basis(version: ModelVersion) -> str:
    """On what the comparison rests."""
    return ngettext(
        "comparé avec %(opponent)s sur %(count)d note tenue à l'écart",
        "comparé avec %(opponent)s sur %(count)d notes tenues à l'écart",
        version.test_notes,
    ) % {"opponent": opponent(version), "count": version.test_notes}


def _baselines(versions: Sequence[ModelVersion], *, in_service: bool) -> list[ModelLine]:
    """The shipped model and the rules alone, with the figures of the newest comparison."""
    against_shipped = [v for v in versions if v.metrics["before_number"] is None]
    shipped = _baseline(_("Modèle livré"), against_shipped, "before", in_service=in_service)
    return [shipped, _baseline(_("Règles seules"), versions, "rules", in_service=False)]


def _baseline(
    name: str, versions: Sequence[ModelVersion], side: str, *, in_service: bool
) -> ModelLine:
    if not versions:
        unknown = Cell("–")
        return ModelLine(
            None, in_service, unknown, unknown, unknown, unknown, _("pas encore mesuré"), name
        )
    seen = figures(versions[0], side)
    return ModelLine(
        version=None,
        in_service=in_service,
        redacted=Cell(share(seen.redacted_share)),
        fully_redacted=Cell(share(seen.fully_redacted_share)),
        false_alarms=Cell(_per_thousand(seen)),
        corrections=Cell(_a_note(seen)),
        basis=_("mesuré avec le modèle n° %d") % versions[0].number,
        name=name,
    )


def tone_of(change: int, *, more_is_better: bool) -> str:
    if change == 0:
        return EQUAL
    return BETTER if (change > 0) == more_is_better else WORSE


def _redacted(before: Figures, after: Figures) -> Cell:
    change = after.redacted - before.redacted
    if change == 0:
        words = _("autant de mots identifiants masqués (%(total)d)")
    elif change > 0:
        words = ngettext(
            "%(count)d mot identifiant de plus masqué sur %(total)d",
            "%(count)d mots identifiants de plus masqués sur %(total)d",
            change,
        )
    else:
        words = ngettext(
            "%(count)d mot identifiant de moins masqué sur %(total)d",
            "%(count)d mots identifiants de moins masqués sur %(total)d",
            -change,
        )
    words %= {"count": abs(change), "total": after.identifying}
    return Cell(share(after.redacted_share), words, tone_of(change, more_is_better=True))


def _fully_redacted(before: Figures, after: Figures) -> Cell:
    change = after.notes_fully_redacted - before.notes_fully_redacted
    if change == 0:
        words = _("autant de notes sans aucun reste (%(total)d)")
    elif change > 0:
        words = ngettext(
            "%(count)d note de plus sans aucun reste, sur %(total)d",
            "%(count)d notes de plus sans aucun reste, sur %(total)d",
            change,
        )
    else:
        words = ngettext(
            "%(count)d note de moins sans aucun reste, sur %(total)d",
            "%(count)d notes de moins sans aucun reste, sur %(total)d",
            -change,
        )
    words %= {"count": abs(change), "total": after.notes}
    return Cell(share(after.fully_redacted_share), words, tone_of(change, more_is_better=True))


def _per_thousand(figures_: Figures) -> str:
    return _("%(rate)s pour 1 000 mots") % {"rate": decimal(figures_.false_alarms_per_1000)}


def _false_alarms(before: Figures, after: Figures) -> Cell:
    change = after.false_alarms - before.false_alarms
    if change == 0:
        words = _("autant de mots masqués à tort")
    elif change > 0:
        words = ngettext(
            "%(count)d mot de plus masqué à tort", "%(count)d mots de plus masqués à tort", change
        )
    else:
        words = ngettext(
            "%(count)d mot de moins masqué à tort",
            "%(count)d mots de moins masqués à tort",
            -change,
        )
    words %= {"count": abs(change)}
    return Cell(_per_thousand(after), words, tone_of(change, more_is_better=False))


def _a_note(figures_: Figures) -> str:
    """ "–" where they were not counted."""
    rate = figures_.corrections_a_note
    return "–" if rate is None else _("%(rate)s par note") % {"rate": decimal(rate)}


def _corrections(before: Figures, after: Figures) -> Cell:
    if before.corrections is None or after.corrections is None:
        return Cell(_a_note(after))
    change = after.corrections - before.corrections
    if change == 0:
        words = _("autant de corrections à faire")
    elif change > 0:
        words = ngettext("%(count)d correction de plus", "%(count)d corrections de plus", change)
    else:
        words = ngettext("%(count)d correction de moins", "%(count)d corrections de moins", -change)
    words %= {"count": abs(change)}
    return Cell(_a_note(after), words, tone_of(change, more_is_better=False))
