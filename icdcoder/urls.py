"""Pages of the ICD-10 codes, below /projets/<project_id>/."""

from django.urls import path

from icdcoder.views.blind import (
    blind_add,
    blind_beat,
    blind_close,
    blind_detail,
    blind_finish,
    blind_list,
    blind_note,
    blind_open,
    blind_principal,
    blind_search,
    blind_take_back,
)
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
    path("codes/aveugle/", blind_list, name="blind-list"),
    path("codes/aveugle/ouvrir/", blind_open, name="blind-open"),
    path("codes/aveugle/<uuid:blind_id>/", blind_detail, name="blind-detail"),
    path("codes/aveugle/<uuid:blind_id>/fermer/", blind_close, name="blind-close"),
    path("codes/aveugle/note/<uuid:reading_id>/", blind_note, name="blind-note"),
    path("codes/aveugle/note/<uuid:reading_id>/recherche/", blind_search, name="blind-search"),
    path("codes/aveugle/note/<uuid:reading_id>/ajouter/", blind_add, name="blind-add"),
    path("codes/aveugle/note/<uuid:reading_id>/retirer/", blind_take_back, name="blind-take-back"),
    path(
        "codes/aveugle/note/<uuid:reading_id>/principal/", blind_principal, name="blind-principal"
    ),
    path("codes/aveugle/note/<uuid:reading_id>/terminer/", blind_finish, name="blind-finish"),
    path("codes/aveugle/note/<uuid:reading_id>/presence/", blind_beat, name="blind-beat"),
    path("codes/<uuid:export_id>/", note_list, name="note-list"),
    path("codes/<uuid:export_id>/<uuid:note_id>/", note_detail, name="note-detail"),
    path("codes/<uuid:export_id>/<uuid:note_id>/sejour/", stay_detail, name="stay-detail"),
]
