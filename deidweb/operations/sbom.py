"""The software's bill of materials: pinned packages that are installed, scripts that we carry, the shipped model."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from django.conf import settings

_PIN = re.compile(r"(?m)^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
Component = dict[str, Any]


def sbom_text() -> str:
    """The same text for the same software: no time, no random number."""
    parts = [*_packages(), *_carried(), *_models()]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "deidweb", "version": "0.1.0"}},
        "components": parts,
    }
    return json.dumps(document, indent=1, ensure_ascii=False)


def _packages() -> Iterator[Component]:
    text = (Path(settings.BASE_DIR) / "requirements.txt").read_text("utf-8")
    for name, version in _PIN.findall(text):
        component: Component = {
            "type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name.lower()}@{version}",
        }  # fmt: skip
        licence = _licence(name)
        yield component | ({"licenses": [{"license": {"name": licence}}]} if licence else {})


def _licence(name: str) -> str:
    """As the installed package says; "" when it says nothing short."""
    try:
        meta = distribution(name).metadata.json
    except PackageNotFoundError:
        return ""
    said = str(meta.get("license_expression") or meta.get("license") or "").strip()
    return said if 0 < len(said) <= 80 and "\n" not in said else ""


def _carried() -> Iterator[Component]:
    folder = Path(settings.BASE_DIR) / "static" / "vendor"
    for path in sorted(folder.glob("*.js")):
        yield _file(path, "file")


def _models() -> Iterator[Component]:
    """Weights are part of what runs; a test installation has small ones of its own."""
    for path in sorted(Path(settings.BASE_DIR).glob("worker/weights/*/*")):
        if path.suffix in {".safetensors", ".onnx"}:
            yield _file(path, "machine-learning-model")


def _file(path: Path, kind: str) -> Component:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    name = str(path.relative_to(settings.BASE_DIR))
    return {"type": kind, "name": name, "hashes": [{"alg": "SHA-256", "content": digest}]}
