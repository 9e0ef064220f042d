"""What the journal's actions and objects are called in front of people."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACTIONS: Final[dict[str, Promise]] = {
    "account.created": _("Compte créé"),
    "account.password_changed": _("Mot de passe changé"),
    "account.sign_in_refused": _("Connexion refusée"),
    "account.signed_in": _("Connexion"),
    "account.signed_out": _("Déconnexion"),
    "annotation.reopened": _("Note rouverte"),
    "annotation.started": _("Annotation commencée"),
    "annotation.submitted": _("Note validée"),
    "export.approved": _("Export approuvé"),
    "export.built": _("Export fabriqué"),
    "export.downloaded": _("Export téléchargé"),
    "export.failed": _("Fabrication de l'export en échec"),
    "export.file_changed": _("Téléchargement refusé : fichier changé"),
    "export.findings_read": _("Passages trouvés dans l'export consultés"),
    "export.quarantined": _("Export mis en quarantaine"),
    "export.rebuilt": _("Export fabriqué de nouveau"),
    "export.refused": _("Export refusé"),
    "export.requested": _("Export demandé"),
    "export.self_decision_refused": _("Décision sur son propre export refusée"),
    "export.withdrawn": _("Demande d'export retirée"),
    "features.imported": _("Table de variables importée"),
    "features.retired": _("Table de variables retirée"),
    "icd.decided": _("Code CIM-10 décidé"),
    "import.done": _("Notes importées"),
    "import.refused": _("Import refusé"),
    "import.started": _("Import demandé"),
    "job.cancel_requested": _("Arrêt d'un travail demandé"),
    "job.cancelled": _("Travail annulé"),
    "job.dead": _("Travail abandonné"),
    "job.done": _("Travail terminé"),
    "job.enqueued": _("Travail demandé"),
    "job.failed": _("Travail refusé"),
    "job.retried": _("Travail relancé"),
    "ledger.cap_changed": _("Plafond de confidentialité changé"),
    "member.added": _("Rôle ajouté"),
    "member.removed": _("Rôle retiré"),
    "model.discarded": _("Modèle écarté"),
    "model.promoted": _("Modèle mis en service"),
    "model.rolled_back": _("Modèle précédent remis en service"),
    "model.trained": _("Modèle entraîné"),
    "model.withdrawn": _("Modèle retiré du service"),
    "note.read": _("Note lue"),
    "places.policy_changed": _("Distance entre communes changée"),
    "preview.opened": _("Aperçu d'une note ouvert"),
    "project.created": _("Projet créé"),
    "study.created": _("Étude créée"),
    "study.key_destroyed": _("Clé d'une étude détruite"),
    "study.key_rotated": _("Clé d'une étude renouvelée"),
}

OBJECTS: Final[dict[str, Promise]] = {
    "accounts.project": _("projet"),
    "accounts.user": _("compte"),
    "annotation.document": _("note"),
    "annotation.importbatch": _("import"),
    "annotation.layer": _("annotation"),
    "icdcoder.codeprediction": _("code"),
    "jobs.job": _("travail"),
    "privacy.exportrequest": _("export"),
    "privacy.featurefile": _("table de variables"),
    "privacy.study": _("étude"),
    "worker.modelversion": _("modèle"),
}
