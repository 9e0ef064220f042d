"""The web process never loads a model runtime: its pages must start in a second and stay small."""

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
