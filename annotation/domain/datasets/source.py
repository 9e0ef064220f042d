"""What is told of a file that holds no notes but what was learned from them, where it is decided about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """`told`: what whoever decides should know; `risks`: with one it leaves by a signed override only. French sentences."""

    title: str
    told: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
