"""Reads a person's name from a token on: initials, particles, compound parts, first and last name."""

from dataclasses import dataclass, field
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.text.memo import Memo
from worker.engine.vetoes import words as vetoes

_PARTICLES: Final = lexicon.words("name_particles")
_PLACE_PARTICLES: Final = frozenset({"de", "du", "des", "d", "la", "le", "les"})
CIVILITIES: Final = lexicon.words("civilities")
_HYPHENS: Final = frozenset({"-", "–", "‑"})
_JOINTS: Final = _HYPHENS | {"'"}
_MAX_PARTS: Final = 6
_MAX_JOINED: Final = 7  # parts behind the first one that hyphens join to it
_LONGEST_INITIAL: Final = 3  # letters: "Chr."
# Tokens of a chain of initials with its dots and hyphens: "J.-P. M.".
_MAX_INITIALS: Final = 8


@dataclass(slots=True)
class Part:
    """Tokens `first`..`last` of one word of a name. `kind`: initial or word."""

    first: int
    last: int
    shape: Shape
    folded: str
    initial: bool = False
    particle: bool = False


@dataclass(slots=True)
class Name:
    """Parts in reading order, `words` those that are no initial; `end` is the token after."""

    parts: list[Part] = field(default_factory=list)
    words: list[Part] = field(default_factory=list)
    end: int = 0

    def add(self, part: Part) -> None:
        """One more part at the end."""
        self.parts.append(part)
        if not part.initial:
            self.words.append(part)
        self.end = part.last + 1


def read_name(doc: Document, index: int, *, trusting: bool) -> Name:
    """The name that starts at token `index`; no part when none does.

    `trusting`: the context promises a name, so unknown and ordinary words count too
    for the first one ("Dr Petit").
    """
    name = Name(end=index)
    position = index
    while len(name.parts) < _MAX_PARTS:
        if position > index and not _continues(doc, position, wide=len(name.words) < 2):
            break
        part = _read_part(doc, position, name, trusting=trusting)
        if part is None:
            break
        name.add(part)
        position = name.end
    _drop_tail(doc, name)
    return name


def _continues(doc: Document, position: int, *, wide: bool) -> bool:
    if position >= len(doc) or not doc.same_line(position):
        return False
    gap = doc.gap(position)
    return len(gap) <= 1 + wide and "\t" not in gap


def _read_part(doc: Document, position: int, name: Name, *, trusting: bool) -> Part | None:
    if position >= len(doc):
        return None
    word = doc.folds[position]
    short = len(word) <= _LONGEST_INITIAL
    if short and (part := _read_initial(doc, position, name, trusting=trusting)):
        return part
    if word in _PARTICLES and (part := _read_particle(doc, position, name)):
        return part
    return _read_word(doc, position, name, trusting=trusting)


def _read_initial(doc: Document, position: int, name: Name, *, trusting: bool) -> Part | None:
    """ "J.", "J.-P.", "JP." or a lone capital; "N'" and "D'" open a word instead."""
    shape = doc.shapes[position]
    if shape is Shape.TITLE:
        if not _is_short_given_name(doc, position):
            return None
        return Part(position, position + 1, Shape.INITIAL, doc.word(position), initial=True)
    if _is_cut_given_name(doc, position):
        return Part(position, position + 2, Shape.TITLE, doc.word(position + 2))
    if shape is not Shape.INITIAL and (
        shape is not Shape.UPPER or not _is_short_upper(doc, position)
    ):
        return None
    if doc.word(position + 1) == "'" or _is_civility_dot(doc, position, name, trusting=trusting):
        return None
    last = _last_initial(doc, position, name)
    if last == position and not _is_lone_initial(doc, position, name, trusting=trusting):
        return None
    if doc.word(last + 1) in _HYPHENS and doc.glued(last + 1) and doc.glued(last + 2):
        return None
    return Part(position, last, Shape.INITIAL, doc.word(position), initial=True)


