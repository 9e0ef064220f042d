"""Everything that holds everywhere. `embedded`, `production` and `test` say what differs."""

from pathlib import Path

from csp.constants import NONE, SELF
from django.urls import reverse_lazy

from deidweb.settings import env as environment
from deidweb.settings.saying import *  # noqa: F403

BASE_DIR = environment.BASE_DIR
env = environment.env
DATA_DIR = environment.data_dir()
# All keys that one machine draws; on another disk than the data, who takes the data takes no key.
KEY_DIR = environment.key_dir(DATA_DIR)
SECRET_FILE = KEY_DIR / "secret_key"
AUDIT_KEY_FILE = KEY_DIR / "audit_key"

SECRET_KEY = environment.secret("SECRET_KEY", SECRET_FILE)
# Keyed chain: without the key nobody can recompute the hashes of a changed audit row.
AUDIT_KEY = environment.secret("AUDIT_KEY", AUDIT_KEY_FILE)
DEBUG = False
ALLOWED_HOSTS: list[str] = []
# Whose word on the visitor's address and protocol counts (X-Forwarded-For, X-Forwarded-Proto): nobody's unless named.
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
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
    "deidweb.proxies.TrustedProxies",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "deidweb.middleware.NoNul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "deidweb.accounts.sessions.SessionLimits",
    "deidweb.accounts.sessions.SignInFirst",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "deidweb.middleware.PrivateResponses",
    "deidweb.middleware.OwnPassword",
    "deidweb.accounts.second_factor_gate.SecondFactorGate",
    "deidweb.middleware.FairQueue",
    "deidweb.middleware.NoBlankPage",
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
AUTHENTICATION_BACKENDS = ["deidweb.accounts.throttle.ThrottledBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "deidweb.accounts.passwords.GuessablePasswordValidator"},
]
LOGIN_URL = reverse_lazy("accounts:login")
LOGIN_REDIRECT_URL = reverse_lazy("home")
LOGOUT_REDIRECT_URL = reverse_lazy("accounts:login")

SESSION_COOKIE_AGE = 12 * 3600  # in all, and
SESSION_IDLE_SECONDS = env.int("SESSION_IDLE_MINUTES", default=30) * 60  # without an act
ROLE_DAYS = env.int("ROLE_DAYS", default=365)
EMERGENCY_HOURS = env.int("EMERGENCY_HOURS", default=4)
# roles that need a code besides the password, "superuser" for who administers the installation, "*" for everybody
SECOND_FACTOR_ROLES: list[str] = env.list("SECOND_FACTOR_ROLES", default=[])
# people whom the hospital knows: off unless the first of each is set (docs/operations.md)
OIDC_ISSUER = env.str("OIDC_ISSUER", default="")
OIDC_CLIENT_ID = env.str("OIDC_CLIENT_ID", default="")
OIDC_CLIENT_SECRET = env.str("OIDC_CLIENT_SECRET", default="")
OIDC_NAME = env.str("OIDC_NAME", default="SSO")
OIDC_SCOPE = env.str("OIDC_SCOPE", default="openid profile")
OIDC_USERNAME_CLAIM = env.str("OIDC_USERNAME_CLAIM", default="preferred_username")
OIDC_GROUPS_CLAIM = env.str("OIDC_GROUPS_CLAIM", default="groups")
# ways of signing in there (claim `amr`) that are a second factor, e.g. mfa, hwk
OIDC_SECOND_FACTOR_AMR: list[str] = env.list("OIDC_SECOND_FACTOR_AMR", default=[])
LDAP_URL = env.str("LDAP_URL", default="")
LDAP_START_TLS = env.bool("LDAP_START_TLS", default=False)
LDAP_CA_FILE = env.str("LDAP_CA_FILE", default="")
LDAP_BIND_DN = env.str("LDAP_BIND_DN", default="")
LDAP_BIND_PASSWORD = env.str("LDAP_BIND_PASSWORD", default="")
LDAP_BASE = env.str("LDAP_BASE", default="")
LDAP_FILTER = env.str("LDAP_FILTER", default="(uid={name})")
LDAP_ID_ATTRIBUTE = env.str("LDAP_ID_ATTRIBUTE", default="entryUUID")
LDAP_USERNAME_ATTRIBUTE = env.str("LDAP_USERNAME_ATTRIBUTE", default="uid")
LDAP_GROUP_ATTRIBUTE = env.str("LDAP_GROUP_ATTRIBUTE", default="memberOf")
# only people of these groups come in that way (all: nobody is named); what groups give: "group=project:role"
OUTSIDE_GROUPS = environment.groups("OUTSIDE_GROUPS")
GROUP_ROLES = environment.group_roles("GROUP_ROLES")
# stewards decide by an export's sample and findings and open no other note: docs/adr/0019
STEWARDS_READ_SAMPLES = env.bool("STEWARDS_READ_SAMPLES", default=False)
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

