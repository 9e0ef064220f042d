"""All addresses. Each app owns its own."""

from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from deidweb.home import home

urlpatterns = [
    path("", home, name="home"),
    path("comptes/", include("deidweb.accounts.urls")),
    path("langue/", include("django.conf.urls.i18n")),
    path("traductions.js", JavaScriptCatalog.as_view(), name="javascript-catalog"),
]
handler404 = "deidweb.views.not_found"
handler403 = "deidweb.views.forbidden"
handler500 = "deidweb.views.server_error"
