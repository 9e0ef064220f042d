"""The Celery tasks. Their argument is a job id and nothing else."""

from __future__ import annotations

import logging
import os
import threading
from importlib import import_module
from typing import Any, Final, cast
from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _

from annotation.services.backfill import request_catching_up
from annotation.services.purge_uploads import purge_uploads
from deidweb.disk import is_disk_full
from deidweb.jobs import services
from deidweb.jobs.models import Job
from deidweb.operations.alive import show_alive
from privacy.services.charge_ledger import give_back_ended
from worker.engine.encoder.card import give_up_card, lost_card
from worker.services.request_recent_measures import request_recent_measures
from worker.tasks.attention import attention
from worker.tasks.context import (
    Handler,
    JobCancelled,
    JobContext,
    JobRefused,
    LeaseLost,
    end_process,
)
from worker.tasks.leftovers import remove_leftovers
from worker.tasks.waking import waking
from worker.tasks.work_folders import remove_received

logger = logging.getLogger(__name__)

# kind of job → "module:function"; imported when the first job of the kind runs.
HANDLERS: Final[dict[str, str]] = {
    "import": "worker.tasks.import_notes:run",
    "preannotate": "worker.tasks.preannotate:run",
    "train_ner": "worker.tasks.train:run",
    "adapt_ner": "worker.tasks.adapt:run",
    "adopt_tagger": "worker.tasks.adopt:run",
    "learn_private": "worker.tasks.learn_private:run",
    "write_weights": "worker.tasks.weights:run",
    "compare_model": "worker.tasks.compare:run",
    "search_ner": "worker.tasks.search:run",
    "choose_notes": "worker.tasks.choose:run",
    "study_ner": "worker.tasks.study:run",
    "learn_lines": "worker.tasks.lines:run",
    "measure_site": "worker.tasks.measure_site:run",
    "measure_recent": "worker.tasks.measure_site:recent",
    "build_export": "worker.tasks.export:build",
    "estimate_export": "worker.tasks.estimate:run",
    "certify": "worker.tasks.certify:run",
    "advise": "worker.tasks.advise:run",
    "learn_neighbours": "worker.tasks.neighbours:run",
    "near_sentences": "worker.tasks.neighbours:near_sentences",
    "share_private": "worker.tasks.private:run",
    "build_dataset": "worker.tasks.dataset:build",
    "write_dataset": "worker.tasks.dataset:write",
    "measure_agreement": "worker.tasks.agreement:run",
    "backfill": "worker.tasks.backfill:run",
    "predict_codes": "worker.tasks.predict_codes:run",
    "forget_notes": "worker.tasks.forget_notes:run",
    "share_blind_notes": "worker.tasks.blind:run",
    "train_icd": "worker.tasks.train_coder:run",
    "measure_methods": "worker.tasks.methods:run",
    "measure_utility": "worker.tasks.utility:run",
}


class _Payload(dict[str, Any]):
    """What a job was asked with; a row of another version may lack what this one reads."""

    def __missing__(self, name: str) -> Any:
        raise JobRefused(_("Ce type de travail est inconnu de cette version."))


_CARD: Final = "worker.tasks.device:card_of_its_own"


def handler_of(kind: str) -> Handler:
    """The function that runs jobs of this kind; JobRefused for an unknown one."""
    if kind not in HANDLERS:
        raise JobRefused(_("Ce type de travail est inconnu de cette version."))
    return cast(Handler, _named(HANDLERS[kind]))


def _named(name: str) -> Any:
    """The function "module:function": what loads a network is not imported before it is asked for."""
    module, function = name.split(":")
    return getattr(import_module(module), function)


def execute(job: Job) -> None:
    """Runs a claimed job and closes its row, whatever happens."""
    job.payload = _Payload(job.payload)
    context = JobContext(job)
    context.start_heartbeat()
    try:
        with _named(_CARD)(context):
            result = handler_of(job.kind)(context)
        services.finish(job, result)
    except JobCancelled:
        services.mark_cancelled(job)
    except JobRefused as refusal:
        services.refuse(job, str(refusal))
    except LeaseLost:
        logger.warning("job %s: lease lost, another attempt owns it", job.pk)
    except MemoryError:
        logger.error("job %s: no memory left", job.pk)
        services.attempt_failed(job, _("La mémoire de cette machine ne suffit pas à ce travail."))
    except Exception as error:  # noqa: BLE001 - whatever happens, the row must say so
        if card := lost_card(error):
            _go_on_without(card, job)
            return
        # The message of an unforeseen exception may quote a note: only its type is kept.
        logger.error("job %s failed: %s at %s", job.pk, type(error).__name__, _where(error))
        if is_disk_full(error):
            services.attempt_failed(job, _("Le disque du serveur est plein") + ".")
            return
        services.attempt_failed(
            job, _("Erreur inattendue (%(type)s).") % {"type": type(error).__name__}
        )
    finally:
        context.stop_heartbeat()


def _go_on_without(card: str, job: Job) -> None:
    """The attempt is spent; the next one, here, computes on the processor."""
    logger.error("job %s: the graphics card is lost", job.pk)
    give_up_card()
    reason = _(
        "La carte graphique %(card)s ne répond plus. Ce processus de travail ne compte plus que sur le processeur : "
        "relancez-le quand elle est revenue."
    ) % {"card": card}
    services.attempt_failed(job, reason, delay_seconds=0)


def _where(error: BaseException) -> str:
    """File and line of the innermost frame, without the message."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    return f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"


@shared_task(name="worker.run_job")
def run_job(job_id: str) -> None:
    """Claims the job and runs it; does nothing when another worker has it."""
    with attention.at_work():
        job = services.claim(UUID(job_id), worker=services.worker_name(os.getpid()))
        if job is not None:
            with translation.override(settings.LANGUAGE_CODE):
                execute(job)


@shared_task(name="worker.sweep")
def sweep() -> None:
    """Wakes what was lost, removes what is left over; by beat, at worker start, and by each worker's own clock."""
    with translation.override(settings.LANGUAGE_CODE):
        services.sweep(has_just_woken=waking.has_just_woken())
        purge_uploads()
        remove_received()
        give_back_ended()


@shared_task(name="worker.measure_recent")
def measure_recent() -> None:
    """Queues the measures on recent notes whose turn it is; by beat, once an hour."""
    request_recent_measures()


@worker_ready.connect
def sweep_at_start(**_kwargs: object) -> None:
    request_catching_up()
    if settings.REPLACED_WORKER:
        with translation.override(settings.LANGUAGE_CODE):
            services.worker_gone(settings.REPLACED_WORKER)
    sweep()
    remove_leftovers()


@worker_ready.connect
def start_clock(sender: Any, **_kwargs: object) -> None:
    """A thread that sweeps without any message: beat's come through the very broker that may be at fault."""
    attention.queues = frozenset(sender.app.amqp.queues.consume_from)
    threading.Thread(target=keep_sweeping, args=(threading.Event(),), daemon=True).start()


def keep_sweeping(stop: threading.Event) -> None:
    """Sweeps from the database alone until `stop`. What goes wrong once (a busy database) is tried again at the next turn.
    A worker that hears nothing more of its broker ends here, and another takes its place."""
    while not stop.wait(settings.JOB_SWEEP_SECONDS):
        show_alive()
        try:
            sweep()
            if attention.is_deaf():
                logger.error("jobs wait and no message comes: this worker ends")
                end_process()
        except Exception as error:  # noqa: BLE001 - the clock must go on
            logger.warning("sweep failed: %s", type(error).__name__)
        finally:
            connection.close()
