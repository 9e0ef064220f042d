"""Rules and model together: the union of their spans, the longest where they overlap."""

from collections.abc import Sequence

from annotation.domain.spans import Span, merge_hybrid
from worker.engine.confidence.belief import believed
from worker.engine.note import Note
from worker.engine.reading import Reading


def unite(note: Note, spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans and those of the rules that the model does not deny (Tannier et al. 2024): the model's
    "[Anne] [Roy]" and the rule's "[12/03/2020]" are all in "Anne Roy, vue le 12/03/2020"."""
    return merge_hybrid(believed(note.rules, reading), spans, text=note.text)
