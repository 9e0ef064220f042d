"""The bill of materials names every pinned package, what we carry, and says the same twice."""

from __future__ import annotations

import json
from pathlib import Path

from deidweb.operations.sbom import sbom_text


def test_it_names_what_the_software_is_made_of():
    document = json.loads(sbom_text())
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    parts = {part["name"]: part for part in document["components"]}
    pins = [line for line in Path("requirements.txt").read_text().splitlines() if "==" in line]
    assert len([part for part in parts.values() if part["type"] == "library"]) == len(pins)
    assert parts["django"]["purl"] == "pkg:pypi/django@5.2.19"
    assert parts["django"]["licenses"] == [{"license": {"name": "BSD-3-Clause"}}]
    assert len(parts["static/vendor/htmx.min.js"]["hashes"][0]["content"]) == 64
    assert any(part["type"] == "machine-learning-model" for part in parts.values())
    assert sbom_text() == json.dumps(document, indent=1, ensure_ascii=False)
