"""Tests: SQLite in memory, fast hasher, jobs run when the test says so."""

import tempfile
from pathlib import Path

from deidweb.settings.base import *  # noqa: F403
from deidweb.settings.base import CELERY_BEAT_SCHEDULE, SENTENCES  # noqa: F401

SECRET_KEY = "test-only-" + "0" * 50
AUDIT_KEY = "test-only-audit-" + "0" * 40
# tests read French as it is written in the sources, with plain blanks
LOCALE_PATHS = [SENTENCES]
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
DATA_DIR = Path(tempfile.mkdtemp(prefix="deidweb-test-"))
IMPORT_DIR = DATA_DIR / "imports"
EXPORT_DIR = DATA_DIR / "exports"
DATASET_DIR = DATA_DIR / "datasets"
MODEL_DIR = DATA_DIR / "models"
# A model of a few kilobytes that finds nothing: the rules decide, and the whole path is walked.
ENGINE_CACHE = DATA_DIR / "engine"
SHIPPED_MODEL = DATA_DIR / "mini-model"
BACKBONE_DIR = DATA_DIR / "backbones"
TAGGER_DIR = DATA_DIR / "taggers"
STUDY_KEY_DIR = DATA_DIR / "keys"
STUDY_KEK = STUDY_KEK_PREVIOUS = ""
STUDY_KEK_PER_STUDY = False
STUDY_KEK_FILE = DATA_DIR / "study_kek"
STUDY_KEKS_DIR = DATA_DIR / "study_keks"
IDENTITY_KEY_DIR = DATA_DIR / "identity_keys"
IDENTITY_KEK = IDENTITY_KEK_PREVIOUS = ""
IDENTITY_KEK_FILE = DATA_DIR / "identity_kek"
# no heartbeat writes from a thread of its own while a slow machine runs a job inside a test
JOB_LEASE_SECONDS = 3600.0
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
TRIAL_WARM_UP = False
WHITENOISE_AUTOREFRESH = True
METRICS_TOKEN = "metrics-" + "0" * 40
METRICS_NETWORKS = []
FULL_TRACEBACKS = True
SECOND_FACTOR_ROLES = []
OIDC_ISSUER = OIDC_CLIENT_ID = LDAP_URL = ""
STEWARDS_READ_SAMPLES = False
OUTSIDE_GROUPS = []
GROUP_ROLES = ()
