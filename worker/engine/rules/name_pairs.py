"""Names without any context word: "Jean DUPONT", "DUPONT Marie", "J. Dupont", "Jean Dupont"."""

from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import match_commune
from worker.engine.rules.name_reader import (
    CIVILITIES,
    SHORT_GIVEN,
    Name,
    Part,
    first_name_count,
    name_spans,
    read_name,
)
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.text.memo import Memo
from worker.engine.vetoes import words as vetoes

_FREQUENT: Final = 1500
_HEADS: Final = lexicon.words("name_heads")
_MICROBES: Final = lexicon.words("microbes")


def find_pairs(doc: Document) -> Iterator[Span]:
    """First name and surname side by side, read with the gazetteers."""
    folds, end = doc.folds, 0
    for index in doc.capitals:
        if index < end or _NEVER_OPENS[folds[index]] or not _may_go_on(doc, index):
            continue
        name = read_name(doc, index, trusting=False)
        if len(name.parts) > 1 and (spans := _judged(doc, name)):
            yield from spans
            end = name.end
        elif name.parts and _is_medical(doc, name):
            end = name.end


def _never_opens(word: str) -> bool:
    """An ordinary word or a civility, too long for initials and no particle: opens no pair."""
    if len(word) < _LEAST_LETTERS or word in _PARTICLES or word in SHORT_GIVEN:
        return False
    return vetoes.is_common(word) or word in CIVILITIES


_NEVER_OPENS: Final = Memo(_never_opens)
_LEAST_LETTERS: Final = 3
_LONGEST_INITIALS: Final = 3  # "Chr.", "JP."
_PARTICLES: Final = lexicon.words("name_particles")
_INSIDE_NAMES: Final = _PARTICLES | {".", "'", "-", "–", "‑"}


def _may_go_on(doc: Document, index: int) -> bool:
    """True when the token after this capital may belong to the same name."""
    following = index + 1
    if following >= len(doc):
        return False
    if doc.shapes[following] in CAPITAL_SHAPES:
        return True
    word = doc.following[index]
    if word == ".":
        return len(doc.folds[index]) <= _LONGEST_INITIALS
    if word in _PARTICLES:
        return doc.shape(index + 2) in CAPITAL_SHAPES or doc.word(index + 2) in _INSIDE_NAMES
    return word in _INSIDE_NAMES


def _judged(doc: Document, name: Name) -> list[Span]:
    first = name.parts[0]
    if _has_head(doc, first.first) or _is_medical(doc, name):
        return []
    if first.initial:
        return _initial_and_name(doc, name)
    words = name.words
    if len(words) < 2:
        return _name_and_initial(doc, name)
    if len(words) > 4:
        return []
    score = _pair_score(doc, words)
    return name_spans(doc, name, score=score, rule="name-pair") if score else []


def _has_head(doc: Document, index: int) -> bool:
    """ "hôpital Jean Minjoz", "rue du Docteur Paul Petit": the name is no person's."""
    position = index - 1
    for _ in range(3):
        if position < 0 or not doc.same_line(position + 1):
            return False
        if doc.folds[position] in _HEADS:
            return True
        if doc.folds[position] not in (
            "de",
            "du",
            "d",
            "'",
            "la",
            "l",
            "le",
            "des",
            "docteur",
            "saint",
            "-",
        ):
            return False
        position -= 1
    return False


def _is_medical(doc: Document, name: Name) -> bool:
    if vetoes.has_medical_trigger(doc, name.parts[0].first):
        return True
    for part in name.parts:
        if not part.initial and (
            vetoes.eponym_length(doc, part.first) and first_name_count(part.folded) == 0
        ):
            return True
        if vetoes.is_veto_word(doc, part.first) or vetoes.is_veto_word(doc, part.last):
            return True
    return False


def _initial_and_name(doc: Document, name: Name) -> list[Span]:
    """ "J. DUPONT", "J.-P. Martin": the dot and a surname; never "E. coli" or "S. AUREUS"."""
    words = name.words
    if not words or doc.word(name.parts[0].last) != "." or name.parts[-1].initial:
        return []
    civil = words[0].particle or doc.glued(words[0].first)
    if doc.word(name.parts[0].first) == "m" and civil and len(name.parts) == 2:
        return []
    word = words[-1].folded
    if word in _MICROBES or any(part.folded in _MICROBES for part in words):
        return []
    known = lexicon.last_names().get(word, 0) >= 10 or words[-1].particle
    capital = words[-1].shape is Shape.UPPER and len(word) >= 4
    if not (known or capital) or (
        vetoes.is_common(word) and lexicon.last_names().get(word, 0) < 1000
    ):
        return []
    if word in doc.lower_words and not capital:
        return []
    return name_spans(doc, name, score=0.85, rule="initial-name")


