"""No scan takes a time that grows faster than the note, whatever the note repeats."""

import pytest

from privacy.domain.leakscan import Scanner, SensitiveString, mask
from privacy.domain.substitute import Replacement, SubstitutedNote
from tests.growth import MOST, growth, worst

pytestmark = pytest.mark.slow

ORIGINALS = (
    SensitiveString("PER", "NOM", "Prélot"),
    SensitiveString("PER", "NOM", "Petit"),
    SensitiveString("PER", "PRENOM", "Maëlle"),
    SensitiveString("PER", "PRENOM", "Alexandre"),
    SensitiveString("LOC", "VILLE", "Dijon"),
    SensitiveString("LOC", "VILLE", "Vienne"),
    SensitiveString("ORG", "HOPITAL", "Clinique Œuvre-Chasselas"),
    SensitiveString("DATE", "DATE_NAISSANCE", "14/03/1941"),
    SensitiveString("AGE", "AGE", "82 ans"),
    SensitiveString("LOC", "ADRESSE", "12 rue des Forges"),
    SensitiveString("TEL", "TEL", "06 39 98 12 34"),
    SensitiveString("QID", "SECU", "241032105400112"),
    SensitiveString("QID", "IPP", "0008003456"),
    SensitiveString("REF", "REF", "AB-2021/4477"),
)
# what was once quadratic, and what every form begins with
UNITS = (
    "A1", "a1", "Dur4nd", "pre1ot ", "Petit ", "M. Petit, ", "Maëlle ", "M.P. ", "C.C. ", "M.", "Mme P. ", "Mme ", "P R E L O T ",
    "12", "12 34 ", "98 12 34 ", "2 41 03 ", "1", "0", "14/03 ", "14/", "14 III 41 ", "mars 1941 ", "trente-neuf ", "zéro six ",
    "quatre-vingt-deux ans ", "&eacute;", "&", "&#", "%C3%A9", "%", "=C3", "Ã©", "\\x", "aB", "aB1+/", "UHLDqWxvdA==", "Vien", "dijonnais ", "Alex ",
    "1l", "1l ", "O6 39 ", "12 O", "Р", "Рr ", "Ｐ", "ø", "r. ", "r. des Forges ", "82a ", "82 a. ", "âge 82 ", "Mme Pré… ", "P. Petit ", "PR3L0T ", "A1l",
    "AB-2021-", "née ", "Prélot", "maladie de ", "\n", " ",
)  # fmt: skip


@pytest.mark.parametrize("way", ["scan", "scan_exactly"])
def test_a_note_twice_as_long_takes_twice_as_long(tables, way):
    scanner = Scanner(ORIGINALS, ordinary_words=tables.ordinary_words)

    def scan(text):
        return getattr(scanner, way)(SubstitutedNote("n", text, ()))

    scan("une note")  # tables are read at the first call
    unit = worst(scan, UNITS)
    assert growth(scan, unit, 20_000) < MOST, unit


@pytest.mark.parametrize("unit", ["A1", "1", "1l", "Petit ", "M.P. "])
def test_what_was_quadratic_is_not(tables, unit):
    scanner = Scanner(ORIGINALS, ordinary_words=tables.ordinary_words)

    def scan(text):
        return scanner.scan_exactly(SubstitutedNote("n", text, ()))

    assert growth(scan, unit, 20_000) < MOST


def test_many_findings_among_many_replacements_are_weighed_and_masked_in_linear_time(tables):
    scanner = Scanner(ORIGINALS, ordinary_words=tables.ordinary_words)
    unit = "Durand vit avec Prélot. "

    def both(text):
        starts = range(0, len(text) - len(unit), len(unit))
        own = tuple(Replacement(at, at + 6, "PER", "NOM", at, at + 6) for at in starts)
        note = SubstitutedNote("n", text, own)
        return mask(note, scanner.scan(note))

    assert growth(both, unit, 40_000) < MOST


def test_a_long_run_of_letters_and_digits_hides_no_misspelt_name(tables):
    scanner = Scanner(ORIGINALS, ordinary_words=tables.ordinary_words)
    text = "A1" * 5000 + " vu avec Pré1ot ce jour"
    (finding,) = scanner.scan(SubstitutedNote("n", text, ()))
    assert text[finding.start : finding.end] == "Pré1ot"
