"""The coder of this process, built once (about a second) and kept."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from icdcoder.domain.coder import Coder
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import (
    Nomenclature,
    NomenclatureInvalidError,
    NomenclatureMissingError,
    load_nomenclature,
)
from icdcoder.domain.search import CodeSearch, Guesses

_LOG: Final = logging.getLogger(__name__)


class UnusableModelError(ValueError):
    """The directory holds no coder that can be used; the message is a French sentence."""


def nomenclature_path() -> Path:
    """Where `manage.py fetch_cim10` puts the nomenclature."""
    return Path(settings.DATA_DIR) / "cim10" / "cim10.csv.gz"


def is_installed() -> bool:
    """Whether codes can be proposed at all on this machine."""
    return nomenclature_path().is_file()


def nomenclature() -> Nomenclature:
    """The installed CIM-10. Raises NomenclatureMissingError, NomenclatureInvalidError."""
    return _nomenclature(*_installed())


def code_search() -> CodeSearch:
    """Finds codes of the installed CIM-10; built once (about a second). Raises as `nomenclature` does."""
    path, changed = _installed()
    known = _nomenclature(path, changed)
    with _BUILDING:  # whoever comes meanwhile waits instead of building it, too
        return _search(known, changed)


def lacks_guesses() -> bool:
    """Whether the search goes by words alone, for the network's file is missing or not the one that was judged."""
    return phrase_network() is None


@lru_cache(maxsize=1)
def phrase_network() -> Guesses | None:
    """What takes words for a category that none of them names; None, and a line in the log, where its file is of no use."""
    from icdcoder.domain.phrase_network import (  # loads numpy: only where it is asked
        UnusableNetworkError,
        read_network,
    )

    try:
        return read_network()
    except UnusableNetworkError as error:
        _LOG.warning("codes are searched by words alone: %s", error)
        return None


def prepare_search() -> None:
    """Builds it beside the page that may need it next: the first letters typed would wait for seconds."""
    if is_installed() and not _search.cache_info().currsize:
        Thread(target=_prepare, daemon=True).start()


def _prepare() -> None:
    with suppress(NomenclatureMissingError, NomenclatureInvalidError):  # the search itself says so
        code_search()


def default_coder() -> Coder:
    """The dictionary baseline. Raises as `nomenclature` does."""
    path, changed = _installed()
    return _coder(_nomenclature(path, changed), changed)


def installed_coder() -> Coder | None:
    """The same, for what does without codes where no CIM-10 can be read."""
    try:
        return default_coder()
    except (NomenclatureMissingError, NomenclatureInvalidError):
        return None


def trained_coder(folder: Path) -> Coder:
    """The coder of a directory that `manage.py train_icd` wrote.

    `settings.ICD_MODEL_LOADER` names what loads it: this app must not know the network. Raises UnusableModelError, and
    as `nomenclature` does.
    """
    known = nomenclature()
    load = import_string(settings.ICD_MODEL_LOADER)
    try:
        coder: Coder = load(folder, known.label)
    except ValueError as error:
        raise UnusableModelError(str(error)) from error
    return coder


_BUILDING: Final = Lock()


def _installed() -> tuple[Path, int]:
    """The file and when it was written, asked for once: it may be replaced, or go, at any moment."""
    path = nomenclature_path()
    try:
        return path, path.stat().st_mtime_ns
    except OSError:
        raise NomenclatureMissingError(path) from None


@lru_cache(maxsize=2)
def _nomenclature(path: Path, _changed: int) -> Nomenclature:
    return load_nomenclature(path)


@lru_cache(maxsize=2)
def _coder(known: Nomenclature, _changed: int) -> Coder:
    return DictionaryCoder(known)


@lru_cache(maxsize=2)
def _search(known: Nomenclature, _changed: int) -> CodeSearch:
    return CodeSearch(known, phrase_network())
