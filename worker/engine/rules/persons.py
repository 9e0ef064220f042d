"""Persons in a promising context: civility, field, function, family tie, signature."""

from collections.abc import Generator, Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import match_commune
from worker.engine.rules.lower_names import civil_name
from worker.engine.rules.name_judgement import is_town, looks_personal, single_kind
from worker.engine.rules.name_reader import (
    CIVILITIES,
    Name,
    first_name_count,
    is_first_name,
    name_spans,
    read_name,
)
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_RULE: Final = "civility"
_TITLES: Final = lexicon.words("titles")
_PLURAL: Final = frozenset(
    {
        "mm",
        "maitres",
        "drs",
        "docteurs",
        "prs",
        "professeurs",
        "messieurs",
        "mesdames",
        "mmes",
        "mlles",
    }
)
_CAPITAL_ONLY: Final = frozenset({"m", "me", "mm", "pr", "prs", "veuve", "maitre", "prof"})
_SEPARATORS: Final = frozenset(
    {",", ";", "/", "&", "et", "-", "–", "—", "+", "•", "|", "ou", "puis"}
)

_RELATIVES: Final = lexicon.words("relatives")
_STAFF: Final = lexicon.words("staff")
_BY_VERBS: Final = lexicon.words("by_verbs")
_OFFICES: Final = lexicon.words("offices")


# What stands right before a colleague's name, "de", "du" or ":" between or not.
_ASKED: Final = word_set(
    "prescr prescription appelle appeler rappeler rappelle prevenir joindre contacter garde"
    " astreinte remplace remplacer disant consigne consignes demander"
)
_CONTEXTS: Final = _TITLES | _RELATIVES | _STAFF | _ASKED | _OFFICES | {"par", "avec", "avis"}
_LINKS: Final = frozenset({"de", "du", "d", "'", ":", "a"})
_ASKED_BEARERS: Final = 100
_SURNAME_BEARERS: Final = 1000  # of a common word that is a surname after an office
_RANKS: Final = word_set(
    "honoraire general generale adjoint adjointe delegue deleguee departemental departementale regional regionale"
)


def find_persons(doc: Document) -> Iterator[Span]:
    """Names that their context gives away."""
    for index in doc.indices(_CONTEXTS):
        word = doc.folds[index]
        if word in _TITLES:
            yield from _after_title(doc, index)
        elif word in _RELATIVES:
            yield from _relative(doc, index)
        if word in _ASKED:
            yield from _asked(doc, index)
        if word in _STAFF or (word in _OFFICES and doc.word(index - 1) not in _TITLES):
            yield from _after_function(doc, index)
        elif word in ("par", "avec", "avis"):
            yield from _after_by(doc, index)


def _after_title(doc: Document, index: int) -> Iterator[Span]:
    """ "Dr X. Y", "M. le Professeur Z", "Drs Martin, Petit et Blanc", "mr dupont"."""
    word = doc.folds[index]
    if not _is_title(doc, index):
        return
    start = _skip_title(doc, index)
    if start is None:
        return
    yield from _people(doc, start, plural=word in _PLURAL, lower_ok=word != "me")


def _is_title(doc: Document, index: int) -> bool:
    word = doc.folds[index]
    shape = doc.shapes[index]
    if word == "prof" and ":" in (doc.word(index + 1), doc.word(index + 2)):
        return False  # "Prof. : ATSEM" is a job
    if doc.glued(index) and doc.word(index - 1) in ("'", "-", "/", ".") and word == "m":
        return False
    if word in _CAPITAL_ONLY and shape is Shape.LOWER:
        return False
    if word == "me":
        return (shape is Shape.TITLE and doc.shape(index + 1) in CAPITAL_SHAPES) or doc.word(
            index + 1
        ) == "."
    if word == "m":
        return _is_mister(doc, index)
    if word == "mm":
        capital = doc.shapes[index] is Shape.UPPER and doc.shape(index - 1) is not Shape.NUMBER
        return capital and (doc.word(index + 1) == "." or doc.shape(index + 1) in NAME_SHAPES)
    return True


