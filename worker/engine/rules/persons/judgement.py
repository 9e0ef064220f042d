"""Whether what was read is likely a person's name, by gazetteer and by form."""

from typing import Final

from worker.engine import lexicon
from worker.engine.lexicon.names import first_name_count, is_first_name, last_name_count
from worker.engine.rules.persons.names import Name, Part
from worker.engine.text.document import Document
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_GIVEN, _BORNE = 100, 20  # bearers of a first name, of a surname
_WELL_BORNE: Final = 100  # bearers of a surname that needs less beside it
_FREQUENT: Final = 1500  # bearers of a first name that stands behind the surname
_TOWN: Final = 5_000  # inhabitants
_LEAST_LETTERS: Final = 3
_MOST_WORDS: Final = 4
_HEADS: Final = lexicon.words("name_heads")
_BEFORE_NAMES: Final = word_set("de du d ' la l le des docteur saint -")


def is_medical(doc: Document, name: Name) -> bool:
    """ "maladie de Crohn", "score de Wells", a drug, an abbreviation."""
    first = doc.index_at(name.parts[0].start)
    if vetoes.has_medical_trigger(doc, first):
        return True
    for word in name.words:
        index = doc.index_at(word.start)
        eponym = vetoes.eponym_length(doc, index) and not first_name_count(word.folded)
        if eponym or vetoes.is_veto_word(doc, index) or word.folded in lexicon.words("microbes"):
            return True
    return False


def is_known(doc: Document, name: Name) -> bool:
    """At least one word that the gazetteers know; a single one is no town and no word of this note."""
    words = name.words
    if not words:
        return doc.text[name.parts[0].start : name.end].count(".") > 1
    if is_medical(doc, name):
        return False
    if len(name.parts) > len(words):
        return True
    known = [
        first_name_count(word.folded) >= _GIVEN or last_name_count(word.folded) >= _BORNE
        for word in words
    ]
    if len(words) > 1:
        return any(known)
    return known[0] and words[0].folded not in doc.lower_words and not _is_town(words[0])


def _is_town(word: Part) -> bool:
    people = lexicon.communes().weights.get((word.folded,), 0)
    return people >= _TOWN and not word.is_upper


def is_pair(doc: Document, name: Name) -> bool:
    """ "Jean DUPONT", "Dupont Marie", "J. Dupont" where no context speaks: the gazetteers and the case
    of letters must."""
    words = name.words
    if (
        not 0 < len(words) <= _MOST_WORDS
        or has_head(doc, name.parts[0].start)
        or is_medical(doc, name)
    ):
        return False
    if len(name.parts) > len(words):
        return _is_initial_and_name(doc, name)
    if len(words) < 2:
        return False
    given = [first_name_count(word.folded) for word in (words[0], words[-1])]
    shouted = [word for word in words if word.is_upper]
    if 0 < len(shouted) < len(words):
        long = any(len(word.folded) >= _LEAST_LETTERS for word in shouted)
        return long and any(is_first_name(word.folded) for word in words if not word.is_upper)
    if any(len(word.folded) < _LEAST_LETTERS for word in words):
        return False
    if any(word.folded in doc.lower_words for word in words):
        return False
    first, last = given
    usual = first >= 2 * _GIVEN and _surname(words[-1])
    return usual or (last >= _FREQUENT and _surname(words[0]))


def _surname(word: Part) -> bool:
    people = lexicon.communes().weights.get((word.folded,), 0)
    borne = last_name_count(word.folded)
    return word.has_particle or (borne >= _BORNE and not (people >= _TOWN and borne < _WELL_BORNE))


def _is_initial_and_name(doc: Document, name: Name) -> bool:
    """ "J. DUPONT", "J.-P. Martin": the dot and a surname; never "E. coli"."""
    first, word = name.parts[0], name.words[-1]
    if word is name.parts[0] and word.is_upper:  # "ROUX P."
        return last_name_count(word.folded) >= _WELL_BORNE and _is_signed(name)
    if word is name.parts[0] and first_name_count(word.folded) >= _FREQUENT:  # "Julie C."
        return word.folded not in doc.lower_words and _is_signed(name)
    if not first.is_initial or not first.folded.endswith(".") or name.parts[-1].is_initial:
        return False
    borne = last_name_count(word.folded) >= _BORNE // 2 or word.has_particle
    shouted = word.is_upper and len(word.folded) > _LEAST_LETTERS
    return (borne or shouted) and (shouted or word.folded not in doc.lower_words)


def _is_signed(name: Name) -> bool:
    """A word and a dotted capital."""
    two = len(name.parts) == 2 and name.parts[-1].folded.endswith(".")
    return two and len(name.parts[0].folded) > _LEAST_LETTERS


def has_head(doc: Document, start: int) -> bool:
    """ "hôpital Jean Minjoz", "rue du Docteur Paul Petit": the name is no person's."""
    index = doc.index_at(start)
    for position in range(index - 1, max(-1, index - 4), -1):
        if not doc.same_line(position + 1):
            return False
        if doc.folds[position] in _HEADS:
            return True
        if doc.folds[position] not in _BEFORE_NAMES:
            return False
    return False
