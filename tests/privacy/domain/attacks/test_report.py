"""The shipped figures are those that the code gives."""

from fractions import Fraction

from privacy.domain.attacks import report


def test_shipped_averaging_and_matching_can_be_computed_again():
    shipped = report.load()
    assert shipped["averaging"] == report.averaging()
    assert shipped["matching"] == report.matching()


def test_shipped_linkage_can_be_computed_again(tables):
    again = report.linking(tables, (Fraction(1),))
    assert [r for r in report.load()["linkage"] if r["epsilon"] == "1"] == again
