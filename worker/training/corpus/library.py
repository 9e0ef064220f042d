"""Families and phrase rules, read from the text files beside this module."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

from worker.training.corpus import template
from worker.training.corpus.template import TemplateError

Split = Literal["train", "dev", "test"]
SPLITS: Final[tuple[Split, ...]] = ("train", "dev", "test")
HERE: Final = Path(__file__).parent
FAMILIES: Final = HERE / "families"
PHRASES: Final = HERE / "phrases"

_HEAD: Final = "## "
_COMMENT: Final = "#!"
_RULE_HEAD: Final = re.compile(r"([^\W\d]\w*):\s*")
_TEST_SHARE: Final = 0.08
_DEV_SHARE: Final = 0.08


@dataclass(frozen=True)
class Family:
    """A template with its document type; parsed at first use."""

    id: str
    document_type: str
    source: str
    file: str
    line: int
    comments: tuple[str, ...] = ()

    @cached_property
    def nodes(self) -> template.Sequence:
        """Raises TemplateError naming file and line."""
        return _parse(self.source, self.file, self.line + 1)

    @cached_property
    def slots(self) -> frozenset[str]:
        """Names of the slots that the body itself holds (not those of the rules it calls)."""
        return frozenset(n.name for n in template.walk(self.nodes) if isinstance(n, template.Slot))


@dataclass(frozen=True)
class PhraseRule:
    """A rule and its alternatives: source and line of each."""

    name: str
    file: str
    line: int
    sources: tuple[tuple[str, int], ...]

    @cached_property
    def options(self) -> tuple[template.Sequence, ...]:
        """Raises TemplateError naming file and line."""
        return tuple(_parse(source, self.file, line) for source, line in self.sources)


def _parse(source: str, file: str, first_line: int) -> template.Sequence:
    try:
        return template.parse(source, first_line=first_line)
    except TemplateError as error:
        raise TemplateError(error.reason, line=error.line, file=file) from error


def read_families(content: str, document_type: str, file: str) -> Iterator[Family]:
    """The families of one file. Raises TemplateError when text stands before the first one."""
    name, first, body = "", 0, [""]
    for number, line in enumerate(content.split("\n"), start=1):
        if line.startswith(_HEAD):
            if name:
                yield _family(name, document_type, body, file, first)
            name, first, body = line.removeprefix(_HEAD).strip(), number, []
        elif name:
            body.append(line)
        elif line.strip() and not line.startswith(_COMMENT):
            raise TemplateError("texte avant la première famille", line=number, file=file)
    if name:
        yield _family(name, document_type, body, file, first)


def _family(name: str, kind: str, body: list[str], file: str, line: int) -> Family:
    """Comments become a sign that the parser drops, so that lines keep their numbers."""
    kept = [template.NOTHING if text.startswith(_COMMENT) else text for text in body]
    wishes = [text[len(_COMMENT) :].strip() for text in body if text.startswith(_COMMENT)]
    source = "\n".join(kept)
    skipped = len(source) - len(source.lstrip("\n"))
    return Family(name, kind, source.strip("\n"), file, line + skipped, tuple(wishes))


def read_rules(content: str, file: str) -> Iterator[PhraseRule]:
    """The rules of one phrase file. Raises TemplateError for a line that is neither."""
    name, first = "", 0
    options: list[tuple[str, int]] = []
    for number, line in enumerate(content.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("    ") and name:
            options.append((line[4:], number))
        elif head := _RULE_HEAD.fullmatch(line):
            if name:
                yield PhraseRule(name, file, first, tuple(options))
            name, first, options = head.group(1), number, []
        else:
            raise TemplateError("ni règle ni alternative (4 espaces)", line=number, file=file)
    if name:
        yield PhraseRule(name, file, first, tuple(options))


@dataclass(frozen=True)
class Library:
    families: tuple[Family, ...]
    rules: dict[str, PhraseRule]

    @cached_property
    def by_split(self) -> dict[Split, tuple[Family, ...]]:
        """Families of each split: the hash of the id decides, each type is on every side."""
        types: dict[str, list[Family]] = {}
        for family in self.families:
            types.setdefault(family.document_type, []).append(family)
        sides: dict[Split, list[Family]] = {split: [] for split in SPLITS}
        for kind in sorted(types):
            for family, split in split_of_type(types[kind]):
                sides[split].append(family)
        return {split: tuple(sorted(found, key=lambda f: f.id)) for split, found in sides.items()}


def _place(family: Family) -> float:
    """In [0, 1), from the id alone: what is added later moves nothing across sides."""
    digest = hashlib.sha256(family.id.encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def split_of_type(families: Sequence[Family]) -> Iterator[tuple[Family, Split]]:
    """A type of three families or more gives one at least to dev and to test."""
    ranked = sorted(families, key=_place)
    test = sum(_place(family) < _TEST_SHARE for family in ranked)
    dev = sum(_TEST_SHARE <= _place(family) < _TEST_SHARE + _DEV_SHARE for family in ranked)
    if len(ranked) >= len(SPLITS):
        test = max(test, 1)
        dev = max(dev, 1)
    for rank, family in enumerate(ranked):
        yield family, "test" if rank < test else "dev" if rank < test + dev else "train"


def load(families: Iterable[Path] | None = None, phrases: Path = PHRASES) -> Library:
    """The library of these family files (all of the package by default). Raises TemplateError."""
    paths = sorted(FAMILIES.glob("*.txt")) if families is None else list(families)
    read: dict[str, Family] = {}
    for path in paths:
        for family in read_families(path.read_text("utf-8"), path.stem, str(path)):
            if family.id in read:
                raise TemplateError(
                    f"identifiant déjà pris : {family.id}", line=family.line, file=family.file
                )
            read[family.id] = family
    return Library(tuple(read[name] for name in sorted(read)), load_rules(phrases))


def load_rules(folder: Path = PHRASES) -> dict[str, PhraseRule]:
    """Every phrase rule by its name. Raises TemplateError for a name given twice."""
    rules: dict[str, PhraseRule] = {}
    for path in sorted(folder.glob("*.txt")):
        for rule in read_rules(path.read_text("utf-8"), str(path)):
            if rule.name in rules:
                raise TemplateError(
                    f"règle déjà définie : {rule.name}", line=rule.line, file=rule.file
                )
            rules[rule.name] = rule
    return rules
