"""`celery`, whose trainings are judged on two of the demonstration's notes: the shipped model reads all 25 for half a minute.

The workers of tests/integration/test_killed_training.py judge on all of them.
"""

from __future__ import annotations

import runpy

from annotation.demo.corpus import load_corpus
from worker.training import retrain

if __name__ == "__main__":
    retrain.regression_notes = lambda: load_corpus("dev")[:2]
    runpy.run_module("celery", run_name="__main__", alter_sys=True)
