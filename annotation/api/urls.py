"""Endpoints below /api/projets/<project_id>/."""

from django.urls import path

from annotation.api import documents, imports, layers, me, patient_file, residual

app_name = "annotation-api"
urlpatterns = [
    path("moi/", me.Me.as_view(), name="me"),
    path("notes/", documents.DocumentList.as_view(), name="document-list"),
    path("notes/<uuid:document_id>/", documents.DocumentDetail.as_view(), name="document-detail"),
    path("couches/<uuid:layer_id>/ops/", layers.LayerOps.as_view(), name="layer-ops"),
    path("couches/<uuid:layer_id>/valider/", layers.LayerSubmit.as_view(), name="layer-submit"),
    path("couches/<uuid:layer_id>/presence/", layers.LayerBeat.as_view(), name="layer-beat"),
    path(
        "couches/<uuid:layer_id>/controle/",
        residual.LayerResidual.as_view(),
        name="layer-residual",
    ),
    path(
        "couches/<uuid:layer_id>/dossier/chercher/",
        patient_file.PatientFileSearch.as_view(),
        name="patient-file-search",
    ),
    path(
        "couches/<uuid:layer_id>/dossier/",
        patient_file.PatientFileGesture.as_view(),
        name="patient-file",
    ),
    path("imports/", imports.ImportList.as_view(), name="import-list"),
    path("imports/<uuid:batch_id>/", imports.ImportDetail.as_view(), name="import-detail"),
]
