"""Placeholder until the app's pages arrive."""

from django.urls import path
from django.http import Http404, HttpRequest, HttpResponse


def soon(request: HttpRequest, **kwargs: object) -> HttpResponse:
    raise Http404


app_name = "icdcoder"
urlpatterns = [
    path("icdcoder-1/", soon, name={"annotation": "document-list", "privacy": "preview", "icdcoder": "export-list", "worker": "model-list"}["icdcoder"]),
    path("icdcoder-2/", soon, name={"privacy": "export-list"}.get("icdcoder", "x")),
]
