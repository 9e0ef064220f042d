"""The bars of detection, and the rows of docs/benchmarks.md that say whether they are reached."""

from collections.abc import Iterable, Mapping
from statistics import median
from typing import Final

from annotation.domain.ner_metrics import TOTAL, NerReport, Score
from benches.ner import forms, parity, prose, rule_speed, speed
from benches.ner.sources import Source
from benches.results import Row

REDACTED, WHOLE, F1, PROSE = 0.97, 0.80, 0.90, 2.0
RULES_RATE, DAY_S, MEMORY = 150_000, 480, 1.5e9
RATIO_AMX, RATIO = 10, 6
# What the page calls the sources of bench_ner; the others are called by their key.
_NAMES: Final = {"familles-test": "test families", "demo-heldout": "heldout", "main": "hand"}


def name_of(source: Source) -> str:
    return _NAMES.get(source.key, source.key)


def of_notes(
    source: Source, hybrid: NerReport, rules: NerReport | None, *, hold_bars: bool
) -> list[Row]:
    """What the hybrid finds in these notes, and the rules alone."""
    on, n = name_of(source), f"{hybrid.notes} notes"
    whole, f1 = hybrid.fully_redacted_notes, _f1(hybrid.token)

    def row(bar: str, figure: str, unit: str = "", target: str = "", *, met: bool = True) -> Row:
        held = bool(target) and hold_bars
        return Row(bar, figure, unit, n, on, target if held else "", met if held else None)

    rows = [
        row("words redacted", _percent(hybrid.redaction.recall, 2), "%", f"≥ {_percent(REDACTED, 0)}",
            met=hybrid.redaction.recall >= REDACTED),
        row("notes fully redacted", f"{whole} of {hybrid.notes}", "", f"≥ {_percent(WHOLE, 0)} %",
            met=whole >= WHOLE * hybrid.notes),
        row("wrongly masked per 1,000", f"{hybrid.over_redaction:.1f}"),
        row("strict F1", _percent(_f1(hybrid.strict))),
        row("sub-type F1", _percent(_f1(hybrid.strict_subtype))),
        row("word F1", _percent(f1), "", f"≥ {_percent(F1, 0)}", met=f1 >= F1),
    ]  # fmt: skip
    if rules is not None:
        rows.append(row("rules alone: words redacted", _percent(rules.redaction.recall), "%"))
    return rows


def of_peers(source: Source, reports: Iterable[NerReport]) -> list[Row]:
    """The best of the other tools on these notes."""
    shares = [report.redaction.recall for report in reports]
    bar = f"best other tool, words redacted on {name_of(source)}"
    return [Row(bar, _percent(max(shares)), "%", f"of {len(shares)} tools")] if shares else []


def of_published(found: prose.Covered) -> list[Row]:
    """Published cases, where somebody has read what is masked."""
    of = f"{found.plain:,} words outside true identifiers"
    bar = "published cases: false alarms per 1,000"
    false = found.false_per_1000
    return [Row(bar, f"{false:.1f}", "", of, "", f"≤ {PROSE:.0f}", false <= PROSE)]


def of_plain(side: str, found: prose.Covered, texts: int) -> list[Row]:
    """Prose that names nobody; `check` alone, whose errors nobody reads, holds a bar."""
    bar = f"prose that names nobody, {side}: words masked per 1,000"
    masked, n = found.masked_per_1000, f"{texts} paragraphs"
    if side != "check":
        return [Row(bar, f"{masked:.2f}", "", n)]
    return [Row(bar, f"{masked:.2f}", "", n, "", f"≤ {PROSE:.0f}", masked <= PROSE)]


def of_forms(scores: forms.Scores, title: str) -> list[Row]:
    shares = [recalls[title].masked_share for recalls in scores.values() if title in recalls]
    if not shares:
        return []
    mean = _percent(sum(shares) / len(shares))
    return [Row("written forms, mean recall", mean, "%", f"{len(shares):,} forms")]


def of_parity(found: parity.Parity) -> list[Row]:
    of = f"{found.shared:,} of {found.either:,} spans, {found.notes} notes"
    share, target = _percent(found.share, 2), f"≥ {_percent(parity.BAR)}"
    met = found.share >= parity.BAR
    return [Row("torch and ONNX find the same spans", share, "%", of, "", target, met)]


def of_rules(rates: Mapping[str, rule_speed.Rates], repeats: int) -> list[Row]:
    rate = median(rates[rule_speed.ORDINARY].wall)
    n = f"15 entities a note, medians of {repeats}"
    target = f"≥ {RULES_RATE:,}"
    return [
        Row("rules alone, words a second", f"{rate:,.0f}", "", n, "", target, rate >= RULES_RATE)
    ]


def of_speed(
    found: speed.Speed, day: float, notes_run: int, kind: str, repeats: int, wanted: int
) -> list[Row]:
    """`wanted` times the reference; `day` in seconds, from a run of so many notes and one of a quarter of them."""
    notes = "15 entities a note" if kind == rule_speed.ORDINARY else "dense notes"
    workers = found.series[speed.WORKERS]
    memory = found.memory / 1e6
    of = f"{workers.rate:,.0f} words/s, medians of {repeats}"
    rows = [
        Row(f"hybrid, two processes, over CamemBERT-size float32: {notes}", f"{workers.ratio:.1f}", "×", of,
            "", f"≥ {wanted}", workers.ratio >= wanted),
        Row(f"5,000 notes read: {notes}", f"{day / 60:.1f}", "min", f"starting and the rate from {notes_run // 4} and {notes_run} notes",
            "", f"< {DAY_S / 60:.0f}", day < DAY_S),
    ]  # fmt: skip
    if kind == rule_speed.ORDINARY:  # the same of all kinds
        most, bar = f"< {MEMORY / 1e6:,.0f}", f"memory of one process: {notes}"
        rows.append(Row(bar, f"{memory:.0f}", "MB", "", "", most, found.memory < MEMORY))
    return rows


def _f1(table: Mapping[str, Score]) -> float:
    return table.get(TOTAL, Score()).f1


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"
