"""Which code runs: what a model or a figure was made with."""

import subprocess
from functools import cache

from django.conf import settings


@cache
def code_version() -> str:
    """As the image was stamped (DEIDWEB_COMMIT), else the commit of the checkout, "+" if it was changed; "" unknown."""
    if settings.COMMIT:
        return str(settings.COMMIT)
    told = ["git", "describe", "--always", "--dirty=+"]
    try:
        done = subprocess.run(  # noqa: S603
            told, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
