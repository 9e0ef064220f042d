"""A template becomes the pieces of a note."""

from random import Random
from typing import Final

from worker.training.corpus import grammar
from worker.training.corpus.library import PhraseRule
from worker.training.corpus.marked import Piece
from worker.training.corpus.slots import Slots
from worker.training.corpus.template import Choice, Repeat, Rule, Sequence, Slot, Text

_MEMORY: Final = 60  # characters that a slot sees of what precedes it


class Renderer:
    """One use writes one note."""

    def __init__(self, rng: Random, rules: dict[str, PhraseRule], slots: Slots) -> None:
        self._rng = rng
        self._rules = rules
        self._slots = slots
        self._pieces: list[Piece] = []
        self._tail = ""

    def render(self, nodes: Sequence) -> list[Piece]:
        self._sequence(nodes)
        return self._pieces

    def _sequence(self, nodes: Sequence) -> None:
        for node in nodes:
            if isinstance(node, Text):
                self._text(node.value)
            elif isinstance(node, Slot):
                self._slot(node.name)
            elif isinstance(node, Choice):
                self._sequence(node.options[int(self._rng.random() * len(node.options))])
            elif isinstance(node, Rule):
                options = self._rules[node.name].options
                self._sequence(options[int(self._rng.random() * len(options))])
            else:
                self._repeat(node)

    def _repeat(self, node: Repeat) -> None:
        options = self._rules[node.rule].options
        count = min(self._rng.randint(node.low, node.high), len(options))
        for place, option in enumerate(self._rng.sample(options, count)):
            if place:
                self._text(node.separator)
            self._sequence(option)

    def _text(self, text: str) -> None:
        if text[0] == "." and self._tail.endswith(".") and text[:2] != "..":
            text = text[1:]
            if not text:
                return
        self._pieces.append(Piece(text))
        self._tail = (self._tail + text)[-_MEMORY:]

    def _slot(self, name: str) -> None:
        self._slots.before = self._tail
        fragment = self._slots.write(name)
        if self._pieces and not self._pieces[-1].subtype:
            last, fragment = grammar.agree(self._pieces[-1].text, fragment)
            self._pieces[-1] = Piece(last)
        self._pieces += fragment
        self._tail = (self._tail + "".join(piece.text for piece in fragment))[-_MEMORY:]
