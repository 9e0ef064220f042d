"""Number-heavy sheets with gold spans: laboratory, intensive care, scores, prescriptions, codes…

``generate_sheets`` draws them as ``worker.training.corpus.generate`` draws notes; a kind of sheet
(a `## sheet-…` of `kinds/*.txt`) is a family, on one side of the split. See the README.
"""

from worker.training.corpus.sheets.sheet import generate_sheets, sheet_of

__all__ = ["generate_sheets", "sheet_of"]
