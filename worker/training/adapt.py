"""Adapts the language of a starting point to a hospital's notes: a model's or an encoder's directory in, the same out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from annotation.domain.notes import Note
from worker.engine.encoder import network as networks
from worker.engine.encoder.files import WELL_FORMED, is_model, read_settings, write_settings
from worker.engine.encoder.pieces import PieceEncoder, copy_tokenizer
from worker.engine.encoder.sources import keep_licence
from worker.training.encoder import checkpoint
from worker.training.encoder.backbones import read_encoder, require_room
from worker.training.encoder.loop import HUNDREDTHS, Hooks
from worker.training.encoder.masked import Adaptation, Adapter, Read


@dataclass(frozen=True, slots=True)
class Raw:
    """Notes by name: `taught` teach, `kept` only judge; `read` fetches some, in the order of the names."""

    taught: Sequence[str]
    kept: Sequence[str]
    read: Read

    @classmethod
    def of(cls, notes: Sequence[Note], kept: Sequence[str] = ()) -> Raw:
        """Of notes in memory."""
        by_id, aside = {note.id: note for note in notes}, set(kept)
        taught = [note.id for note in notes if note.id not in aside]
        return cls(taught, kept, lambda keys: [by_id[key] for key in keys])


@dataclass(frozen=True, slots=True)
class Chunk:
    """`done` of `total` chunks; `loss` of the hidden pieces on the notes kept aside, nats a piece, where there are any:
    e raised to it is among how many pieces the encoder hesitates."""

    done: int
    total: int
    taught: float
    loss: float | None


@dataclass(frozen=True, slots=True)
class AdaptPlan:
    """`start`: a model's or a backbone's directory; `work` keeps the checkpoint of a killed adaptation."""

    start: Path
    work: Path
    how: Adaptation = field(default_factory=Adaptation)
    device: str = "cpu"


def adapt(
    raw: Raw,
    plan: AdaptPlan,
    output: Path,
    on_chunk: Callable[[Chunk], None] = lambda chunk: None,
    is_cancelled: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Chunk]:
    """Writes `output`, a directory like `plan.start` whose encoder has read the notes. Raises TrainingCancelled.

    `on_progress` is told how much is read, in hundredths of a chunk: at first what a killed adaptation had read.

    Heads of a model stay as they were: a training on labelled notes has to follow.
    """
    tagger = networks.load(plan.start) if is_model(plan.start) else None
    backbone: Any = tagger.backbone if tagger else read_encoder(plan.start)
    encoder = PieceEncoder.of(plan.start)
    require_room(backbone, encoder, plan.how.max_length, plan.start.name)
    hooks = Hooks(lambda seen: on_progress(seen.hundredths, HUNDREDTHS * seen.epochs), is_cancelled)
    learner = Adapter(backbone, encoder, raw.taught, raw.read, plan.how, plan.device, hooks)
    log = checkpoint.EpochLog(plan.work)
    found = [Chunk(**row) for row in checkpoint.resume(learner, plan.work)]
    on_progress(HUNDREDTHS * learner.epoch, HUNDREDTHS * learner.chunks)
    while learner.epoch < learner.chunks:
        taught = learner.run_chunk()
        loss = round(learner.judge(raw.kept), 4) if raw.kept else None
        found.append(Chunk(learner.epoch, learner.chunks, round(taught, 4), loss))
        log.write(found)
        checkpoint.save(learner, plan.work)
        on_chunk(found[-1])
    output.mkdir(parents=True)
    if tagger is None:
        backbone.save_pretrained(output)
    else:
        networks.save(tagger, output)
        # another encoder, other scores: a table learned over the former ones has nothing to say of them
        write_settings(output, replace(read_settings(plan.start), decoding=WELL_FORMED))
    copy_tokenizer(plan.start, output)
    keep_licence(plan.start, output)
    return found
