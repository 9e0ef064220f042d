"""Pages of the preview and of the exports, below /projets/<project_id>/."""

from django.urls import path

from privacy.views import (
    advice,
    attacks,
    certificates,
    cost,
    dossier,
    exports,
    features,
    ledger,
    preview,
    representations,
    studies,
    whole_text,
)
from privacy.views.ledger import accept_loss, change_cap

app_name = "privacy"
urlpatterns = [
    path("apercu/", preview.preview, name="preview"),
    path("apercu/tirage/", preview.redraw, name="preview-redraw"),
    path("apercu/carte/", preview.card, name="preview-card"),
    path("texte-entier/", whole_text.whole_text, name="whole-text"),
    path("texte-entier/<uuid:export_id>/apprendre/", whole_text.learn, name="whole-text-learn"),
    path("representations/", representations.page, name="representations"),
    path("representations/fabriquer/", representations.start, name="representations-start"),
    path("exports/", exports.export_list, name="export-list"),
    path("exports/nouveau/", exports.export_create, name="export-create"),
    path("exports/nouveau/cout/", cost.cost, name="export-cost"),
    path("exports/nouveau/cout/<uuid:job_id>/", cost.cost_of_job, name="export-cost-job"),
    path("exports/<uuid:export_id>/", exports.export_detail, name="export-detail"),
    path("exports/<uuid:export_id>/lecture/<int:rank>/", dossier.sampled_note, name="export-note"),
    path("exports/<uuid:export_id>/decision/", exports.export_decide, name="export-decide"),
    path("exports/<uuid:export_id>/refaire/", exports.export_rebuild, name="export-rebuild"),
    path("exports/<uuid:export_id>/retirer/", exports.export_withdraw, name="export-withdraw"),
    path(
        "exports/<uuid:export_id>/certificats/",
        certificates.export_certificates,
        name="export-certificates",
    ),
    path("exports/<uuid:export_id>/fichier/", exports.export_download, name="export-download"),
    path("etudes/", studies.study_list, name="study-list"),
    path("etudes/nouvelle/", studies.study_create, name="study-create"),
    path("etudes/<uuid:study_id>/", studies.study_detail, name="study-detail"),
    path("etudes/<uuid:study_id>/renouveler/", studies.study_rotate, name="study-rotate"),
    path("etudes/<uuid:study_id>/detruire/", studies.study_destroy, name="study-destroy"),
    path("communes/", features.feature_list, name="feature-list"),
    path("communes/distance/", features.place_policy, name="place-policy"),
    path("communes/tables/nouvelle/", features.feature_import, name="feature-import"),
    path("communes/tables/<uuid:file_id>/", features.feature_detail, name="feature-detail"),
    path("communes/tables/<uuid:file_id>/retirer/", features.feature_retire, name="feature-retire"),
    path("certificats/", certificates.certificates, name="certificates"),
    path("certificats/calculer/", certificates.certify, name="certify"),
    path("certificats/json/", certificates.certificates_json, name="certificates-json"),
    path("attaques/", attacks.attacks, name="attacks"),
    path("choisir-epsilon/", advice.advice, name="advice"),
    path("choisir-epsilon/calculer/", advice.ask, name="advice-ask"),
    path("budget/", ledger.ledger, name="ledger"),
    path("budget/constater/", accept_loss, name="ledger-accept-loss"),
    path("budget/plafond/", change_cap, name="ledger-cap"),
]
