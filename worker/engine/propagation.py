"""What was found once in a sure context is found everywhere in the note."""

from collections.abc import Sequence

from annotation.domain.spans import Span, sort_spans
from worker.engine.confidence.belief import believed
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.rules.mentions import mentions


def propagate(note: Note, spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans and other mentions of the same names, where the model does not deny them: "le Dr [Morvan] …
    revu par Morvan" → "le Dr [Morvan] … revu par [Morvan]"."""
    if note.document is None:
        return list(spans)
    again = believed(mentions(note.document, spans), reading)
    return sort_spans([*spans, *again]) if again else list(spans)
