"""All addresses. Each app owns its own, below its project."""

from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import JavaScriptCatalog

from deidweb.accounts import urls as accounts_urls
from deidweb.views import health
from deidweb.views.home import home, project_create, project_home
from deidweb.views.journal import journal, journal_file, journal_review
from deidweb.views.language import choose_language

journal_patterns = [
    path("journal/", journal, name="journal"),
    path("journal/fichier/", journal_file, name="journal-file"),
    path("journal/revue/", journal_review, name="review"),
]
project_patterns: list[URLPattern | URLResolver] = [
    path("", project_home, name="project"),
    path("", include("annotation.urls")),
    path("", include("privacy.urls")),
    path("", include("icdcoder.urls")),
    path("", include("worker.urls")),
    path("", include("deidweb.jobs.urls")),
    path("", include((accounts_urls.project_urlpatterns, "members"))),
    path("", include((journal_patterns, "audit"))),
]

urlpatterns = [
    path("", home, name="home"),
    path("healthz", login_not_required(health.alive), name="healthz"),
    path("readyz", login_not_required(health.ready), name="readyz"),
    path("metrics", login_not_required(health.metrics), name="metrics"),
    path("essayer/", include("worker.trial_urls")),
    path("projets/nouveau/", project_create, name="project-create"),
    path("projets/<uuid:project_id>/", include(project_patterns)),
    path("api/projets/<uuid:project_id>/", include("annotation.api.urls")),
    path("comptes/", include("deidweb.accounts.urls")),
    # The sign-in page itself is translated: these two need no account.
    path("langue/", login_not_required(choose_language), name="set_language"),
    path(
        "traductions.js",
        login_not_required(JavaScriptCatalog.as_view()),
        name="javascript-catalog",
    ),
]
handler404 = "deidweb.views.errors.not_found"
handler400 = "deidweb.views.errors.bad_request"
handler403 = "deidweb.views.errors.forbidden"
handler500 = "deidweb.views.errors.server_error"
