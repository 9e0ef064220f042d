"""Gunicorn's own lines in our format: `gunicorn --config python:deidweb.operations.gunicorn_conf`.

It is read before Django's settings are; that is why it asks the environment itself, and nothing else does.
"""

from deidweb.operations.logs import FORMATTERS
from deidweb.settings.env import log_format

# One process imports the application, the others are its forks: nothing is open or running by then.
preload_app = True
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": FORMATTERS,
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": log_format()}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "gunicorn.error": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # addresses and times of people's requests: the journal keeps what must be kept
        "gunicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
