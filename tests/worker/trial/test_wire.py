"""Messages over a pipe: whole, in time, or not at all."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from worker.trial.wire import MOST_BYTES, Closed, receive, send


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    yield reading, writing
    for handle in (reading, writing):
        with suppress(OSError):
            os.close(handle)


def test_what_is_sent_is_received(pipe):
    reading, writing = pipe
    send(writing, {"texte": "né à Nîmes 😀"}, seconds=5)
    assert receive(reading, seconds=5) == {"texte": "né à Nîmes 😀"}


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"\0\0",
        b"\0\0\0\5{}",
        b"\0\0\0\2[]",
        b"\0\0\0\2xx",
        (MOST_BYTES + 1).to_bytes(4, "big") + b"x",
        (200_000).to_bytes(4, "big")[:4] + b"[" * 10,
    ],
)
def test_what_is_no_whole_message_closes(pipe, told):
    reading, writing = pipe
    os.write(writing, told)
    os.close(writing)
    with pytest.raises(Closed):
        receive(reading, seconds=5)


def test_a_silent_side_is_not_waited_for(pipe):
    with pytest.raises(Closed):
        receive(pipe[0], seconds=0.05)


def test_a_side_that_does_not_read_is_not_waited_for(pipe):
    with pytest.raises(Closed):
        send(pipe[1], {"x": "y" * 1_000_000}, seconds=0.05)
