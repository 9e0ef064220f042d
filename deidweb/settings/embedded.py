"""One machine, one command: SQLite, folders as broker, loopback only."""

from deidweb.settings.base import *  # noqa: F403
from deidweb.settings.base import env

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
# No collectstatic step: the files are served from where they lie.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0
STATIC_ROOT = None  # type: ignore[assignment]
