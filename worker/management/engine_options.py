"""What the commands that read notes with an engine are told in the same words."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandParser

from worker.engine.build import ENGINES


def add_engine(parser: CommandParser) -> None:
    """`--engine` and `--model`, by default the hybrid of the shipped model."""
    add = parser.add_argument
    add("--engine", choices=ENGINES, default="hybrid", help="moteur (défaut : hybrid)")
    add(
        "--model",
        type=Path,
        default=Path(settings.SHIPPED_MODEL),
        metavar="DIR",
        help="dossier d'un modèle (défaut : le modèle livré)",
    )
