"""Reads the environment: the only place that does. Pure functions, tested apart."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from uuid import UUID

import environ
from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping

from deidweb.short_files import short_text


class _Files(FileAwareMapping):
    """NAME_FILE names a file that holds NAME: a secret that no listing of processes shows and no child inherits."""

    def __getitem__(self, key: str) -> str:
        """Raises ImproperlyConfigured, which names the variable, for a file that is none: where a secret's file is missing,
        Docker mounts a folder."""
        file = self.env.get(f"{key}_FILE")
        if not file:
            return str(self.env[key]).strip()
        try:
            return short_text(Path(file), encoding="utf-8").strip()
        except OSError as error:
            why = str(error.strerror)
        except UnicodeDecodeError:
            why = "UTF-8 ?"
        raise ImproperlyConfigured(f"{key}_FILE : {file} ne peut pas être lu ({why}).")


class _Env(environ.Env):
    ENVIRON = _Files(cache=False)


@dataclass(frozen=True, slots=True)
class GroupRole:
    """Members of `group` have `role` in `project`."""

    group: str
    project: UUID
    role: str


env = _Env()
# what lets data out or gives power takes people, never a group that somebody else fills
GROUPS_MAY_GIVE = ("annotator", "reviewer")
MIN_SECRET, MIN_SIGNS = 32, 10
BASE_DIR = Path(__file__).resolve().parent.parent.parent


def data_dir() -> Path:
    """Folder of everything that is written at run time (database, files, broker, keys)."""
    return Path(env.str("DEIDWEB_DATA_DIR", default=str(BASE_DIR / "var"))).resolve()


def key_dir(data: Path) -> Path:
    """Folder of the keys: beside the data unless the installation names another one."""
    return Path(env.str("DEIDWEB_KEY_DIR", default=str(data / "keys"))).resolve()


def log_format() -> str:
    """ "line" at a terminal, "json" for machines, "full" with tracebacks and their messages (developers)."""
    if env.bool("DEIDWEB_FULL_TRACEBACKS", default=False):
        return "full"
    is_production = env.str("DJANGO_SETTINGS_MODULE", default="").endswith(".production")
    return str(env.str("LOG_FORMAT", default="json" if is_production else "line"))


def secret(name: str, path: Path) -> str:
    """The secret from variable `name`, else from the file that `serve` wrote, else "".

    Django refuses an empty SECRET_KEY as soon as it is used, so nothing starts on a default.
    """
    value = env.str(name, default="")
    if value:
        return str(value)
    return short_text(path).strip() if path.is_file() else ""


def strong_secret(name: str) -> str:
    """The variable's value. Raises ImproperlyConfigured for one that a patient person could guess.

    32 signs, ten different ones: what `openssl rand -hex 32` draws has fewer less than once in a million million times.
    """
    value = str(env.str(name, default=""))
    if len(value) < MIN_SECRET or len(set(value)) < MIN_SIGNS or _is_placeholder(value):
        raise ImproperlyConfigured(
            f"{name} est absente ou trop faible ({MIN_SECRET} caractères tirés au hasard au moins). "
            "Tirez-la avec « openssl rand -hex 32 »."
        )
    return value


def own_secret() -> str:
    """Of this process alone: what it signs, nobody else believes."""
    return secrets.token_hex(MIN_SECRET)


def _is_placeholder(value: str) -> bool:
    return value.startswith(("django-insecure", "change", "secret", "build-only"))


def hosts(name: str) -> list[str]:
    """The host names that are answered for. Raises ImproperlyConfigured without any, or for « all »."""
    found = [item.strip() for item in env.list(name, default=[]) if item.strip()]
    if not found or any("*" in item for item in found):
        raise ImproperlyConfigured(
            f"{name} nomme les adresses du service, sans « * » : par exemple "
            f"{name}=deid.hopital.example"
        )
    return found


def networks(name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses or networks. Raises ImproperlyConfigured for what is none, and for « everybody ».

    TRUSTED_PROXIES="10.0.0.2, 10.1.0.0/16" → two networks
    """
    try:
        found = tuple(
            ip_network(item.strip()) for item in env.list(name, default=[]) if item.strip()
        )
    except ValueError:
        found = None
    if found is None or any(network.prefixlen == 0 for network in found):
        raise ImproperlyConfigured(
            f"{name} : des adresses ou des réseaux séparés par des virgules, par exemple 10.0.0.2, 10.1.0.0/16"
        )
    return found


