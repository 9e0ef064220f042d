"""Letters off a scanned page, by Debian's tesseract with its French words. Nothing is written to a file."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from time import monotonic
from typing import TYPE_CHECKING, Final

from annotation.domain.formats.pdf_layout import Line, line_of

if TYPE_CHECKING:
    import pypdfium2

DOTS_PER_INCH: Final = 300
_MOST_POINTS: Final = 2000.0  # of a page's side; larger ones are looked at from farther away
_LEAST_SURE: Final = 20.0  # per cent; less is a speck that was taken for a letter
_WORD: Final = "5"
_THREADS: Final = "1"  # the other core serves pages


class OcrError(ValueError):
    """`reason` is a French sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class Budget:
    """Seconds of the clock for all pages of a document."""

    seconds: float
    _end: float = field(init=False)

    def __post_init__(self) -> None:
        self._end = monotonic() + self.seconds

    def left(self) -> float:
        return self._end - monotonic()

    def is_installed(self) -> bool:
        return bool(_language())


@cache
def _language() -> str:
    """Of tesseract's words; "" where it is not installed, or not in French."""
    program = shutil.which("tesseract")
    if program is None:
        return ""
    told = subprocess.run(  # noqa: S603 - a program of the system, fixed arguments
        [program, "--list-langs"], capture_output=True, text=True, check=False, timeout=20
    )
    return "fra" if "fra" in told.stdout.split() else ""


def read_page(page: pypdfium2.PdfPage, budget: Budget) -> list[Line]:
    """The page's lines. Raises OcrError when the time is spent."""
    return lines_of(_portable(page), budget)


def lines_of(image: bytes, budget: Budget) -> list[Line]:
    """The lines of a grey picture in Netpbm's form (P5)."""
    if budget.left() <= 0:
        raise OcrError("la reconnaissance des caractères de ce PDF dépasse le temps prévu")
    try:
        told = subprocess.run(  # noqa: S603 - as above
            [shutil.which("tesseract") or "tesseract", "-", "-", "-l", _language(), "--dpi", str(DOTS_PER_INCH), "tsv"],
            input=image, capture_output=True, check=False, timeout=budget.left(),
            env={"PATH": os.environ.get("PATH", ""), "OMP_THREAD_LIMIT": _THREADS, "LANG": "C.UTF-8"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise OcrError(
            "la reconnaissance des caractères de ce PDF dépasse le temps prévu"
        ) from None
    if told.returncode:
        raise OcrError("la reconnaissance des caractères de ce PDF a échoué")
    return list(_lines(told.stdout.decode("utf-8", "replace")))


def _portable(page: pypdfium2.PdfPage) -> bytes:
    """The page in grey, as P5."""
    side = max(page.get_width(), page.get_height())
    scale = DOTS_PER_INCH / 72 * min(1.0, _MOST_POINTS / side)
    bitmap = page.render(scale=scale, grayscale=True)
    width, height, stride = bitmap.width, bitmap.height, bitmap.stride
    view = memoryview(bitmap.buffer).cast("B")
    rows = b"".join(view[y * stride : y * stride + width] for y in range(height))
    bitmap.close()
    return b"P5 %d %d 255\n" % (width, height) + rows


def _lines(told: str) -> Iterator[Line]:
    rows = list(csv.DictReader(told.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows:
        return
    width, height = float(rows[0]["width"]) or 1.0, float(rows[0]["height"]) or 1.0
    words = [row for row in rows if row["level"] == _WORD and row["text"].strip()]
    sure = [row for row in words if float(row["conf"]) >= _LEAST_SURE]
    for _key, line in groupby(sure, lambda row: (row["block_num"], row["par_num"], row["line_num"])):  # fmt: skip
        text, boxes = "", array("f")
        for word in line:
            if text:
                text += " "
                boxes.extend((0.0,) * 4)
            text += word["text"]
            boxes.extend(_boxes(word, width, height))
        if found := line_of(text, boxes):
            yield found


def _boxes(word: dict[str, str], width: float, height: float) -> Iterator[float]:
    """Its signs share the word's box."""
    left, top, across, down = (float(word[name]) for name in ("left", "top", "width", "height"))
    step = across / len(word["text"])
    for i in range(len(word["text"])):
        yield from (
            (left + i * step) / width,
            top / height,
            (left + (i + 1) * step) / width,
            (top + down) / height,
        )
