"""« Essayer » outside projects, below /essayer/; in one, `worker.urls` adds what takes the result away."""

from django.urls import path

from worker.views.trial import document, pdf_pages, reading, redraw, trial

app_name = "trial"
urlpatterns = [
    path("", trial, name="trial"),
    path("document/", document, name="trial-document"),
    path("lecture/", reading, name="trial-reading"),
    path("tirage/", redraw, name="trial-redraw"),
    path("pdf/", pdf_pages, name="trial-pdf"),
]