def _last_initial(doc: Document, position: int, name: Name) -> int:
    """The last token of a chain of initials, dots and hyphens."""
    last = position
    while last - position < _MAX_INITIALS:
        if doc.word(last + 1) == "." and doc.glued(last + 1):
            last += 1
        following = last + 1
        if (
            doc.word(last) == "."
            and doc.shape(following) is Shape.INITIAL
            and doc.word(following + 1) == "."
            and not name.words
            and doc.same_line(following)
            and len(doc.gap(following)) <= 1
        ):
            last = following
            continue
        if doc.word(following) in _HYPHENS and doc.glued(following):
            following += 1
        glued = doc.glued(following)
        if following < len(doc) and glued and doc.shape(following) is Shape.INITIAL:
            last = following
            continue
        break
    return last


SHORT_GIVEN: Final = frozenset(
    ["ph", "ch", "fr", "cl", "th", "chr", "gh", "gw", "jph", "gu", "ed", "fl"]
)


def _is_short_given_name(doc: Document, position: int) -> bool:
    """ "Ph. Lambert", "Ch. LAMBERT": a first name cut to two letters."""
    return (
        doc.folds[position] in SHORT_GIVEN
        and doc.word(position + 1) == "."
        and doc.glued(position + 1)
        and doc.same_line(position + 2)
        and doc.shape(position + 2) in NAME_SHAPES
    )


def _is_cut_given_name(doc: Document, position: int) -> bool:
    """ "J.Pierre": one first name, half of it an initial."""
    return (
        doc.shape(position) is Shape.INITIAL
        and doc.word(position + 1) == "."
        and doc.glued(position + 2)
        and doc.shape(position + 2) is Shape.TITLE
        and first_name_count(doc.word(position + 2)) >= 1000
    )


def _is_short_upper(doc: Document, position: int) -> bool:
    """ "JP MARTIN", "MC. Petit": two or three capitals before a name."""
    word = doc.folds[position]
    if len(word) > 2 or word in _PARTICLES or word in CIVILITIES:
        return False
    if word in lexicon.last_names() and word not in {
        "jp",
        "jc",
        "mc",
        "jl",
        "jm",
        "jf",
        "ml",
        "ma",
        "mf",
        "pa",
        "jb",
    }:
        return False
    following = position + 2 if doc.word(position + 1) == "." else position + 1
    return (
        doc.same_line(following)
        and doc.shape(following) in NAME_SHAPES
        and not vetoes.is_common(doc.word(following))
    )


def _is_civility_dot(doc: Document, position: int, name: Name, *, trusting: bool) -> bool:
    """ "M. Dupont" opens a person, also after another name; "Dr M. Dupont" has an initial."""
    if doc.word(position) != "m" or doc.word(position + 1) != "." or doc.glued(position + 2):
        return False
    return (bool(name.words) or not trusting) and doc.shape(position + 2) in CAPITAL_SHAPES


def _is_lone_initial(doc: Document, position: int, name: Name, *, trusting: bool) -> bool:
    """A capital without dot: before a name, or the name itself after a civility."""
    if doc.shape(position) is Shape.UPPER:
        return True
    following = doc.shape(position + 1)
    if doc.same_line(position + 1) and following in NAME_SHAPES:
        return trusting and not vetoes.is_common(doc.word(position + 1))
    if name.words:
        return (
            trusting and following is Shape.SIGN and doc.word(position + 1) in (",", ")", ";", "-")
        )
    return trusting and doc.word(position + 1) not in ("'", "/", "+", "=", ":")


def _read_particle(doc: Document, position: int, name: Name) -> Part | None:
    """ "de La Tour", "d'Harcourt", "Van der Meulen": particles and the word after them."""
    last = _after_particles(doc, position)
    if last == position or doc.shape(last) not in NAME_SHAPES:
        return None
    if doc.shape(position) is Shape.LOWER and _is_ordinary(doc, position, last, name):
        return None
    if doc.shape(last - 1) is Shape.LOWER and _is_stop(doc, last):
        return None
    last = _extend(doc, last)
    folded = doc.folded[doc.starts[position] : doc.ends[last]]
    return Part(position, last, doc.shape(last), folded, particle=True)


def _after_particles(doc: Document, position: int) -> int:
    """The word that follows one to three particles; `position` when none stands there."""
    last = position
    for _ in range(3):
        if doc.word(last) not in _PARTICLES:
            break
        following = last + 1
        if doc.word(following) in ("'", "-") and doc.glued(following):
            following += 1
        if not doc.same_line(following) or len(doc.gap(following)) > 1:
            break
        last = following
    return last


