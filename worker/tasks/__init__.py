"""Celery's side: one task runs any job, one sweeps. Handlers are in the modules beside."""

from worker.tasks.run import run_job, sweep

__all__ = ["run_job", "sweep"]
