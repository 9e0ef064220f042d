"""Pages of the preview and of the exports, below /projets/<project_id>/."""

from django.urls import path

from privacy.views import exports, preview

app_name = "privacy"
urlpatterns = [
    path("apercu/", preview.preview, name="preview"),
    path("apercu/tirage/", preview.redraw, name="preview-redraw"),
    path("exports/", exports.export_list, name="export-list"),
    path("exports/nouveau/", exports.export_create, name="export-create"),
    path("exports/<uuid:export_id>/", exports.export_detail, name="export-detail"),
    path("exports/<uuid:export_id>/decision/", exports.export_decide, name="export-decide"),
    path("exports/<uuid:export_id>/refaire/", exports.export_rebuild, name="export-rebuild"),
    path("exports/<uuid:export_id>/fichier/", exports.export_download, name="export-download"),
]
