"""Kinds of job: what people call them and which queue they wait in."""

from collections.abc import Collection
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.roles import Permission

# "fast" is for work of minutes at most that somebody waits for. A model that reads a project's notes takes
# hours, a training days: nothing of the kind waits behind them. Workers of "batch" and "train" serve "fast" too.
KINDS: Final[dict[str, tuple[Promise, str]]] = {
    "import": (_("Import de notes"), "fast"),
    "preannotate": (_("Pré-annotation"), "batch"),
    "train_ner": (_("Réentraînement du modèle"), "train"),
    "adapt_ner": (_("Adaptation de l'encodeur aux notes"), "train"),
    "adopt_tagger": (_("Comparaison d'un autre modèle"), "train"),
    "learn_private": (_("Apprentissage sur des représentations reçues"), "train"),
    "compare_model": (_("Nouvelle comparaison d'un modèle"), "train"),
    "search_ner": (_("Recherche de paramètres d'entraînement"), "train"),
    "choose_notes": (_("Choix des notes à corriger ensuite"), "batch"),
    "study_ner": (_("Étude de ce que les notes apportent"), "train"),
    "learn_lines": (_("Recherche des lignes qui reviennent"), "batch"),
    "measure_site": (_("Mesure du moteur sur les notes du site"), "batch"),
    "measure_recent": (_("Mesure du moteur sur les notes récentes"), "batch"),
    "build_export": (_("Fabrication de l'export"), "fast"),
    "estimate_export": (_("Calcul du coût d'un export"), "fast"),
    "certify": (_("Calcul d'un certificat"), "fast"),
    "advise": (_("Effet de ε sur les notes du projet"), "fast"),
    "learn_neighbours": (_("Apprentissage des mots voisins"), "batch"),
    "near_sentences": (_("Recherche des phrases voisines d'une note"), "batch"),
    "share_private": (_("Représentations sans texte"), "train"),
    "build_dataset": (_("Constitution d'un jeu de données"), "fast"),
    "write_dataset": (_("Fichier d'un jeu de données"), "fast"),
    "write_weights": (_("Fichier des poids d'un modèle"), "fast"),
    "measure_agreement": (_("Mesure de l'accord"), "fast"),
    "backfill": (_("Reprise des anciens décomptes"), "batch"),
    "predict_codes": (_("Codage CIM-10 de l'export"), "fast"),
    "forget_notes": (_("Retrait de ce qui vient de patients opposés"), "fast"),
    "share_blind_notes": (_("Tirage des notes d'une étude en aveugle"), "fast"),
    "train_icd": (_("Apprentissage du codeur CIM-10"), "train"),
    "measure_methods": (_("Comparaison des méthodes de substitution"), "batch"),
    "measure_utility": (_("Mesure de l'utilité"), "fast"),
}

# Where what they have made is seen, and what it takes to open that page.
_SEEN: Final[dict[tuple[str, Permission], frozenset[str]]] = {
    ("annotation:document-list", Permission.READ_NOTES): frozenset({"import", "preannotate"}),
    ("annotation:dataset-list", Permission.SEE_DATASETS): frozenset(
        {"build_dataset", "write_dataset"}
    ),
    ("annotation:agreement", Permission.SEE_TEAM): frozenset({"measure_agreement"}),
    ("privacy:export-list", Permission.SEE_EXPORTS): frozenset({"build_export"}),
    ("privacy:certificates", Permission.SEE_EXPORTS): frozenset({"certify"}),
    ("privacy:representations", Permission.SEE_EXPORTS): frozenset({"share_private"}),
    ("privacy:advice", Permission.PREVIEW): frozenset({"advise"}),
    ("privacy:whole-text", Permission.PREVIEW): frozenset({"learn_neighbours", "near_sentences"}),
    ("icdcoder:export-list", Permission.CODE): frozenset({"predict_codes"}),
    ("icdcoder:blind-list", Permission.CODE): frozenset({"share_blind_notes"}),
    ("worker:utility", Permission.SEE_EXPORTS): frozenset({"measure_methods", "measure_utility"}),
    ("worker:model-list", Permission.MANAGE_MODELS): frozenset(
        {"train_ner", "adopt_tagger", "compare_model", "write_weights"}
    ),
    ("worker:received", Permission.MANAGE_MODELS): frozenset({"learn_private"}),
    ("worker:coder-list", Permission.MANAGE_MODELS): frozenset({"train_icd"}),
    ("worker:adaptation", Permission.MANAGE_MODELS): frozenset({"adapt_ner"}),
    ("worker:search", Permission.MANAGE_MODELS): frozenset({"search_ner"}),
    ("worker:note-choice", Permission.MANAGE_MODELS): frozenset({"choose_notes"}),
    ("worker:studies", Permission.MANAGE_MODELS): frozenset({"study_ner"}),
    ("worker:line-memory", Permission.MANAGE_MODELS): frozenset({"learn_lines"}),
    ("worker:site-acceptance", Permission.MANAGE_MODELS): frozenset({"measure_site"}),
    ("worker:drift", Permission.MANAGE_MODELS): frozenset({"measure_recent"}),
}

# What these count (hundredths of an epoch or a trial, chunks of work) is nothing to a person: their share is shown.
IN_SHARES: Final = frozenset(
    {"train_ner", "train_icd", "search_ner", "adapt_ner", "certify", "learn_private"}
)
# They end as soon as another epoch brings nothing: what remains is the most that it can be.
MAY_STOP_EARLY: Final = frozenset({"train_ner", "train_icd"})

# Their last words are of what they made: notes that were set aside or not read. Those of others name a step.
TELL_AT_END: Final = frozenset({"preannotate", "predict_codes", "build_export"})


def title_of(kind: str) -> str:
    return str(KINDS[kind][0]) if kind in KINDS else kind


def page_of(kind: str, held: Collection[Permission]) -> str:
    """The name of the page that shows what such a job has made; "" where there is none for these permissions.

    >>> page_of("build_export", {Permission.SEE_EXPORTS}), page_of("build_export", ())
    ('privacy:export-list', '')
    """
    found = (page for (page, needed), kinds in _SEEN.items() if kind in kinds and needed in held)
    return next(found, "")


def queue_of(kind: str) -> str:
    return KINDS[kind][1] if kind in KINDS else "batch"


def still_seconds(kind: str) -> float:
    """How long a running job of this kind may give no sign of getting on: then its process is ended."""
    is_long = queue_of(kind) == "train"
    return float(settings.JOB_STILL_TRAIN_SECONDS if is_long else settings.JOB_STILL_SECONDS)
