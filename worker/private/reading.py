"""Another site's two files, checked before anything is made of them. numpy alone: a process with little memory does it.

Every reason of a refusal is a French sentence that names what is wrong.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeGuard

import numpy as np
from numpy.typing import NDArray

from worker.private.attacks import read_verdict
from worker.private.sentences import CASES, MOST_WORDS, TAGS

FORMAT: Final = "deidweb-private-1"
MATERIAL, MODEL = "representations.safetensors", "representation-model.safetensors"
MANIFEST: Final = "manifest"
NETWORK: Final = "network."
MOST_BYTES: Final = 2 * 1024**3
_MOST_SIZE: Final = 1024  # a few bytes could ask for a network that no memory holds
_MOST_VALUE: Final = (
    1e6  # far from what any of them is, and nothing that is reckoned from them overflows
)
_LONGEST_SHOWN: Final = 40
UNREADABLE: Final = "ce fichier de représentations est illisible"
NO_MANIFEST: Final = "ce fichier n'a pas le manifeste d'un fichier de représentations"
NOT_ACCEPTED: Final = (
    "cette représentation n'est pas acceptée : un adversaire y lit plus que le hasard"
)
OTHER_LABELS: Final = "ce fichier a été fait pour d'autres étiquettes"
CONTRADICTED: Final = (
    "champ « verdict » du manifeste : il dit « accepté », et ses chiffres ne le disent pas"
)
SWAPPED: Final = "c'est l'autre des deux fichiers"
OTHER_MODEL: Final = "ce n'est pas le réseau de ces représentations"
BAD_FIELD: Final = "champ « {} » du manifeste : il manque, ou n'est pas ce que le fichier contient"
BAD_TENSOR: Final = "tableau « {} » : il manque, ou n'a pas la forme attendue"
BAD_VALUES: Final = "tableau « {} » : il contient des valeurs impossibles"


class BadMaterialError(ValueError):
    """`reason` is a French sentence, `file` one of MATERIAL and MODEL where both are read."""

    def __init__(self, reason: str, file: str = "") -> None:
        super().__init__(reason)
        self.reason, self.file = reason, file


@dataclass(frozen=True, slots=True)
class Content:
    """What one file holds."""

    arrays: dict[str, NDArray[Any]]
    manifest: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Description:
    """What two files that belong together say of themselves: `rows` words of `size` numbers in `sentences`; the network knows
    `vocabulary` words. `attacks`: as `worker.private.attacks.Verdict.to_json` tells them, reckoned here."""

    rows: int
    size: int
    sentences: int
    neighbours: int
    vocabulary: int
    attacks: list[dict[str, Any]]


def read_pair(folder: Path) -> tuple[Content, Content]:
    """Material and model that belong together. Raises BadMaterialError with its file, OSError."""
    material = _material(folder)
    return material, _model(folder, material.manifest)


def describe_pair(folder: Path) -> Description:
    """All that `read_pair` checks, with one of the files in memory at a time. Raises as it does."""
    material = _material(folder)
    manifest, rows = material.manifest, len(material.arrays["tags"])
    del material
    words = _model(folder, manifest).manifest["words"]
    attacks = read_verdict(manifest["verdict"]).to_json()["attacks"]
    return Description(
        rows, manifest["size"], manifest["sentences"], manifest["neighbours"], len(words), attacks
    )


def _material(folder: Path) -> Content:
    with _named(MATERIAL):
        material = material_of(content_of(folder / MATERIAL))
        refuse_trial(material)
        return material


def _model(folder: Path, told: dict[str, Any]) -> Content:
    """`told`: the manifest of the material."""
    with _named(MODEL):
        raw = content_of(folder / MODEL)
        model = model_of(raw)
        belongs = told.get("model") == hashlib.sha256(raw).hexdigest()
        if not belongs or model.manifest["shape"]["size"] != told["size"]:
            raise BadMaterialError(OTHER_MODEL)
        return model


@contextmanager
def _named(file: str) -> Iterator[None]:
    try:
        yield
    except BadMaterialError as error:
        raise BadMaterialError(error.reason, file) from None


def content_of(path: Path) -> bytes:
    """Raises BadMaterialError, OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise BadMaterialError(UNREADABLE)
    return path.read_bytes()


def refuse_trial(material: Content) -> None:
    """Raises BadMaterialError unless the adversaries' verdict accepts, and their counts say so."""
    verdict = material.manifest.get("verdict")
    if not isinstance(verdict, dict) or verdict.get("accepted") is not True:
        raise BadMaterialError(NOT_ACCEPTED)
    try:
        is_accepted = read_verdict(verdict).is_accepted
    except ValueError:
        raise BadMaterialError(BAD_FIELD.format("verdict")) from None
    if not is_accepted:
        raise BadMaterialError(CONTRADICTED)


