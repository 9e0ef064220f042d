"""Pages of the ICD-10 codes, below /projets/<project_id>/."""

from django.urls import path

from icdcoder import views

app_name = "icdcoder"
urlpatterns = [
    path("codes/", views.export_list, name="export-list"),
    path("codes/decision/<int:prediction_id>/", views.code_decide, name="code-decide"),
    path("codes/<uuid:export_id>/", views.note_list, name="note-list"),
    path("codes/<uuid:export_id>/<uuid:note_id>/", views.note_detail, name="note-detail"),
]
