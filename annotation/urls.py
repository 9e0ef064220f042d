"""Pages below /projets/<project_id>/."""

from django.urls import path

from annotation.views import adjudication, aside, datasets, documents, imports, measures, work

app_name = "annotation"
urlpatterns = [
    path("notes/", documents.document_list, name="document-list"),
    path("notes/suivante/", documents.queue_next, name="queue-next"),
    path("notes/attribuer/", work.assign, name="notes-assign"),
    path("notes/ecartees/", aside.aside_list, name="aside-list"),
    path(
        "notes/ecartees/<uuid:document_id>/reprendre/",
        aside.aside_take_back,
        name="aside-take-back",
    ),
    path("notes/ecartees/<uuid:document_id>/supprimer/", aside.aside_delete, name="aside-delete"),
    path("notes/<uuid:document_id>/ecarter/", aside.aside_add, name="aside-add"),
    path("notes/preannoter/", documents.preannotate, name="preannotate"),
    path("notes/<uuid:document_id>/", documents.document_detail, name="document-detail"),
    path("notes/<uuid:document_id>/commencer/", documents.document_start, name="document-start"),
    path("notes/<uuid:document_id>/rouvrir/", documents.document_reopen, name="document-reopen"),
    path("notes/<uuid:document_id>/passer/", work.document_skip, name="document-skip"),
    path("notes/<uuid:document_id>/reprendre/", work.document_take_back, name="document-take-back"),
    path("repartition/", work.work_settings, name="work"),
    path("repartition/places/<uuid:layer_id>/liberer/", work.place_free, name="place-free"),
    path("comparer/", adjudication.adjudication_list, name="adjudication-list"),
    path(
        "comparer/<uuid:adjudication_id>/",
        adjudication.adjudication_detail,
        name="adjudication-detail",
    ),
    path(
        "comparer/<uuid:adjudication_id>/trancher/",
        adjudication.adjudication_decide,
        name="adjudication-decide",
    ),
    path(
        "comparer/<uuid:adjudication_id>/publier/",
        adjudication.adjudication_finish,
        name="adjudication-finish",
    ),
    path("imports/nouveau/", imports.import_create, name="import-create"),
    path("imports/<uuid:batch_id>/", imports.import_detail, name="import-detail"),
    path("imports/<uuid:batch_id>/marges/", imports.import_margins, name="import-margins"),
    path("suivi/", measures.project_dashboard, name="dashboard"),
    path("suivi/moi/", measures.personal, name="dashboard-personal"),
    path("accord/", measures.agreement_report, name="agreement"),
    path("accord/mesurer/", measures.agreement_measure, name="agreement-measure"),
    path("accord/<uuid:report_id>/passages/", measures.agreement_cell, name="agreement-cell"),
    path("jeux/", datasets.dataset_list, name="dataset-list"),
    path("jeux/nouveau/", datasets.dataset_create, name="dataset-create"),
    path("jeux/<uuid:snapshot_id>/", datasets.dataset_detail, name="dataset-detail"),
    path("jeux/<uuid:snapshot_id>/comparer/", datasets.dataset_compare, name="dataset-compare"),
    path(
        "jeux/<uuid:snapshot_id>/fichiers/",
        datasets.dataset_file_create,
        name="dataset-file-create",
    ),
    path(
        "jeux/fichiers/<uuid:dataset_file_id>/decision/",
        datasets.dataset_file_decide,
        name="dataset-file-decide",
    ),
    path(
        "jeux/fichiers/<uuid:dataset_file_id>/", datasets.dataset_download, name="dataset-download"
    ),
]
