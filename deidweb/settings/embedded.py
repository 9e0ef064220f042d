"""One machine, one command: SQLite, folders as broker, loopback only."""

from deidweb.settings.base import *  # noqa: F403
from deidweb.settings.base import BASE_DIR, env
from deidweb.settings.stamp import static_stamp

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
# `serve` sets it for the web when it has loaded the demo: see deidweb/accounts/demo.py
DEMO_SIGN_IN = env.bool("DEIDWEB_DEMO_SIGN_IN", default=False)
# No collectstatic step: the files are served from where they lie, under an address that changes
# with them. A note loads some forty scripts: a browser that asked for each again would wait.
STATIC_URL = f"static/{static_stamp(BASE_DIR / 'static')}/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 365 * 24 * 3600
STATIC_ROOT = None  # type: ignore[assignment]
