"""What is said, in which language, at what time: for every process, those that have neither database nor server among them."""

from django.utils.translation import gettext_lazy as _

from deidweb.operations.logs import FORMATTERS
from deidweb.settings import env as environment

env = environment.env

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("Français")), ("en", _("English"))]
SENTENCES = environment.BASE_DIR / "locale"
FRENCH_TYPOGRAPHY = SENTENCES / "typography"  # unbroken blanks: `manage.py typeset`
LOCALE_PATHS = [SENTENCES]
if env.bool("DEIDWEB_FRENCH_TYPOGRAPHY", default=True):  # tests read French as the sources write it
    LOCALE_PATHS.append(FRENCH_TYPOGRAPHY)
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Paris")
USE_I18N = True
USE_TZ = True

# --- log lines: see docs/operations.md
FULL_TRACEBACKS = env.bool("DEIDWEB_FULL_TRACEBACKS", default=False)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # no message of an exception, no words of another library's log line: deidweb/operations/logs.py
    "formatters": FORMATTERS,
    "handlers": {
        "console": {
            "class": "deidweb.operations.logs.Console",
            "formatter": environment.log_format(),
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Celery's INFO lines name each task and its id; its argument reprs stay out.
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
    },
}
