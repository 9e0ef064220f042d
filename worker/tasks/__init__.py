"""Celery's side: one task runs any job, one sweeps, one asks for measures. Handlers are in the modules beside."""

from worker.tasks.run import measure_recent, run_job, sweep

__all__ = ["measure_recent", "run_job", "sweep"]