def material_of(raw: bytes) -> Content:
    """Representations and labels, of a trial too. Raises BadMaterialError."""
    content = _opened(raw)
    if "words" in content.manifest and "tags" not in content.manifest:
        raise BadMaterialError(SWAPPED)
    if content.manifest.get("tags") != list(TAGS):
        raise BadMaterialError(OTHER_LABELS)
    size = _whole(content.manifest, "size", most=_MOST_SIZE)
    lengths = _array(content, "lengths", "int32", _whole(content.manifest, "sentences"))
    if lengths.min() < 1 or lengths.max() > MOST_WORDS:
        raise BadMaterialError(BAD_VALUES.format("lengths"))
    words = int(lengths.sum(dtype=np.int64))
    if not _are_sane(_array(content, "representations", "float32", words, size)):
        raise BadMaterialError(BAD_VALUES.format("representations"))
    if _array(content, "tags", "uint8", words).max() >= len(TAGS):
        raise BadMaterialError(BAD_VALUES.format("tags"))
    _whole(content.manifest, "neighbours")
    return content


def model_of(raw: bytes) -> Content:
    """The network and its words. Raises BadMaterialError."""
    content = _opened(raw)
    if "tags" in content.manifest and "words" not in content.manifest:
        raise BadMaterialError(SWAPPED)
    points, size = _shape(content.manifest)
    words = content.manifest.get("words")
    if not _are_words(words):
        raise BadMaterialError(BAD_FIELD.format("words"))
    expected: dict[str, tuple[int, ...]] = {
        "vectors": (len(words), points - len(CASES)),
        "pieces": (_rows(content, "pieces"), points - len(CASES)),
        **network_dimensions(points, size),
    }
    for name, dimensions in expected.items():
        if not _are_sane(_array(content, name, "float32", *dimensions)):
            raise BadMaterialError(BAD_VALUES.format(name))
    if more := sorted(content.arrays.keys() - expected.keys()):
        raise BadMaterialError(BAD_TENSOR.format(_shown(more[0])))
    return content


def _are_words(told: Any) -> TypeGuard[list[str]]:
    """Half a sign of UTF-16 is none: no file could be written with it, after an hour of learning."""
    if not isinstance(told, list) or not told or not all(isinstance(word, str) for word in told):
        return False
    try:
        "".join(told).encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(name: str) -> str:
    """A name of the file's own, on a page: short, and nothing that turns the line around it."""
    cut = "".join(sign if sign.isprintable() else "?" for sign in name[:_LONGEST_SHOWN])
    return f"{cut}…" if len(name) > _LONGEST_SHOWN else cut


def network_dimensions(points: int, size: int) -> dict[str, tuple[int, ...]]:
    """Of the weights of `worker.private.network.Representation`."""
    half = size // 2
    gates = 4 * half
    each = {"weight_ih_l0": (gates, points), "weight_hh_l0": (gates, half), "bias_ih_l0": (gates,), "bias_hh_l0": (gates,)}  # fmt: skip
    return {
        f"{NETWORK}noise_in.log_scale": (points,),
        f"{NETWORK}noise_out.log_scale": (size,),
        **{f"{NETWORK}lstm.{way}.{name}": told for way in ("ahead", "back") for name, told in each.items()},
    }  # fmt: skip


def _opened(raw: bytes) -> Content:
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        arrays = load(raw)
        end = 8 + int.from_bytes(raw[:8], "little")
        told = json.loads(raw[8:end]).get("__metadata__") or {}
    except (SafetensorError, ValueError, KeyError, TypeError, RecursionError):
        raise BadMaterialError(UNREADABLE) from None
    try:
        manifest = json.loads(told[MANIFEST])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadMaterialError(NO_MANIFEST) from None
    if not isinstance(manifest, dict):
        raise BadMaterialError(NO_MANIFEST)
    if manifest.get("format") != FORMAT:
        raise BadMaterialError(BAD_FIELD.format("format"))
    return Content(arrays, manifest)


def _shape(manifest: dict[str, Any]) -> tuple[int, int]:
    """Dimensions of a point and of a representation."""
    shape = manifest.get("shape")
    if not isinstance(shape, dict) or not shape.keys() <= {"points", "size", "hidden", "floor"}:
        raise BadMaterialError(BAD_FIELD.format("shape"))
    points, size = (_whole(shape, name, most=_MOST_SIZE) for name in ("points", "size"))
    floor = shape.get("floor", 0.0)
    is_floor = isinstance(floor, int | float) and 0 <= floor <= _MOST_VALUE
    if size % 2 or points <= len(CASES) or not is_floor:
        raise BadMaterialError(BAD_FIELD.format("shape"))
    return points, size


def _whole(manifest: dict[str, Any], field: str, *, most: int = MOST_BYTES) -> int:
    told = manifest.get(field)
    if type(told) is not int or not 0 < told <= most:
        raise BadMaterialError(BAD_FIELD.format(field))
    return told


def _rows(content: Content, name: str) -> int:
    """At least one, however many the file has."""
    found = content.arrays.get(name)
    return max(1, len(found)) if found is not None and found.ndim else 1


def _array(content: Content, name: str, kind: str, *dimensions: int) -> NDArray[Any]:
    found = content.arrays.get(name)
    if found is None or found.dtype != kind or found.shape != dimensions:
        raise BadMaterialError(BAD_TENSOR.format(name))
    return found


def _are_sane(values: NDArray[Any]) -> bool:
    """Numbers, and none that is huge; no second array is made of them."""
    return bool(values.min() >= -_MOST_VALUE and values.max() <= _MOST_VALUE)
