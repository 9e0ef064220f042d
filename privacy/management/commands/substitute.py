"""`manage.py substitute IN.jsonl OUT.jsonl --epsilon 1`: files in and out, neither database nor server."""

import codecs
import errno
import gc
import sys
import tempfile
from argparse import ArgumentParser
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.domain.files import (
    PathError,
    ProgressBar,
    bytes_replaced_when_done,
    check_paths,
)
from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.fields import reread_note
from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.formats.losses import Loss, sentences
from annotation.domain.formats.records import reread_json
from annotation.domain.formats.unknown import UnknownFields
from annotation.domain.notes import Note
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from deidweb.short_files import short_text
from privacy.domain.budget import MOST_SHARE, Shares
from privacy.domain.errors import PrivacyError
from privacy.domain.exported_note import line_of
from privacy.domain.leakscan import Finding, Scanner, mask, sensitive_strings, source_place
from privacy.domain.leakscan.forms import Level
from privacy.domain.ledger import bill
from privacy.domain.obfuscation.files import read_neighbours
from privacy.domain.obfuscation.method import TextMethod, obfuscated
from privacy.domain.patient_file import check_entities, patient_key
from privacy.domain.policy import (
    WITHOUT_PROOF,
    DateMechanism,
    PlaceMechanism,
    SubstitutionPolicy,
    parse_epsilon,
    parse_tags,
)
from privacy.domain.pseudonyms import pseudonym
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import PatientResult, SubstitutedNote, substitute_patient_files
from privacy.domain.tables import Tables, default_tables
from privacy.management.distance import add_distance, atlas_of
from privacy.management.ledger_file import LedgerFile, LedgerFileError, open_ledger
from privacy.management.mechanisms import add_mechanisms
from privacy.presentation.findings import KIND_NAMES, LEVEL_NAMES

_CAP: Final = "10"
# notes and characters read before they are substituted, scanned and written together
_NOTES_AT_ONCE: Final = 400
_TEXT_AT_ONCE: Final = 1 << 22
_COLLECTED: Final = 5  # batches between two collections: what they make lies in no cycle
_PatientNotes = tuple["array[int]", list[Note]]  # his ranks in the file
WholeText = Callable[[list[Note], StudyKey, SubstitutionPolicy], list[SubstitutedNote]]


@contextmanager
def _collected_by_hand() -> Iterator[None]:
    """No automatic garbage collection inside.

    A patient's file is some ten thousand small objects, enough to start collections that walk through all tables of
    communes and names; those that are made when they are first asked for come after any freeze at the start.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()


def _collect() -> None:
    """Free what lies in cycles, so that memory stays flat; what is left, tables above all, is not looked at again."""
    gc.collect()
    gc.freeze()


class _Changed(NamedTuple):
    """A patient's notes as they may leave. `leaks`: of each note, then of their identifiers."""

    ranks: "array[int]"
    public: str
    notes: tuple[SubstitutedNote, ...]
    leaks: list[list[Finding]]


@dataclass(slots=True)
class _Index:
    """Where each patient's notes begin in the input: ranks and byte offsets, never a text."""

    notes: int = 0
    without_entities: int = 0
    telling_ids: int = 0  # patients
    offsets: "array[int]" = field(default_factory=lambda: array("Q"))
    patients: dict[str, "array[int]"] = field(default_factory=dict)
    unknown: UnknownFields = field(default_factory=UnknownFields)
    losses: Counter[Loss] = field(default_factory=Counter)

    def add(self, note: Note, offset: int) -> None:
        self.patients.setdefault(patient_key(note), array("Q")).append(self.notes)
        self.offsets.append(offset)
        self.notes += 1
        self.without_entities += not note.entities


