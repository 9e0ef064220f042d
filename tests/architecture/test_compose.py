"""docker-compose.yml: nothing more than each process needs."""

from __future__ import annotations

import os
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


def test_redis_speaks_tls_alone_with_secrets_drawn_for_it(tmp_path):
    """deploy/draw_secrets.sh, run twice, draws nothing anew; Redis takes what it wrote."""
    (tmp_path / "deploy").symlink_to(ROOT / "deploy")
    first = drawn(tmp_path)
    assert drawn(tmp_path) == first
    assert set(COMPOSE["secrets"]) - set(first) == {"tls_cert", "tls_key"}
    assert first["redis_url"].startswith("rediss://deidweb:")
    assert "ssl_cert_reqs=required&ssl_ca_certs=/run/secrets/redis_tls_cert" in first["redis_url"]
    assert first["redis_password"].strip() not in first["redis_users"]
    for name in OURS:
        assert {"redis_url", "redis_tls_cert"} <= set(SERVICES[name]["secrets"])
    conf = (ROOT / "deploy" / "redis.conf").read_text("utf-8")
    assert {"port 0", "tls-port 6379", "appendonly yes"} <= set(conf.splitlines())
    assert set(re.findall(r"/run/secrets/(\w+)", conf)) == set(SERVICES["redis"]["secrets"])


def drawn(folder: Path) -> dict[str, str]:
    subprocess.run(
        ["sh", "deploy/draw_secrets.sh"], cwd=folder, check=os.geteuid() == 0, capture_output=True
    )
    return {path.name: path.read_text() for path in (folder / "secrets").iterdir()}