LANGUAGE_COOKIE_SAMESITE = "Lax"

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
# which code this image was built from, where it has no history (deidweb/code_version.py)
COMMIT = env.str("DEIDWEB_COMMIT", default="")
SHIPPED_MODEL = Path(
    env.str("DEIDWEB_SHIPPED_MODEL", default=str(BASE_DIR / "worker" / "weights" / "ner-fr-4"))
)
# Loads a trained ICD-10 coder: (folder, label of a code) → coder. By name: only the worker may load a network.
ICD_MODEL_LOADER = "worker.coding.coder.load_coder"
# Says why what was learned of an export may not leave: (its id, its digest) → reason or "". By name: data sets do not know exports.
DATASET_SOURCE_CHECK = "privacy.services.open_released.source_refusal"
# The same of a model's weights, and what is told of them. By name: data sets do not know models.
WEIGHTS_SOURCE_CHECK = "worker.services.weights_source.source_refusal"
WEIGHTS_SOURCE = "worker.services.weights_source.weights_source"
# What exports are called: their ids → { id: title }. By name: the codes' pages do not know exports.
EXPORT_TITLES = "privacy.selectors.exports.titles_of"
# Folders of encoders (config.json, tokenizer, safetensors) from which a training may start.
BACKBONE_DIR = DATA_DIR / "backbones"
# Folders of others' token classifiers, each with labels.json (theirs → ours), that a project may take over as its engine.
TAGGER_DIR = DATA_DIR / "taggers"
STUDY_KEY_DIR = environment.Path(env.str("DEIDWEB_STUDY_KEY_DIR", default=str(KEY_DIR / "studies")))
# Wraps the study keys; without the variable one machine draws it into the file.
STUDY_KEK = env.str("STUDY_KEK", default="")
STUDY_KEK_FILE = KEY_DIR / "study_kek"
# The one that STUDY_KEK replaces, while `manage.py rotate_kek` has not been run.
STUDY_KEK_PREVIOUS = env.str("STUDY_KEK_PREVIOUS", default="")
# One KEK a study, in a folder that no backup takes: a destroyed key is dead in backups, too.
STUDY_KEK_PER_STUDY = env.bool("STUDY_KEK_PER_STUDY", default=False)
STUDY_KEKS_DIR = environment.Path(
    env.str("DEIDWEB_STUDY_KEKS_DIR", default=str(KEY_DIR / "study_keks"))
)
# Seal patients' identities: docs/adr/0020. The folder and the key that wraps what lies in it.
IDENTITY_KEY_DIR = environment.Path(
    env.str("DEIDWEB_IDENTITY_KEY_DIR", default=str(KEY_DIR / "identities"))
)
IDENTITY_KEK = env.str("IDENTITY_KEK", default="")
IDENTITY_KEK_FILE = environment.Path(
    env.str("DEIDWEB_IDENTITY_KEK_PATH", default=str(KEY_DIR / "identity_kek"))
)
IDENTITY_KEK_PREVIOUS = env.str("IDENTITY_KEK_PREVIOUS", default="")

# One click per role on the sign-in page of the demonstration; `embedded` alone reads it from the environment.
DEMO_SIGN_IN = False
# An approved file is downloaded so long; then it is asked for again.
EXPORT_DOWNLOAD_DAYS = env.int("DEIDWEB_EXPORT_DOWNLOAD_DAYS", default=30)
# « Essayer »: documents and texts that one person may try in ten minutes; whether a page opened has the engine started
TRIAL_QUOTA = env.int("DEIDWEB_TRIAL_QUOTA", default=40)
TRIAL_WARM_UP = env.bool("DEIDWEB_TRIAL_WARM_UP", default=True)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["deidweb.api.ReadableJSON"],
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
# for ever: by default a worker ends after a hundred tries, some fifty minutes
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_DEFAULT_QUEUE = "batch"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_TIMER_PRECISION = 0.2  # seconds for which a worker's end waits for its timer
JOB_SWEEP_SECONDS = env.float("JOB_SWEEP_SECONDS", default=15.0)
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "worker.sweep",
        "schedule": JOB_SWEEP_SECONDS,
        # every worker serves "fast"; while all are busy, sweeps do not pile up
        "options": {"queue": "fast", "expires": max(JOB_SWEEP_SECONDS, 1.0)},
    },
    # whose turn it is follows from the database: a lost or doubled message does no harm
    "measure_recent": {
        "task": "worker.measure_recent",
        "schedule": 3600.0,
        "options": {"queue": "fast", "expires": 3600.0},
    },
}
# the engine in service is measured on recently validated notes; 0: never
MEASURE_EVERY_DAYS = env.int("MEASURE_EVERY_DAYS", default=7)
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat")
JOB_LEASE_SECONDS = env.float("JOB_LEASE_SECONDS", default=60.0)
JOB_MAX_ATTEMPTS = 3
# no sign of getting on for so long: the attempt is over, its process is ended. A training judges in silence for an hour.
JOB_STILL_SECONDS = env.float("JOB_STILL_SECONDS", default=900.0)
JOB_STILL_TRAIN_SECONDS = env.float("JOB_STILL_TRAIN_SECONDS", default=6 * 3600.0)
# an idle worker that has taken none of the jobs that wait for it for so long ends, and another starts
WORKER_DEAF_SECONDS = env.float("WORKER_DEAF_SECONDS", default=180.0)
# of one person, waiting or running: the next one is answered 429
JOBS_PER_PERSON = env.int("JOBS_PER_PERSON", default=20)
# set by `serve` for the process that it starts in a dead one's place
REPLACED_WORKER = env.str("DEIDWEB_REPLACED_WORKER", default="")

# --- operations: see docs/operations.md
METRICS_TOKEN = environment.secret("METRICS_TOKEN", KEY_DIR / "metrics_token")
# CIDR addresses that may read /metrics without the token when they call without a proxy
METRICS_NETWORKS = env.list("METRICS_NETWORKS", default=[])
READY_MIN_FREE_BYTES = env.int("READY_MIN_FREE_MB", default=200) * 1024 * 1024
JOB_RETENTION_DAYS = env.int("JOB_RETENTION_DAYS", default=180)
SIGN_IN_RETENTION_DAYS = env.int("SIGN_IN_RETENTION_DAYS", default=1)
# CNIL: the journal is kept 6 to 12 months, up to 3 years where a risk analysis says so
AUDIT_RETENTION_DAYS = min(max(env.int("AUDIT_RETENTION_DAYS", default=365), 180), 1095)
