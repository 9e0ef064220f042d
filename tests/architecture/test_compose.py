"""docker-compose.yml: nothing more than each process needs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
SERVICES = COMPOSE["services"]
OURS = ["migrate", "web", "worker-fast", "worker-batch", "worker-train", "beat"]


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_closed(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("privileged") is None
    assert service["logging"]["driver"] == "json-file"
    assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}
    if name != "migrate":
        assert service["deploy"]["resources"]["limits"]["memory"]


def test_what_an_installation_keeps_beside_the_code_is_in_no_image():
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {".git", ".env", "secrets/", "var"} <= set(left_out)


def test_one_door():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert [name for name, service in SERVICES.items() if "edge" in service["networks"]] == [
        "proxy"
    ]


def test_no_secret_stands_in_the_file_or_in_an_environment():
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    assert not re.search(r"(PASSWORD|KEY|KEK|TOKEN|_URL): (?!/run/secrets/|/keys)", text)
    for service in SERVICES.values():
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
        for value in service.get("environment", {}).values():
            if str(value).startswith("/run/secrets/"):
                assert value.rpartition("/")[2] in service["secrets"]


def test_each_process_has_its_keys_and_no_other():
    held = {name: set(SERVICES[name]["secrets"]) for name in OURS}
    assert {name for name in OURS if "secret_key" in held[name]} == {"web"}
    assert {name for name in OURS if "study_kek" in held[name]} == {"web", "worker-fast"}
    assert {name for name in OURS if "identity_kek" in held[name]} == set(OURS) - {"beat"}
    assert {name for name in OURS if "audit_key" in held[name]} == set(OURS) - {"beat"}
    assert {name for name in OURS if "owner_database_url" in held[name]} == {"migrate"}
    with_keys = {
        name
        for name in OURS
        if any("keys:" in volume for volume in SERVICES[name].get("volumes", []))
    }
    assert with_keys == {"web", "worker-fast"}
    assert SERVICES["beat"]["volumes"] == []


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_everybody_that_stays_is_asked_whether_it_works(name):
    asked = SERVICES[name]["healthcheck"]["test"]
    if name in OURS:
        told = ["worker"] if name != "web" else []
        assert asked == ["CMD", "python", "-m", "deidweb.operations.probe", *told]
    if name in OURS and name != "web":
        folder = SERVICES[name]["environment"]["DEIDWEB_ALIVE_FILE"].rpartition("/")[0]
        assert any(each.partition(":")[0] == folder for each in SERVICES[name]["tmpfs"])


@pytest.mark.parametrize("path", sorted((ROOT / "deploy").glob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_well_formed(path):
    assert subprocess.run(["sh", "-n", str(path)], check=False).returncode == 0


def test_the_proxy_serves_no_file_and_hides_what_is_for_machines():
    """An `alias` without its slash gave away a secret key elsewhere: there is none at all."""
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    assert not re.search(r"\b(alias|root|autoindex|try_files)\b", re.sub(r"#.*", "", text))
    assert "^/(metrics|readyz|healthz)$" in text
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in text


def test_every_image_can_be_pinned_by_its_digest():
    """What the file pulls by name is what deploy/pin_images.sh pins, the base of our own image included."""
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    named = dict(re.findall(r"\$\{(\w+_IMAGE):-([\w.:-]+)\}", text))
    assert not re.search(r"^\s+image: (?!\$\{)", text, re.MULTILINE)
    script = (ROOT / "deploy" / "pin_images.sh").read_text("utf-8")
    assert dict(re.findall(r"^pin (\w+) (\S+)$", script, re.MULTILINE)) == named
    assert f"ARG PYTHON_IMAGE={named['PYTHON_IMAGE']}" in (ROOT / "Dockerfile").read_text("utf-8")


def test_workers_of_trainings_see_every_card_and_share_them():
    """Which one is free is told by files of the volume that they share (`worker.tasks.device`)."""
    cards = yaml.safe_load((ROOT / "deploy" / "gpu.yml").read_text("utf-8"))["services"]
    assert set(cards) == {"worker-train"}
    [wanted] = cards["worker-train"]["deploy"]["resources"]["reservations"]["devices"]
    assert wanted == {"driver": "nvidia", "count": "all", "capabilities": ["gpu"]}
    assert "data:/data" in SERVICES["worker-train"]["volumes"]
