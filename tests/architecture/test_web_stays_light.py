"""The web process never loads a model runtime: its pages must start in a second and stay small."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

HEAVY = ("torch", "transformers", "onnxruntime", "onnx", "tokenizers")
SCRIPT = f"""
import sys
from deidweb.wsgi import application
from django.urls import get_resolver
from django.test import Client
get_resolver().url_patterns
found = [name for name in {HEAVY!r} if name in sys.modules]
print(found)
sys.exit(bool(found))
"""


def test_no_model_runtime_in_the_web_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_numbers_in_a_process_that_only_starts() -> None:
    """Commands, the clock and `serve` itself draw, prove and read nothing."""
    script = "import django, sys; django.setup(); sys.exit('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


CACHE = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS']['init_command'])"


@pytest.mark.parametrize(
    ("begins", "kilobytes"), [("import deidweb.celery", 8_000), ("import deidweb.wsgi, deidweb.celery", 32_000)]
)  # fmt: skip
def test_a_worker_lets_sqlite_keep_less_than_the_web_does(begins, kilobytes, tmp_path):
    """Memory that each process would hold besides the system's own copy of the file."""
    environment = {
        "PATH": os.environ["PATH"], "DEIDWEB_DATA_DIR": str(tmp_path), "SECRET_KEY": "s" * 64, "AUDIT_KEY": "a" * 64,
        "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", f"{begins}; {CACHE}"], env=environment, capture_output=True, text=True, check=True
    )  # fmt: skip
    assert f"cache_size=-{kilobytes};" in done.stdout
