"""What a bench tells while it runs, which lasts minutes."""

from __future__ import annotations


def say(text: str) -> None:
    """At once."""
    print(text, flush=True)
