"""What the memory of lines saves: services whose notes begin with their own letterhead and end with their signature block.

Each service draws its two blocks once (the generator's phrases, no patient in them); the notes between are of generator families kept for
development. Lines are learned from some notes as their annotators left them and applied to what the engine finds in others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.line_memory import Known, Lessons, applied, count, learn, remembered
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from worker.engine.detector import Detector
from worker.training.corpus import generate, template
from worker.training.corpus.generator import default_library
from worker.training.corpus.marked import Marked, join
from worker.training.corpus.render import Renderer
from worker.training.corpus.slots import Slots
from worker.training.corpus.world import Wishes, World

HEAD: Final = (
    "{@entete_hopital}\n\n{@entete_medecins}\n\n",
    "{h1}\n{s1}\n{h1.adresse} {h1.zip} {h1.ville}\nChef de service : {med1.titre} {med1}\nMédecins : {med2}, {med3}\n"
    "Secrétariat : {ide1.prenom} {ide1.nom}, tél. {tel}\n\n",
)
FOOT: Final = (
    "\n\n{med1.titre} {med1}\n{s1}, RPPS {med1.rpps}\n",
    "\n\nValidé par {med2}, {s1}\nCadre de santé : {ide2.prenom} {ide2.nom}\nCopie : {org1}, {h1.ville}\n",
)
_SECRET: Final = b"bench"


@dataclass(frozen=True, slots=True)
class Block:
    """Text and its entities."""

    text: str
    entities: tuple[Span, ...]


def services(number: int, a_service: int, seed: int) -> list[list[Note]]:
    """`a_service` notes of each service."""
    bodies = (made.note for made in generate(seed, number * a_service, "dev"))
    return [
        [_framed(next(bodies), *blocks) for _ in range(a_service)]
        for blocks in (_blocks(f"{seed}:{place}") for place in range(number))
    ]


def _blocks(seed: str) -> tuple[Block, Block]:
    """Both of one service, from one world: its people stand in both."""
    rng = Random(seed)
    world = World(rng, Wishes())
    slots, rules = Slots(rng, world, names_birth=False), default_library().rules
    head, foot = (
        join(Renderer(rng, rules, slots).render(template.parse(rng.choice(told))))
        for told in (HEAD, FOOT)
    )
    return _block(head), _block(foot)


def _block(marked: Marked) -> Block:
    spans = (
        Span(m.start, m.end, str(SUBTYPE_TO_LABEL[m.subtype]), m.subtype, source="gold")
        for m in marked.marks
    )
    return Block(marked.text, tuple(spans))


def _framed(note: Note, head: Block, foot: Block) -> Note:
    parts = (head, Block(note.text, tuple(note.entities)), foot)
    found: list[Span] = []
    text = ""
    for part in parts:
        by = len(text)
        found += [replace(s, start=s.start + by, end=s.end + by) for s in part.entities]
        text += part.text
    return replace(note, text=text, entities=tuple(found))


def memory(corrected: Sequence[Note], everything: Sequence[Note]) -> dict[str, Known]:
    """As the job "learn_lines" does: from the corrected notes, counted over all."""
    lessons: dict[str, Lessons] = {}
    for note in corrected:
        learn(lessons, note.text, note.entities, _SECRET)
    for note in everything:
        count(lessons, note.text, note.id, _SECRET)
    return remembered(lessons)


class Remembering:
    """An engine with the known lines, behind Detector."""

    def __init__(self, engine: Detector, known: dict[str, Known]) -> None:
        self._engine = engine
        self._known = known
        self.version = f"{engine.version}+lines"

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector."""
        return list(self._applied(texts, self._engine.detect(texts, patients)))

    def _applied(self, texts: Sequence[str], read: Sequence[list[Span]]) -> Iterator[list[Span]]:
        for text, spans in zip(texts, read, strict=True):
            yield applied(text, spans, self._known, _SECRET)
