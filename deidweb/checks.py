"""Start-up checks: what is unsafe or missing, in plain words, with what to do."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from deidweb.keys.places import keys_beside_data
from deidweb.private_files import exposed


@register(deploy=True)
def secrets_are_set(**_kwargs: Any) -> list[CheckMessage]:
    """A service without secrets of its own must not start."""
    found: list[CheckMessage] = []
    for name, code in (("SECRET_KEY", "deidweb.E001"), ("AUDIT_KEY", "deidweb.E002")):
        if len(getattr(settings, name, "")) < 32:
            found.append(
                Error(
                    f"{name} est absente ou trop courte (32 caractères au moins).",
                    hint=f"Définissez la variable d'environnement {name}, par exemple avec "
                    "« openssl rand -hex 32 ». « make run » la tire lui-même.",
                    id=code,
                )
            )
    return found


@register()
def data_is_private(**_kwargs: Any) -> list[CheckMessage]:
    """Notes and keys that every account of the machine can read."""
    found = exposed(settings.DATA_DIR)
    if not found:
        return []
    return [
        Warning(
            f"D'autres comptes de cette machine peuvent lire {', '.join(found)} dans {settings.DATA_DIR}.",
            hint=f"« make run » les ferme en démarrant ; sinon : chmod -R go= {settings.DATA_DIR}",
            id="deidweb.W001",
        )
    ]


@register(deploy=True)
def keys_lie_apart(**_kwargs: Any) -> list[CheckMessage]:
    """Who takes the data folder takes the keys that lie in it: what they seal is then as good as clear."""
    inside = keys_beside_data()
    if not inside:
        return []
    return [
        Warning(
            f"{' et '.join(inside)} : les clés sont dans le dossier des données.",
            hint="Mettez-les sur un autre disque (docs/operations.md, « Keys on another disk »).",
            id="deidweb.W002",
        )
    ]


@register(deploy=True)
def broker_is_asked_in_tls(**_kwargs: Any) -> list[CheckMessage]:
    """Who listens between two machines learns the broker's password, and could start jobs with it."""
    asked = urlsplit(settings.CELERY_BROKER_URL)
    if asked.scheme != "redis" or asked.hostname in ("localhost", "127.0.0.1", "::1"):
        return []
    return [
        Warning(
            "REDIS_URL : Redis est interrogé en clair sur le réseau.",
            hint="rediss://…?ssl_cert_reqs=required&ssl_ca_certs=…, comme l'écrit deploy/draw_secrets.sh.",
            id="deidweb.W003",
        )
    ]
