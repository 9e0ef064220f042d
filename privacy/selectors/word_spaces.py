"""Exports whose words can be, or have been, learned for whole-text obfuscation."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy

from annotation.selectors.oppositions import effects_on
from deidweb.accounts.models import Project, User
from privacy.domain.obfuscation.files import read_neighbours
from privacy.domain.obfuscation.method import Neighbours, TextMethod
from privacy.models import ExportRequest
from privacy.selectors.export_files import near_path, words_path

NO_POOL: Final = gettext_lazy("Choisissez l'export approuvé dont viennent les voisins.")
NOT_LEARNED: Final = gettext_lazy(
    "Les mots de cet export ne sont pas appris : demandez-le à la page Texte entier."
)
SHIPPED: Final = ""
DOC2VEC: Final = "doc2vec"
_BACKBONE: Final = "backbone:"
KIND = "learn_neighbours"
NEAR = "near_sentences"


def released_exports(user: User, project: Project) -> QuerySet[ExportRequest]:
    """Those of a project that teach, where the person may see them."""
    return teaching_exports(project) & ExportRequest.objects.visible_to(user)


def teaching_exports(project: Project) -> QuerySet[ExportRequest]:
    """What words may be learned from: never a note that nobody let go, nor one of a patient who may have opposed since,
    nor a file past its date, nor one that is made of neighbours itself."""
    exports = ExportRequest.objects
    return (
        exports.filter(
            project=project,
            state=ExportRequest.State.RELEASED,
            texts="",
            effects_seen__gte=effects_on(project.pk),
        )
        .exclude(pk__in=exports.past_their_date())
        .order_by("-number")
    )


def learned_export(user: User, project: Project) -> ExportRequest | None:
    """The newest released export whose words have been learned."""
    return next((one for one in released_exports(user, project) if words_path(one).is_file()), None)


def words_of(export: ExportRequest) -> Neighbours:
    """What was learned from it. Raises BadSpaceError, FileNotFoundError."""
    path = words_path(export)
    return _read(path, path.stat().st_mtime_ns, TextMethod.KNEO)


def sentences_of(export: ExportRequest) -> Neighbours:
    """The sentences that were looked for in it so far. Raises BadSpaceError."""
    path = near_path(export)
    try:
        return _read(path, path.stat().st_mtime_ns, TextMethod.SENTENCE)
    except FileNotFoundError:
        return Neighbours()


def sentence_encoders() -> list[tuple[str, str]]:
    """Keys and names of what can make sentences points, the usual one first."""
    names = sorted(path.parent.name for path in Path(settings.BACKBONE_DIR).glob("*/config.json"))
    found = [(SHIPPED, gettext("l'encodeur livré")), (DOC2VEC, "Doc2Vec")]
    return [*found, *((_BACKBONE + name, name) for name in names)]


def other_encoders() -> list[tuple[str, str]]:
    """Those of `sentence_encoders` but the usual one."""
    return sentence_encoders()[1:]


def backbone_of(key: str) -> Path | None:
    """The folder of an encoder that is offered; None for what needs none, or is not."""
    if not key.startswith(_BACKBONE) or key not in dict(sentence_encoders()):
        return None
    return Path(settings.BACKBONE_DIR) / key.removeprefix(_BACKBONE)


def missing_neighbours(texts: str, pool: ExportRequest | None) -> str:
    """Why whole texts `texts` can't be drawn from `pool` yet; "" when they can."""
    if pool is None:
        return str(NO_POOL)
    if texts != ExportRequest.Texts.SENTENCE and not words_path(pool).is_file():
        return str(NOT_LEARNED)
    return ""


@lru_cache(maxsize=2)
def _read(path: Path, _changed: int, method: TextMethod) -> Neighbours:
    return read_neighbours(path, method)
