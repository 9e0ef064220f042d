"""A message is never seen half-written, whoever looks at the folder meanwhile."""

from __future__ import annotations

import errno
import json
import shutil
import tempfile
import threading
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.transport import filesystem

from deidweb import embedded_broker


def connect(folder: Path) -> Connection:
    (folder / "queue").mkdir(exist_ok=True)
    options = {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
    }
    return Connection(f"{embedded_broker.SCHEME}://localhost", transport_options=options)


def test_every_message_file_is_whole_at_the_moment_it_is_listed(tmp_path):
    torn: list[str] = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            for path in (tmp_path / "queue").glob("*.q.msg"):
                try:
                    json.loads(path.read_bytes())
                except json.JSONDecodeError:
                    torn.append(path.name)

    with connect(tmp_path) as connection:
        watcher = threading.Thread(target=watch)
        watcher.start()
        channel = connection.channel()
        for number in range(500):
            channel._put("q", {"body": "x" * 500, "number": number})
        stop.set()
        watcher.join()
        numbers = [channel._get("q")["number"] for _ in range(500)]
    assert torn == []
    assert sorted(numbers) == list(range(500))
    assert list((tmp_path / "queue").iterdir()) == []


def test_each_message_is_read_once_whole_and_where_it_lies(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "elsewhere"))  # is not there
    numbers: list[int] = []
    errors: list[Exception] = []

    def read() -> None:
        with connect(tmp_path) as connection:
            channel = connection.channel()
            while len(numbers) < 300 and not errors:
                try:
                    numbers.append(channel._get("q")["number"])
                except Empty:
                    continue
                except Exception as error:  # noqa: BLE001 - whatever it is fails the test
                    errors.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    with connect(tmp_path) as connection:
        channel = connection.channel()
        for number in range(300):
            channel._put("q", {"body": "x" * 500, "number": number})
            channel._put("other", {"number": -1})
    for reader in readers:
        reader.join()
    assert errors == []
    assert sorted(numbers) == list(range(300))
    assert {path.name.partition(".")[2] for path in (tmp_path / "queue").iterdir()} == {"other.msg"}


def test_many_workers_bind_the_same_exchange_at_once(tmp_path):
    errors: list[Exception] = []

    def bind(name: str) -> None:
        try:
            with connect(tmp_path) as connection:
                channel = connection.channel()
                for number in range(20):
                    channel._queue_bind("x", "", "", f"{name}-{number}")
                    channel.get_table("x")
        except Exception as error:  # noqa: BLE001 - whatever it is fails the test
            errors.append(error)

    threads = [threading.Thread(target=bind, args=(f"w{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with connect(tmp_path) as connection:
        assert len(connection.channel().get_table("x")) == 120


def test_a_deleted_folder_comes_back(tmp_path):
    with connect(tmp_path) as connection:
        channel = connection.channel()
        channel._queue_bind("fast", "fast", "", "fast")
        shutil.rmtree(tmp_path / "queue")
        shutil.rmtree(tmp_path / "control")
        with pytest.raises(Empty):
            channel._get("fast")
        assert channel._size("fast") == channel._purge("fast") == 0
        # declared once, as publishers do: nobody binds the queue again
        assert channel._lookup("fast", "fast") == ["fast"]
        assert channel._lookup("celeryev", "worker.heartbeat") == []
        shutil.rmtree(tmp_path / "queue")
        channel._put("fast", {"number": 1})
        assert channel._get("fast") == {"number": 1}


def test_a_worker_looks_often_whether_it_shall_stop(tmp_path, monkeypatch):
    asked: list[float | None] = []
    monkeypatch.setattr(
        filesystem.Transport, "drain_events",
        lambda _self, _connection, timeout=None: asked.append(timeout),
    )  # fmt: skip
    with connect(tmp_path) as connection:
        for timeout in (2.0, 0.1, None):
            connection.drain_events(timeout=timeout)
    assert asked == [0.3, 0.1, None]


@pytest.mark.fault("F8")
def test_a_message_that_finds_no_room_leaves_nothing(tmp_path, monkeypatch):
    """Each turn of the sweep would leave another file, in the folder that a worker lists each second."""
    written = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        written(path, data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    with connect(tmp_path) as connection:
        channel = connection.channel()
        monkeypatch.setattr(Path, "write_bytes", full)
        for _turn in range(3):
            with pytest.raises(OSError, match="No space"):
                channel._put("q", {"body": "x"})
        monkeypatch.undo()
        assert list((tmp_path / "queue").iterdir()) == []
        channel._put("q", {"body": "x"})
        assert channel._get("q") == {"body": "x"}
