"""`manage.py cohort_report IN.jsonl OUT.jsonl`: who of a real cohort could be recognised, before and after."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.jsonl import notes_in
from annotation.management.given_file import given_file
from annotation.management.refusals import refusals
from privacy.domain.attacks.read_cohort import of_notes
from privacy.domain.attacks.reidentification import (
    Earlier,
    Profile,
    Shown,
    figures,
    profile_of,
)
from privacy.domain.patient_file import patient_key
from privacy.presentation.cohort import CohortReport, cohort_report

Entities = dict[str, list[Shown]]


class Command(BaseCommand):
    help = (
        "Compte les patients reconnaissables avant et après la substitution : notes annotées, puis les mêmes "
        "substituées (manage.py substitute). Ne dit aucune valeur."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            type=given_file,
            metavar="IN.jsonl",
            help="notes annotées, une par ligne (docs/formats.md)",
        )
        parser.add_argument(
            "target", type=given_file, metavar="OUT.jsonl", help="les mêmes notes, substituées"
        )
        parser.add_argument(
            "--earlier",
            type=given_file,
            action="append",
            default=[],
            metavar="OUT.jsonl",
            help="fichier déjà sorti des mêmes notes, à joindre (répétable)",
        )
        parser.add_argument("--json", action="store_true", help="les nombres en un objet JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        with refusals(FormatError, of=options["source"]):
            found = _figures(options["source"], options["target"], options["earlier"])
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        report = cohort_report(found)
        for line in [] if report is None else _lines(report):
            self.stdout.write(line)


def _figures(source: Path, target: Path, earlier: list[Path]) -> dict[str, Any]:
    owners: dict[str, str] = {}  # note → patient, as the originals say
    before: Entities = {}
    for note in notes_in(source):
        owners[note.id] = patient_key(note)
        before.setdefault(owners[note.id], []).extend(of_notes([note]))
    ranks = {patient: rank for rank, patient in enumerate(before)}
    after = _by_patient(target, owners)
    if ranks.keys() != after.keys():
        raise CommandError(_("%(file)s : ce ne sont pas les mêmes notes.") % {"file": target.name})
    others = [_by_patient(path, owners) for path in earlier]
    return figures(
        _profiles(before),
        _profiles({patient: after[patient] for patient in before}),
        [
            Earlier(
                number,
                same_study=False,
                profiles=_profiles(found),
                owners=[ranks.get(patient) for patient in found],
            )
            for number, found in enumerate(others, start=1)
        ],
    )


def _by_patient(path: Path, owners: Mapping[str, str]) -> Entities:
    """Entities by the patient that the originals tell; a note that is not among them is nobody's."""
    found: Entities = {}
    for note in notes_in(path):
        patient = owners.get(note.id, f"?{note.patient.id or note.id}")
        found.setdefault(patient, []).extend(of_notes([note]))
    return found


def _profiles(found: Entities) -> list[Profile]:
    pivot = timezone.localdate().year
    return [profile_of(shown, pivot=pivot) for shown in found.values()]


def _lines(report: CohortReport) -> Iterator[str]:
    yield _("%(count)d patients.") % {"count": report.patients}
    for row in report.rows:
        yield _(
            "%(title)s : %(known)d concernés ; seuls de leur valeur %(unique_before)d avant, %(unique_after)d après ; "
            "moins de 5 par valeur %(small_before)d, %(small_after)d ; retrouvés %(right)d, pris pour un autre %(wrong)d"
        ) % {name: getattr(row, name) for name in row.__slots__}
    for one in report.links:
        yield _("Fichier n° %(number)d, %(common)d patients communs : %(joined)s") % {
            "number": one.number,
            "common": one.common,
            "joined": " ; ".join(one.joined),
        }
    yield from report.advice