def _is_ordinary(doc: Document, position: int, last: int, name: Name) -> bool:
    """ "… de Beaune" after a name, or "le Service" where a name should start."""
    word = doc.word(position)
    if name.words:
        return word in _PLACE_PARTICLES and _is_place(doc, last)
    return word in ("le", "la", "les", "du", "des") and vetoes.is_common(doc.word(last))


def _is_place(doc: Document, index: int) -> bool:
    """ "Mme Martin de Beaune": a town, a hospital or a service after the name."""
    word = doc.word(index)
    if word in ("chu", "ch", "hopital", "clinique", "ehpad", "service"):
        return True
    return (
        lexicon.communes().weights.get((word,), 0) >= 2000
        and lexicon.last_names().get(word, 0) < 1000
    )


def _read_word(doc: Document, position: int, name: Name, *, trusting: bool) -> Part | None:
    shape = doc.shapes[position]
    if (
        shape is Shape.INITIAL
        and doc.word(position + 1) == "'"
        and doc.shape(position + 2) in CAPITAL_SHAPES
    ):
        last = _extend(doc, position + 2)
        return Part(
            position,
            last,
            doc.shape(position + 2),
            doc.folded[doc.starts[position] : doc.ends[last]],
        )
    if shape not in NAME_SHAPES or doc.folds[position] in CIVILITIES:
        return None
    first_word = not name.words
    opening = trusting and first_word and _may_be_surname(doc, position)
    if _is_stop(doc, position) and not opening and not _is_usual_surname(doc, position, name):
        return None
    last = _extend(doc, position)
    return Part(position, last, shape, doc.folded[doc.starts[position] : doc.ends[last]])


def _extend(doc: Document, last: int) -> int:
    """Hyphened and apostrophed parts: "Jean-Paul", "Saint-Paul-de-Vence", "N'Diaye"."""
    for _ in range(_MAX_JOINED):
        sign = last + 1
        following = last + 2
        if doc.word(sign) not in _JOINTS:
            return last
        if not (doc.glued(sign) and following < len(doc) and doc.glued(following)):
            return last
        if doc.shape(following) in CAPITAL_SHAPES:
            last = following
        elif (
            doc.word(following) in _PARTICLES
            and doc.word(following + 1) in _HYPHENS
            and doc.shape(following + 2) in NAME_SHAPES
        ):
            last = following + 2
        else:
            return last
    return last


def _is_stop(doc: Document, index: int) -> bool:
    word = doc.word(index)
    return (
        vetoes.is_common(word) or vetoes.is_veto_word(doc, index) or word in ("chu", "ch", "ehpad")
    )


def _may_be_surname(doc: Document, index: int) -> bool:
    """ "Dr PETIT", "Mme Leger": an ordinary word that many people bear."""
    word = doc.word(index)
    if word in lexicon.words("roles") or word in CIVILITIES:
        return False
    if vetoes.is_veto_word(doc, index):
        return len(word) > 3 and word in lexicon.last_names()
    return word in lexicon.last_names()


def _is_usual_surname(doc: Document, index: int, name: Name) -> bool:
    word = doc.word(index)
    if not name.words or len(word) < 3 or not _may_be_surname(doc, index):
        return False
    contrast = doc.shape(index) is Shape.UPPER and name.words[-1].shape is not Shape.UPPER
    return contrast or (
        lexicon.last_names().get(word, 0) >= 1000 and name.words[-1].folded in lexicon.first_names()
    )


def _is_double_initial(part: Part) -> bool:
    """ "LAMBERT JF": two capitals that hardly anybody bears as a surname."""
    rare = lexicon.last_names().get(part.folded, 0) < 50
    return part.shape is Shape.UPPER and len(part.folded) == 2 and rare


def _drop_tail(doc: Document, name: Name) -> None:
    """A lone capital without dot at the end is kept only after a comma-less name."""
    if len(name.words) > 1 and _is_double_initial(name.parts[-1]):
        name.parts[-1].initial = True
        name.words.pop()
        return
    while name.parts and name.parts[-1].initial and len(name.parts) > 1:
        part = name.parts[-1]
        if not name.words:
            return
        if (
            doc.word(part.last) == "."
            or part.last + 1 >= len(doc)
            or doc.opens_line(part.last + 1)
            or doc.shape(part.last + 1) is Shape.SIGN
        ):
            return
        name.parts.pop()
        name.end = part.first


