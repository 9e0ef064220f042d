"""Pages below /projets/<project_id>/."""

from django.urls import path

from annotation.views import documents, imports

app_name = "annotation"
urlpatterns = [
    path("notes/", documents.document_list, name="document-list"),
    path("notes/suivante/", documents.queue_next, name="queue-next"),
    path("notes/preannoter/", documents.preannotate, name="preannotate"),
    path("notes/<uuid:document_id>/", documents.document_detail, name="document-detail"),
    path("notes/<uuid:document_id>/commencer/", documents.document_start, name="document-start"),
    path("notes/<uuid:document_id>/rouvrir/", documents.document_reopen, name="document-reopen"),
    path("imports/nouveau/", imports.import_create, name="import-create"),
    path("imports/<uuid:batch_id>/", imports.import_detail, name="import-detail"),
]
