"""An action killed at every step at which a file and a row may part, and what is there afterwards. Runs inside an installation.

A step is a change of a file in the folders of exports, data sets, models and uploads, or a commit after one. The process that
dies is a fork that ends without another word (`os._exit`), as one that `kill -9` met there.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from annotation.models import DatasetFile, DatasetSnapshot, ImportBatch
from annotation.selectors.dataset_files import dataset_file_path, sha256_of, snapshot_path
from annotation.services.store_upload import upload_path
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from deidweb.operations.retention import purge
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path
from worker.engine.encoder.files import content_hash
from worker.models import ModelVersion
from worker.tasks import run_job

Action = Callable[[], Any]
DIED = 9
FOLDERS = ("EXPORT_DIR", "DATASET_DIR", "MODEL_DIR", "IMPORT_DIR")
# changes of one file or folder; what is removed with a whole folder counts file by file
CHANGES = ("open", "replace", "rename", "link", "unlink", "remove", "rmdir")
_AFTER = 2  # commits that count after a change: that of its row, and the next


@dataclass
class Steps:
    """Counts, and dies before step `last`."""

    last: int = 0
    taken: list[str] = field(default_factory=list)
    _commits: int = _AFTER

    def watch(self) -> None:
        for name in CHANGES:
            setattr(os, name, self._counted(name, getattr(os, name)))
        connection.ensure_connection()
        commit = connection.commit

        def counted() -> None:
            self._committing()
            commit()

        connection.commit = counted

    def _counted(self, name: str, change: Callable[..., Any]) -> Callable[..., Any]:
        def counted(path: Any, *others: Any, **options: Any) -> Any:
            is_made = name != "open" or (others and others[0] & os.O_CREAT)
            if is_made and (_is_watched(path) or options.get("dir_fd") is not None):
                self._commits = 0
                self._step(f"{name} {Path(os.fspath(path)).suffix}".strip())
            return change(path, *others, **options)

        return counted

    def _committing(self) -> None:
        if self._commits < _AFTER:
            self._commits += 1
            self._step("commit")

    def _step(self, name: str) -> None:
        self.taken.append(name)
        if len(self.taken) == self.last:
            os._exit(DIED)


def _is_watched(path: Any) -> bool:
    if not isinstance(path, str | os.PathLike):
        return False
    return any(Path(path).is_relative_to(getattr(settings, name)) for name in FOLDERS)


def in_fork(work: Callable[[], Any]) -> tuple[int, Any]:
    """Exit status and what `work` returned, in a process of its own."""
    connections.close_all()
    with tempfile.NamedTemporaryFile("r") as answer:
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                Path(answer.name).write_text(json.dumps(work()))
                status = 0
            except BaseException:  # noqa: BLE001 - the parent is told
                traceback.print_exc()
            os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return status, json.loads(answer.read() or "null")


class States:
    """The data of the installation as they were, to be put back again and again."""

    def __init__(self) -> None:
        self._data = Path(settings.DATA_DIR)
        self._kept = Path(tempfile.mkdtemp())
        self.keep("empty")

    def keep(self, name: str) -> None:
        shutil.copytree(self._data, self._kept / name, symlinks=True)

    def put_back(self, name: str) -> None:
        shutil.rmtree(self._data)
        shutil.copytree(self._kept / name, self._data, symlinks=True)

    def make(self, name: str, after: str, how: Action) -> None:
        """In this process, so that every fork has what is computed once a process: proofs, tables, what is imported."""
        self.put_back(after)
        how()
        connections.close_all()
        self.keep(name)


def killed_everywhere(states: States, before: str, act: Action) -> tuple[list[str], list[str]]:
    """The steps of `act`, and what was wrong after a death before each of them, when jobs went on and when they were given up."""
    gc.freeze()  # a fork need not look through what all have
    states.put_back(before)
    taken = done(lambda: _steps(act, 0))
    wrong = []
    for last in range(1, len(taken) + 1):
        for name, afterwards in (("goes on", resume), ("given up", abandon)):
            states.put_back(before)
            status, _steps_taken = in_fork(lambda last=last: _steps(act, last))
            assert status == DIED, (status, last, taken)
            wrong += [f"{last} {name}: {each}" for each in done(lambda a=afterwards: _after(a))]
    return taken, wrong


def done(work: Action) -> Any:
    """What `work` returned; it must end well."""
    status, answer = in_fork(work)
    assert status == 0, status
    return answer


def _steps(act: Action, last: int) -> list[str]:
    steps = Steps(last)
    steps.watch()
    act()
    return steps.taken


def _after(afterwards: Action) -> list[str]:
    """The next worker, the next day."""
    Job.objects.filter(state=Job.State.RUNNING).update(lease_until=timezone.now())
    jobs.sweep()
    afterwards()
    long_ago = time.time() - 2 * 3600
    for path in Path(settings.IMPORT_DIR).glob("*"):
        os.utime(path, (long_ago, long_ago))
    purge()
    return sorted(parted())


def resume() -> None:
    """Every job that waits runs, and ends well."""
    for pk in Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True):
        Job.objects.filter(pk=pk).update(run_after=None)
        run_job(str(pk))
        job = Job.objects.get(pk=pk)
        assert job.state == "done", f"{job.kind}: {job.state} {job.error}"


def abandon() -> None:
    """Every job that waits is cancelled."""
    for job in Job.objects.exclude(state__in=Job.FINISHED).select_related("created_by"):
        jobs.request_cancel(job, actor=job.created_by)


def parted() -> list[str]:
    """Files without a row, rows without their file."""
    state = ExportRequest.State
    built = ExportRequest.objects.filter(state__in=[state.BUILT, state.QUARANTINED, state.RELEASED])
    waiting = ImportBatch.objects.filter(state__in=["pending", "review"])
    wanted = {
        **{export_path(export): export.sha256 for export in built},
        **{snapshot_path(each): each.content_sha256 for each in DatasetSnapshot.objects.all()},
        **{dataset_file_path(each): each.sha256 for each in DatasetFile.objects.all()},
        **{upload_path(batch.pk): batch.sha256 for batch in waiting},
    }
    there = {
        path
        for name in ("EXPORT_DIR", "DATASET_DIR", "IMPORT_DIR")
        for path in Path(getattr(settings, name)).rglob("*")
        if path.is_file() and "certificates" not in path.parts
    }
    models = set(
        ModelVersion.objects.exclude(state="discarded").values_list("content_hash", flat=True)
    )
    folders = {path.name for path in Path(settings.MODEL_DIR).glob("*")}
    whole = {
        name for name in models & folders if content_hash(Path(settings.MODEL_DIR) / name) == name
    }
    return [
        *(f"file without a row: {path.name}" for path in there - wanted.keys()),
        *(f"row without a file: {path.name}" for path in wanted.keys() - there),
        *(f"not its file: {p.name}" for p in there & wanted.keys() if sha256_of(p) != wanted[p]),
        *(f"model without a row: {name}" for name in folders - models),
        *(f"row without a model: {name}" for name in models - whole),
    ]
