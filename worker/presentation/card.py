"""A model's card: what it was made of, by what code, and what it does (Mitchell et al. 2019), on its page and beside
its weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from annotation.presentation.label_names import label_name
from annotation.presentation.rule_words import rule_words
from deidweb.numbers import fixed
from deidweb.sentences import localised
from worker.engine.encoder.files import ALONE, LEARNED, WELL_FORMED
from worker.models import ModelVersion
from worker.models.model_version import RULES
from worker.presentation.cost import cost_lines, exposure_words
from worker.presentation.evaluation import totals
from worker.presentation.gate import title_of
from worker.presentation.received import received_facts, received_traces
from worker.presentation.shares import decimal, share
from worker.presentation.versions import figures, opponent

CARD: Final = "carte.md"  # beside the weights, outside their hash
Lines = list[tuple[str, str]]


def origin_lines(version: ModelVersion) -> Lines:
    """Name and value of what the version's page says of its making at once; only what was kept at the time."""
    told = version.metrics
    lines = [
        (_("Parti de"), localised(str((told.get("start") or {}).get("name", "")))),
        (_("Licence de départ"), told.get("licence", "")),
        *received_facts(version),
        (_("Recette"), _recipe(told.get("recipe") or {})),
        (_("Seuil"), _number(told.get("threshold"), 2)),
        (_("Température"), _number(told.get("temperature"), 2)),
        (_("Suites d'étiquettes"), _decoding(told.get("decoding", ""))),
    ]
    return [line for line in lines if line[1]]


def trace_lines(version: ModelVersion) -> Lines:
    """Hashes and numbers that make the same model again: folded on its page."""
    told = version.metrics
    lines = [
        (_("Empreinte des fichiers"), version.content_hash),
        (_("Empreinte du modèle de départ"), (told.get("start") or {}).get("sha256", "")),
        (_("Empreinte du jeu de données"), str((told.get("snapshot") or {}).get("address", ""))),
        *received_traces(version),
        (_("Version du code"), told.get("code", "")),
        (_("Graine"), str((told.get("recipe") or {}).get("seed", ""))),
    ]
    return [line for line in lines if line[1]]


def card_text(version: ModelVersion) -> str:
    """The whole card, in Markdown. No word of a note."""
    title = _("Modèle n° %(number)d : carte") % {"number": version.number}
    what = _(
        "Repère ce qui identifie quelqu'un dans des notes cliniques en français. Pour une première lecture que des "
        "personnes corrigent, jamais seul."
    )
    learned = _("Appris sur des notes de patients : ses poids sont des données de santé.")
    elsewhere = _(
        "Appris sur les représentations des notes d'un autre site : ses poids sont des données de santé."
    )
    if version.train_notes:
        what = f"{what} {learned}"
    elif received_facts(version):
        what = f"{what} {elsewhere}"
    return "\n".join(
        [
            f"# {title}", "", what, "",
            *_table(_("Origine"), _origin(version)),
            *_table(_("Mesures"), _measures(version)),
            *_table(_("Par étiquette"), _labels(version)),
            *_table(_("Barrière, le jour de l'entraînement"), _gate(version)),
            *_table(_("Coût"), cost_lines(version)),
        ]
    )  # fmt: skip


def _origin(version: ModelVersion) -> Lines:
    told = version.metrics
    day = date_format(localtime(version.created_at), "SHORT_DATE_FORMAT")
    left_out = ", ".join(rule_words(record["name"]) for record in told.get("left_out") or [])
    merges = {"union": _("simplement réunis"), ALONE: _("le modèle seul, sans nos règles")}
    merge = merges.get(told.get("merge", ""), _("réunis par étapes"))
    if version.kind == RULES:
        merge = ""
    lines = [
        (_("Entraîné"), day),
        *origin_lines(version),
        (_("Règles et modèle"), merge),
        (_("Règles écartées"), left_out),
        (_("Notes apprises"), number_format(version.train_notes)),
        (_("Notes de contrôle"), number_format(version.test_notes)),
        (_("Mémorisation"), exposure_words(version)),
        *trace_lines(version),
    ]
    return [line for line in lines if line[1]]


def _measures(version: ModelVersion) -> Lines:
    """Before and after on the same notes, with their intervals where they were kept."""
    if not version.metrics.get("evaluation"):
        before, after = figures(version, "before"), figures(version, "after")
        return [
            (_("Comparé avec"), opponent(version)),
            (_("Mots identifiants masqués"), f"{share(before.redacted_share)} → {share(after.redacted_share)}"),
            (_("Notes sans aucun reste"), f"{share(before.fully_redacted_share)} → {share(after.fully_redacted_share)}"),
        ]  # fmt: skip
    rows = [(row.name, " → ".join(row.cells)) for row in totals(version)]
    return [(_("Comparé avec"), opponent(version)), *rows]


def _labels(version: ModelVersion) -> Lines:
    after = figures(version, "after")
    words = _("précision %(p)s, rappel %(r)s, F1 %(f)s ; entités : %(n)d")
    return [
        (
            label_name(name),
            words % {"p": share(row.precision), "r": share(row.recall), "f": share(row.f1), "n": row.gold},
        )
        for name, row in after.labels.items()
    ]  # fmt: skip


def _gate(version: ModelVersion) -> Lines:
    checks = (version.metrics.get("gate") or {}).get("checks", [])
    return [
        (title_of(check["name"]), _("tenue") if check["passed"] else _("non tenue"))
        for check in checks
    ]


def _decoding(name: str) -> str:
    words = {WELL_FORMED: _("bien formées"), LEARNED: _("aux transitions apprises")}
    return words.get(name, "")


def _recipe(told: dict[str, Any]) -> str:
    """What was kept of it: recipes of earlier releases had fewer fields."""
    parts = {
        "epochs": _("%(n)s tours au plus"),
        "learning_rate": _("pas %(n)s"),
        "batch_size": _("lots de %(n)s fenêtres"),
        "max_length": _("fenêtres de %(n)s morceaux"),
        "dropout": _("taux d'abandon %(n)s"),
        "frozen_layers": _("couches figées : %(n)s"),
        "replay": _("notes fabriquées par note : %(n)s"),
    }
    return ", ".join(
        words % {"n": _plain(name, told[name])} for name, words in parts.items() if name in told
    )


def _plain(name: str, value: float) -> str:
    """A step of 0.0001 is told in full."""
    if name == "learning_rate":
        return number_format(f"{value:.8f}".rstrip("0"))
    return decimal(value) if isinstance(value, float) else str(value)


def _number(value: float | None, places: int) -> str:
    return "" if value is None else fixed(value, places)


def _table(title: str, lines: Sequence[tuple[str, str]]) -> list[str]:
    """A section; none without lines."""
    if not lines:
        return []
    rows = [f"| {name} | {value.replace('|', '/')} |" for name, value in lines]
    return [f"## {title}", "", "| | |", "|---|---|", *rows, ""]
