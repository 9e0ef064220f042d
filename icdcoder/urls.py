"""Pages of the ICD-10 codes, below /projets/<project_id>/."""

from django.urls import path

from icdcoder.views.codes import code_decide, export_list, note_detail, note_list

app_name = "icdcoder"
urlpatterns = [
    path("codes/", export_list, name="export-list"),
    path("codes/decision/<int:prediction_id>/", code_decide, name="code-decide"),
    path("codes/<uuid:export_id>/", note_list, name="note-list"),
    path("codes/<uuid:export_id>/<uuid:note_id>/", note_detail, name="note-detail"),
]
