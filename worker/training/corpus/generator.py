"""Notes with gold spans, drawn from the families of one side of the split."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.training.corpus import library, pages, remarks, style
from worker.training.corpus.library import Family, Library, Split
from worker.training.corpus.marked import Edit, Marked, edit, join
from worker.training.corpus.render import Renderer
from worker.training.corpus.slots import Slots
from worker.training.corpus.world import Wishes, World

GOLD: Final = "gold"


@dataclass(frozen=True, slots=True)
class GeneratedNote:
    """`style` names the transforms applied, "" for a clean note; `forms` names the written form
    of each of the note's entities, in their order."""

    family: str
    document_type: str
    style: str
    note: Note
    forms: tuple[str, ...]


@cache
def default_library() -> Library:
    """The package's own families and phrases. Raises TemplateError."""
    return library.load()


def generate(
    seed: int, count: int, split: Split, source: Library | None = None
) -> Iterator[GeneratedNote]:
    """`count` notes of the families of `split`, each family about equally often.

    The same arguments give the same notes, whatever the process. Raises TemplateError when a
    template is wrong, ValueError when the split has no family.
    """
    found = source or default_library()
    families = found.by_split[split]
    if not families:
        raise ValueError(split)
    for index in range(count):
        turn, place = divmod(index, len(families))
        if not place:
            order = list(families)
            Random(f"{seed}:{split}:{turn}").shuffle(order)  # noqa: S311 - training data
        yield note_of(order[place], found, f"{seed}:{split}:{index}")


def note_of(family: Family, source: Library, seed: str) -> GeneratedNote:
    """One note of a family; `seed` says which."""
    rng = Random(seed)  # noqa: S311 - training data
    world = World(rng, wishes_of(family))
    slots = Slots(rng, world, names_birth="pat.nn" in family.slots)
    marked = _contracted(join(Renderer(rng, source.rules, slots).render(family.nodes)))
    if rng.random() < remarks.SHARE:
        marked = remarks.insert_remark(marked, rng, source.rules, slots)
    names = style.draw(rng, family.document_type)
    if rng.random() < pages.SHARE:
        marked = pages.insert_break(marked, rng, source.rules, slots)
    return finished(family, world, style.apply(names, marked, rng), " + ".join(names), seed)


_UNCONTRACTED: Final = re.compile(r"\b(?:de|à) le(?= patient\b)")


def _contracted(marked: Marked) -> Marked:
    """ "auprès de le patient" → "auprès du patient"; "de le revoir" stays."""
    return edit(
        marked,
        [
            Edit(match.start(), match.end(), "du" if match.group()[0] == "d" else "au")
            for match in _UNCONTRACTED.finditer(marked.text)
        ],
    )


def spans_of(marked: Marked) -> tuple[Span, ...]:
    """Its marks as gold spans."""
    return tuple(
        Span(mark.start, mark.end, SUBTYPE_TO_LABEL[mark.subtype].value, mark.subtype, source=GOLD)
        for mark in marked.marks
    )


def finished(
    family: Family, world: World, marked: Marked, departures: str, seed: str
) -> GeneratedNote:
    name = f"{family.id}-{seed.replace(':', '-')}"
    note = Note(
        id=name,
        text=marked.text,
        patient=world.identity(name),
        meta={"type": family.document_type, "date": world.stay.note.isoformat()},
        entities=spans_of(marked),
    )
    return GeneratedNote(
        family.id, family.document_type, departures, note, tuple(mark.form for mark in marked.marks)
    )


_FEMALE: Final = re.compile(
    r"enceinte|grossesse|accouch|utérus|utérin|ovair|césarienne|mammograph|\{sa\}|G\d ?P\d|ménopaus|Madame|Mme \{pat",
    re.IGNORECASE,
)
_MALE: Final = re.compile(r"prostat|\bPSA\b|testic|M\. \{pat|Monsieur \{pat|Mr \{pat")
_BABY: Final = re.compile(r"nourrisson|nouveau-né|\bAPGAR\b|allaitement|courbe de poids|fontanelle")
_CHILD: Final = re.compile(
    r"l'enfant|pédiatr|pediatr|carnet de santé|scolaris|(?m:^Enfant )|moyenne section|puéricult|\bmaman\b|\bPN \d|marche acquise",
    re.IGNORECASE,
)
_YEAR: Final = 365
_HOUSES: Final = (
    (
        re.compile(r"psychiatr|isolement|SPDT|CMP\b"),
        ("psy", "psy", "psy_ville", "ch", "ch_nom", "chu"),
    ),
    (
        re.compile(r"EHPAD|ehpad|résident[es ]|maison de retraite"),
        ("ehpad", "ehpad", "ehpad_ville"),
    ),
    (
        re.compile(r"SSR|SMR|rééducation|réadaptation"),
        ("ssr", "ssr", "ssr_ville", "ch_nom", "clinique"),
    ),
    (re.compile(r"\bHAD\b|domicile du patient|SSIAD"), ("had", "had_nom", "ch")),
)


@cache
def wishes_of(family: Family) -> Wishes:
    """What the words of the template suppose; a comment ``#! patient: femme 20-40`` says it outright."""
    source, told = family.source, " ".join(family.comments)
    head = f"{family.id}\n{source[:700]}"
    sex = "F" if "femme" in told else "M" if "homme" in told else ""
    if not sex:
        sex = "F" if _FEMALE.search(source) else "M" if _MALE.search(source) else ""
    youngest, oldest = 0, 36500
    if ages := re.search(r"(\d+)-(\d+)", told):
        youngest, oldest = int(ages.group(1)) * _YEAR, int(ages.group(2)) * _YEAR
    elif family.document_type == "obstetrique" or "{sa}" in source:
        youngest, oldest = 18 * _YEAR, 45 * _YEAR
    elif _BABY.search(source):
        youngest, oldest = 2, 700
    elif family.document_type == "pediatrie" or _CHILD.search(f"{family.id}\n{source}"):
        youngest, oldest = 30, 16 * _YEAR
    houses = next((kinds for hint, kinds in _HOUSES if hint.search(head)), ())
    return Wishes(sex, youngest, oldest, "pat.nn" in family.slots, houses)
