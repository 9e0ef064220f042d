"""Builds the file of an export: substitutes patient by patient, then scans what was written.

The same notes, policy and study key give the same bytes: a retry, or another worker, rebuilds the
very file that was approved. A few patients are in memory at a time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from fractions import Fraction
from io import BufferedWriter
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

from annotation.domain.notes import Note
from annotation.selectors.aside import count_unread
from annotation.selectors.oppositions import effects_on
from deidweb.jobs.models import Job
from privacy.domain.attacks.read_cohort import CodesOf, CohortReading, no_codes
from privacy.domain.attacks.reidentification import Earlier, figures
from privacy.domain.certificates import certificates_for
from privacy.domain.certificates.certificate import Certificate
from privacy.domain.certificates.texts import certify_neighbours, certify_noise
from privacy.domain.errors import BadPolicyError
from privacy.domain.exported_note import line_of, pseudonym_in, read_line, read_replaced
from privacy.domain.ledger import Bill, bill, bill_of_texts
from privacy.domain.manifest import Tally, counts_of, leaks
from privacy.domain.obfuscation.method import Neighbours, TextMethod, obfuscated
from privacy.domain.places.metric import UNIT_KM
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.reading.risk import risk_of
from privacy.domain.reading.sample import Sampler
from privacy.domain.source_file import SourceFile
from privacy.domain.substitute import PatientResult, SubstitutedNote, substitute_patient_file
from privacy.domain.tables import Tables
from privacy.models import ExportRequest
from privacy.selectors.earlier_exports import read_earlier, released_before
from privacy.selectors.export_changes import changes_since
from privacy.selectors.export_files import CERTIFICATES, export_path, policy_of
from privacy.selectors.export_notes import export_plan, names_in_export, read_patients
from privacy.selectors.ledger import charged_draws
from privacy.selectors.place_policy import tables_of
from privacy.services.keep_keys import StudyKeyError, load_key
from privacy.services.name_accounts import AccountNames, account_names

FORMAT: Final = 1  # of the manifest
# what ε is charged for: figures of different units are only added at this rate
CURRENCY: Final = {"date": "unit as written", "age": "unit as written", "place_km": UNIT_KM, "place_log10_population": 1}  # fmt: skip
_LOOK_SECONDS: Final = 0.5
OnProgress = Callable[[int, int], None]
Hidden = list[tuple[int, int]]
DoubtsOf = Callable[[str, Hidden], "Future[Hidden | None]"]
NearOf = Callable[[Sequence[Note]], Neighbours]
CertificatesOf = Callable[[SubstitutionPolicy, Tables, Path], list[dict[str, Any]]]
Guard = Callable[[SourceFile], SourceFile | None]


def no_doubts(_text: str, _hidden: Hidden) -> Future[Hidden | None]:
    """Where there is no model to ask: None, not "no place"."""
    told: Future[Hidden | None] = Future()
    told.set_result(None)
    return told


def no_neighbours(_notes: Sequence[Note]) -> Neighbours:
    """Where entities are substituted."""
    return Neighbours()


def no_guard(source: SourceFile) -> SourceFile | None:
    """Nothing has failed on any patient."""
    return source


def prove(policy: SubstitutionPolicy, tables: Tables, folder: Path) -> list[dict[str, Any]]:
    """Anew, or from `folder` what takes long."""
    return certificates_for(policy, tables, folder=folder)


class NothingToExportError(Exception):
    """No note of the project is in the export's scope."""


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A finished draft beside its final place, and what is known about it."""

    draft: Path
    sha256: str
    size_bytes: int
    document_count: int
    patient_count: int
    manifest: dict[str, Any]
    findings: list[dict[str, Any]]
    finding_count: int
    cohort: dict[str, Any]
    sample: list[dict[str, Any]]
    changes: dict[str, Any]
    effects_seen: int  # oppositions before the notes were read
    bills: tuple[Bill, ...] = field(repr=False)


def write_export_draft(
    export: ExportRequest,
    *,
    job_id: UUID,
    attempt: int,
    on_progress: OnProgress,
    codes_of: CodesOf = no_codes,
    doubts_of: DoubtsOf = no_doubts,
    certificates_of: CertificatesOf = prove,
    near_of: NearOf = no_neighbours,
    guard: Guard = no_guard,
) -> BuiltFile:
    """Writes and scans the draft of an export; the caller puts it in place or removes it.

    `on_progress(patients done, patients in all)` is called between patients and may raise to stop:
    whatever is raised, the draft is removed. `codes_of`: ICD-10 codes of a text, for the report of the cohort; `doubts_of`: places of a text that a
    model would hide, besides those that are, asked while patients are written; `near_of`: the neighbours of a patient's notes, for whole texts; `guard`: what of a patient's file is written, None for nothing, asked before. Raises StudyKeyError, NothingToExportError, BadEntityError,
    BadPolicyError.
    """
    effects_seen = effects_on(export.project_id)
    key = load_key(export.study_id, export.key_version)
    entries = export_plan(export.project, export.scope, key)
    if not entries:
        raise NothingToExportError
    final = export_path(export)
    final.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    _remove_old_drafts(final, job_id, attempt)
    # an attempt that lost its lease, or another job, may still be writing: each has its own draft
    draft = final.with_name(f"{final.name}.{job_id}.{attempt}.tmp")
    build = Build.of(export, key, codes_of=codes_of, near_of=near_of)
    tally, sampler, cohort = build.tally, build.sampler, build.cohort
    names = names_in_export(export.project, export.scope, key)
    asked = _Asked(doubts_of, sampler.surely_chosen(names))
    try:
        with _create(draft) as file:
            sources = read_patients(export.project, export.scope, key, entries)
            for done, source in enumerate(sources):
                on_progress(done, len(entries))
                if (guarded := guard(source)) is not None:
                    asked.ask_early(build.add(guarded, file))
            file.flush()
            os.fsync(file.fileno())
        if not tally.notes:
            raise NothingToExportError
        asked.ask_late(draft, {note.public_id for _why, note in sampler.chosen()})
        doubts = asked.told(lambda: on_progress(len(entries), len(entries)))
        return BuiltFile(
            draft=draft,
            sha256=tally.digest.hexdigest(),
            size_bytes=tally.size,
            document_count=tally.notes,
            patient_count=tally.patients,
            manifest={
                **_parameters(export),
                **counts_of(tally),
                "aside": count_unread(export.project),
                "certificates": [_certificate_of_texts(export, near_of).as_json()]
                if export.texts
                else certificates_of(build.policy, build.tables, final.parent / CERTIFICATES),
            },
            findings=tally.findings,
            finding_count=tally.finding_count,
            cohort=figures(cohort.before, cohort.after, _earlier(export, build.holders)),
            sample=_sample(sampler, doubts),
            changes=_changes(export),
            effects_seen=effects_seen,
            bills=tuple(build.bills),
        )
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@dataclass(slots=True)
class Build:
    """A file under way: what each patient adds to it."""

    export: ExportRequest
    key: StudyKey
    accounts: AccountNames
    policy: SubstitutionPolicy
    tables: Tables
    near_of: NearOf
    cohort: CohortReading
    sampler: Sampler
    tally: Tally = field(default_factory=Tally)
    bills: list[Bill] = field(default_factory=list)
    holders: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def of(
        cls, export: ExportRequest, key: StudyKey, *, codes_of: CodesOf, near_of: NearOf
    ) -> Build:
        """Nothing is in it yet."""
        return cls(
            export, key, account_names(), policy_of(export), tables_of(export), near_of,
            CohortReading(export.reference_date.year, codes_of), Sampler(key, str(export.pk)),
        )  # fmt: skip

    def add(self, source: SourceFile, file: IO[bytes]) -> list[SubstitutedNote]:
        """The patient's notes as they were written into `file`."""
        export, policy, key, tables = self.export, self.policy, self.key, self.tables
        payer = self.accounts.of(source, export.project_id)
        known = charged_draws(export, payer, policy, key)
        if export.texts:
            result = _whole_texts(export, source, key, self.near_of)
            drawn = bill_of_export_texts(export, payer.account, key)
        else:
            result = substitute_patient_file(
                source.notes, policy=policy, key=key, tables=tables, known=known
            )
            drawn = bill(payer.account, result.elements, policy=policy, key=key)
        written = _write_patient(file, self.tally, self.sampler, source, policy, tables, result)
        self.cohort.add(source.notes, result.notes)
        self.holders.append(source.former_holder)
        self.bills.append(replace(payer, charges=drawn.charges))
        return written