def name_spans(
    doc: Document, name: Name, *, score: float, rule: str, alone: str = "NOM"
) -> list[Span]:
    """Spans of a name: INITIALES, PRENOM and NOM. `alone` is the sub-type of a single word."""
    spans = [
        doc.span(part.first, part.last, ("PER", "INITIALES"), score, rule)
        for part in name.parts
        if part.initial
    ]
    words = name.words
    if not words:
        return _joined_initials(doc, spans)
    if spans and name.parts[0].initial:
        alone = "NOM"
    cut, first_is_given = _split(words, alone, with_initials=bool(spans))
    for group, given in ((words[:cut], first_is_given), (words[cut:], not first_is_given)):
        spans += _group_spans(doc, group, "PRENOM" if given else "NOM", score, rule)
    return sorted(spans)


def _joined_initials(doc: Document, spans: list[Span]) -> list[Span]:
    """ "M. J. D.": one span when initials stand for the whole name."""
    if len(spans) < 2:
        return spans
    return [
        Span(spans[0].start, spans[-1].end, "PER", "INITIALES", spans[0].score, spans[0].source)
    ]


def _group_spans(
    doc: Document, group: list[Part], subtype: str, score: float, rule: str
) -> list[Span]:
    """Neighbouring words of one kind are one span; an initial between them parts it."""
    spans: list[Span] = []
    start = 0
    for index in range(len(group)):
        if index + 1 == len(group) or group[index + 1].first != group[index].last + 1:
            spans.append(
                doc.span(group[start].first, group[index].last, ("PER", subtype), score, rule)
            )
            start = index + 1
    return spans


def _split(words: list[Part], alone: str, *, with_initials: bool) -> tuple[int, bool]:
    """Where the first kind of words ends, and whether it is the given name."""
    count = len(words)
    if count == 1:
        return 1, alone == "PRENOM"
    if with_initials and all(word.shape is words[0].shape for word in words):
        return count, False
    if count == 2 and words[1].folded in _PARTICLES:
        return count, False
    upper = [word.shape is Shape.UPPER for word in words]
    if any(upper) and not all(upper):
        return _split_by_case(upper, words)
    return _split_by_names(words)


def _split_by_case(upper: list[bool], words: list[Part]) -> tuple[int, bool]:
    """DUPONT Marie, Marie DUPONT, Marie DUPONT de La Tour."""
    if upper[0]:
        cut = next(index for index, flag in enumerate(upper) if not flag)
        if words[cut].particle and cut + 1 == len(words):
            return len(words), False
        return cut, False
    return upper.index(True), True


def _split_by_names(words: list[Part]) -> tuple[int, bool]:
    given = [is_first_name(word.folded) for word in words]
    if words[-1].particle:
        return len(words) - 1, True
    if words[0].particle:
        return 1, False
    if given[0] and not (given[-1] and _rather_surname(words[0].folded, words[-1].folded)):
        cut = 1
        while cut < len(words) - 1 and given[cut]:
            cut += 1
        return cut, True
    if given[-1]:
        cut = len(words) - 1
        while cut > 1 and given[cut - 1]:
            cut -= 1
        return cut, False
    return 1, True


def _rather_surname(first: str, last: str) -> bool:
    """Both may be given names: the first word is the surname when it is much rather one."""

    def ratio(word: str) -> float:
        return (lexicon.last_names().get(word, 0) + 1) / (first_name_count(word) + 1)

    return ratio(first) > 20 * ratio(last)


def first_name_count(word: str) -> int:
    """How many bear this first name; a compound counts as its rarest known part."""
    return _GIVEN[word]


def _given(word: str) -> int:
    names = lexicon.first_names()
    if "æ" in word or "œ" in word:
        word = word.replace("æ", "ae").replace("œ", "oe")
    if word in names:
        return names[word]
    parts = [part for part in word.replace(" ", "-").split("-") if part]
    if len(parts) < 2:
        return 0
    return min(names.get(part, 0) for part in parts)


_GIVEN: Final = Memo(_given)


def is_first_name(word: str) -> bool:
    """In the gazetteer, alone or part by part."""
    return first_name_count(word) > 0
