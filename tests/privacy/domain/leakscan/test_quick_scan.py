"""The quick scan finds what the exact one finds: the same places, forms and labels, in any text."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.demo.corpus import load_corpus
from annotation.domain.notes import Note
from privacy.domain.attacks import leaks
from privacy.domain.leakscan import Scanner, SensitiveString, sensitive_strings
from privacy.domain.leakscan.keys import head, key_of, keys_of
from privacy.domain.leakscan.quick import QuickReading
from privacy.domain.leakscan.reading import Reading
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import KeyedStream, StudyKey
from privacy.domain.substitute import SubstitutedNote, substitute_patient_file

pytestmark = pytest.mark.slow

ORIGINALS = (
    SensitiveString("PER", "NOM", "Prélot"),
    SensitiveString("PER", "NOM", "de La Tour-Sœur"),
    SensitiveString("PER", "NOM", "Petit"),
    SensitiveString("PER", "PRENOM", "Maëlle"),
    SensitiveString("PER", "PRENOM", "Thérèse"),
    SensitiveString("PER", "", "Maëlle Prélot"),
    SensitiveString("PER", "INITIALES", "S.T."),
    SensitiveString("LOC", "VILLE", "Saint-Étienne"),
    SensitiveString("LOC", "VILLE", "Le Creusot"),
    SensitiveString("LOC", "ADRESSE", "7 bis rue du Prélot 39100 Dole"),
    SensitiveString("ORG", "HOPITAL", "Clinique Œuvre-Chasselas"),
    SensitiveString("DATE", "DATE_NAISSANCE", "09/07/1950"),
    SensitiveString("DATE", "DATE", "12 mars 2021"),
    SensitiveString("AGE", "AGE", "75 ans"),
    SensitiveString("TEL", "TEL", "06 39 98 12 34"),
    SensitiveString("MAIL", "MAIL", "maelle.prelot@exemple.fr"),
    SensitiveString("QID", "IPP", "8003456123"),
    SensitiveString("REF", "REF", "AB-2021/4477"),
)
# what leaks are made of, what is near them, and what no text should hold
PIECES = (
    "Prélot",
    "PRELOT",
    "prelot",
    "Prelo",
    "Prélott",
    "Perlot",
    "tolérp",
    "Pré-\nlot",
    "P R E L O T",
    "p.r.é.l.o.t",
    "MmePrélot",
    "mPRELOT",
    "DurPrélot",
    "DURAmD",
    "Pre1ot",
    "Prélot",
    "ﬁn",
    "Maëlle",
    "maelleprelot",
    "mprelot",
    "M.P.",
    "M. P.",
    "patiente MP",
    "mME MP",
    "S.T",
    "st",
    "St",
    "SAINT",
    "sainte",
    "Saint-Étienne",
    "StEtienne",
    "St Etienne",
    "👍Prélot❤️",
    "😀",
    "sœur",
    "Sœur",
    "SŒUR",
    "Œuvre",
    "œuvre chasselas",
    "latoursœur",
    "de la tour soeur",
    "Le",
    "Creusot",
    "Creuso",
    "9 juillet 1950",
    "neuf juillet",
    "09.07.50",
    "19500709",
    "090750",
    "9 7 1950",
    "July 9, 1950",
    "12/03",
    "12 mars",
    "mars 12 2021",
    "75 ans",
    "75ans",
    "06.39.98.12.34",
    "+33 6 39 98 12 34",
    "00080034561230",
    "3216543008",
    "prelot@exemple",
    "ab 2021 4477",
    "39100",
    "petit",
    "Petit",
    "P. Petit",
    "Petit M.",
    "maladie de Prélot",
    "r. du Prélot",
    "rue Prélot",
    "75a",
    "75 a.",
    "âge",
    "75",
    "Mme Prél…",
    "mME Pré.",
    "Prél.",
    "PR3L0T",
    "TH3R3S3",
    "Ｐｒélot",
    "Рrélot",
    "ø",
    "β",
    "Ꭰ",
    "O6 39 98 l2 34",
    "O",
    "l2",
    "B0O3456I23",
    "AB/CD",
    "maelle.prelot (at) exemple point fr",
    "vu avec petit ce jour",
    "²",
    "3 ² 2020",
    "µg",
    "Ab²Cd",
    "Ǆ",
    "İ",
    "ß",
    "ﬀ",
    "٣",
    "e\u0301",
    "Pre\u0301lot",
    "😀",
    "",
    "_",
    "'",
    "’",
    "-",
    ". ",
    "\n",
    "\u00a0",
    "du",
    "rue",
    "7",
    "12",
    "1950",
    "Thérèse",
    "Theresse",
    "ThéRèse",
    "T",
    "M",
    "P",
)  # fmt: skip
GAPS = st.sampled_from(("", " ", "  ", "\n", "-", ".", ", ", "'", " " * 12, " " * 23, "\n   "))
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES), GAPS), max_size=14).map(
    lambda parts: "".join(piece + gap for piece, gap in parts)
)
ANY_TEXT = st.text(st.sampled_from("PRELOTprelotéÉœŒæÆaA²µ1290OlSРøＰ .-_\n'’st"), max_size=60)
SETTINGS = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def scanner(tables) -> Scanner:
    return Scanner(ORIGINALS, ordinary_words=tables.ordinary_words)


@given(text=TEXTS)
@SETTINGS
def test_pieces_of_leaks_are_found_alike(scanner, text):
    note = SubstitutedNote("n", text, ())
    assert scanner.scan(note) == scanner.scan_exactly(note)


@given(text=ANY_TEXT)
@SETTINGS
def test_any_letters_are_read_alike(scanner, text):
    note = SubstitutedNote("n", text, ())
    assert scanner.scan(note) == scanner.scan_exactly(note)
    keys = keys_of(text)
    if keys is not None:
        quick, exact = QuickReading(text, keys), Reading(text)
        assert [*quick.words] == exact.words
        assert [*quick.written] == exact.written
        assert [(quick.start(i), quick.end(i)) for i in range(len(exact.words))] == exact.spans


DATE_WORDS = [
    "neuf",
    "juillet",
    "mars",
    "vingt",
    "et",
    "un",
    "dix",
    "sept",
    "premier",
    "deux",
    "mille",
    "mil",
    "cent",
    "quatre",
    "cinquante",
    "1950",
    "2021",
    "09",
    "07",
    "12",
    "9",
    "er",
]
SPELLED = st.lists(st.sampled_from(DATE_WORDS), max_size=7).map(" ".join)


@given(texts=st.lists(st.one_of(TEXTS, ANY_TEXT, SPELLED), max_size=5))
@SETTINGS
def test_notes_scanned_together_are_read_as_if_alone(scanner, texts):
    notes = [SubstitutedNote(str(rank), text, ()) for rank, text in enumerate(texts)]
    assert scanner.scan_all(notes) == [scanner.scan_exactly(note) for note in notes]


def test_no_value_is_put_together_from_two_notes(scanner):
    halves = ["Vu avec Maëlle Pré", "lot, le 12 mars", "2021 à Saint-", "Étienne"]
    notes = [SubstitutedNote(str(rank), text, ()) for rank, text in enumerate(halves)]
    assert len(scanner.scan(SubstitutedNote("n", " ".join(halves), ()))) > 2
    assert scanner.scan_all(notes) == [scanner.scan_exactly(note) for note in notes]


@pytest.mark.parametrize(
    "texts",
    [
        ("Posologie : vingt", "Neuf juillet 1950. Motif"),
        ("Né le neuf juillet deux mille", "Vingt comprimés par jour"),
        ("Né le neuf juillet", "Quatre vingt deux ans, hospitalisé"),
        ("Né le neuf juillet mil neuf cent cinquante", "Cent vingt pulsations"),
    ],
)
def test_a_date_in_words_ends_with_its_note(scanner, texts):
    notes = [SubstitutedNote(str(rank), text, ()) for rank, text in enumerate(texts)]
    found = scanner.scan_all(notes)
    assert found == [scanner.scan_exactly(note) for note in notes]
    assert sum(map(len, found)) == 1


def test_a_date_in_words_ends_with_its_paragraph(scanner):
    text = "Né le neuf juillet.\n\n\n\nDeux mille vingt comprimés"
    assert len(scanner.scan(SubstitutedNote("n", text, ()))) == 1


def test_a_strange_note_and_a_very_long_one_do_not_change_the_others(scanner):
    texts = ["Vu M. PRELOT.", "Prelot 😀", "Œdème. " * 6000 + "M. Prelot", "PRELOT"]
    notes = [SubstitutedNote(str(rank), text, ()) for rank, text in enumerate(texts)]
    found = scanner.scan_all(notes)
    assert found == [scanner.scan_exactly(note) for note in notes]
    assert [len(own) for own in found] == [1, 1, 1, 1]


@given(
    name=st.text(st.sampled_from("abeioélrstuœ"), min_size=5, max_size=9),
    at=st.integers(0, 8),
    letter=st.sampled_from("abcz"),
    way=st.sampled_from(("out", "in", "other", "swapped")),
)
@SETTINGS
def test_every_misspelling_passes_the_sieve(tables, name, at, letter, way):
    head, own, tail = name[:at], name[at : at + 1], name[at + 1 :]
    ways = {"out": head + tail, "in": head + letter + own + tail, "other": head + letter + tail}
    written = ways.get(way, head + tail[:1] + own + tail[1:])
    scanner = Scanner([SensitiveString("PER", "NOM", name)], ordinary_words=tables.ordinary_words)
    note = SubstitutedNote("n", f"Vu avec {written.title()} ce jour.", ())
    assert scanner.scan(note) == scanner.scan_exactly(note)


def test_most_notes_are_read_quickly_and_strange_ones_exactly():
    assert keys_of("Œdème du cœur, 38 °C ; M. Prélot – 12 µg/m².") is not None
    for sign in ("😀", "👍🏽", "❤️", "🄰"):  # pictures are signs, wherever they lie
        assert keys_of(f"Vu {sign}, œdème.") is not None
    for strange in ("e\u0301", "𝐀", "ß", "٣", "ﬁn", "Ab²Cd"):
        assert keys_of(f"Vu {strange}.") is None


def test_a_superscript_is_no_part_of_a_date(scanner):
    note = SubstitutedNote("n", "3 ² 2020, mai ², ² mars", ())
    assert scanner.scan(note) == scanner.scan_exactly(note) == []


@pytest.fixture(scope="module")
def files() -> list[list[Note]]:
    found: dict[str, list[Note]] = {}
    for note in load_corpus("dev"):
        found.setdefault(note.patient.id or note.id, []).append(note)
    return list(found.values())


def test_demonstration_notes_before_and_after_are_scanned_alike(tables, files):
    policy, key = SubstitutionPolicy(Fraction(1), date(2024, 1, 31)), StudyKey(bytes(range(32)))
    scanners = [Scanner(sensitive_strings(f), ordinary_words=tables.ordinary_words) for f in files]
    findings = 0
    for rank, notes in enumerate(files):
        done = substitute_patient_file(notes, policy=policy, key=key, tables=tables)
        before = [SubstitutedNote(note.id, note.text, ()) for note in notes]
        for scanner in (scanners[rank], scanners[rank - 1]):
            for note in (*before, *done.notes):
                found = scanner.scan(note)
                findings += len(found)
                assert found == scanner.scan_exactly(note)
    assert findings > 100  # the notes as they were name their patients


def test_planted_leaks_are_found_alike(tables, files, monkeypatch):
    """Twelve forms, names that are words, strangers: every scan of the leak bench is made both ways."""
    scans = []

    class Both(Scanner):
        def scan(self, note):
            found = super().scan(note)
            assert found == self.scan_exactly(note)
            scans.append(len(found))
            return found

    monkeypatch.setattr(leaks, "Scanner", Both)
    notes = [SubstitutedNote(note.id, note.text, ()) for notes in files[:8] for note in notes]
    source = KeyedStream(StudyKey(bytes(32)), b"both ways")
    leaks.plant(notes, 8, source=source, tables=tables)
    leaks.plant_words(notes, 8, source=source, tables=tables)
    leaks.alarms(notes, 3, source=source, tables=tables)
    assert len(scans) > 150
    assert sum(map(bool, scans)) > 100


def test_words_that_differ_in_their_first_letter_are_looked_up_apart():
    """Else « par » were worth a look in every text of whoever lives beside a « car »."""
    found = {head(key_of(f"{first}ar")) for first in "abcdefghijklmnopqrstuvwxyz0123456789"}
    assert len(found) > 30
