"""Would learned transitions decode better than the shape of BIOES alone? ``python -m benches.transitions``

The product decodes with Viterbi over well-formed sequences, every one of them as likely as another. Here the transitions of a
linear-chain conditional random field (Lafferty et al. 2001) are learned over what the shipped network says of each word, and both
decode the same scores: transitions learned on generator families kept for development, judged on others; learned on the invented clinic's
corrected notes, judged on its judging notes. One row each.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from annotation.domain.ner_metrics import TOTAL, Annotated, NerReport, evaluate
from annotation.domain.notes import Note
from benches import results
from benches.bench_loop import parted
from benches.ner.house import house_notes
from benches.say import say
from worker.engine.build import SHIPPED
from worker.engine.encoder import viterbi
from worker.engine.encoder.choice import has_cuda
from worker.engine.encoder.decoding import Decoder
from worker.engine.encoder.files import read_settings
from worker.engine.encoder.loading import load_detector
from worker.engine.encoder.tags import END, FINE_TAGS, INSIDE, OUTSIDE, SINGLE, encode
from worker.engine.encoder.words import Words, split_words
from worker.training.corpus import generate

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]
_NEVER: Final = -1e4
_CHUNK: Final = 64  # words that are learned at once
_BATCH: Final = 32
_SEED: Final = 18


@dataclass(frozen=True, slots=True)
class Scored:
    note: Note
    words: Words
    rows: F32


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=150)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--dry", action="store_true", help="n'écrit rien dans benches/results")
    options = parser.parse_args(arguments)
    judging, waiting = parted(list(house_notes(260, _SEED)), 60)
    sets = {
        "generated families": (
            [made.note for made in generate(_SEED, options.notes, "dev")],
            [made.note for made in generate(_SEED, options.notes, "test")],
        ),
        "the invented clinic": (waiting[: options.notes], judging),
    }
    found = [compared(name, *pair, options.epochs) for name, pair in sets.items()]
    for row in found:
        say(f"{row.bar} : {row.figure} {row.unit} ({row.n})")
    if not options.dry:
        results.record("recipe", found)
    return 0


def compared(name: str, taught: Sequence[Note], judged: Sequence[Note], epochs: int) -> results.Row:
    settings = read_settings(SHIPPED)
    detector = load_detector(SHIPPED, "cuda" if has_cuda() else "cpu")
    lessons, exam = (list(scored(detector, notes)) for notes in (taught, judged))
    table = learned(lessons, epochs)
    plain, with_table = (report(exam, settings.threshold, own) for own in (None, table))
    f1 = [100 * own.strict[TOTAL].f1 for own in (plain, with_table)]
    words = [100 * own.redaction.recall for own in (plain, with_table)]
    left = [own.corrections_a_note for own in (plain, with_table)]
    return results.Row(
        bar=f"learned transitions instead of well-formed sequences alone, {name}, model alone: strict F1",
        figure=f"{f1[0]:.2f} → {f1[1]:.2f}",
        unit=f"(words redacted {words[0]:.2f} → {words[1]:.2f} %, corrections a note {left[0]:.2f} → {left[1]:.2f})",
        n=f"{len(lessons)} notes teach, {len(exam)} judge",
    )


def scored(detector: object, notes: Sequence[Note]) -> Iterator[Scored]:
    for note in notes:
        words = split_words(note.text)
        if len(words):
            [rows] = detector.log_probabilities([words])  # type: ignore[attr-defined]
            yield Scored(note, words, rows)


def allowed() -> F32:
    """(FINE_TAGS + 2, FINE_TAGS + 2): 0 where a tag may follow another, else never; the last two are start and end."""
    size = FINE_TAGS + 2
    start, end = FINE_TAGS, FINE_TAGS + 1
    table = np.full((size, size), _NEVER, dtype=np.float32)
    kinds, roles = np.divmod(np.arange(FINE_TAGS) - 1, 4)
    opens = [t for t in range(FINE_TAGS) if t == OUTSIDE or roles[t] in (0, SINGLE)]
    closes = [t for t in range(FINE_TAGS) if t == OUTSIDE or roles[t] in (END, SINGLE)]
    table[np.ix_([*closes, start], opens)] = 0
    table[closes, end] = 0
    for tag in range(1, FINE_TAGS):
        if roles[tag] in (0, INSIDE):
            first = 1 + 4 * kinds[tag]
            table[tag, [first + INSIDE, first + END]] = 0
    return table


def learned(lessons: Sequence[Scored], epochs: int) -> F32:
    """Transitions that make the gold tags likeliest, the network's scores given; a small weight keeps rare ones near 0."""
    device = "cuda" if has_cuda() else "cpu"
    shape = torch.from_numpy(allowed()).to(device)
    free = (shape == 0).float()
    weights = torch.zeros_like(shape, requires_grad=True)
    optimizer = torch.optim.Adam([weights], lr=0.05)
    chunks = list(_chunks(lessons))
    draw = Random(_SEED)
    for epoch in range(epochs):
        draw.shuffle(chunks)
        losses = []
        for first in range(0, len(chunks), _BATCH):
            batch = chunks[first : first + _BATCH]
            table = shape + weights * free
            loss = _loss(table, batch, device) + 1e-3 * (weights * free).square().sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        say(f"  transitions, passe {epoch + 1} : {np.mean(losses):.3f}")
    return (shape + weights * free).detach().cpu().numpy()


