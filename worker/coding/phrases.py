"""Teaches the network that guesses categories from a few words: ``python -m worker.coding.phrases`` (``make train-icd``).

Its lessons are the labels of the installed CIM-10, our tables and what invented notes said of a code, written anew at each turn as coders
and doctors write: misspelt, shortened, words left out or turned round. One seed, one thread: the same tables give the same weights.
"""

import argparse
import hashlib
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save
from torch import Tensor, nn

from icdcoder.domain.nomenclature import (
    Nomenclature,
    NomenclatureInvalidError,
    NomenclatureMissingError,
    load_nomenclature,
)
from icdcoder.domain.phrase_network import CATEGORIES, WEIGHTS, pieces_of
from icdcoder.domain.tokens import content_stems
from icdcoder.domain.vocabulary import core_label
from icdcoder.domain.wordings import read_table, wordings

Lesson = tuple[str, str]  # a category and words for it

# What is heard alike, or typed for one another.
_SOUNDS: Final = (
    *(("ph", "f"), ("f", "ph"), ("th", "t"), ("rh", "r"), ("rr", "r"), ("ll", "l"), ("ss", "s")),
    *(("mm", "m"), ("nn", "n"), ("tt", "t"), ("cc", "c"), ("y", "i"), ("ch", "k"), ("qu", "k")),
    *(("z", "s"), ("s", "z"), ("eau", "o"), ("au", "o"), ("en", "an"), ("c", "s"), ("g", "j")),
    *(("l", "ll"), ("n", "nn"), ("t", "tt"), ("oe", "e"), ("h", "")),
)


@dataclass(frozen=True, slots=True)
class PhraseRecipe:
    rows: int = 65_536
    width: int = 160
    epochs: int = 10
    phrases: int = 60_000  # an epoch
    batch: int = 256
    rate: float = 3e-3
    smoothing: float = 0.05
    dropout: float = 0.1
    seed: int = 20261128


def lessons(known: Nomenclature) -> list[Lesson]:
    """Every label of a code in force, wording, synonym, abbreviation and piece of evidence, once a category."""
    found = set(_labels(known))
    found |= {(own.code[:3], own.phrase) for own in wordings(known.nearest)}
    for table, column in (("abbreviations", "term"), ("synonyms", "terms"), ("evidence", "words")):
        for row in read_table(f"{table}_fr.csv"):
            code = known.nearest(row["code"]) if row["code"] else None
            if code:
                found |= {(code[:3], words) for words in row[column].split("|")}
    return sorted(lesson for lesson in found if content_stems(lesson[1]))


def _labels(known: Nomenclature) -> Iterator[Lesson]:
    for entry in known:
        if not entry.is_retired:
            yield entry.code[:3], core_label(entry.label)


def written(words: str, draw: random.Random) -> list[str]:
    """The stems of the words as somebody in a hurry writes them; of one in four as they stand."""
    stems = list(content_stems(words))
    if draw.random() < 0.25:
        return stems
    stems = [_word(word, draw) for word in stems]
    if len(stems) > 2 and draw.random() < 0.35:
        stems.pop(draw.randrange(len(stems)))
    if len(stems) > 4 and draw.random() < 0.3:
        kept = draw.randrange(2, len(stems))
        first = draw.randrange(len(stems) - kept + 1)
        stems = stems[first : first + kept]
    if len(stems) > 1 and draw.random() < 0.2:
        draw.shuffle(stems)
    return stems


def _word(word: str, draw: random.Random) -> str:
    """Shortened, misspelt, or mostly as it stands."""
    chance = draw.random()
    if len(word) > 5 and chance < 0.08:
        return word[: draw.randrange(4, len(word))]
    return _slip(word, draw) if len(word) > 4 and chance > 0.87 else word


def _slip(word: str, draw: random.Random) -> str:
    """One slip: of the ear, or a letter left out, exchanged with its neighbour or written twice."""
    heard = [pair for pair in _SOUNDS if pair[0] in word[1:]]
    at = draw.randrange(1, len(word) - 1)
    kind = draw.random()
    if heard and kind < 0.5:
        told, meant = draw.choice(heard)
        at = word.index(told, 1)
        return word[:at] + meant + word[at + len(told) :]
    if kind < 0.7:
        return word[:at] + word[at + 1 :]
    if kind < 0.85:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[: at + 1] + word[at:]