@dataclass(slots=True)
class _Asked:
    """What the model is asked about the notes to be read. It reads them while others are written: `early` names those
    that are known before all are written."""

    doubts_of: DoubtsOf
    early: frozenset[str]
    _answers: dict[str, Future[Hidden | None]] = field(default_factory=dict)

    def ask_early(self, written: Sequence[SubstitutedNote]) -> None:
        for note in written:
            if note.note_id in self.early:
                hidden = [(one.start, one.end) for one in note.replacements]
                self._answers[note.note_id] = self.doubts_of(note.text, hidden)

    def ask_late(self, draft: Path, chosen: set[str]) -> None:
        """The rest of those chosen."""
        wanted = chosen - self._answers.keys()
        with draft.open("rb") as file:
            for line in file:
                if (public_id := pseudonym_in(line)) in wanted:
                    _id, text, marks = read_replaced(line)
                    hidden = [(start, end) for start, end, *_rest in marks]
                    self._answers[public_id] = self.doubts_of(text, hidden)

    def told(self, on_wait: Callable[[], None]) -> dict[str, Hidden | None]:
        """`on_wait` is called now and then, and may raise."""
        left = set(self._answers.values())
        while left:
            on_wait()
            left = wait(left, timeout=_LOOK_SECONDS).not_done
        return {public_id: answer.result() for public_id, answer in self._answers.items()}


