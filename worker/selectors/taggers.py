"""Engines that a project may have judged beside the one in service: the rules alone, sequence models, other tools that `$PEERS_PYTHON` has, token
classifiers of others' (folders of TAGGER_DIR)."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from worker.other_engines.peers.detector import installed_peers

RULES_KEY: Final = "engine:rules"
CRF_KEY: Final = "engine:crf"
LSTM_KEY: Final = "engine:lstm"
PEER_KEY: Final = "peer:"  # and the tool's name; no folder's name has a colon
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


def offered_engines() -> list[tuple[str, str]]:
    """Keys and French names."""
    return [
        (RULES_KEY, _("les règles seules")),
        *((key, name) for key, name, package in _learned() if find_spec(package)),
        *((PEER_KEY + spec.name, spec.title) for spec in installed_peers()),
        *((name, name) for name in offered_taggers()),
    ]


def _learned() -> list[tuple[str, str, str]]:
    """With the package that teaches each."""
    return [
        (CRF_KEY, _("un CRF appris ici"), "pycrfsuite"),
        (LSTM_KEY, _("un BiLSTM-CRF appris ici"), "gensim"),
    ]


def offered_taggers() -> list[str]:
    """Names of folders: nothing beside TAGGER_DIR, and no link out of it."""
    root = Path(settings.TAGGER_DIR)
    return sorted(
        path.name
        for path in (root.iterdir() if root.is_dir() else ())
        if _NAME.fullmatch(path.name) and not path.is_symlink() and (path / "config.json").is_file()
    )


def tagger_folder(name: str) -> Path | None:
    """None for what is not offered, whatever was typed."""
    return Path(settings.TAGGER_DIR) / name if name in offered_taggers() else None
