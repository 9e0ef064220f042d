"""Tests draw the same keys each time they run."""

from __future__ import annotations

import multiprocessing
import secrets
import uuid

from tests.draws import Draws


def _drawn() -> tuple[object, ...]:
    return secrets.token_hex(8), uuid.uuid4(), secrets.randbelow(10**9), secrets.choice("abcdefgh")


def test_a_test_draws_what_it_drew_before(monkeypatch):
    draws = Draws()
    monkeypatch.setattr("os.urandom", draws)
    monkeypatch.setattr("random._urandom", draws)
    draws.begin("one test")
    first, second = _drawn(), _drawn()
    assert first != second
    draws.begin("another test")
    assert _drawn() != first
    draws.begin("one test")
    assert (_drawn(), _drawn()) == (first, second)


def test_forks_and_what_is_no_test_draw_by_chance():
    draws = Draws()
    assert draws(16) != draws(16)
    draws.begin("")
    assert draws(16) != draws(16)
    draws.begin("one test")
    context = multiprocessing.get_context("fork")
    with context.Pool(2, maxtasksperchild=1) as pool:
        drawn = pool.map(draws, [16, 16], chunksize=1)
    assert len({*drawn, draws(16)}) == 3
