"""Words of French that notes, rules and surrogates all need: one home for each."""

from typing import Final

# Per month what it is called in notes, folded: its name, then its usual abbreviations.
MONTHS: Final = (
    ("janvier", "janv", "jan"),
    ("fevrier", "fevr", "fev"),
    ("mars", "mar"),
    ("avril", "avr"),
    ("mai",),
    ("juin",),
    ("juillet", "juil", "jul"),
    ("aout",),
    ("septembre", "sept", "sep"),
    ("octobre", "oct"),
    ("novembre", "nov"),
    ("decembre", "dec"),
)
# What stands before a name in a letter, folded.
CIVILITIES: Final = ("m", "mr", "mme", "mlle", "monsieur", "madame", "mademoiselle", "dr", "pr")
