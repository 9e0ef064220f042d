"""Reads a person's name where one may begin: initials, particles, compound parts, first and last name."""

import re
from dataclasses import dataclass
from typing import Final

from annotation.domain.labels import Subtype
from worker.engine import lexicon
from worker.engine.lexicon.names import first_name_count, is_first_name, last_name_count
from worker.engine.text.document import Document
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_LETTER: Final = r"[^\W\d_]"
# Of Latin, Greek and Cyrillic: "Łukasz", "Škoda", "Иванов".
_CAPITALS: Final = (*range(0x41, 0x530), *range(0x1E00, 0x2000), *range(0xFF21, 0xFF3B))
_CAPITAL: Final = f"[{''.join(chr(code) for code in _CAPITALS if chr(code).isupper())}]"
_PARTICLE: Final = "|".join(
    sorted(map(re.escape, lexicon.words("name_particles")), key=len, reverse=True)
)
# "J.", "J.-P.", "J. P.", "Ph.", "J" before a blank.
_INITIALS: Final = re.compile(
    rf"(?:(?:Ph|Ch|Fr|Cl|Th|Chr|Gh|Gw|Jph|Gu|Ed|Fl)\.(?=[ ]?{_CAPITAL})|{_CAPITAL}\.(?:[ ]?[-‑]?[ ]?{_CAPITAL}\.){{0,3}}(?:[-‑]?{_CAPITAL}(?![\w.'’]))?"
    rf"|{_CAPITAL}[-‑]{_CAPITAL}\.|{_CAPITAL}(?:[-‑]{_CAPITAL})?(?![\w'’-]))"
)
# A figure inside was a letter before a scanner read it. "Dupont", "Jean-Paul", "N'Diaye", "Saint-Paul-de-Vence", "Le Floc'h".
_WORD: Final = re.compile(
    rf"(?:{_CAPITAL}['’])?{_CAPITAL}(?:{_LETTER}|[0158](?={_LETTER}))+(?:[-‑'’](?:(?:de|du|la|le|des|en|sur)-)?{_CAPITAL}{_LETTER}*|['’]h\b){{0,7}}(?![\w])"
)
# "de La", "d'", "Van der", before a word.
_PARTICLES: Final = re.compile(
    rf"(?:(?:{_PARTICLE})(?:[ ]|['’][ ]?|-)){{1,3}}(?={_CAPITAL})", re.IGNORECASE
)
_DOUBLE: Final = re.compile(rf"{_CAPITAL}{{2}}\.?(?=[ ]{_CAPITAL}{_LETTER}{{2}})")  # "JP MARTIN"
_SIGNED: Final = re.compile(rf"{_CAPITAL}{{2}}(?![\w.'’-])(?![ ]{_CAPITAL})")  # "LAMBERT JF"
_CLOSED: Final = re.compile(r"[a-z]{2}\.")
_GAP: Final = re.compile(r"[ ]?\n[ ]?(?=\w)|[ ]{1,2}|(?<=\.)(?=\w)")
_MOST_PARTS: Final = 8
_RARE: Final = 50  # bearers of a surname
_FREQUENT, _FEW = 200, 5  # bearers of a first name, of a surname on the next line
_USUAL: Final = 1000  # bearers of a surname that is an ordinary word too
_NO_NAME: Final = lexicon.words("civilities") | lexicon.words("roles") | {"chu", "ch", "ehpad"}
_PLACES: Final = word_set("chu ch hopital clinique ehpad service")
_BIG, _SMALL = 2_000, 1  # inhabitants of a town that follows "de" after a name; of a hyphened one


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
            closed = _CLOSED.fullmatch(self.parts[-1].folded) is not None  # the end of a sentence
            return [(self.parts[0].start, self.end - closed, Subtype.INITIALES)]
        if len(words) == 1 and self.parts[0].is_initial:
            alone = Subtype.NOM  # "J. Paul"
        elif len(words) == 1 and len(self.parts) > 1:  # "Camille R.", "ROUX P."
            alone = single_kind(words[0])
        of_word = iter(_subtypes(words, alone, has_initials=len(words) < len(self.parts)))
        found: list[tuple[int, int, Subtype]] = []
        for part in self.parts:
            kind = Subtype.INITIALES if part.is_initial else next(of_word)
            if found and found[-1][2] is kind and kind is not Subtype.INITIALES:
                found[-1] = (found[-1][0], part.end, kind)
            else:
                found.append((part.start, part.end, kind))
        return found


