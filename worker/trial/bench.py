"""What the kept process knows to do with a text: find, substitute, look for leaks, code. In memory only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from icdcoder.domain.coder import Coder
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import load_nomenclature
from privacy.domain.budget import Element
from privacy.domain.effects import sentence_for
from privacy.domain.leakscan import scan, sensitive_strings
from privacy.domain.policy import (
    COMPARES_FEATURES,
    DEFAULT_PRIOR,
    DateMechanism,
    PlaceMechanism,
    PlacePrior,
    SubstitutionPolicy,
)
from privacy.domain.randomness import StudyKey
from privacy.domain.source_file import disjoint
from privacy.domain.substitute import SubstitutedNote, substitute_patient_file
from privacy.domain.tables import Tables, default_tables, tables_of_prior
from worker.engine.build import build_detector
from worker.engine.doubts import doubts
from worker.engine.hybrid import HybridDetector
from worker.trial.verdict import verdict_of

_NOTE: Final = "essai"
_CODES: Final = 10


@dataclass(frozen=True, slots=True)
class Bench:
    """Engine, tables and coder, loaded once. Everything asked and answered is JSON."""

    detector: HybridDetector
    coder: Coder | None

    def read(self, text: str) -> dict[str, Any]:
        """What is found in the text, and what the model doubts of the rest."""
        found, reading = self.detector.read_closely(text)
        spans = [
            s for s in disjoint(found) if any(sign.isalnum() for sign in text[s.start : s.end])
        ]
        doubted = doubts(text, [(span.start, span.end) for span in spans], reading)
        return {
            "spans": [[s.start, s.end, s.label, s.subtype, round(s.score, 3)] for s in spans],
            "doubts": doubted,
        }

    def draw(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What the text becomes under a policy: `text`, `spans`, `doubts` (a count), `policy`, `key`. Raises
        privacy.domain.errors.PrivacyError."""
        note = _note(asked["text"], asked["spans"])
        policy, tables = _policy(asked["policy"])
        result = substitute_patient_file(
            [note], policy=policy, key=StudyKey(bytes.fromhex(asked["key"])), tables=tables
        )
        (written,) = result.notes
        findings = _findings(note, written, tables)
        verdict = verdict_of(
            levels=[one["level"] for one in findings],
            doubts=asked["doubts"],
            kept=(kept := _kept(note, written)),
            entities=len(note.entities),
        )
        return {
            "text": written.text,
            "marks": [[r.start, r.end, r.label, r.subtype] for r in written.replacements],
            "warnings": sorted({r.warning for r in written.replacements if r.warning}),
            "findings": findings,
            "kept": kept,
            "codes": self._codes(written),
            "verdict": verdict,
            **_told(result.elements),
        }

    def _codes(self, written: SubstitutedNote) -> list[dict[str, Any]] | None:
        """As of an export: what substitution wrote decides none. None where no nomenclature is installed."""
        if self.coder is None:
            return None
        hidden = [(r.start, r.end) for r in written.replacements]
        (found,) = self.coder.predict([written.text], _CODES, [hidden])
        return [
            {
                "code": one.code,
                "label": one.label,
                "evidence": [[e.start, e.end] for e in one.evidence],
            }
            for one in found
        ]


def open_bench(*, model: Path, cache: Path, nomenclature: Path) -> Bench:
    """Loads everything that the first text would have to wait for: about two seconds. Raises
    worker.engine.build.EngineError, NomenclatureInvalidError."""
    detector = build_detector("hybrid", model, "cpu", 1, cache)
    if not isinstance(detector, HybridDetector):
        raise TypeError
    coder = DictionaryCoder(load_nomenclature(nomenclature)) if nomenclature.is_file() else None
    bench = Bench(detector, coder)
    text = "Mme Jeanne PETIT, vue à Dijon le 4 mai 2021."
    bench.draw({"text": text, **bench.read(text), "doubts": 0, "key": "00" * 32, "policy": _FIRST})
    return bench


_FIRST: Final = {
    "epsilon": "1",
    "dates": "metric",
    "places": "metric",
    "area": "FR",
    "prior": "population",
    "today": "2021-06-01",
}


def _note(text: str, spans: list[list[Any]]) -> Note:
    entities = tuple(Span(start, end, label, subtype) for start, end, label, subtype, *_ in spans)
    return Note(_NOTE, text, PatientIdentity(id=_NOTE), {}, entities)


def _policy(asked: dict[str, str]) -> tuple[SubstitutionPolicy, Tables]:
    """As an export of the project would have it, but without its own variables and weights of communes."""
    places = PlaceMechanism(asked["places"])
    if places in COMPARES_FEATURES:
        prior = PlacePrior(asked["prior"])
        tables = _tables(DEFAULT_PRIOR if prior is PlacePrior.FILE else prior)
        metric = tables.atlas.geography.named_metric
    else:
        tables, metric = default_tables(), ""
    policy = SubstitutionPolicy(
        epsilon=Fraction(asked["epsilon"]),
        reference_date=date.fromisoformat(asked["today"]),
        dates=DateMechanism(asked["dates"]),
        places=places,
        area=asked["area"],
        metric=metric,
    )
    return policy, tables


@lru_cache(maxsize=2)
def _tables(prior: PlacePrior) -> Tables:
    return tables_of_prior(prior)


def _kept(note: Note, written: SubstitutedNote) -> int:
    """Entities whose surrogate is what stood there: with little noise a town may draw itself."""
    return sum(
        note.text[r.source_start : r.source_end].casefold()
        == written.text[r.start : r.end].casefold()
        for r in written.replacements
    )


def _findings(note: Note, written: SubstitutedNote, tables: Tables) -> list[dict[str, Any]]:
    """As the scan of an export weighs them."""
    found = scan(
        {_NOTE: sensitive_strings([note])}, [(_NOTE, written)], ordinary_words=tables.ordinary_words
    )
    return [
        {"start": f.start, "end": f.end, "kind": f.kind, "label": f.label, "level": f.level}
        for f in found
    ]


def _told(elements: tuple[Element, ...]) -> dict[str, Any]:
    """What a page says of the noise: the largest share of a day, and a sentence of the first value."""
    days = [e.epsilon for e in elements if (e.element_class, e.granularity) == ("DATE", "day")]
    first = elements[0] if elements else None
    return {
        "values": len(elements),
        "day": str(max(days)) if days else "",
        "sentence": sentence_for(first.element_class, first.granularity, first.epsilon)
        if first
        else "",
    }