def _name_and_initial(doc: Document, name: Name) -> list[Span]:
    """ "Marjorie D.", "DUPONT M.": a name and a dotted capital."""
    word, initial = name.parts[0], name.parts[-1]
    if len(name.parts) != 2 or not initial.initial or doc.word(initial.last) != ".":
        return []
    if _sentence_ends_before(doc, initial):
        return []
    if word.shape is Shape.UPPER:
        known = lexicon.last_names().get(word.folded, 0) >= 50 and len(word.folded) >= 4
        return name_spans(doc, name, score=0.75, rule="name-initial") if known else []
    if first_name_count(word.folded) < _FREQUENT or word.folded in doc.lower_words:
        return []
    return name_spans(doc, name, score=0.8, rule="name-initial", alone="PRENOM")


def _sentence_ends_before(doc: Document, initial: Part) -> bool:
    following = initial.last + 1
    return doc.word(initial.first) in ("m", "a", "y") and doc.shape(following) in NAME_SHAPES


def _pair_score(doc: Document, words: list[Part]) -> float:
    upper = [word.shape is Shape.UPPER for word in words]
    given = [first_name_count(word.folded) for word in words]
    if any(upper) and not all(upper):
        return _mixed_score(doc, words, upper, given)
    surname = [_surname_count(word.folded) for word in words]
    if all(upper):
        return _capital_score(doc, words, given, surname)
    return _title_score(doc, words, given, surname)


def _mixed_score(doc: Document, words: list[Part], upper: list[bool], given: list[int]) -> float:
    """One word in capitals, one not: case tells the surname."""
    titles = [count for count, flag in zip(given, upper, strict=True) if not flag]
    capitals = [word for word, flag in zip(words, upper, strict=True) if flag]
    if all(len(word.folded) < 3 for word in capitals):
        return 0.0
    if any(count > 0 for count in titles):
        return 0.9
    known = all(_surname_count(word.folded) >= 30 and len(word.folded) >= 4 for word in capitals)
    title_words = [word for word, flag in zip(words, upper, strict=True) if not flag]
    fresh = all(word.folded not in doc.lower_words for word in title_words)
    towns = any(lexicon.communes().weights.get((word.folded,), 0) >= 2000 for word in title_words)
    return 0.75 if known and fresh and not towns and len(words) == 2 else 0.0


def _capital_score(doc: Document, words: list[Part], given: list[int], surname: list[int]) -> float:
    """ "DUPONT JEAN": both in the gazetteers, not inside a heading."""
    if len(words) > 3 or any(len(word.folded) < 3 for word in words):
        return 0.0
    for one, other in ((0, -1), (-1, 0)):
        if given[one] >= _FREQUENT and (surname[other] >= 10 or words[other].particle):
            return 0.8
        if (
            given[one] >= 20 * _FREQUENT
            and _is_short_line(doc, words)
            and other
            and words[other].folded not in doc.lower_words
        ):
            return 0.65
    return 0.0


def _is_short_line(doc: Document, words: list[Part]) -> bool:
    before, after = words[0].first, words[-1].last + 1
    return doc.opens_line(before) and (after >= len(doc) or doc.opens_line(after))


def _title_score(doc: Document, words: list[Part], given: list[int], surname: list[int]) -> float:
    """ "Jean Dupont", "Dupont Jean": frequent first name and a known surname."""
    if any(word.folded in doc.lower_words for word in words):
        return 0.0
    if given[0] >= 200 and _is_surname(words[-1], surname[-1]):
        return 0.8
    if (
        given[-1] >= _FREQUENT
        and len(words) == 2
        and surname[0] >= 30
        and not _town(words[0].folded)
    ):
        return 0.75
    if given[0] >= 2000 and len(words) == 2 and _is_fresh(doc, words[-1]):
        return 0.7
    if given[-1] >= 5000 and len(words) == 2 and _is_fresh(doc, words[0]):
        return 0.65
    alone = _is_short_line(doc, words) or doc.word(words[-1].last + 1) == ","
    if given[0] >= 200 and alone and len(words) == 2 and not _town(words[-1].folded):
        return 0.7
    return 0.0


def _is_fresh(doc: Document, part: Part) -> bool:
    """A word that nothing explains: no town, no ordinary word, no medical name."""
    word = part.folded
    known = word in lexicon.words("scores") or word in lexicon.words("verbs_after_civility")
    return (
        len(word) >= 4
        and not known
        and not match_commune(doc, part.first)
        and not vetoes.eponym_length(doc, part.first)
    )


def _is_surname(part: Part, count: int) -> bool:
    if part.particle:
        return True
    return count >= 5 and not (_town(part.folded) and count < 100)


def _town(word: str) -> bool:
    return lexicon.communes().weights.get((word,), 0) >= 10_000


def _surname_count(word: str) -> int:
    names = lexicon.last_names()
    if word in names:
        return names[word]
    parts = [part for part in word.replace("'", "-").replace(" ", "-").split("-") if len(part) > 2]
    return min((names.get(part, 0) for part in parts), default=0) if parts else 0
