"""Shares of adversaries are written as the rest of the page writes them."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from privacy.presentation.representations import attack_lines

TOLD = {"name": "T2 fresh", "right": 649, "pairs": 1000, "low": 0.619, "high": 0.678, "passes": False}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "accuracy", "interval"),
    [("fr", "64,9 %", "61,9 % – 67,8 %"), ("en", "64.9%", "61.9% – 67.8%")],
)
def test_shares_speak_the_person_s_language(language, accuracy, interval):
    with override(language):
        [line] = attack_lines([TOLD])
    assert (
        line.accuracy.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        == accuracy
    )
    assert (
        line.interval.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        == interval
    )


def test_an_adversary_s_game_and_name_are_joined_as_the_language_joins_them():
    with override("en"):
        [line] = attack_lines([TOLD])
    assert line.who == "T2, two representations: a fresh adversary"
