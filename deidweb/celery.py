"""The Celery application. Its messages carry a job id and nothing else."""

import os
from pathlib import Path

from celery import Celery
from celery.signals import after_task_publish
from django.conf import settings

from deidweb import embedded_broker  # noqa: F401 - registers its broker scheme
from deidweb.operations.alive import show_alive
from deidweb.private_files import keep_private

keep_private()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deidweb.settings.embedded")
# Workers and the clock would import every page to run Django's checks, and look at no result of them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
# A worker reads a project once from end to end, and what SQLite keeps beside the system's own copies is lost on it: an export takes
# as long, and 18 MB less. Where settings are read already this is another process, which has its own.
if not settings.configured:
    os.environ.setdefault("SQLITE_CACHE_KB", "8000")

app = Celery("deidweb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["worker"])


def ensure_broker_folders() -> None:
    """Makes the embedded broker's folders, readable by this account only. `serve` calls it."""
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    for name in ("data_folder_in", "control_folder"):
        if folder := options.get(name):
            Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)


@after_task_publish.connect(sender="worker.sweep")
def clock_is_alive(**_kwargs: object) -> None:
    """The clock has sent what it sends every few seconds: nobody else sends it."""
    show_alive()
