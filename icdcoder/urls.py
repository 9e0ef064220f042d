"""Pages of the ICD-10 codes, below /projets/<project_id>/."""

from django.urls import path

from icdcoder.views.codes import export_list, note_detail, note_list, stay_detail
from icdcoder.views.decisions import (
    code_add,
    code_decide,
    code_family,
    code_principal,
    code_replace,
    code_search_results,
)

app_name = "icdcoder"
urlpatterns = [
    path("codes/", export_list, name="export-list"),
    path("codes/decision/<int:prediction_id>/", code_decide, name="code-decide"),
    path("codes/principal/<int:prediction_id>/", code_principal, name="code-principal"),
    path("codes/voisins/<int:prediction_id>/", code_family, name="code-family"),
    path("codes/remplacer/<int:prediction_id>/", code_replace, name="code-replace"),
    path("codes/recherche/<uuid:note_id>/", code_search_results, name="code-search"),
    path("codes/ajouter/<uuid:note_id>/", code_add, name="code-add"),
    path("codes/<uuid:export_id>/", note_list, name="note-list"),
    path("codes/<uuid:export_id>/<uuid:note_id>/", note_detail, name="note-detail"),
    path("codes/<uuid:export_id>/<uuid:note_id>/sejour/", stay_detail, name="stay-detail"),
]
