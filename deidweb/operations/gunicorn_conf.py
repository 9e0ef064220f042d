"""Gunicorn's own lines in our format: `gunicorn --config python:deidweb.operations.gunicorn_conf`.

It is read before Django's settings are; that is why it asks the environment itself, and nothing else does.
"""

import gc
import os
from typing import Any

from deidweb.operations.logs import FORMATTERS
from deidweb.settings.env import log_format
from privacy.domain.tables import default_tables

# A page waits for no statement longer: somebody waits for the page, and there are few threads.
os.environ.setdefault("DATABASE_STATEMENT_SECONDS", "60")
# One process imports the application, the others are its forks: nothing is open or running by then.
preload_app = True
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": FORMATTERS,
    "handlers": {
        "console": {"class": "deidweb.operations.logs.Console", "formatter": log_format()}
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "gunicorn.error": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # addresses and times of people's requests: the journal keeps what must be kept
        "gunicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}


def on_starting(_server: Any) -> None:
    """Before the forks: the tables of a preview take two seconds and 76 MB, which all share instead of each the first person waiting."""
    default_tables()
    gc.freeze()  # what looks for garbage would touch, and so copy, every page of them
