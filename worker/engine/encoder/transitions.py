"""How likely one tag follows another, as a project's notes have taught it (a linear-chain CRF's transitions, Lafferty et
al. 2001): a table beside the weights, which a model's settings may ask for instead of the shape of BIOES alone."""

from pathlib import Path
from typing import Final

import numpy as np
from safetensors.numpy import load_file, save_file

from worker.engine.encoder.arrays import F32
from worker.engine.encoder.files import LEARNED, TRANSITIONS, ModelFilesError, Settings
from worker.engine.encoder.tags import END, FINE_TAGS, INSIDE, OUTSIDE, SINGLE

SIZE: Final = FINE_TAGS + 2  # the last two are before the first word and after the last
START, STOP = FINE_TAGS, FINE_TAGS + 1
NEVER: Final = -1e4
_NAME: Final = "transitions"


def allowed() -> F32:
    """(SIZE, SIZE): 0 where a tag may follow another, else NEVER."""
    table = np.full((SIZE, SIZE), NEVER, dtype=np.float32)
    kinds, roles = np.divmod(np.arange(FINE_TAGS) - 1, 4)
    opens = [t for t in range(FINE_TAGS) if t == OUTSIDE or roles[t] in (0, SINGLE)]
    closes = [t for t in range(FINE_TAGS) if t == OUTSIDE or roles[t] in (END, SINGLE)]
    table[np.ix_([*closes, START], opens)] = 0
    table[closes, STOP] = 0
    for tag in range(1, FINE_TAGS):
        if roles[tag] in (0, INSIDE):
            first = 1 + 4 * kinds[tag]
            table[tag, [first + INSIDE, first + END]] = 0
    return table


def write_table(folder: Path, table: F32) -> None:
    save_file({_NAME: np.ascontiguousarray(table, dtype=np.float32)}, folder / TRANSITIONS)


def table_of(folder: Path, settings: Settings) -> F32 | None:
    """What a model decodes by: None for the shape of BIOES alone. Raises ModelFilesError."""
    return read_table(folder) if settings.decoding == LEARNED else None


def read_table(folder: Path) -> F32:
    """Raises ModelFilesError: a table of other tags, or one under which a span might never end."""
    try:
        table = load_file(folder / TRANSITIONS)[_NAME]
    except Exception as error:  # whatever safetensors says of a file that is none
        raise ModelFilesError(f"{TRANSITIONS} illisible dans {folder}") from error
    if table.shape != (SIZE, SIZE) or table.dtype != np.float32 or not np.isfinite(table).all():
        raise ModelFilesError(f"{TRANSITIONS} : des transitions entre d'autres étiquettes")
    if (table[allowed() < 0] > NEVER / 2).any():
        raise ModelFilesError(f"{TRANSITIONS} : des transitions entre des bouts d'entités")
    return np.asarray(table, dtype=np.float32)
