"""The whole comparison: entities where there are none, every condition, every measure."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from worker.coding.stays import Stay, by_family
from worker.coding.utility.conditions import Condition, Setting, conditions, under
from worker.coding.utility.judges import Codes, Judge
from worker.coding.utility.measure import compare, counts_of
from worker.coding.utility.report import Report
from worker.engine.detector import Detector

OnProgress = Callable[[int, int], None]


def with_entities(
    stays: Sequence[Stay], detector: Detector, check: Callable[[], None] = lambda: None
) -> list[Stay]:
    """What the detector finds, in the notes that have no entity of their own."""
    found = []
    for stay in stays:
        check()
        own = tuple(
            note if note.entities else replace(note, entities=tuple(spans))
            for note, spans in zip(
                stay.notes,
                detector.detect(stay.texts, [note.patient for note in stay.notes]),
                strict=True,
            )
        )
        found.append(replace(stay, notes=own))
    return found


def evaluate(
    stays: Sequence[Stay],
    judge: Judge,
    epsilons: Sequence[Fraction],
    setting: Setting,
    *,
    is_families: bool = False,
    draws: int = 1000,
    on_progress: OnProgress = lambda done, total: None,
    is_own_reference: bool = False,
) -> Report:
    """The report; nothing of a note is in it. `on_progress` may raise to stop.

    With `is_own_reference` the codes proposed for the originals are the reference: what de-identification changes,
    where nobody has coded the notes. Raises PrivacyError, TooFewStaysError.
    """
    known = by_family(stays) if is_families else list(stays)
    places = judge.chosen(known)
    chosen = conditions(epsilons)
    results: list[tuple[Condition, list[Codes]]] = []
    for done, condition in enumerate(chosen):
        on_progress(done, len(chosen))
        changed = under(known, condition, setting, partial(on_progress, done, len(chosen)))
        results.append((condition, judge.code(changed, str(condition))))
    on_progress(len(chosen), len(chosen))
    gold = results[0][1] if is_own_reference else [frozenset(known[p].codes) for p in places]
    lines, changes = compare(gold, results, seed=setting.seed, draws=draws)
    return Report(judge.name, setting.seed, counts_of(known), len(places), lines, changes)
