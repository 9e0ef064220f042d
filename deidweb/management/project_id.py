"""How a command is told its project."""

from __future__ import annotations

from argparse import ArgumentTypeError
from uuid import UUID


def project_id(text: str) -> UUID:
    """For ``type=`` of an argument: "eac1fd4b-a0db-4b1c-b82e-488f4dce4e51" → UUID(…); "cardio" is refused in words."""
    try:
        return UUID(text)
    except ValueError:
        raise ArgumentTypeError(
            f"« {text} » n'est pas l'identifiant d'un projet : il se lit dans l'adresse de ses pages (/projets/…/)"
        ) from None
