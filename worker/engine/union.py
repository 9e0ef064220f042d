"""Rules and model together: the union of their spans, the longest where they overlap."""

from collections.abc import Sequence

from annotation.domain.spans import Span, merge_hybrid
from worker.engine.confidence.belief import believed
from worker.engine.note import Note
from worker.engine.reading import Reading


def as_read(_note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """The model's own spans, whatever the rules found."""
    return list(spans)


def plain_union(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """All that either found, as the article's system: no veto, no doubt, no other label. "Anne" of the model and
    "Anne Roy" of a rule give "Anne Roy"."""
    return merge_hybrid(note.rules, spans, text=note.text)


def unite(note: Note, spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans and those of the rules that the model does not deny (Tannier et al. 2024): the model's
    "[Anne] [Roy]" and the rule's "[12/03/2020]" are all in "Anne Roy, vue le 12/03/2020"."""
    return merge_hybrid(believed(note.rules, reading), spans, text=note.text)
