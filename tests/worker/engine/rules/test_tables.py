"""What the heading of a column or a row says of its cells; characters in boxes; initials that the note explains."""

import pytest

from tests.growth import MOST, growth
from worker.engine.rules.engine import find_spans
from worker.engine.rules.pattern import unmarked

_OWN = ("rule:table-", "rule:boxed-", "rule:legend")


def found(text):
    return [text[s.start : s.end] for s in find_spans(text) if s.source.startswith(_OWN)]


@pytest.mark.parametrize(
    "marked",
    [
        # parted by tabs, bars, semicolons or blanks; headings with figures; a ruler under them
        "Heure\tTA\tFC\tVisa\n08h\t12/7\t80\t[[mg]]\n12h\t13/8\t84\t[[SdB]]",
        " date | poids | saisi par\n------|-------|----------\n 12   | 3,95  | [[KRN]]\n 13   | 4,10  | [[ON]]",
        "Produit;Quantité;Préparateur\nNaCl;100;[[E.G.]]\nG5;250;[[JR]]",
        "Jour   07h   UI   IDE   12h   UI   IDE\nlun    1,42  18   [[EG]]    2,31  4    [[NN]]",
        "ANALYSE\tRESULTAT\tLOGIN_VALID\nCK\t164\t[[mgauthey]]",
        "Nom        Âge (ans)   Motif\nVu hier    [[66]]          PTH\nVu hier    [[101]]         PTG",
        "Garde\tSecteur\tPoste\nnuit\tA\t[[4471]]",
        # a row that lies on its side
        "SF\t[[EC]]\t[[EC]]\t[[LMD]]\t[[EC/LMD]]",
        # boxes
        "NOM D'USAGE     | [[K | E | R | D | R | A | O | N]] |   |   |",
        "N° sécu  [[2 | 3 | 8 | 0 | 2 | 2 | 2 | 2 | 7 | 8 | 0 | 0 | 9]] |",
        "[[1 | 5 8 | 1 1 | 2 9 | 1 0 3 | 0 4 2 |  | 6 2]] |",
        # explained in the note, then used
        "IDE : [[EG]] = Elsa Grandin ; [[SdB]] = Sixtine de Boisgelin. Appel à 16h par [[SdB]].",
        "Dr Edwige Hauterive ([[EH]]), bureau 3. Vu [[EH]].",
    ],
)
def test_finds(marked):
    text, wanted = unmarked(marked)
    assert sorted(found(text)) == sorted(wanted)


@pytest.mark.parametrize(
    "text",
    [
        "Heure   TA     Visa\n08h     12/7   fait\n12h     13/8   oui",  # no initials
        "date | poids | vu par\n12 | 3,95 | PMI\n13 | 4,10 | PMI",  # a body
        "Jour  Dose  Par\nlundi  1  os\nmardi  2  prise",  # words
        "Médecin   Infirmier   Interne\nAS        IDE         SF",  # trades under trades
        "Item | 1 | 2 | 0 | 1 | 3 |",  # a score
        "Conscient : O | N | N | O | N",
        "Age gestationnel   Poids   Taille\n38                 3200    50",
        "Pression Artérielle (PA) 12/7, AL = anesthésie locale, IC : insuffisance cardiaque",
        "Dose   Age\n12     -\n13     ?",
        "IDE   Date   Soin   Visa\nMedecin;Date;Lieu;Heure",  # headings beside a trade
        "Resp   VS   VS   VM\nMed   Voie   Dose   IV",
        "Clinique Saint Jean (SJ), Henri Mondor (HM)",
        "IDE de nuit : patient calme, a bien dormi",
    ],
)
def test_finds_nothing(text):
    assert found(text) == []


def test_a_blank_line_ends_a_table():
    assert found("Heure  TA  IDE\n08h    12  EG\n\n09h    13  OK  NN") == ["EG"]


@pytest.mark.parametrize("bar", ["|", ";", "  "])
def test_one_wide_row_and_many_short_ones_take_a_time_that_grows_with_the_text(bar):
    def read(text):
        half = len(text) // 2
        wide, short = f"a{bar}" * (half // (len(bar) + 1)), f"1{bar}2{bar}3\n"
        return find_spans(f"{wide}\n{short * (half // len(short))}")

    assert growth(read, "x", 40_000) < MOST