class Guesser(nn.Module):
    """As `PhraseNetwork` reads, in float32."""

    def __init__(self, recipe: PhraseRecipe, categories: int) -> None:
        super().__init__()
        self.pieces = nn.EmbeddingBag(recipe.rows, recipe.width, mode="sum")
        self.even = nn.LayerNorm(recipe.width, elementwise_affine=False)
        self.dropout = nn.Dropout(recipe.dropout)
        self.output = nn.Linear(recipe.width, categories)
        nn.init.normal_(self.pieces.weight, 0, 0.1)

    def forward(self, rows: Tensor, starts: Tensor) -> Tensor:
        found: Tensor = self.output(self.dropout(self.even(self.pieces(rows, starts))))
        return found


def bag(phrases: Iterable[Sequence[str]], rows: int) -> tuple[Tensor, Tensor]:
    """The pieces of all phrases one behind the other, and where each phrase begins."""
    found = [pieces_of(stems, rows) for stems in phrases]
    starts = np.cumsum([0, *map(len, found[:-1])])
    return torch.tensor([row for own in found for row in own]), torch.from_numpy(starts)


def teach(taught: Sequence[Lesson], recipe: PhraseRecipe) -> tuple[list[str], Guesser]:
    """The categories and what was taught of them; a category with few phrases is asked more often than its share."""
    torch.manual_seed(recipe.seed)
    draw, chosen = random.Random(recipe.seed), np.random.default_rng(recipe.seed)  # noqa: S311 (no secret)
    counts = Counter(category for category, _words in taught)
    categories = sorted(counts)
    place = {category: at for at, category in enumerate(categories)}
    weights = np.array([counts[category] ** -0.5 for category, _words in taught])
    weights /= weights.sum()
    network = Guesser(recipe, len(categories))
    optimizer = torch.optim.AdamW(network.parameters(), recipe.rate, weight_decay=0.01)
    steps = max(1, recipe.phrases // recipe.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, recipe.rate, total_steps=recipe.epochs * steps + 1
    )
    for epoch in range(recipe.epochs):
        began, total = time.monotonic(), 0.0
        for _step in range(steps):
            drawn = chosen.choice(len(taught), recipe.batch, p=weights)
            own = [taught[at] for at in drawn]
            scores = network(*bag((written(words, draw) for _c, words in own), recipe.rows))
            right = torch.tensor([place[category] for category, _words in own])
            loss = nn.functional.cross_entropy(scores, right, label_smoothing=recipe.smoothing)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            total += loss.item()
        told = (
            f"{epoch + 1}/{recipe.epochs} : {total / steps:.3f}, {time.monotonic() - began:.0f} s\n"
        )
        sys.stdout.write(told)
        sys.stdout.flush()
    return categories, network.eval()


def tensors_of(network: Guesser) -> dict[str, NDArray[np.generic]]:
    """As `PhraseNetwork` takes them: the pieces in 8 bits with a scale a row."""
    pieces = network.pieces.weight.detach().numpy()
    scales = (np.abs(pieces).max(axis=1) / 127).clip(1e-8).astype(np.float16)
    rounded = np.rint(pieces / scales.astype(np.float32)[:, None]).clip(-127, 127)
    return {
        "pieces": rounded.astype(np.int8),
        "scales": scales,
        "output": network.output.weight.detach().numpy().astype(np.float16),
        "bias": network.output.bias.detach().numpy(),
    }


def save_network(categories: Sequence[str], network: Guesser, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / WEIGHTS).write_bytes(save(tensors_of(network)))
    (folder / CATEGORIES).write_text("\n".join(categories) + "\n", encoding="ascii")


def main(arguments: list[str] | None = None) -> int:
    """Writes the network's folder and says the hash that `icdcoder.domain.phrase_network.SHA256` must hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nomenclature", type=Path, default=Path("var/cim10/cim10.csv.gz"))
    parser.add_argument("--output", type=Path, default=Path("var/train-icd"))
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)  # sums in another order are other sums
    try:
        known = load_nomenclature(options.nomenclature)
    except (NomenclatureMissingError, NomenclatureInvalidError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    taught = lessons(known)
    sys.stdout.write(f"{len(taught)} phrases\n")
    save_network(*teach(taught, PhraseRecipe()), options.output)
    digest = hashlib.sha256((options.output / WEIGHTS).read_bytes()).hexdigest()
    sys.stdout.write(f"{options.output / WEIGHTS} : SHA-256 {digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