def _sample(sampler: Sampler, doubts: Mapping[str, Hidden | None]) -> list[dict[str, Any]]:
    """What is to be read, in its order. Offsets point into the exported text; no word of it is kept."""
    return [
        {
            "public_id": note.public_id,
            "why": str(why),
            "risk": note.risk,
            "reasons": list(map(str, note.reasons)),
            "doubts": doubts[note.public_id],
        }
        for why, note in sampler.chosen()
    ]


def _changes(export: ExportRequest) -> dict[str, Any]:
    """What has changed since the export of the project that was approved last."""
    previous = next(iter(released_before(export)), None)
    if previous is None:
        return {}
    try:
        key = load_key(previous.study_id, previous.key_version)
    except StudyKeyError:
        return {"number": previous.number}
    return {"number": previous.number, **changes_since(export, previous, key)}


def _earlier(export: ExportRequest, holders: list[tuple[str, str]]) -> list[Earlier]:
    """What has left of the project before. Without its key nobody can say who is who in a file: it is left out."""
    found: list[Earlier] = []
    for other in released_before(export):
        try:
            key = load_key(other.study_id, other.key_version)
        except StudyKeyError:
            continue
        earlier = read_earlier(other, key, export, holders)
        if earlier is not None:
            found.append(earlier)
    return found


def _parameters(export: ExportRequest) -> dict[str, Any]:
    """What may be told about the file besides counts: how it was asked for."""
    if export.texts:
        return {
            "format": FORMAT,
            "texts": export.texts,
            **({"word_epsilon": str(export.word_epsilon)} if export.word_epsilon else {}),
            "pool": {"number": export.pool.number, "sha256": export.pool.sha256}
            if export.pool
            else {},
            "scope": export.scope,
        }
    return {
        "format": FORMAT,
        "epsilon": str(export.epsilon),
        "dates": export.dates,
        "places": export.places,
        "area": export.area,
        "place_features": [
            {name: row[name] for name in ("column", "scale", "sha256", "role") if name in row}
            for row in export.place_features
        ],
        "place_metric": export.place_metric,
        "place_prior": export.place_prior,
        "tags": export.tags,
        "cap_ages": export.cap_ages,
        "note_dates": export.note_dates,
        "shares": export.shares._asdict(),
        "reference_date": export.reference_date.isoformat(),
        "scope": export.scope,
        "currency": CURRENCY,
    }


