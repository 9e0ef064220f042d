"""The leak scan: what is found of values that were disguised, and alarms where nothing leaked.

Invented people, their values written in each of `DISGUISES`, hidden in the demonstration's substituted notes. Phrases,
names and towns are split in two halves: one is for whoever works on the scan (``--half develop --show``), the figures
are those of the other.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Final

from annotation.demo.corpus import load_corpus, load_folders
from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import Note
from benches.ner.sources import FRESH_NOTES, HAND_NOTES
from benches.results import Row
from privacy.domain.attacks.disguises import DISGUISES, PEOPLE_OF, SHORT_NAMES, Half, pick
from privacy.domain.attacks.leaks import Person, last_names, people, word_names
from privacy.domain.leakscan import Kind, Scanner, SensitiveString, sensitive_strings
from privacy.domain.patient_file import patient_key
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import BitSource, KeyedStream, StudyKey, below
from privacy.domain.substitute import SubstitutedNote, substitute_patient_file
from privacy.domain.tables import Tables

POLICY: Final = SubstitutionPolicy(Fraction(1), date(2026, 1, 31))
KEY: Final = StudyKey(bytes(range(32)))
_PER, _LOC = str(Label.PER), str(Label.LOC)
# what a namesake's note says without naming him: words, verbs, diseases, signs, scores
NAMESAKES: Final = (
    (_PER, Subtype.PRENOM, "Marie", "Patiente mariée, son époux est marié à nouveau."),
    (_PER, Subtype.PRENOM, "Désirée", "Grossesse désirée, sans complication."),
    (_LOC, Subtype.VILLE, "Vienne", "Il faut que la patiente vienne à jeun."),
    (_LOC, Subtype.VILLE, "Lourdes", "Sensation de jambes lourdes en fin de journée."),
    (_PER, Subtype.NOM, "Petit", "Petit abcès de la marge anale, petit drainage."),
    (_PER, Subtype.NOM, "Legrand", "Le grand trochanter est indolore."),
    (_PER, Subtype.NOM, "Parkinson", "Maladie de Parkinson depuis 2010, Parkinson traité."),
    (_PER, Subtype.NOM, "Crohn", "Poussée de Crohn iléal, pas de fistule de Crohn."),
    (_PER, Subtype.NOM, "Raynaud", "Phénomène de Raynaud bilatéral des mains."),
    (_PER, Subtype.NOM, "Babinski", "Babinski indifférent à gauche, signe de Babinski à droite."),
    (_PER, Subtype.NOM, "Bell", "Paralysie faciale de Bell régressive."),
    (_PER, Subtype.NOM, "Glasgow", "Score de Glasgow à 15, Glasgow 14 à l'arrivée."),
    (_PER, Subtype.NOM, "Basedow", "Hyperthyroïdie sur maladie de Basedow."),
    (_PER, Subtype.NOM, "Lefort", "Fracture de Lefort II, Lefort 1 à droite."),
    (_PER, Subtype.PRENOM, "Clément", "Pronostic plutôt clément à ce stade."),
    (_PER, Subtype.PRENOM, "Aimée", "Personne aimée et entourée par les siens."),
    (_PER, Subtype.NOM, "Dupuytren", "Maladie de Dupuytren du quatrième rayon."),
    (_PER, Subtype.NOM, "Hodgkin", "Lymphome de Hodgkin stade III, rémission."),
    (_LOC, Subtype.VILLE, "Tours", "Deux tours de cordon à la naissance."),
    (_LOC, Subtype.VILLE, "Sens", "Perte du sens de l'orientation."),
    (_PER, Subtype.NOM, "Gilbert", "Bilirubine libre : maladie de Gilbert."),
    (_PER, Subtype.NOM, "Murphy", "Signe de Murphy positif, Murphy échographique."),
    (_PER, Subtype.NOM, "Blanc", "Écoulement blanc, lait blanc, drap blanc."),
    (_PER, Subtype.NOM, "Court", "Souffle court à l'effort, un temps court."),
    (_PER, Subtype.NOM, "Verneuil", "Abcès récidivants : maladie de Verneuil."),
    (_PER, Subtype.NOM, "Ménière", "Vertiges de Ménière anciens."),
    (_PER, Subtype.PRENOM, "Rose", "Érythème rose pâle, peau rose."),
    (_PER, Subtype.PRENOM, "Pierre", "Une pierre dans le cholédoque."),
    (_LOC, Subtype.VILLE, "Grasse", "Surcharge grasse du foie."),
    (_LOC, Subtype.VILLE, "Die", "Dose die, bis in die."),
    (_PER, Subtype.NOM, "Alzheimer", "Démence de type Alzheimer, MMS à 18."),
    (_PER, Subtype.NOM, "Horton", "Suspicion de Horton, biopsie de l'artère temporale."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Alarmed:
    """Notes in which nothing leaked, scanned for their own patient."""

    source: str
    notes: int
    raised: int
    levels: tuple[str, ...]


def _bits(name: str, half: Half) -> KeyedStream:
    return KeyedStream(StudyKey(bytes(32)), f"{name} {half.name}".encode())


def _files(notes: Sequence[Note]) -> Iterator[list[Note]]:
    for _, own in groupby(sorted(notes, key=patient_key), key=patient_key):
        yield list(own)


def outgoing(notes: Sequence[Note], tables: Tables) -> Iterator[tuple[list[Note], SubstitutedNote]]:
    """(the patient's notes, one of them as it leaves)."""
    for own in _files(notes):
        done = substitute_patient_file(own, policy=POLICY, key=KEY, tables=tables)
        yield from ((own, note) for note in done.notes)


def found(
    half: Half, each: int, tables: Tables, *, show: bool = False
) -> Iterator[tuple[str, int]]:
    """(disguise, how many of `each` were found)."""
    carriers = [note for _, note in outgoing(list(load_corpus("dev")), tables)]
    for name, disguise in DISGUISES.items():
        source = _bits(name, half)
        persons = _subjects(source, half, disguise.kind, tables)
        hits = tried = 0
        while tried < each:
            person = next(persons)
            passage = disguise.passage(person, source, half)
            if not passage:
                continue
            tried += 1
            hit = _is_found(pick(source, carriers), passage, person, source, tables)
            hits += hit
            if show and not hit:
                print(f"{name}: {passage!r} of {person.originals()!r}"[:100])
        yield name, hits


def _subjects(source: BitSource, half: Half, kind: Kind, tables: Tables) -> Iterator[Person]:
    """People whose names are no words, but where a word is written like a name; where the form asks for it, of the first
    names and towns of the half."""
    lasts = word_names(tables) if kind is Kind.EXACT else last_names(tables, words_too=False)
    for person in people(source, tables, lasts):
        if kind is Kind.DIMINUTIVE:
            first = pick(source, SHORT_NAMES[half::2])[0]
            yield replace(person, identity=replace(person.identity, first_name=(first,)))
        elif kind is Kind.DEMONYM:
            yield replace(person, town=pick(source, PEOPLE_OF[half::2])[0])
        else:
            yield person


def _is_found(
    note: SubstitutedNote, passage: str, person: Person, source: BitSource, tables: Tables
) -> bool:
    """True when a finding touches the passage, put at a line end."""
    at = note.text.find("\n", below(source, max(len(note.text) // 2, 1)))
    at = len(note.text) if at < 0 else at
    text = f"{note.text[:at]} {passage}. {note.text[at:]}"
    scanner = Scanner(person.originals(), ordinary_words=tables.ordinary_words)
    findings = scanner.scan(SubstitutedNote("n", text, ()))
    return any(f.start > at and f.end <= at + len(passage) + 2 for f in findings)


def alarms(tables: Tables) -> Iterator[Alarmed]:
    """On substituted notes whose every value was annotated by hand."""
    sources = {
        "demonstration, dev": load_corpus("dev"),
        "demonstration, heldout": load_corpus("heldout"),
        "hand": load_folders([HAND_NOTES]),
        "fresh": load_folders([FRESH_NOTES]),
    }
    for source, notes in sources.items():
        count, levels = 0, []
        raised = 0
        for own, note in outgoing(list(notes), tables):
            scanner = Scanner(sensitive_strings(own), ordinary_words=tables.ordinary_words)
            findings = scanner.scan(note)
            count += 1
            raised += bool(findings)
            levels += [str(getattr(finding, "level", "")) for finding in findings]
        yield Alarmed(source, count, raised, tuple(levels))


def namesakes(half: Half, tables: Tables) -> tuple[int, int]:
    """(sentences, those that raise an alarm) where a word or a disease is the name of somebody in the file."""
    rows = NAMESAKES[half::2]
    raised = 0
    for label, subtype, name, sentence in rows:
        item = SensitiveString(label, subtype, name)
        scanner = Scanner([item], ordinary_words=tables.ordinary_words)
        raised += bool(scanner.scan(SubstitutedNote("n", sentence, ())))
    return len(rows), raised


def milliseconds(tables: Tables, rounds: int) -> float:
    """Processor time to make the scanners of the demonstration's patients and scan their notes, by note; the least of
    a few rounds."""
    made = [(own, note) for own, note in outgoing(list(load_corpus("dev")), tables)]
    files = [(own, [note for _, note in pairs]) for own, pairs in _by_file(made)]
    least = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        for own, notes in files:
            scanner = Scanner(sensitive_strings(own), ordinary_words=tables.ordinary_words)
            scanner.scan_all(notes)
        least = min(least, time.process_time() - began)
    return 1000 * least / len(made)


def _by_file(
    made: Sequence[tuple[list[Note], SubstitutedNote]],
) -> Iterator[tuple[list[Note], list[tuple[list[Note], SubstitutedNote]]]]:
    for _, pairs in groupby(made, key=lambda pair: id(pair[0])):
        own = list(pairs)
        yield own[0][0], own


def by_form(tables: Tables, each: int) -> dict[str, int]:
    """How many of `each` values are found in each disguise, on the half that nobody develops on."""
    return dict(found(Half.REPORT, each, tables))


def rows(hits: Mapping[str, int], tables: Tables, each: int) -> Iterator[Row]:
    """The totals; what each disguise gives (`hits`) stands in docs/privacy.md."""
    planted = each * len(hits)
    yield Row(
        "leak scan: disguised values, found",
        f"{sum(hits.values())} of {planted}",
        "",
        f"{len(hits)} disguises",
    )
    told = list(alarms(tables))
    yield Row(
        "leak scan: alarms where nothing leaked",
        f"{sum(one.raised for one in told)} of {sum(one.notes for one in told)}",
        "notes",
        "substituted notes, each scanned for its own patient",
    )  # fmt: skip
    count, raised = namesakes(Half.REPORT, tables)
    yield Row(
        "leak scan: alarms on words and diseases that are also the patient's name",
        f"{raised} of {count}",
        "sentences",
    )
