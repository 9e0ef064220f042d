"""Reads a person's name where one is promised: initials, particles, compound parts, first and last name."""

import re
from dataclasses import dataclass
from typing import Final

from annotation.domain.labels import Subtype
from worker.engine import lexicon
from worker.engine.lexicon.names import is_first_name
from worker.engine.text.document import Document
from worker.engine.text.folding import word_set
from worker.engine.vetoes import words as vetoes

_LETTER: Final = r"[^\W\d_]"
# Of Latin, Greek and Cyrillic: "Łukasz", "Škoda", "Иванов".
_CAPITALS: Final = (*range(0x41, 0x530), *range(0x1E00, 0x2000), *range(0xFF21, 0xFF3B))
_CAPITAL: Final = f"[{''.join(chr(code) for code in _CAPITALS if chr(code).isupper())}]"
_PARTICLE: Final = "|".join(
    sorted(map(re.escape, lexicon.words("name_particles")), key=len, reverse=True)
)
# "J.", "J.-P.", "J. P.", "Ph.", "J" before a blank, "JP" before a name.
_INITIALS: Final = re.compile(
    rf"(?:(?:Ph|Ch|Fr|Cl|Th|Chr|Gh|Gw|Jph|Gu|Ed|Fl)\.(?=[ ]?{_CAPITAL})|{_CAPITAL}\.(?:[ ]?[-‑]?[ ]?{_CAPITAL}\.){{0,3}}(?:[-‑]?{_CAPITAL}(?![\w.'’]))?"
    rf"|{_CAPITAL}[-‑]{_CAPITAL}\.|{_CAPITAL}(?:[-‑]{_CAPITAL})?(?![\w'’-])|{_CAPITAL}{{2}}\.?(?=[ ]{_CAPITAL}{_LETTER}{{2}}))"
)
# A figure inside was a letter before a scanner read it. "Dupont", "Jean-Paul", "N'Diaye", "Saint-Paul-de-Vence", "Le Floc'h".
_WORD: Final = re.compile(
    rf"(?:{_CAPITAL}['’])?{_CAPITAL}(?:{_LETTER}|[0158](?={_LETTER}))+(?:[-‑'’](?:(?:de|du|la|le|des|en|sur)-)?{_CAPITAL}{_LETTER}*|['’]h\b){{0,7}}(?![\w])"
)
# "de La", "d'", "Van der", before a word.
_PARTICLES: Final = re.compile(
    rf"(?:(?:{_PARTICLE})(?:[ ]|['’][ ]?|-)){{1,3}}(?={_CAPITAL})", re.IGNORECASE
)
_GAP: Final = re.compile(r"[ ]{1,2}|(?<=\.)(?=\w)")
_MOST_PARTS: Final = 8
_USUAL: Final = 1000  # bearers of a surname that is an ordinary word too
_NO_NAME: Final = (
    lexicon.words("civilities")
    | lexicon.words("roles")
    | word_set("chu ch ehpad naiss naissance usuel adeli bip dect finess rpps excuse excusee")
)
# Two capitals before a capital: "DE LA TOUR", "DR PETIT".
_NO_INITIALS: Final = {w for w in _NO_NAME | lexicon.words("name_particles") if len(w) > 1}
_BIG: Final = 2_000  # inhabitants of a town that follows "de" after a name


@dataclass(frozen=True, slots=True)
class Part:
    """One word of a name, or initials; `folded` is `start:end` of the folded text."""

    start: int
    end: int
    folded: str
    is_upper: bool
    is_initial: bool = False
    has_particle: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """Parts in reading order, none where no name begins."""

    parts: tuple[Part, ...]

    @property
    def words(self) -> list[Part]:
        """The parts that are no initials."""
        return [part for part in self.parts if not part.is_initial]

    @property
    def end(self) -> int:
        return self.parts[-1].end

    def kinds(self, alone: Subtype) -> list[tuple[int, int, Subtype]]:
        """Start, end and sub-type of each stretch: "[NOM:DUPONT] [PRENOM:Jean] [INITIALES:P.]"; `alone`
        is the sub-type of a single word."""
        words = self.words
        if not words:
            return [(self.parts[0].start, self.end, Subtype.INITIALES)]
        if len(words) == 1 and self.parts[0].is_initial:
            alone = Subtype.NOM  # "J. Paul"
        of_word = iter(_subtypes(words, alone))
        found: list[tuple[int, int, Subtype]] = []
        for part in self.parts:
            kind = Subtype.INITIALES if part.is_initial else next(of_word)
            if found and found[-1][2] is kind and kind is not Subtype.INITIALES:
                found[-1] = (found[-1][0], part.end, kind)
            else:
                found.append((part.start, part.end, kind))
        return found


