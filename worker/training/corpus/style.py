"""Which departures a note gets: about half of the notes stay clean, the others get one to three."""

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from worker.training.corpus.marked import Marked
from worker.training.corpus.transforms import case, glue, layout, noise, spacing

Transform = Callable[[Marked, Random], Marked]

CLEAN_SHARE: Final = 0.45
_COUNTS: Final = ((1, 2, 3), (0.55, 0.3, 0.15))
_ACROSS: Final = 60  # more lines than this are not quoted or joined: nobody would read them


class Departure(NamedTuple):
    """`group`: at most one departure of a group; `stage`: lower ones are applied first."""

    apply: Transform
    weight: float
    group: str
    stage: int


DEPARTURES: Final[dict[str, Departure]] = {
    "capitales": Departure(case.upper_all, 1.6, "case", 2),
    "minuscules": Departure(case.lower_all, 1.6, "case", 2),
    "sans accents": Departure(case.drop_accents, 1.5, "accents", 2),
    "accents perdus": Departure(case.drop_some_accents, 1.0, "accents", 2),
    "noms en capitales": Departure(case.names_upper, 1.2, "case", 1),
    "noms en titre": Departure(case.names_title, 1.2, "case", 1),
    "noms en minuscules": Departure(case.names_lower, 0.8, "case", 1),
    "noms sans accents": Departure(case.names_plain, 0.7, "accents", 1),
    "phrases en minuscules": Departure(case.swap_sentence_case, 0.6, "case", 1),
    "dates collées": Departure(glue.glue_dates, 1.4, "", 1),
    "noms collés": Departure(glue.glue_names, 1.4, "", 1),
    "champs collés": Departure(glue.glue_fields, 1.0, "", 1),
    "ponctuation collée": Departure(glue.glue_punctuation, 1.2, "punctuation", 1),
    "sans ponctuation": Departure(glue.drop_punctuation, 0.8, "punctuation", 1),
    "doubles espaces": Departure(spacing.double_spaces, 1.0, "", 3),
    "tabulations": Departure(spacing.tabs, 0.6, "fields", 3),
    "chiffres espacés": Departure(spacing.space_digits, 0.8, "", 3),
    "mots coupés": Departure(spacing.split_words, 0.4, "", 3),
    "titre espacé": Departure(spacing.letterspaced_title, 0.3, "", 3),
    "typographie": Departure(spacing.typographic, 1.6, "", 3),
    "numérisation": Departure(noise.ocr, 1.3, "", 4),
    "fautes": Departure(noise.typos, 1.2, "", 2),
    "fautes dans les noms": Departure(noise.typos_in_names, 0.9, "", 1),
    "lignes coupées": Departure(layout.wrap, 1.8, "lines", 5),
    "retours perdus": Departure(layout.break_lines, 0.6, "lines", 5),
    "sur une ligne": Departure(layout.join_lines, 0.8, "lines", 5),
    "lignes vides": Departure(layout.blank_lines, 0.6, "lines", 5),
    "tableau": Departure(layout.table_bars, 0.9, "fields", 3),
    "puces": Departure(layout.bullets, 0.5, "edges", 6),
    "cité": Departure(layout.quoted, 0.3, "edges", 6),
    "retrait": Departure(layout.indented, 0.6, "edges", 6),
    "extrait": Departure(layout.cut, 1.0, "", 7),
}
# Document types in which some departures are usual.
_USUAL: Final[dict[str, dict[str, float]]] = {
    "ocr": {"numérisation": 12, "retours perdus": 3, "sans accents": 3, "mots coupés": 2, "chiffres espacés": 3},
    "sms": {"minuscules": 5, "sans ponctuation": 3, "fautes": 3, "accents perdus": 3, "noms en minuscules": 2},
    "transmission": {"fautes": 2, "sans ponctuation": 2, "minuscules": 2, "dates collées": 3},
    "dictee": {"minuscules": 3, "sans ponctuation": 2},
    "tableau": {"tableau": 3, "tabulations": 3},
    "urgences": {"capitales": 3, "sans accents": 2, "dates collées": 2},
    "memo": {"minuscules": 4, "sans ponctuation": 2, "fautes": 2, "accents perdus": 2},
    "liaison": {"capitales": 2, "numérisation": 2, "dates collées": 2},
    "annuaire": {"tabulations": 2, "noms en capitales": 2, "tableau": 2},
    "courriel": {"cité": 2, "typographie": 2},
}  # fmt: skip


def draw(rng: Random, document_type: str) -> list[str]:
    """The departures of one note, in the order in which they are applied."""
    if rng.random() < CLEAN_SHARE:
        return []
    usual = _USUAL.get(document_type, {})
    left = {name: found.weight * usual.get(name, 1.0) for name, found in DEPARTURES.items()}
    chosen: list[str] = []
    for _ in range(rng.choices(*_COUNTS)[0]):
        name = rng.choices(tuple(left), tuple(left.values()))[0]
        chosen.append(name)
        group = DEPARTURES[name].group
        left = {
            other: weight
            for other, weight in left.items()
            if other != name and not (group and DEPARTURES[other].group == group)
        }
    return sorted(chosen, key=lambda name: DEPARTURES[name].stage)


def apply(names: list[str], marked: Marked, rng: Random) -> Marked:
    """The note after its departures."""
    for name in names:
        if name in {"cité", "sur une ligne"} and marked.text.count("\n") > _ACROSS:
            continue
        marked = DEPARTURES[name].apply(marked, rng)
    return marked