def _create(path: Path) -> BufferedWriter:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    return os.fdopen(handle, "wb")


def _remove_old_drafts(final: Path, job_id: UUID, attempt: int) -> None:
    """Drafts of this job's earlier attempts, and of jobs that will not go on."""
    left: dict[str, list[tuple[int, Path]]] = {}
    for path in final.parent.glob(f"{final.name}.*.tmp"):
        owner, _dot, number = path.name[len(final.name) + 1 : -len(".tmp")].rpartition(".")
        if number.isdigit():
            left.setdefault(owner, []).append((int(number), path))
    for owner, drafts in left.items():
        for draft_attempt, path in drafts:
            if (owner == str(job_id) and draft_attempt <= attempt) or not _may_go_on(owner):
                path.unlink(missing_ok=True)


def _may_go_on(job_id: str) -> bool:
    try:
        wanted = UUID(job_id)
    except ValueError:
        return False  # named before drafts carried their job
    return Job.objects.filter(pk=wanted).exclude(state__in=Job.FINISHED).exists()


def _write_patient(
    file: IO[bytes],
    tally: Tally,
    sampler: Sampler,
    source: SourceFile,
    policy: SubstitutionPolicy,
    tables: Tables,
    result: PatientResult,
) -> list[SubstitutedNote]:
    """The notes as they were written."""
    written: list[SubstitutedNote] = []
    for note in sorted(result.notes, key=lambda note: note.note_id):
        line = line_of(note, source.public_id)
        file.write(line)
        tally.add_line(line)
        # what is scanned is what was written
        written.append(replace(note, text=read_line(line)[1]))
    tally.add_patient(result, source, policy)
    found = leaks(source, written, tables)
    tally.add_findings(found)
    originals = {note.id: note for note in source.notes}
    for one in written:
        levels = [finding["level"] for finding in found if finding["public_id"] == one.note_id]
        is_checked = source.engines == {"gold"}
        sampler.add(risk_of(originals[one.note_id], one, levels, is_checked=is_checked))
    return written


def _whole_texts(
    export: ExportRequest, source: SourceFile, key: StudyKey, near_of: NearOf
) -> PatientResult:
    """Nothing of it is an element: no ε is shared, none is promised."""
    notes = obfuscated(
        source.notes,
        TextMethod(export.texts),
        near_of(source.notes),
        key=key,
        epsilon=_word_epsilon(export),
    )
    return PatientResult(source.public_id, tuple(notes), ())


def _certificate_of_texts(export: ExportRequest, near_of: NearOf) -> Certificate:
    if export.texts == TextMethod.NOISE and (space := near_of([]).space) is not None:
        return certify_noise(space, _word_epsilon(export))
    return certify_neighbours(TextMethod(export.texts))


def _word_epsilon(export: ExportRequest) -> Fraction:
    """The ε of each word that was chosen; 0 for a method that has none. Raises BadPolicyError: nobody else chooses it."""
    if export.texts == TextMethod.NOISE and not export.word_epsilon:
        raise BadPolicyError("word_epsilon", "le bruit demande un ε par mot, et aucun n'est choisi")
    return Fraction(export.word_epsilon or 0)


def bill_of_export_texts(export: ExportRequest, account: str, key: StudyKey) -> Bill:
    """What whole texts of one person count for. Another ε is another draw."""
    pool = "" if export.pool is None else export.pool.sha256
    told = f"/{export.word_epsilon.normalize():f}" if export.word_epsilon else ""
    return bill_of_texts(account, f"{export.texts}{told}", pool, key=key)
