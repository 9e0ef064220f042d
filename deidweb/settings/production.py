"""Many machines: PostgreSQL, Redis, HTTPS in front. Refuses to start on a missing or weak secret, or for any host."""

from deidweb.settings.base import *  # noqa: F403
from deidweb.settings.base import TRUSTED_PROXIES, env, environment

# Each process is given only the keys that it needs (docs/operations.md); one of them signs nobody in.
_KEYS = env.list("DEIDWEB_KEYS", default=["secret", "audit", "study", "identity"])
SECRET_KEY = (
    environment.strong_secret("SECRET_KEY") if "secret" in _KEYS else environment.own_secret()
)
AUDIT_KEY = environment.strong_secret("AUDIT_KEY") if "audit" in _KEYS else ""
STUDY_KEK = environment.strong_secret("STUDY_KEK") if "study" in _KEYS else ""
IDENTITY_KEK = environment.strong_secret("IDENTITY_KEK") if "identity" in _KEYS else ""
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Anybody can write this header: `deidweb.proxies` takes it from everybody but the proxies that are named.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
# asked from inside, without the proxy that speaks HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SECOND_FACTOR_ROLES = env.list("SECOND_FACTOR_ROLES", default=["*"])
STEWARDS_READ_SAMPLES = env.bool("STEWARDS_READ_SAMPLES", default=True)
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrftoken"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
