"""Everything that holds everywhere. `embedded`, `production` and `test` say what differs."""

from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from deidweb.settings import env as environment

BASE_DIR = environment.BASE_DIR
env = environment.env
DATA_DIR = environment.data_dir()
SECRET_FILE = DATA_DIR / "keys" / "secret_key"
AUDIT_KEY_FILE = DATA_DIR / "keys" / "audit_key"

SECRET_KEY = environment.secret("SECRET_KEY", SECRET_FILE)
# Keyed chain: without the key nobody can recompute the hashes of a changed audit row.
AUDIT_KEY = environment.secret("AUDIT_KEY", AUDIT_KEY_FILE)
DEBUG = False
ALLOWED_HOSTS: list[str] = []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "deidweb",
    "deidweb.accounts",
    "deidweb.audit",
    "deidweb.jobs",
    "annotation",
    "privacy",
    "icdcoder",
    "worker",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "deidweb.middleware.PrivateResponses",
    "deidweb.middleware.OwnPassword",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "deidweb.urls"
WSGI_APPLICATION = "deidweb.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "deidweb.context.navigation",
            ],
        },
    }
]

DATABASES = {"default": environment.database(env.str("DATABASE_URL", default=""), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = reverse_lazy("accounts:login")
LOGIN_REDIRECT_URL = reverse_lazy("home")
LOGOUT_REDIRECT_URL = reverse_lazy("accounts:login")
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "accounts/locked.html"
AXES_VERBOSE = False

SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_FAILURE_VIEW = "deidweb.views.errors.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("Français")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Paris")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]

# Uploads go to disk in chunks; one import may be large, a form field may not.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["deidweb.uploads.NamelessUploadHandler"]
FILE_UPLOAD_PERMISSIONS = 0o600
IMPORT_DIR = DATA_DIR / "imports"
EXPORT_DIR = DATA_DIR / "exports"
DATASET_DIR = DATA_DIR / "datasets"
MODEL_DIR = DATA_DIR / "models"
# 8-bit copies of models, made at first use.
ENGINE_CACHE = Path(env.str("DEIDWEB_ENGINE_CACHE", default=str(DATA_DIR / "engine")))
SHIPPED_MODEL = Path(
    env.str("DEIDWEB_SHIPPED_MODEL", default=str(BASE_DIR / "worker" / "weights" / "ner-fr-1"))
)
# Folders of encoders (config.json, tokenizer, safetensors) from which a training may start.
BACKBONE_DIR = DATA_DIR / "backbones"
STUDY_KEY_DIR = environment.Path(
    env.str("DEIDWEB_STUDY_KEY_DIR", default=str(DATA_DIR / "keys" / "studies"))
)
# Wraps the study keys; without the variable one machine draws it into the file.
STUDY_KEK = env.str("STUDY_KEK", default="")
STUDY_KEK_FILE = DATA_DIR / "keys" / "study_kek"
# The one that STUDY_KEK replaces, while `manage.py rotate_kek` has not been run.
STUDY_KEK_PREVIOUS = env.str("STUDY_KEK_PREVIOUS", default="")
# One KEK a study, in a folder that no backup takes: a destroyed key is dead in backups, too.
STUDY_KEK_PER_STUDY = env.bool("STUDY_KEK_PER_STUDY", default=False)
STUDY_KEKS_DIR = environment.Path(
    env.str("DEIDWEB_STUDY_KEKS_DIR", default=str(DATA_DIR / "keys" / "study_keks"))
)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "EXCEPTION_HANDLER": "deidweb.api.exception_handler",
}

# --- background work: see docs/architecture.md, "How a job lives"
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = environment.broker(
    env.str("REDIS_URL", default=""), DATA_DIR
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "batch"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
_SWEEP_SECONDS = env.float("JOB_SWEEP_SECONDS", default=15.0)
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "worker.sweep",
        "schedule": _SWEEP_SECONDS,
        # every worker serves "fast"; while all are busy, sweeps do not pile up
        "options": {"queue": "fast", "expires": max(_SWEEP_SECONDS, 1.0)},
    }
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat")
JOB_LEASE_SECONDS = env.float("JOB_LEASE_SECONDS", default=60.0)
JOB_MAX_ATTEMPTS = 3
# set by `serve` for the process that it starts in a dead one's place
REPLACED_WORKER = env.str("DEIDWEB_REPLACED_WORKER", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Celery's INFO lines name each task and its id; its argument reprs stay out.
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "axes": {"level": "ERROR"},  # its lines carry user names and addresses
        "django.request": {"level": "ERROR"},
    },
}
