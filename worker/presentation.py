"""How figures of models read: shares, and differences in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.training.figures import Figures, LabelFigures

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
    basis: str
    name: str = ""

    @property
    def loses(self) -> bool:
        """True when it masks less than what it was compared with."""
        return WORSE in (self.redacted.tone, self.fully_redacted.tone)


@dataclass(frozen=True, slots=True)
class LabelLine:
    """One label of the detailed table; shares are ready to print."""

    label: str
    gold: int
    before: tuple[str, str, str]
    after: tuple[str, str, str]
    tone: str


def share(value: float) -> str:
    """0.9836 → "98,4 %"."""
    return _("%(share)s %%") % {"share": decimal(100 * value)}


def decimal(value: float) -> str:
    """One decimal; rounded first, for Django's formatting cuts."""
    return number_format(round(value, 1), 1)


def lines(versions: Sequence[ModelVersion]) -> list[ModelLine]:
    """One line a version, the newest first, then what every project has: the shipped model and the
    rules alone."""
    promoted = any(v.state == ModelVersion.State.PROMOTED for v in versions)
    return [
        *(line_of(version) for version in versions),
        *_baselines(versions, in_service=not promoted),
    ]


def line_of(version: ModelVersion) -> ModelLine:
    before, after = figures(version, "before"), figures(version, "after")
    return ModelLine(
        version=version,
        in_service=version.state == ModelVersion.State.PROMOTED,
        redacted=_redacted(before, after),
        fully_redacted=_fully_redacted(before, after),
        false_alarms=_false_alarms(before, after),
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
        return ModelLine(None, in_service, unknown, unknown, unknown, _("pas encore mesuré"), name)
    seen = figures(versions[0], side)
    return ModelLine(
        version=None,
        in_service=in_service,
        redacted=Cell(share(seen.redacted_share)),
        fully_redacted=Cell(share(seen.fully_redacted_share)),
        false_alarms=Cell(_per_thousand(seen)),
        basis=_("mesuré avec le modèle n° %d") % versions[0].number,
        name=name,
    )


def _tone(change: int, *, more_is_better: bool) -> str:
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
    return Cell(share(after.redacted_share), words, _tone(change, more_is_better=True))


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
    return Cell(share(after.fully_redacted_share), words, _tone(change, more_is_better=True))


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
    return Cell(_per_thousand(after), words, _tone(change, more_is_better=False))


def label_lines(version: ModelVersion) -> list[LabelLine]:
    """Precision, recall and F1 of each label, before and after."""
    before, after = figures(version, "before"), figures(version, "after")
    nothing = LabelFigures(1.0, 1.0, 1.0, 0, 0)
    found = []
    for name in sorted(before.labels.keys() | after.labels.keys()):
        old, new = before.labels.get(name, nothing), after.labels.get(name, nothing)
        change = round(10_000 * (new.f1 - old.f1))
        tone = _tone(change, more_is_better=True)
        found.append(LabelLine(name, max(old.gold, new.gold), _shares(old), _shares(new), tone))
    return found


def _shares(row: LabelFigures) -> tuple[str, str, str]:
    return share(row.precision), share(row.recall), share(row.f1)


@dataclass(frozen=True, slots=True)
class EpochLine:
    """One finished epoch of a training, ready to print; `labels` in the order of the head row."""

    epoch: int
    loss: str
    redacted: str
    f1: str
    labels: tuple[str, ...]


def epoch_lines(job: Job) -> tuple[list[str], list[EpochLine]]:
    """The labels' names and one line an epoch, the newest first."""
    rows = job.details.get("epochs", [])
    names = sorted({name for row in rows for name in row["f1_by_label"]})
    return names, [
        EpochLine(
            epoch=row["epoch"],
            loss=number_format(round(row["loss"], 3), 3),
            redacted=share(row["redacted"]),
            f1=decimal(100 * row["f1"]),
            labels=tuple(
                decimal(100 * row["f1_by_label"][name]) if name in row["f1_by_label"] else "–"
                for name in names
            ),
        )
        for row in reversed(rows)
    ]