def groups(name: str) -> list[str]:
    """Names, separated by commas; a directory's, which hold commas ("cn=x,ou=y"), by semicolons."""
    text = env.str(name, default="")
    parts = text.split(";" if ";" in text or "=" in text else ",")
    return [part.strip() for part in parts if part.strip()]


def group_roles(name: str) -> tuple[GroupRole, ...]:
    """What groups of the identity provider give, separated by semicolons. Raises ImproperlyConfigured.

    GROUP_ROLES="cardio=2f6f0a3e-…:annotator" → (GroupRole("cardio", UUID("2f6f0a3e-…"), "annotator"),)
    """
    lines = [line.strip() for line in env.str(name, default="").split(";") if line.strip()]
    found = []
    for line in lines:
        group, _equals, target = line.rpartition("=")
        project, _colon, role = target.partition(":")
        try:
            found.append(GroupRole(group, UUID(project), role))
        except ValueError:
            raise ImproperlyConfigured(f"{name} : {project} n'est pas un projet.") from None
        if not group or role not in GROUPS_MAY_GIVE:
            raise ImproperlyConfigured(
                f"{name} : groupe=identifiant-du-projet:rôle, séparés par des points-virgules ; un groupe ne donne que "
                + " ou ".join(GROUPS_MAY_GIVE)
            )
    return tuple(found)


def ensure_secret_file(path: Path) -> None:
    """Draws 256 bits into `path` (mode 0600) unless it is there. Only `serve` calls it."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600)
    path.write_text(secrets.token_hex(32), encoding="ascii")


def database(url: str, data: Path) -> dict[str, Any]:
    """Django's database settings; SQLite in WAL with IMMEDIATE transactions without a URL.

    Measured: 16 writers × 60 saves lose 60 to "database is locked" with the default journal,
    23 with WAL and deferred transactions, none with WAL and IMMEDIATE.
    """
    config: dict[str, Any] = (
        dict(environ.Env.db_url_config(url))
        if url
        else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(data / "db.sqlite3")}
    )
    if "sqlite" in config["ENGINE"]:
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                f"PRAGMA cache_size=-{env.int('SQLITE_CACHE_KB', default=32_000)}; PRAGMA secure_delete=ON"
            ),
        }
    else:
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
        is_pooled = env.bool("DATABASE_POOLED", default=False)
        if is_pooled:
            config["ENGINE"] = "deidweb.pooled_postgresql"
            config["DISABLE_SERVER_SIDE_CURSORS"] = True  # they live longer than a transaction
        config["OPTIONS"] = {**_patience(is_pooled=is_pooled), **config.get("OPTIONS", {})}
    return config


def _patience(*, is_pooled: bool) -> dict[str, Any]:
    """For how long a server that is silent, or a lock that somebody holds, keeps who asks. A statement of a page may take a
    minute (`deidweb.operations.gunicorn_conf` says so for the web alone), one of a job or of a migration what it takes."""
    seconds = env.int("DATABASE_STATEMENT_SECONDS", default=0)
    told = {"lock_timeout": "60s", "statement_timeout": f"{seconds}s"}
    options = " ".join(f"-c {name}={value}" for name, value in told.items())
    return {
        "connect_timeout": 5,
        "tcp_user_timeout": 30_000,
        **({"patience": told} if is_pooled else {"options": options}),
    }


def broker(url: str, data: Path) -> tuple[str, dict[str, Any]]:
    """Broker URL and transport options; folders under `data` without a URL.

    `polling_interval` 0.1 s: a round trip takes 0.1 s instead of 1 s, idle cost 0.2 % CPU.
    A visibility time-out of 12 h, longer than any training, keeps Redis from delivering a
    running task twice; recovery after a crash is the sweeper's work, not the broker's.
    A Redis that takes the connection and says nothing would hold a web request for ever: five
    seconds, one more try, then the sweeper sends what was not sent.
    """
    if url:
        return url, {
            "visibility_timeout": 12 * 3600,
            "socket_connect_timeout": 3,
            "socket_timeout": 5,
            "max_retries": 1,
            "interval_start": 0.2,
        }
    folder = data / "broker"
    return "embedded://localhost", {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
        "polling_interval": 0.1,
    }
