"""What is checked of several commands' options before hours of work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from django.core.management.base import CommandError

from worker.selectors.engines import training_device


def refuse_less(options: Mapping[str, Any], least: Iterable[tuple[str, float]]) -> None:
    """Raises CommandError for the first option that is less than its least, or no number; None was not asked for.

    ``refuse_less({"batch_size": 0}, [("batch_size", 1)])`` → « --batch-size : au moins 1 »
    """
    for name, bound in least:
        value = options[name]
        if value is not None and not (isfinite(value) and value >= bound):
            raise CommandError(f"--{name.replace('_', '-')} : au moins {bound:g}")


def device_of(options: Mapping[str, Any]) -> str:
    """What `--device` asks for, else a graphics card if there is one. Raises CommandError for a card that is not there."""
    asked, found = options["device"], training_device()
    if asked == "cuda" != found:
        raise CommandError("--device cuda : aucune carte graphique CUDA n'est utilisable ici.")
    return asked or found