def _is_mister(doc: Document, index: int) -> bool:
    """ "M. Dupont", "M DUPONT"; the initials "M.B." are no title."""
    following = index + 1
    if doc.word(index - 1) in ("sexe", ":", "|") and len(doc.gap(following)) > 1:
        return False
    if doc.word(following) != ".":
        return doc.shape(following) in NAME_SHAPES and not vetoes.is_common(doc.word(following))
    initials = doc.shape(index + 2) is Shape.INITIAL and doc.glued(index + 2)
    return not (initials and doc.word(index + 3) == ".")


def _skip_title(doc: Document, index: int) -> int | None:
    """The token where the name should start: after dots, further titles, "le Docteur", ":"."""
    position = index + 1
    for _ in range(6):
        word = doc.word(position)
        if position >= len(doc):
            return None
        if not doc.same_line(position):
            return position if _wrapped(doc, index, position) else None
        if _is_office(doc, position):
            return _behind_office(doc, position + 2)
        if (
            (word == "." and doc.glued(position))
            or (
                word in ("le", "la")
                and (
                    doc.word(position + 1) in _TITLES
                    or doc.word(position + 1) in lexicon.words("roles")
                )
            )
            or (word in _TITLES and word not in ("m", "me"))
            or (
                word in lexicon.words("roles")
                and doc.shapes[position] is not Shape.UPPER
                and doc.shape(position + 1) in CAPITAL_SHAPES
            )
            or (word in (":", "(") and doc.same_line(position + 1))
        ):
            position += 1
        else:
            return position
    return position


def _is_office(doc: Document, position: int) -> bool:
    """ "Monsieur [le Maire]"; "M. Le Maire" bears the name."""
    article = doc.shapes[position] is Shape.LOWER and doc.folds[position] in ("le", "la")
    return article and doc.word(position + 1) in _OFFICES


def _behind_office(doc: Document, position: int) -> int | None:
    """ "Monsieur le Procureur [Dupont]"; "Monsieur le Procureur de la République" names nobody."""
    while doc.word(position) in _RANKS:
        position += 1
    if not doc.same_line(position) or doc.shape(position) not in NAME_SHAPES:
        return None
    word = doc.folds[position]
    common = vetoes.is_common(word) and lexicon.last_names().get(word, 0) < _SURNAME_BEARERS
    return None if common else position


def _wrapped(doc: Document, title: int, position: int) -> bool:
    """ "Docteur" at the end of a line, the name on the next one."""
    if (doc.folds[title] == "m" and doc.word(title + 1) != ".") or doc.text[
        doc.ends[position - 1] : doc.starts[position]
    ].count("\n") > 1:
        return False
    return doc.shapes[position] in NAME_SHAPES and not vetoes.is_common(doc.folds[position])


def _people(doc: Document, index: int, *, plural: bool, lower_ok: bool) -> Iterator[Span]:
    """One name, or a list of them when the title is plural."""
    position = index
    for _ in range(12):
        name = read_name(doc, position, trusting=True)
        if not name.parts:
            if lower_ok:
                yield from civil_name(doc, position, _RULE)
            return
        if doc.word(name.end) in ("®", "™"):
            return
        end = yield from _person(doc, name)
        if not plural:
            yield from _second_of_pair(doc, end, _RULE)
            return
        position = _next_person(doc, end)
        if position < 0:
            return


def _person(doc: Document, name: Name) -> Generator[Span, None, int]:
    """The spans of one name; returns the token after it."""
    if _are_initials(name):
        word = name.words[0]
        yield doc.span(word.first, word.last, ("PER", "INITIALES"), 0.95, _RULE)
        return name.end
    surname = _wrapped_surname(doc, name)
    if surname < 0:
        yield from name_spans(doc, name, score=0.95, rule=_RULE)
        return name.end
    yield from name_spans(doc, name, score=0.95, rule=_RULE, alone="PRENOM")
    rest = read_name(doc, surname, trusting=True)
    yield from name_spans(doc, rest, score=0.85, rule=_RULE)
    return rest.end