def single_kind(word: Part) -> Subtype:
    """A single word is a first name where it is hardly a surname."""
    given = first_name_count(word.folded)
    rather = given > 20 * lexicon.last_names().get(word.folded, 0)
    return Subtype.PRENOM if given and rather and not word.is_upper else Subtype.NOM


def _subtypes(words: list[Part], alone: Subtype, *, has_initials: bool) -> list[Subtype]:
    given, family, count = Subtype.PRENOM, Subtype.NOM, len(words)
    if count == 1:
        return [alone]
    upper = [word.is_upper for word in words]
    if any(upper) and not all(upper):
        return [family if word.is_upper or word.has_particle else given for word in words]
    if has_initials:
        return [family] * count
    if words[-1].has_particle:
        return [given] * (count - 1) + [family]
    known = [is_first_name(word.folded) for word in words]
    if known[-1] and (not known[0] or _rather_surname(words[0].folded, words[-1].folded)):
        cut = count - 1
        while cut > 1 and known[cut - 1]:
            cut -= 1
        return [family] * cut + [given] * (count - cut)
    cut = 1
    while cut < count - 1 and known[cut]:
        cut += 1
    return [given] * cut + [family] * (count - cut)


def _rather_surname(first: str, last: str) -> bool:
    """Both may be given names: the first word is the surname where it is much rather one."""

    def ratio(word: str) -> float:
        return (lexicon.last_names().get(word, 0) + 1) / (first_name_count(word) + 1)

    return ratio(first) > 20 * ratio(last)


def read_name(doc: Document, start: int, *, is_promised: bool) -> Name:
    """The name at offset `start`; `is_promised`: the context tells that one stands here, so that an
    unknown or an ordinary word counts too ("Dr Petit")."""
    parts: list[Part] = []
    position = start
    while len(parts) < _MOST_PARTS:
        part = _read_part(doc, position, parts, is_promised=is_promised)
        if part is None:
            break
        parts.append(part)
        gap = _GAP.match(doc.text, part.end)
        if gap is None or ("\n" in gap.group() and not _goes_on(doc, parts, gap.end())):
            break
        position = gap.end()
    while len(parts) > 1 and _is_letter_of_sentence(doc, parts[-1]):
        parts.pop()
    return Name(tuple(parts))


def _goes_on(doc: Document, parts: list[Part], position: int) -> bool:
    """ "Mme Jeanne" at the end of a line, "DUPONT" on the next one."""
    given = len(parts) == 1 and not parts[0].is_upper
    if not given or first_name_count(parts[0].folded) < _FREQUENT:
        return False
    index = doc.index_at(position)
    return last_name_count(doc.word(index)) >= _FEW and not vetoes.is_only_a_word(doc.word(index))


def _read_part(
    doc: Document, position: int, parts: list[Part], *, is_promised: bool
) -> Part | None:
    words = [part for part in parts if not part.is_initial]
    if initials := _read_initials(
        doc, position, is_promised=is_promised or bool(words), follows=bool(words)
    ):
        return initials
    start, particles = position, _PARTICLES.match(doc.text, position)
    if particles:
        start = particles.end()
    word = _WORD.match(doc.text, start)
    if word is None or not (
        _is_titled(doc, particles, word) or _is_name_word(doc, word, words, is_promised=is_promised)
    ):
        return _read_word_without(doc, particles, position, words, is_promised=is_promised)
    if particles and particles.group().islower():
        area = lexicon.area_kind(lexicon.key_of(word.group()))
        leads = _leads_to_a_place(doc, word) if words else bool(area) or not is_promised
        if leads or _is_office(doc.folded[word.start() : word.end()]):
            return None
    return _part(doc, position, word.end(), has_particle=particles is not None)


