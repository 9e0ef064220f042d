import pytest

from annotation.domain.table_lines import TableLines, table_lines


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        # blanks: cells stand below one another, by their begin or, as figures do, by their end
        ("Biologie\nNa    140\nK     4,1\nBon état.", [(1, 3)]),
        ("Leucocytes  420 000 /ml\nHématies      8 000 /ml", [(0, 2)]),
        (f"ramipril   5 mg    1 - 0 - 0\nwarfarine  4 mg    0 - 0 - 1   {'mot ' * 20}", [(0, 2)]),
        # bars and tabs, whatever stands where
        ("| a | b |\n| amoxicilline | R |", [(0, 2)]),
        ("IPP\t80045\nPrescripteur\tDr ROUGET\tUSIC", [(0, 2)]),
        # rulers belong to the table, between rows and around them
        ("+---+---+\nNom   Lit\n---------\nZoé   12\n=========\n\nfin", [(0, 5)]),
        # two tables, prose between
        ("a\tb\nc\td\nElle va bien.\ne\tf\ng\th", [(0, 2), (3, 5)]),
        # no table: one row alone, two blanks behind a full stop, bullets, a remark as long as prose, a ruler under a title
        ("a\tb\nfin", []),
        (f"Il dort.  {'Elle dort. ' * 8}\nIl rit.   {'Elle rit. ' * 8}", []),
        ("-  fièvre\n-  toux", []),
        ("1.  fièvre\n2.  toux", []),
        (f"| a | {'mot ' * 40}|\n| b | {'mot ' * 40}|", []),
        ("CLINIQUE DES LILAS    Lille\n-------------\nElle va bien.", []),
        ("", []),
    ],
)
def test_which_lines_are_rows(text, tables):
    assert [(found.first, found.past) for found in table_lines(text)] == tables


def test_tab_stops_are_as_wide_as_the_longest_cell_needs():
    assert table_lines("Na\t140\tmmol/L\nDFG (CKD-EPI)\t71\tmL/min") == [TableLines(0, 2, 16)]
    assert table_lines(f"{'x' * 50}\t1\ny\t2") == [TableLines(0, 2, 32)]