def _next_person(doc: Document, position: int) -> int:
    """Where the next name of a list starts; -1 when the list ends."""
    position = _after_brackets(doc, position)
    skipped = 0
    while doc.word(position) in _SEPARATORS and skipped < 2:
        position += 1
        skipped += 1
    ends = not skipped or position >= len(doc)
    return -1 if ends or doc.word(position) in ("dr", "pr", "le", "m", "mme") else position


def _are_initials(name: Name) -> bool:
    """ "Dr JD", "Pr JLB": two or three capitals that hardly anybody bears as a surname."""
    if len(name.parts) != 1 or not name.words or name.words[0].shape is not Shape.UPPER:
        return False
    word = name.words[0].folded
    rare = lexicon.last_names().get(word, 0) < 50
    return (len(word) == 2 and rare) or (len(word) == 3 and not set(word) & set("aeiouy"))


def _after_brackets(doc: Document, position: int) -> int:
    """ "Lakkis (gastro), Turco": the function between parentheses is skipped."""
    if doc.word(position) != "(":
        return position
    for closing in range(position + 1, min(position + 6, len(doc))):
        if doc.word(closing) == ")":
            return closing + 1
    return position


def _wrapped_surname(doc: Document, name: Name) -> int:
    """ "Mme Jeanne" at the end of a line, "DUPONT" on the next one; -1 when there is none."""
    following = name.end
    if len(name.parts) != 1 or following >= len(doc) or doc.same_line(following):
        return -1
    if not name.words or first_name_count(name.words[0].folded) < 200:
        return -1
    if name.words[0].shape is Shape.UPPER or doc.gap(following).count("\n") > 1:
        return -1
    word = doc.folds[following]
    known = lexicon.last_names().get(word, 0) >= 5 or doc.shapes[following] is Shape.UPPER
    plain = vetoes.is_common(word) or vetoes.is_veto_word(doc, following) or word in doc.lower_words
    return following if known and not plain and doc.shapes[following] in NAME_SHAPES else -1


def _second_of_pair(doc: Document, position: int, rule: str) -> Iterator[Span]:
    """ "Mme Sylvie MARTIN (BLANC)": a birth name in parentheses."""
    if (
        doc.word(position) != "("
        or doc.shape(position + 1) not in NAME_SHAPES
        or doc.word(position + 2) != ")"
    ):
        return
    word = doc.word(position + 1)
    known = (
        lexicon.last_names().get(word, 0) >= 20
        and not _small_town(word)
        and not vetoes.is_veto_word(doc, position + 1)
    )
    if (
        known
        and not is_town(word)
        and (not vetoes.is_common(word) or lexicon.last_names().get(word, 0) >= 1000)
    ):
        yield doc.span(position + 1, position + 1, ("PER", "NOM"), 0.8, rule)


def _small_town(word: str) -> bool:
    """ "Dr Jolivet (Nolay)": rather where the doctor works than a birth name."""
    return (word,) in lexicon.communes().weights and lexicon.last_names().get(word, 0) < 300


def _relative(doc: Document, index: int) -> Iterator[Span]:
    """ "son fils Paul", "sa fille, Mme X", "ses jumelles, Alice et Jeanne", "mère (Amélie)"."""
    position = index + 1
    skipped = 0
    while (
        doc.word(position)
        in (
            ",",
            "(",
            ":",
            "prenomme",
            "prenommee",
            "nomme",
            "nommee",
            "maternel",
            "maternelle",
            "aine",
            "ainee",
            "cadet",
            "cadette",
            "agee",
            "s",
            "appele",
            "appelee",
            "de",
            "d",
            "'",
        )
        and skipped < 3
    ):
        position += 1
        skipped += 1
    for _ in range(6):
        if not doc.same_line(position) or doc.shape(position) not in CAPITAL_SHAPES:
            return
        name = read_name(doc, position, trusting=False)
        if not name.words or not (
            is_first_name(name.words[0].folded)
            or (len(name.words) > 1 and looks_personal(doc, name))
            or _surname_in_capitals(doc, name)
        ):
            return
        if vetoes.eponym_length(doc, name.parts[0].first):
            return
        yield from name_spans(
            doc,
            name,
            score=0.88,
            rule="relative",
            alone="NOM" if _surname_in_capitals(doc, name) else "PRENOM",
        )
        position = name.end
        if doc.word(position) == "(" and doc.shape(position + 1) is Shape.NUMBER:
            while position < len(doc) and doc.word(position) != ")":
                position += 1
            position += 1
        if doc.word(position) not in (",", "et", "&", "/"):
            return
        position += 1


