"""Names without any context word: "Jean DUPONT", "DUPONT Marie", "J. Dupont", "Jean Dupont"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.memo import Memo
from worker.engine.rules import vetoes
from worker.engine.rules.anchors import matches_at
from worker.engine.rules.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.rules.name_reader import (
    CIVILITIES,
    SHORT_GIVEN,
    Name,
    Part,
    first_name_count,
    name_spans,
    read_name,
)
from worker.engine.rules.phrases import match_commune

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


_AFTER_GIVEN: Final = frozenset({"(", ",", "&", "et"})


def find_lone_first_names(doc: Document) -> Iterator[Span]:
    """ "Sabrina (infirmière)", "Hugo, interne", "Soizic & Yann"."""
    following = doc.following
    for index in [index for index in doc.capitals if following[index] in _AFTER_GIVEN]:
        if doc.shapes[index] is not Shape.TITLE:
            continue
        if first_name_count(doc.folds[index]) < _FREQUENT:
            continue
        if doc.folds[index] in doc.lower_words or vetoes.is_common(doc.folds[index]):
            continue
        sign = following[index]
        if sign in ("(", ",") and doc.same_line(index + 2) and _is_role(doc, index + 2):
            yield doc.span(index, index, ("PER", "PRENOM"), 0.85, "name-role")
        elif sign in ("&", "et") and _is_other_name(doc, index + 2):
            yield doc.span(index, index, ("PER", "PRENOM"), 0.75, "two-names")
            last = index + 2
            while (
                doc.word(last + 1) == "-"
                and doc.glued(last + 2)
                and doc.shape(last + 2) in NAME_SHAPES
            ):
                last += 2
            yield doc.span(index + 2, last, ("PER", "PRENOM"), 0.75, "two-names")


_USUAL_SURNAME: Final = 500
_SHORT_GIVEN: Final = 3


def _kind_of(word: str) -> str:
    """PRENOM or NOM for a usual one that is neither an ordinary word nor a town; "" else."""
    if len(word) <= _SHORT_GIVEN or vetoes.is_common(word) or word in lexicon.words("scores"):
        return ""
    town = lexicon.communes().weights.get((word,), 0)
    if first_name_count(word) >= 5000 and town < 5000:
        return "PRENOM"
    return "NOM" if lexicon.last_names().get(word, 0) >= _USUAL_SURNAME and town < 1000 else ""


_KIND_OF: Final = Memo(_kind_of)
_OFFICES: Final = lexicon.words("offices")
_ARTICLES: Final = frozenset({"le", "la"})


def find_lone_names(doc: Document) -> Iterator[Span]:
    """A frequent first name or surname with a capital inside a sentence: "avis pris à Lefebvre"."""
    folds = doc.folds
    for index in [
        index
        for index in doc.capitals
        if _KIND_OF[folds[index]] or len(folds[index]) == _SHORT_GIVEN
    ]:
        if doc.shapes[index] is not Shape.TITLE:
            continue
        if folds[index - 1] in _ARTICLES and folds[index] in _OFFICES:
            continue  # "Madame le Maire"
        before = doc.shape(index - 1)
        inside = before is Shape.LOWER or doc.word(index - 1) in (",", "«", '"', "“")
        if doc.opens_line(index) or not inside:
            yield from _subject(doc, index)
            continue
        subtype = _lone_kind(doc, index)
        if subtype and not _has_head(doc, index):
            yield doc.span(index, index, ("PER", subtype), 0.7, "lone-name")


def find_lines_and_fields(doc: Document) -> Iterator[Span]:
    """A first name alone on its line ("Bises", "Nadine"), or alone after a colon."""
    folds, gaps = doc.folds, doc.gaps
    for index in [
        index
        for index in doc.capitals
        if "\n" in gaps[index] or folds[index - 1] == ":" or index == 0
    ]:
        shape = doc.shapes[index]
        if shape is not Shape.TITLE and shape is not Shape.UPPER:
            continue
        if first_name_count(doc.folds[index]) < (1000 if shape is Shape.TITLE else 10_000):
            continue
        last = index
        while (
            doc.word(last + 1) == "-" and doc.glued(last + 2) and doc.shape(last + 2) in NAME_SHAPES
        ):
            last += 2
        following = last + 1
        ends = (
            following >= len(doc)
            or doc.opens_line(following)
            or (
                doc.word(index - 1) == ":"
                and (len(doc.gap(following)) > 1 or doc.word(following) in (",", ";", "/", "("))
            )
        )
        if ends and not vetoes.is_common(doc.folds[index]) and not vetoes.eponym_length(doc, index):
            yield doc.span(index, last, ("PER", "PRENOM"), 0.75, "lone-line")


_GLUED_TITLE: Final = re.compile(
    r"(?<!\w)(?:Mme|Mlle|Mr|Dr|Pr|Monsieur|Madame|Docteur|Professeur)(?P<nom>[A-ZÀ-Ý][A-Za-zÀ-ÿ'’-]{2,30})"
)
_GLUED_PAIR: Final = re.compile(
    r"(?<![\w'-])(?P<nom>[A-ZÀ-Ý][A-ZÀ-Ý'-]{2,30})(?P<prenom>[A-ZÀ-Ý][a-zà-ÿ]{2,}(?:-[A-ZÀ-Ý][a-zà-ÿ]+)?)(?!\w)"
)


def find_glued_names(doc: Document) -> Iterator[Span]:
    """ "MmeDUPONT", "DUPONTJean": blanks lost between two systems."""
    mixed = [index for index in doc.capitals if doc.shapes[index] is Shape.MIXED]
    for match in matches_at(_GLUED_TITLE, doc.text, map(doc.starts.__getitem__, mixed)):
        yield Span(match.start("nom"), match.end("nom"), "PER", "NOM", 0.8, "rule:glued-name")
    for match in matches_at(_GLUED_PAIR, doc.text, _glued_starts(doc, mixed)):
        given = doc.folded[match.start("prenom") : match.end("prenom")]
        if first_name_count(given) >= 1000:
            for group in ("nom", "prenom"):
                yield Span(
                    match.start(group),
                    match.end(group),
                    "PER",
                    group.upper(),
                    0.85,
                    "rule:glued-name",
                )


def _glued_starts(doc: Document, mixed: list[int]) -> list[int]:
    """Where the run of letters, hyphens and apostrophes around a change of case begins."""
    text = doc.text
    joined = [
        joint + 1
        for joint in doc.indices(_JOINTS)
        if doc.shape(joint + 1) is Shape.TITLE and doc.glued(joint + 1)
    ]
    found: set[int] = set()
    for index in (*mixed, *joined):
        start = doc.starts[index]
        while start and (text[start - 1].isalnum() or text[start - 1] in "_'-"):
            start -= 1
        if not (text[start].islower() or text[start + 1].islower()):
            found.add(start)
    return sorted(found)


_JOINTS: Final = frozenset({"-", "'"})


def find_lone_capitals(doc: Document) -> Iterator[Span]:
    """ "ch 11 THIEBAUT entrée du 17": a usual surname in capitals among small letters."""
    for index in doc.uppers:
        word = doc.folds[index]
        if len(word) < 5:
            continue
        if lexicon.last_names().get(word, 0) < 100 or vetoes.is_common(word) or _town(word):
            continue
        if (
            vetoes.is_veto_word(doc, index)
            or vetoes.eponym_length(doc, index)
            or word in doc.lower_words
        ):
            continue
        before = doc.shape(index - 1) if doc.same_line(index) else Shape.SIGN
        after = doc.shape(index + 1) if doc.same_line(index + 1) else Shape.SIGN
        if (
            Shape.UPPER not in (before, after)
            and Shape.LOWER in (before, after)
            and not _has_head(doc, index)
        ):
            yield doc.span(index, index, ("PER", "NOM"), 0.65, "lone-capitals")


def find_names_in_parentheses(doc: Document) -> Iterator[Span]:
    """ "le patient de la 312 (Delcroix)": a usual surname alone between parentheses."""
    for bracket in doc.where.get("(", ()):
        index = bracket + 1
        shape = doc.shape(index)
        if shape not in (Shape.TITLE, Shape.UPPER) or len(doc.folds[index]) < 4:
            continue
        if doc.word(index + 1) not in (")", ","):
            continue
        word = doc.folds[index]
        given = first_name_count(word) >= 5000 and shape is Shape.TITLE
        usual = given or (
            lexicon.last_names().get(word, 0) >= 100 and (word,) not in lexicon.communes().weights
        )
        plain = vetoes.is_common(word) or word in doc.lower_words or vetoes.is_veto_word(doc, index)
        if (
            usual
            and not plain
            and not vetoes.eponym_length(doc, index)
            and word not in lexicon.words("scores")
        ):
            kind = "PRENOM" if given else "NOM"
            yield doc.span(index, index, ("PER", kind), 0.7, "name-in-parentheses")


_VERBS: Final = lexicon.words("verbs_after_civility")


def _subject(doc: Document, index: int) -> Iterator[Span]:
    """ "Chantal passe demain": a very frequent first name that opens a sentence, then a verb."""
    word = doc.folds[index]
    if doc.following[index] not in _VERBS:
        return
    if doc.shape(index + 1) is not Shape.LOWER or not doc.same_line(index + 1):
        return
    short = len(word) == 3 and first_name_count(word) >= 20_000 and word not in doc.lower_words
    usual = first_name_count(word) >= 5000 and _lone_kind(doc, index) == "PRENOM"
    if usual or (short and not vetoes.is_common(word)):
        yield doc.span(index, index, ("PER", "PRENOM"), 0.7, "subject-name")


def _lone_kind(doc: Document, index: int) -> str:
    word = doc.folds[index]
    kind = _KIND_OF[word]
    if not kind or word in doc.lower_words or vetoes.is_veto_word(doc, index):
        return ""
    if vetoes.eponym_length(doc, index) or vetoes.has_medical_trigger(doc, index):
        return ""
    if word == "noel" and doc.word(index - 1) in ("depuis", "a", "avant", "pour", "apres", "vers"):
        return ""
    plain = doc.shape(index + 1) in (Shape.NUMBER, Shape.UPPER)
    return "" if plain or doc.following[index] in ("®", "™", "-", "'") else kind


def _is_role(doc: Document, index: int) -> bool:
    word = doc.word(index)
    if word in ("son", "sa", "l", "une", "un", "notre") and doc.shape(index) is Shape.LOWER:
        word = doc.word(index + 1) if word != "l" else doc.word(index + 2)
    return word in lexicon.words("roles") or word in lexicon.words("relatives")


def _is_other_name(doc: Document, index: int) -> bool:
    word = doc.word(index)
    usual = first_name_count(word) >= _FREQUENT and word not in doc.lower_words
    return (
        doc.shape(index) is Shape.TITLE and usual and not vetoes.is_common(word) and not _town(word)
    )


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