def _chunks(lessons: Sequence[Scored]) -> Iterator[tuple[F32, I64]]:
    """Cut between two words that are outside."""
    for lesson in lessons:
        gold = encode(lesson.note.entities, lesson.words.starts, lesson.words.ends)
        first = 0
        while first < len(gold):
            last = min(first + _CHUNK, len(gold))
            while last < len(gold) and gold[last] != OUTSIDE:
                last += 1
            yield lesson.rows[first:last], gold[first:last]
            first = last


def _loss(table: Tensor, batch: Sequence[tuple[F32, I64]], device: str) -> Tensor:
    """Mean negative log-likelihood of the gold paths: log Z by the forward recursion."""
    longest = max(len(gold) for _rows, gold in batch)
    scores = torch.zeros(len(batch), longest, FINE_TAGS)
    tags = torch.zeros(len(batch), longest, dtype=torch.long)
    lengths = torch.tensor([len(gold) for _rows, gold in batch])
    for place, (rows, gold) in enumerate(batch):
        scores[place, : len(gold)] = torch.from_numpy(rows)
        tags[place, : len(gold)] = torch.from_numpy(gold)
    scores, tags, lengths = scores.to(device), tags.to(device), lengths.to(device)
    start, end, inner = FINE_TAGS, FINE_TAGS + 1, table[:FINE_TAGS, :FINE_TAGS]
    there = torch.arange(longest, device=device)[None] < lengths[:, None]
    own = scores.gather(2, tags[..., None])[..., 0]
    path = (own * there).sum(1) + table[start, tags[:, 0]]
    path = path + (inner[tags[:, :-1], tags[:, 1:]] * there[:, 1:]).sum(1)
    path = path + table[tags.gather(1, lengths[:, None] - 1)[:, 0], end]
    alpha = scores[:, 0] + table[start, :FINE_TAGS]
    for word in range(1, longest):
        now = torch.logsumexp(alpha[:, :, None] + inner[None], dim=1) + scores[:, word]
        alpha = torch.where(there[:, word, None], now, alpha)
    total = torch.logsumexp(alpha + table[:FINE_TAGS, end], dim=1)
    return (total - path).mean()


def decoded(table: F32, scores: F32, lengths: I64) -> I64:
    """As `viterbi.decode`, with transitions: the best path by log-scores and table."""
    stretches, words, _tags = scores.shape
    inner = table[:FINE_TAGS, :FINE_TAGS]
    best = scores[:, 0] + table[FINE_TAGS, :FINE_TAGS]
    kept = np.zeros((stretches, words, FINE_TAGS), dtype=np.int64)
    finals = best.copy()
    for word in range(1, words):
        every = best[:, :, None] + inner[None]
        kept[:, word] = every.argmax(axis=1)
        best = every.max(axis=1) + scores[:, word]
        finals = np.where((lengths > word)[:, None], best, finals)
    path = np.zeros((stretches, words), dtype=np.int64)
    rows = np.arange(stretches)
    path[rows, lengths - 1] = (finals + table[:FINE_TAGS, FINE_TAGS + 1]).argmax(axis=1)
    for word in range(words - 2, -1, -1):
        before = kept[rows, word + 1, path[:, word + 1]]
        path[:, word] = np.where(lengths - 1 > word, before, path[:, word])
    return path


def report(exam: Sequence[Scored], threshold: float, table: F32 | None) -> NerReport:
    """Of the model alone, decoded with `table` or, without one, as the product does."""
    decoder = Decoder(threshold, "model")
    plain = viterbi.decode
    if table is not None:
        viterbi.decode = lambda scores, lengths: decoded(table, scores, lengths)
    try:
        return evaluate(
            Annotated(one.note.text, one.note.entities, decoder.spans(one.words, one.rows))
            for one in exam
        )
    finally:
        viterbi.decode = plain


if __name__ == "__main__":
    sys.exit(main())