def _surname_in_capitals(doc: Document, name: Name) -> bool:
    word = name.words[0]
    return (
        word.shape is Shape.UPPER
        and len(name.words) == 1
        and lexicon.last_names().get(word.folded, 0) >= 20
        and first_name_count(word.folded) < 2000
    )


def _after_function(doc: Document, index: int) -> Iterator[Span]:
    """ "interne Paul Durand", "IDE Coralie", "patiente MARTIN", "Cher Paul"."""
    position = index + 1
    if doc.word(position) == "." and doc.glued(position):
        position += 1
    if (
        doc.word(position) in (",", "(", "/")
        and doc.shape(position + 1) in CAPITAL_SHAPES
        and doc.word(position + 1) not in _TITLES
    ):
        position += 1
    if (
        not doc.same_line(position)
        or doc.shape(position) not in CAPITAL_SHAPES
        or doc.word(position) in _TITLES
    ):
        return
    name = read_name(doc, position, trusting=False)
    if not name.parts or not _sure_enough(doc, name):
        return
    yield from name_spans(doc, name, score=0.85, rule="function", alone=single_kind(name))


def _sure_enough(doc: Document, name: Name) -> bool:
    words = name.words
    if not words:
        joined = doc.surface(name.parts[0].first, name.parts[-1].last)
        return joined.count(".") >= 2
    if not looks_personal(doc, name):
        return False
    if len(words) > 1 or len(name.parts) > 1:
        return True
    word = words[0].folded
    if word in doc.lower_words:
        return False
    return first_name_count(word) >= 100 or lexicon.last_names().get(word, 0) >= 20


def _after_by(doc: Document, index: int) -> Iterator[Span]:
    """ "vu par Martin", "en accord avec Paul Durand", "avis Petit"."""
    word = doc.folds[index]
    if word != "avis" and _BY_VERBS.isdisjoint(doc.folds[max(0, index - 3) : index]):
        return
    position = index + 1
    if doc.word(position) in ("l", "le", "la", "un", "une", "notre", "les"):
        return
    yield from _by_list(doc, position)


def _asked(doc: Document, index: int) -> Iterator[Span]:
    """ "garde : Lemaire", "prescription de Rivière": a surname of many, and no eponym."""
    position = index + 1
    while doc.word(position) in _LINKS and position - index <= 2:
        position += 1
    if doc.shape(position) not in NAME_SHAPES:
        return
    word = doc.folds[position]
    known = lexicon.last_names().get(word, 0) >= _ASKED_BEARERS
    plain = vetoes.is_common(word) or word in lexicon.eponyms() or word in lexicon.words("scores")
    following = doc.shape(position + 1) if doc.same_line(position + 1) else Shape.SIGN
    if known and not plain and not match_commune(doc, position) and following is not Shape.NUMBER:
        yield from _by_list(doc, position)


def _by_list(doc: Document, position: int) -> Iterator[Span]:
    for _ in range(4):
        if (
            not doc.same_line(position)
            or doc.shape(position) not in CAPITAL_SHAPES
            or doc.word(position) in CIVILITIES
        ):
            return
        name = read_name(doc, position, trusting=False)
        if not name.parts or not _sure_enough(doc, name):
            return
        yield from name_spans(doc, name, score=0.8, rule="by", alone=single_kind(name))
        position = name.end
        if doc.word(position) not in ("et", "/", ","):
            return
        position += 1
