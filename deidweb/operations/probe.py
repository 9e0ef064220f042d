"""A container's health check: exit code 0 or 1.

`python -m deidweb.operations.probe` asks this container's own web server whether it is ready; `… probe worker` looks whether the
worker, or the clock, has shown itself.
"""

import sys
import urllib.request

from deidweb.operations.alive import is_alive
from deidweb.settings.env import env


def main(arguments: list[str]) -> int:
    return int(not is_alive()) if arguments == ["worker"] else ask_web()


def ask_web() -> int:
    """Under a host name that is answered for, without a proxy."""
    host = env.list("ALLOWED_HOSTS", default=["127.0.0.1"])[0]
    request = urllib.request.Request("http://127.0.0.1:8000/readyz", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=8) as answer:  # noqa: S310 - our own address
            return int(answer.status != 200)
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