def _read_word_without(
    doc: Document,
    particles: re.Match[str] | None,
    position: int,
    words: list[Part],
    *,
    is_promised: bool,
) -> Part | None:
    """A word that only looked like a particle: "Ben", "Da"."""
    word = _WORD.match(doc.text, position) if particles else None
    if word is None or not _is_name_word(doc, word, words, is_promised=is_promised):
        return None
    return _part(doc, *word.span())


def _part(doc: Document, start: int, end: int, *, has_particle: bool = False) -> Part:
    written = doc.text[start:end]
    upper = written.isupper() or (has_particle and written.split()[-1].isupper())
    return Part(start, end, doc.folded[start:end], upper, has_particle=has_particle)


def _read_initials(
    doc: Document, position: int, *, is_promised: bool, follows: bool
) -> Part | None:
    """A capital without dot counts only in a name, two capitals before or after one."""
    match = _INITIALS.match(doc.text, position)
    if match is None:
        match = (_SIGNED if follows else _DOUBLE).match(doc.text, position)
        if match is None or not _is_double(doc.folded[match.start() : match.end()].strip(".")):
            return None
    elif match.group().isalpha() and not is_promised:
        return None
    start, end = match.span()
    if match.group() == "M." and not is_promised:
        return None
    return Part(start, end, doc.folded[start:end], is_upper=True, is_initial=True)


def _is_double(word: str) -> bool:
    """ "JP", which hardly anybody bears as a surname; no civility, no particle."""
    known = word in _NO_NAME or word in lexicon.words("name_particles")
    return not known and lexicon.last_names().get(word, 0) < _RARE


def _is_letter_of_sentence(doc: Document, part: Part) -> bool:
    """ "Paul Petit A refusé": a capital without dot, with a word behind it."""
    if not part.is_initial or not doc.text[part.start : part.end].isalpha():
        return False
    return re.match(r"[ ]\w", doc.text[part.end : part.end + 2]) is not None


def _is_name_word(
    doc: Document, word: re.Match[str], words: list[Part], *, is_promised: bool
) -> bool:
    index = doc.index_at(word.start())
    folded = doc.folded[word.start() : word.end()]
    if folded in _NO_NAME or index >= len(doc):
        return False
    veto = vetoes.is_veto_word(doc, index)
    if not veto and not vetoes.is_common(folded):
        return True
    bearers = lexicon.last_names().get(folded, 0)
    if not words:
        return is_promised and bearers > 0 and (len(folded) > 3 or not veto)
    contrast = word.group().isupper() and not words[-1].is_upper
    usual = bearers >= _USUAL and is_first_name(words[-1].folded)
    return len(folded) > 2 and not veto and bearers > 0 and (contrast or usual)


def _is_titled(doc: Document, particles: re.Match[str] | None, word: re.Match[str]) -> bool:
    """ "La Tour", "Le Petit": an ordinary word after a particle with a capital."""
    capital = particles is not None and not particles.group().islower()
    return capital and doc.folded[word.start() : word.end()] not in _NO_NAME


def _is_office(word: str) -> bool:
    """ "le Procureur de la République"."""
    lists = ("offices", "facility_words")
    return vetoes.is_common(word) or any(word in lexicon.words(name) for name in lists)


def _leads_to_a_place(doc: Document, word: re.Match[str]) -> bool:
    """ "Mme Martin de Beaune": a town or a hospital behind the name, none of its parts."""
    folded = doc.folded[word.start() : word.end()]
    people = lexicon.communes().weights.get(lexicon.key_of(folded), 0)
    town = people >= (_SMALL if "-" in folded else _BIG)
    return folded in _PLACES or (town and last_name_count(folded) < _USUAL)