def _subtypes(words: list[Part], alone: Subtype) -> list[Subtype]:
    """By the case of letters, else by the gazetteer of first names: "Marie DUPONT", "Dupont Marie"."""
    given, family, count = Subtype.PRENOM, Subtype.NOM, len(words)
    if count == 1:
        return [alone]
    upper = [word.is_upper for word in words]
    if any(upper) and not all(upper):
        return [family if word.is_upper or word.has_particle else given for word in words]
    known = [is_first_name(word.folded) for word in words]
    if known[-1] and not known[0]:
        return [family] * (count - 1) + [given]
    cut = next((place for place in range(1, count - 1) if not known[place]), count - 1)
    return [given] * cut + [family] * (count - cut)


def read_name(doc: Document, start: int) -> Name:
    """The name at offset `start`, where one is promised: an unknown or an ordinary word counts ("Dr Petit")."""
    parts: list[Part] = []
    position = start
    while len(parts) < _MOST_PARTS and (part := _read_part(doc, position, parts)) is not None:
        parts.append(part)
        gap = _GAP.match(doc.text, part.end)
        if gap is None:
            break
        position = gap.end()
    return Name(tuple(parts))


def _read_part(doc: Document, position: int, parts: list[Part]) -> Part | None:
    """The next part after `parts`: initials, or a word with the particles before it."""
    words = [part for part in parts if not part.is_initial]
    initials = _INITIALS.match(doc.text, position)
    if initials and doc.folded[position : initials.end()] not in _NO_INITIALS:
        folded = doc.folded[position : initials.end()]
        return Part(position, initials.end(), folded, is_upper=True, is_initial=True)
    particles = _PARTICLES.match(doc.text, position)
    word = _WORD.match(doc.text, particles.end()) if particles else None
    if particles and word and _follows_particle(doc, particles, word, words):
        return _part(doc, position, word.end(), has_particle=True)
    word = _WORD.match(doc.text, position)  # "Ben", "Da": a word that only looked like a particle
    return _part(doc, *word.span()) if word and _is_name_word(doc, word, words) else None


def _part(doc: Document, start: int, end: int, *, has_particle: bool = False) -> Part:
    written = doc.text[start:end]
    upper = written.isupper() or (has_particle and written.split()[-1].isupper())
    return Part(start, end, doc.folded[start:end], upper, has_particle=has_particle)


def _follows_particle(
    doc: Document, particles: re.Match[str], word: re.Match[str], words: list[Part]
) -> bool:
    """ "La Tour", "de Villeneuve": no office and, in small letters behind a name, no place."""
    folded = doc.folded[word.start() : word.end()]
    if not particles.group().islower():
        return folded not in _NO_NAME
    if vetoes.is_common(folded) or any(
        folded in lexicon.words(n) for n in ("offices", "facility_words")
    ):
        return False
    key = lexicon.key_of(folded)
    town = lexicon.communes().weights.get(key, 0) >= _BIG
    leads = town and lexicon.last_names().get(folded, 0) < _USUAL
    return not lexicon.area_kind(key) and not (words and leads)


def _is_name_word(doc: Document, word: re.Match[str], words: list[Part]) -> bool:
    """No civility; an ordinary word or a drug only where it is promised first, or many bear it."""
    folded = doc.folded[word.start() : word.end()]
    if folded in _NO_NAME:
        return False
    veto = vetoes.is_veto_word(doc, doc.index_at(word.start()))
    if not veto and not vetoes.is_common(folded):
        return True
    bearers = lexicon.last_names().get(folded, 0)
    if not words:
        return bearers > 0 and (len(folded) > 3 or not veto)
    contrast = word.group().isupper() and not words[-1].is_upper
    usual = bearers >= _USUAL and is_first_name(words[-1].folded)
    return len(folded) > 2 and not veto and bearers > 0 and (contrast or usual)
