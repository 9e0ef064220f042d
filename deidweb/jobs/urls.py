from django.urls import path

from deidweb.jobs import views

app_name = "jobs"
urlpatterns = [
    path("travaux/", views.job_list, name="list"),
    path("travaux/<uuid:job_id>/", views.job_detail, name="detail"),
    path("travaux/<uuid:job_id>/progression/", views.progress_fragment, name="progress-fragment"),
    path("travaux/<uuid:job_id>/arreter/", views.job_cancel, name="cancel"),
    path("travaux/<uuid:job_id>/relancer/", views.job_retry, name="retry"),
]