class Command(BaseCommand):
    help = "Remplace les entités de notes annotées par des valeurs fictives (confidentialité différentielle)."
    other: WholeText | None = None
    requires_system_checks = ()  # neither database nor server: they take half of the start

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "source",
            type=given_file,
            metavar="IN.jsonl",
            help="notes annotées, une par ligne (docs/formats.md)",
        )
        parser.add_argument("target", metavar="OUT.jsonl", help="fichier à écrire")
        parser.add_argument(
            "--epsilon", required=True, help="budget ε de chaque patient (ex. 1 ; 0,5 ; 1/3)"
        )
        add_mechanisms(parser)
        parser.add_argument(
            "--tag",
            default="",
            metavar="PER,ORG",
            help="étiquettes dont chaque mention devient « [NOM] », « [VILLE] »…, ou all",
        )
        parser.add_argument(
            "--cap-ages",
            action="store_true",
            help="aucun âge au-delà de 89 ans : « 90 ans ou plus », et les dates qui le diraient ramenées",
        )
        parser.add_argument(
            "--note-dates",
            action="store_true",
            help="joint à chaque note sa date (meta.date) bruitée, qui compte parmi les dates du patient",
        )
        parser.add_argument(
            "--key-file",
            type=given_file,
            help="64 chiffres hexadécimaux ; sans elle, clé tirée puis oubliée",
        )
        parser.add_argument(
            "--reference-date", help="AAAA-MM-JJ : aucune date fictive après (aujourd'hui)"
        )
        parser.add_argument(
            "--area", default="FR", help="FR, une région (FR-BFC) ou un département (FR-21)"
        )
        parser.add_argument(
            "--ledger",
            type=given_file,
            metavar="FICHIER",
            help="registre des budgets : chaque personne est débitée, et rien n'est écrit au-delà du plafond",
        )
        parser.add_argument("--cap", help="avec --ledger : plafond de ε par personne (10)")
        parser.add_argument(
            "--override",
            metavar="MOTIF",
            help="avec --ledger : motif pour lequel un mécanisme sans borne est admis (inscrit au registre)",
        )
        parser.add_argument(
            "--shares",
            nargs="+",
            metavar="NOM=PART",
            default=[],
            help="part de ε de chaque valeur, par classe : dates, places, ages (1 chacune), par exemple dates=3 places=1",
        )
        parser.add_argument(
            "--text",
            choices=[m.value for m in TextMethod],
            help="change tout le texte au lieu des entités : kneo et sentence (sans preuve), noise (ε par mot)",
        )
        parser.add_argument(
            "--neighbours",
            type=given_file,
            metavar="FICHIER",
            help="avec --text : voisins qu'a écrits learn_neighbours",
        )
        add_distance(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        source, target = options["source"], Path(options["target"])
        with refusals(PathError, PrivacyError, FormatError, LedgerFileError, of=target):
            check_paths(source, target)
            _check_target(target, options)
            with _collected_by_hand():
                policy = _policy(options)
                tables = replace(default_tables(), atlas=atlas_of(options))
                policy = replace(policy, metric=tables.atlas.geography.named_metric)
                tables.atlas.area(policy.area)
                key = _key(options["key_file"])
                self.other = _whole_text(options)
                with _ledger(options, policy) as ledger:
                    masked, written = self._run(source, target, policy, key, tables, ledger)
                    lone = 0 if ledger is None else ledger.lone
        if options["ledger"] is None and (names := _unbounded(policy)):
            self.stderr.write(_("%(names)s : sans borne de confidentialité.") % {"names": names})
        if lone:
            self.stderr.write(
                ngettext(
                    "%(count)d note sans patient : son compte est celui de son texte.",
                    "%(count)d notes sans patient : leur compte est celui de leur texte.",
                    lone,
                )
                % {"count": lone}
            )
        if masked:
            self.stderr.write(
                ngettext(
                    "%(count)d chaîne d'origine hors des entités a été masquée : vérifiez l'annotation.",
                    "%(count)d chaînes d'origine hors des entités ont été masquées : vérifiez l'annotation.",
                    masked,
                )
                % {"count": masked}
            )
        self._tell_written(written, has_key=options["key_file"] is not None)

    def _tell_written(self, notes: int, *, has_key: bool) -> None:
        told = ngettext("%(count)d note substituée.", "%(count)d notes substituées.", notes)
        self.stderr.write(told % {"count": notes})
        if not has_key:
            self.stderr.write(
                _("Sans --key-file la clé est oubliée : un autre fichier aura d'autres valeurs.")
            )

    def _run(
        self,
        source: Path,
        target: Path,
        policy: SubstitutionPolicy,
        key: StudyKey,
        tables: Tables,
        ledger: LedgerFile | None,
    ) -> tuple[int, int]:
        """Index the file, substitute patient by patient, then give the notes their order back; strings masked, notes written."""
        with source.open("rb") as stream:
            index = _read_index(stream, source.name)
            for sentence in [*index.unknown.sentences(source.name), *sentences(index.losses)]:
                self.stderr.write(sentence)
            if index.without_entities and self.other is None:
                self.stderr.write(
                    ngettext(
                        "%(count)d note sans aucune entité : son texte sort tel quel.",
                        "%(count)d notes sans aucune entité : leur texte sort tel quel.",
                        index.without_entities,
                    )
                    % {"count": index.without_entities}
                )
                if index.without_entities == index.notes:
                    self.stderr.write(
                        _("Rien n'est remplacé. Lancez d'abord « manage.py preannotate ».")
                    )
            # beside the target: notes never lie in a temporary folder of the whole machine
            with (
                bytes_replaced_when_done(target) as output,
                tempfile.TemporaryFile(dir=target.absolute().parent) as spool,
            ):
                masked = self._substitute(stream, spool, index, policy, key, tables, ledger)
                _reorder(spool, output, index)
                self._tell_of_ids(index.telling_ids)
                if ledger is not None:
                    ledger.settle()
        return masked, index.notes

    def _substitute(
        self,
        stream: BinaryIO,
        spool: BinaryIO,
        index: _Index,
        policy: SubstitutionPolicy,
        key: StudyKey,
        tables: Tables,
        ledger: LedgerFile | None,
    ) -> int:
        masked = done = end = 0
        bar = ProgressBar(sys.stderr, index.notes)
        gc.freeze()  # the tables read so far hold nothing to free
        most = _NOTES_AT_ONCE if self.other is None else 1
        for count, batch in enumerate(_batches(stream, index, most), start=1):
            for ranks, public, notes, leaks in self._changed(batch, policy, key, tables, ledger):
                index.telling_ids += any(one.level is not Level.DOUBTFUL for one in leaks[-1])
                for rank, note, found in zip(ranks, notes, leaks[:-1], strict=True):
                    masked += len(found)
                    self._tell(note, found)
                    index.offsets[rank] = end
                    end += spool.write(line_of(mask(note, found) if found else note, public))
                done += len(ranks)
            if count % _COLLECTED == 0:
                _collect()
            bar.show(done, done)
        bar.show(done, done, final=True)
        return masked

    def _changed(
        self,
        batch: list[_PatientNotes],
        policy: SubstitutionPolicy,
        key: StudyKey,
        tables: Tables,
        ledger: LedgerFile | None,
    ) -> Iterator[_Changed]:
        """The notes of some patients as they may leave. Each step is done for all of them before the next one: its code and its tables
        stay in the processor's caches."""
        results = self._results([notes for _, notes in batch], policy, key, tables)
        if ledger is not None:
            for (_, notes), result in zip(batch, results, strict=True):
                payer = ledger.payer(notes)
                ledger.charge(bill(payer, result.elements, policy=policy, key=key))
        leaks = _leaks([notes for _, notes in batch], results, tables)
        for (ranks, notes), result, found in zip(batch, results, leaks, strict=True):
            owner = notes[0].patient.id
            public = pseudonym(key, "patient", owner) if owner else ""
            yield _Changed(ranks, public, result.notes, found)

    def _results(
        self, files: list[list[Note]], policy: SubstitutionPolicy, key: StudyKey, tables: Tables
    ) -> list[PatientResult]:
        """The patients' notes before the leak scan."""
        if self.other is None:
            return substitute_patient_files(files, policy=policy, key=key, tables=tables)
        return [
            PatientResult(notes[0].patient.id, tuple(self.other(notes, key, policy)), ())
            for notes in files
        ]

    def _tell_of_ids(self, patients: int) -> None:
        """Identifiers of notes leave as they came: whoever reads them must know what they say."""
        if patients:
            self.stderr.write(
                ngettext(
                    "%(count)d patient : l'identifiant d'une de ses notes contient une chaîne d'origine et sort tel quel.",
                    "%(count)d patients : l'identifiant d'une de leurs notes contient une chaîne d'origine et sort tel quel.",
                    patients,
                )
                % {"count": patients}
            )

    def _tell(self, note: SubstitutedNote, found: list[Finding]) -> None:
        """One line a masked passage: where it stands in the input, in which form, how surely. Never its words."""
        for finding in found:
            start, end = source_place(note.replacements, finding.start, finding.end)
            self.stderr.write(
                _("note %(note)s, caractères %(start)d à %(end)d : %(label)s, %(kind)s, %(level)s")
                % {
                    "note": note.note_id,
                    "start": start,
                    "end": end,
                    "label": finding.label,
                    "kind": KIND_NAMES[finding.kind],
                    "level": LEVEL_NAMES[finding.level],
                }
            )


def _check_target(target: Path, options: dict[str, Any]) -> None:
    """The output takes the place of what is there: of nothing that the run reads or keeps. Raises PathError."""
    ledger, features = options["ledger"], options["features"] or []
    kept = [options["key_file"], options["neighbours"], options["prior_file"], *features]
    if ledger is not None:  # SQLite takes away what bears the name of its journal
        kept += [ledger, *(f"{ledger}{end}" for end in (".key", "-journal", "-wal", "-shm"))]
    for path in map(Path, filter(None, kept)):
        if path.resolve() == target.resolve() or (
            target.exists() and path.exists() and target.samefile(path)
        ):
            raise PathError(
                _("La sortie prendrait la place d'un fichier de ce calcul : %(file)s")
                % {"file": path}
            )


def _whole_text(options: dict[str, Any]) -> WholeText | None:
    """How the whole text is changed; None where entities are. Raises BadSpaceError, OSError."""
    path: Path | None = options["neighbours"]
    if (options["text"] is None) != (path is None):
        raise CommandError(_("--text et --neighbours vont ensemble."))
    if options["text"] is None or path is None:
        return None
    if options["ledger"] is not None:
        raise CommandError(
            _("--text ne va pas avec --ledger : rien ne borne ce que dit le texte entier.")
        )
    method = TextMethod(options["text"])
    near = read_neighbours(path, method)
    return lambda notes, key, policy: obfuscated(
        notes, method, near, key=key, epsilon=policy.epsilon
    )


@contextmanager
def _ledger(options: dict[str, Any], policy: SubstitutionPolicy) -> Iterator[LedgerFile | None]:
    """The ledger of the options, if any; what has no bound is refused there without a reason."""
    if options["ledger"] is None:
        if options["override"]:
            raise CommandError(_("--override ne va qu'avec --ledger."))
        if options["cap"]:
            raise CommandError(_("--cap ne va qu'avec --ledger."))
        yield None
        return
    reason = (options["override"] or "").strip()
    unbounded = _unbounded(policy)
    if unbounded and not reason:
        raise CommandError(
            _("%(names)s : sans borne de confidentialité. Donnez le motif par --override.")
            % {"names": unbounded}
        )
    with open_ledger(Path(options["ledger"]), _cap(options["cap"] or _CAP)) as ledger:
        if unbounded:
            ledger.sign(unbounded, reason)
        yield ledger


def _cap(text: str) -> Fraction:
    try:
        return parse_epsilon(text)
    except PrivacyError:
        raise CommandError(_("--cap : un nombre strictement positif est attendu.")) from None


def _unbounded(policy: SubstitutionPolicy) -> str:
    """The chosen mechanisms that nothing bounds; "" without any."""
    return " ".join(sorted({policy.dates, policy.places} & WITHOUT_PROOF))


def _policy(options: dict[str, Any]) -> SubstitutionPolicy:
    text = options["reference_date"]
    try:
        reference = date.fromisoformat(text) if text else timezone.localdate()
    except ValueError:
        raise CommandError(_("--reference-date : une date AAAA-MM-JJ est attendue.")) from None
    return SubstitutionPolicy(
        epsilon=parse_epsilon(options["epsilon"]),
        reference_date=reference,
        dates=DateMechanism(options["dates"]),
        places=PlaceMechanism(options["places"]),
        area=options["area"],
        tags=parse_tags(options["tag"]),
        cap_ages=options["cap_ages"],
        note_dates=options["note_dates"],
        class_weights=_shares(options["shares"]).weights(),
    )


def _shares(texts: list[str]) -> Shares:
    """« dates=3 places=1 », by class."""
    found: dict[str, int] = {}
    for text in texts:
        name, _equals, share = text.partition("=")
        if name not in Shares._fields or not share.isdecimal() or not 1 <= int(share) <= MOST_SHARE:
            raise CommandError(
                _("--shares : attendu dates=, places= ou ages=, de 1 à %(most)d.")
                % {"most": MOST_SHARE}
            )
        if name in found:
            raise CommandError(_("--shares : %(name)s= est donné deux fois.") % {"name": name})
        found[name] = int(share)
    return Shares(**found)


def _batches(stream: BinaryIO, index: _Index, most: int) -> Iterator[list[_PatientNotes]]:
    """The patients of a file with their notes, some at a time; one with very many notes alone."""
    batch: list[_PatientNotes] = []
    notes = size = 0
    for ranks in index.patients.values():
        own = [_note_at(stream, index.offsets[rank]) for rank in ranks]
        batch.append((ranks, own))
        notes += len(own)
        size += sum(len(note.text) for note in own)
        if notes >= most or size >= _TEXT_AT_ONCE:
            yield batch
            batch, notes, size = [], 0, 0
    if batch:
        yield batch


def _leaks(
    files: list[list[Note]], results: list[PatientResult], tables: Tables
) -> list[list[list[Finding]]]:
    """What of each patient's originals stands in his notes as they would leave, and last in their identifiers."""
    scanners = [
        Scanner(sensitive_strings(notes), ordinary_words=tables.ordinary_words)
        for notes in reversed(files)
    ]
    # each goes with its tables once its notes are read
    return [scanners.pop().scan_all([*result.notes, _ids(result.notes)]) for result in results]


def _ids(notes: Sequence[SubstitutedNote]) -> SubstitutedNote:
    """The identifiers of a patient's notes, to be read by the leak scan as one more note."""
    return SubstitutedNote("", "\n".join(note.note_id for note in notes).replace("_", " "), ())


def _key(path: Path | None) -> StudyKey:
    """The study key of the file, or a fresh one that nobody keeps."""
    if path is None:
        return StudyKey.fresh()
    try:
        text = short_text(path, may_be_pipe=True)
    except UnicodeDecodeError:
        text = ""  # refused below with the right message
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        text = ""  # no disk is full: what is so long is no key
    return StudyKey.from_hex(text)


def _read_index(stream: BinaryIO, name: str) -> _Index:
    """First pass: every line is checked, nothing of it is kept. Raises FormatError with its line."""
    index, position = _Index(), [0, 0]  # offset and number of the line just given out

    def lines() -> Iterator[bytes]:
        offset = 0
        for number, line in enumerate(bounded_lines(stream), start=1):
            position[:] = [offset, number]
            yield line
            offset += len(line)

    for note in read_notes(lines(), file_name=name, unknown=index.unknown, losses=index.losses):
        try:
            check_entities(note)
        except PrivacyError as error:
            raise FormatError(name, position[1], "entities", str(error)) from None
        index.add(note, position[0])
    return index


def _note_at(stream: BinaryIO, offset: int) -> Note:
    """A note that the first pass has taken."""
    stream.seek(offset)
    line = stream.readline().removeprefix(codecs.BOM_UTF8)
    try:
        note = reread_note(reread_json(line))
        check_entities(note)
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise CommandError(_("Le fichier a changé pendant la lecture.")) from None
    return note


def _reorder(spool: BinaryIO, output: BinaryIO, index: _Index) -> None:
    for offset in index.offsets:
        spool.seek(offset)
        output.write(spool.readline())
