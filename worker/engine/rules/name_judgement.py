"""Whether a name that was read is likely a person's, by gazetteer and by form."""

from worker.engine import lexicon
from worker.engine.rules.name_reader import Name, first_name_count, is_first_name
from worker.engine.text.document import Document, Shape
from worker.engine.vetoes import words as vetoes


def single_kind(name: Name) -> str:
    """A single word of a person field: a first name when it is hardly a surname."""
    words = name.words
    if len(words) != 1 or words[0].shape is Shape.UPPER:
        return "NOM"
    word = words[0].folded
    return (
        "PRENOM"
        if first_name_count(word) > 20 * lexicon.last_names().get(word, 0) and is_first_name(word)
        else "NOM"
    )


def looks_personal(doc: Document, name: Name) -> bool:
    """At least one word that gazetteers or its form make a name."""
    words = name.words
    if not words:
        return (
            bool(name.parts)
            and doc.word(name.parts[0].last) == "."
            and len(name.parts) + (name.parts[0].last - name.parts[0].first) > 1
        )
    first = words[0]
    if vetoes.eponym_length(doc, first.first) or vetoes.is_veto_word(doc, first.first):
        return False
    if len(name.parts) > len(words):
        return True
    known = [is_first_name(word.folded) or known_surname(word.folded) for word in words]
    if len(words) == 1:
        return (known[0] and not is_town(first.folded)) or (known[0] and first.shape is Shape.UPPER)
    return any(known)


def known_surname(word: str) -> bool:
    names = lexicon.last_names()
    return word in names or any(
        len(part) > 2 and part in names
        for part in word.replace("'", "-").replace(" ", "-").split("-")
    )


def is_town(word: str) -> bool:
    return lexicon.communes().weights.get((word,), 0) >= 5000
