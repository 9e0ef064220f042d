"""Persons of one patient's file: surrogates linked by name token, whatever the mention looks like.

« M. DURAND », « Jean Durand », « J. Durand » and « Mme Durand-Martin » share their tokens, so they share
their surrogates. Nothing depends on the secret but the equalities and the gender, which the text shows anyway.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Final, NamedTuple

from annotation.domain.labels import Label, Subtype
from privacy.domain.linking.words import elides
from privacy.domain.patient_file import Mention, PatientFile, Rendered
from privacy.domain.randomness import BitSource, DrawContext, StudyKey, below
from privacy.domain.surrogates.near_names import NearNames
from privacy.domain.surrogates.shapes import draw_source, same_shape
from privacy.domain.tables import Tables, WeightedNames
from privacy.domain.text import fold_phrase, like, strip_accents, words

FIRST: Final = Subtype.PRENOM
LAST: Final = Subtype.NOM
TYPO_LENGTH: Final = 5
_WORD_BEFORE: Final = 16  # characters that hold a civility
MOST_DRAWS: Final = 1000
_TURNS: Final = 1 << 64
# particles and titles
_KEPT: Final = frozenset(
    words(
        "de du des d la le les l van von den der da di del della dos el al ben ibn bin y et"
        " m mr mme mlle monsieur madame mademoiselle dr docteur pr professeur epouse nee veuve ep vve"
    )
)
# the word just before a name: it stays in the text, so that it decides
_TOLD: Final = dict.fromkeys(
    words(
        "mme madame mlle melle mademoiselle docteure sœur soeur mère fille épouse femme maman tante compagne"
        " belle-sœur belle-mère belle-fille grand-mère petite-fille nièce cousine petite cadette jumelle"
    ),
    "F",
) | dict.fromkeys(
    words(
        "m. mr monsieur frère père abbé l'abbé l’abbé fils époux mari papa oncle compagnon beau-frère beau-père"
        " beau-fils grand-père petit-fils neveu cousin petit cadet jumeau"
    ),
    "M",
)
# said of whom a comma may name
_ELDEST: Final = dict.fromkeys(words("aîné l'aîné l’aîné benjamin cadet"), "M") | dict.fromkeys(
    words("aînée l'aînée l’aînée benjamine cadette jumelles"), "F"
)
_NAMES_TOO: Final = frozenset(words("petit petite cousin cadet jumeau"))  # « PETIT Claude »
_FEMALE: Final = re.compile(
    r"(?:\bmme|\bmadame|\bmlle|\bmademoiselle|\bn[ée]e|\bpatiente|\bdocteure)\W*(?:\w+\W+)?$",
    re.IGNORECASE,
)
_MALE: Final = re.compile(
    r"(?:\bm\.|\bmr|\bmonsieur|\bn[ée]|\bpatient)\W*(?:\w+\W+)?$", re.IGNORECASE
)
_OF_PATIENT: Final = re.compile(
    r"\b(patiente?|n[ée]e?)\b(?=\s(?:le|à|en|de|est|a)\b)", re.IGNORECASE
)
# « N'Diaye », « Dall'Aglio » and « QUENNES0N » are one piece, « d'Arcy », « L'Hostis » and « Anne-Lise » three
_TOKEN: Final = re.compile(r"(?:(?![dl]['’])[^\W_]+['’])+[^\W_]+|[^\W_]+|[\W_]", re.IGNORECASE)
_SPACED: Final = re.compile(
    r"(?<![^\W_])[^\W\d_](?:[ \xa0]{1,3}(?:['’][ \xa0]{1,3})?[^\W\d_]){2,}(?![^\W_])"
)
_BLANKS: Final = re.compile(r"[ \xa0\t]{2,}|[\xa0\t]")
_INSIDE: Final = re.compile(r"(?<=[^\W_])(?=[^\W_])")
# two names apart by a blank; of a compound the first blank counts: « Jean-Claude Durand »
_IS_FIRST: Final = re.compile(
    r"\W*[^\W\d_]+(?:-[^\W\d_]+)*\s+(?!(?:n[ée]e|[ée]p(?:ouse)?|veuve|vve|dite?)(?![^\W_]))(?:[^\W\d_]{1,4}['’])?[^\W\d_]{2}",
    re.IGNORECASE,
)
_CUT: Final = re.compile(r"(?<=[^\W\d_])[-\xad]\s*\n\s*(?=[a-zß-ÿ])")
_MISREAD: Final = str.maketrans("01", "ol", "'’")  # by a scanner
_YOUNGER: Final = frozenset(words("jr jnr sr snr"))
_SUFFIXES: Final = frozenset(
    words("junior senior pere fils mere fille aine ainee cadet cadette neveu")
)
_LONE_PARTICLES: Final = {"d": "'’", "l": "'’", "y": " ", "m": ". "}  # what stands behind each
_TITLED: Final = re.compile(
    r"\b(?:[dp]r|docteure?|professeure?|mr?|mme|mlle|monsieur|madame|mademoiselle)\.?\s\Z",
    re.IGNORECASE,
)
# « d'Ormesson » and « de Petit », « L'Hostis » and « Le Goff », « de l'Orme » and « de la Tour »: as the surrogate asks
_PARTICLE: Final = re.compile(
    r"(?<![^\W_])(?P<of>de )?(?P<letter>[dl])(?P<rest>['’]|e |(?<=l)a )(?=(?P<name>[^\W\d_]{2,}))",
    re.IGNORECASE,
)
_MOST_INITIALS: Final = 4  # letters in a row, two where they are no capitals
_OF_HEAD: Final = (
    "|"  # a second first name that takes the gender of the first: « Marie » of « Jean-Marie »
)
_OPPOSITE: Final = {"M": "F", "F": "M"}
_ENDINGS_F: Final = ("a", "e", "ine", "ette", "ah", "ie")


class _Token(NamedTuple):
    """A name token of a mention: its role and its normal form."""

    text: str
    role: str  # PRENOM, NOM, initial, or "" for what is kept
    key: str


class People:
    """Draws one surrogate a distinct name token, then rewrites every PER mention."""

    def __init__(self, file: PatientFile, key: StudyKey, tables: Tables) -> None:
        self._file, self._key, self._tables = file, key, tables
        self._mentions = file.labelled(Label.PER)
        self._tokens = {m.index: self._cut(m) for m in self._mentions}
        self._own = self._own_tokens()
        # no shorter one is looked for misspelt
        self._near = NearNames(token for token in self._own if len(token) >= TYPO_LENGTH)
        self._canonical: dict[tuple[str, str], str] = {}
        for role in (FIRST, LAST):
            self._cluster(role)
        self._genders = self._find_genders()
        self._is_used_up = False
        self._surrogates = self._draw()

    def render(self) -> dict[int, Rendered]:
        """What replaces each PER mention, by mention index."""
        return {m.index: self._rewrite(m) for m in self._mentions}

    # reading

    def _cut(self, mention: Mention) -> list[_Token]:
        is_initials = mention.subtype == Subtype.INITIALES
        surface = mention.surface if is_initials else _joined(mention.surface)
        if surface.isalpha():  # most names
            single = is_initials or len(surface) == 1
            role = "initial" if single else self._role(mention, surface, [surface])
            return [_Token(surface, role, _letters(surface) if single else fold_phrase(surface))]
        pieces = _TOKEN.findall(surface)
        titled = "M" in surface.upper() and _TITLED.search(self._file.before(mention)) is not None
        names = _names_among(pieces, initials=is_initials, titled=titled)
        names = names[:-1] if _is_suffixed(names) else names
        tokens: list[_Token] = []
        for piece in pieces:
            role = ""
            if piece in names:
                single = len(piece) == 1 or (is_initials and _are_initials(piece))
                role = "initial" if single else self._role(mention, piece, names)
            tokens.append(
                _Token(piece, role, _letters(piece) if role == "initial" else _key(piece))
            )
        return self._agreeing(tokens) if len(tokens) > 2 else tokens

    def _agreeing(self, tokens: list[_Token]) -> list[_Token]:
        """« Marie » of « Jean-Marie » is a man's: with another key, it gets another name than a woman called so."""
        genders = self._tables.genders
        head = next((t for t in tokens if t.role == FIRST), None)
        told = "" if head is None else genders.get(head.key, "")
        if told not in _OPPOSITE:
            return tokens
        return [
            t._replace(key=f"{t.key}{_OF_HEAD}{told}")
            if t.role == FIRST and genders.get(t.key) == _OPPOSITE[told]
            else t
            for t in tokens
        ]

    def _role(self, mention: Mention, piece: str, names: list[str]) -> str:
        if mention.subtype in (FIRST, LAST):
            return mention.subtype
        # no sub-type, or a name among initials: « Jean Durand » begins with a known first name, « Martin J. » and « Martin-Durand » with none
        is_first = len(names) > 1 and piece is names[0] and _IS_FIRST.match(mention.surface)
        return FIRST if is_first and fold_phrase(piece) in self._tables.genders else LAST

    def _own_tokens(self) -> frozenset[str]:
        """Folded tokens of every person of the file: no surrogate may be one of them."""
        identity = [note.patient for note in self._file.notes]
        structured = {name for p in identity for name in (*p.last_name, *p.first_name)}
        found = {_key(piece) for name in structured for piece in _TOKEN.findall(name)}
        found |= {t.key for tokens in self._tokens.values() for t in tokens if t.role}
        found |= {key.partition(_OF_HEAD)[0] for key in found if _OF_HEAD in key}
        return frozenset(word for word in found if len(word) > 1)

    def _cluster(self, role: str) -> None:
        """Tokens at edit distance 1 share a canonical form: the structured one, else the most frequent."""
        identity = self._file.identity
        known = {
            _key(piece)
            for name in (*identity.last_name, *identity.first_name)
            for piece in _TOKEN.findall(name)
        }
        counts = Counter([t.key for ts in self._tokens.values() for t in ts if t.role == role])
        heads = NearNames()
        for token in sorted(counts, key=lambda t: (t not in known, -counts[t], t)):
            head = heads.first(token) if len(token) >= TYPO_LENGTH else token
            if head is None:
                heads.add(token)
            self._canonical[role, token] = head or token

    def _find_genders(self) -> dict[str, str]:
        """Gender of each first name: what stands just before it, where that is always the same, else the public table, else a
        civility farther off, else its ending."""
        genders: dict[str, str] = {}
        told: dict[str, set[str]] = defaultdict(set)
        for index, key, is_first_word in self._first_names():
            if _OF_HEAD in key:
                genders[key] = key[-1]
                continue
            before = self._told(index) if is_first_word else ""
            if before:
                told[key].add(before)
            found = self._tables.genders.get(key, "MF")
            if found == "MF":
                found = self._civility(index) or genders.get(key, "MF")
            genders[key] = found
        mixed = [key for key in self._patient_firsts if genders.get(key) == "MF"]
        if mixed:  # all the texts are asked only then
            genders |= dict.fromkeys(mixed, self._patient_gender or "MF")
        for key, both in told.items():
            if len(both) == 1:
                (genders[key],) = both
        return {
            k: g if g != "MF" or k in self._tables.genders else _by_ending(k)
            for k, g in genders.items()
        }

    def _first_names(self) -> Iterator[tuple[int, str, bool]]:
        """Each first name: the mention that holds it, what it counts as, whether the mention begins with it."""
        for index, tokens in self._tokens.items():
            for token in tokens:
                if token.role == FIRST:
                    yield index, self._canonical[FIRST, token.key], token is tokens[0]

    @cached_property
    def _patient_firsts(self) -> set[str]:
        """First names of the patient, as the structured data has them."""
        pieces = (p for name in self._file.identity.first_name for p in _TOKEN.findall(name))
        return {self._canonical.get((FIRST, key), key) for key in map(_key, pieces)}

    @cached_property
    def _patient_gender(self) -> str:
        """What the NIR says, which keeps its digit of sex; else what the texts say of « patiente » or « né le », when they
        always say the same."""
        by_digit = {"1": "M", "2": "F"}.get(self._file.identity.nir[:1], "")
        if by_digit:
            return by_digit
        words = {
            word.lower() for note in self._file.notes for word in _OF_PATIENT.findall(note.text)
        }
        genders = {"F" if word.endswith("e") else "M" for word in words}
        return genders.pop() if len(genders) == 1 else ""

    def _told(self, index: int) -> str:
        """« Sœur Odile », « Mme PETIT Claude »: what stands before a name, or before the names that touch it."""
        mentions, first = self._file.mentions, self._file.mentions[index]
        text = self._file.notes[first.note].text
        while index:
            index -= 1
            other = mentions[index]
            if other.end + 1 != first.start or other.note != first.note or text[other.end] != " ":
                break
            if other.label is not Label.PER:
                break
            first = other
        if not first.start or not text[first.start - 1].isspace():
            return ""
        before = text[max(0, first.start - _WORD_BEFORE) : first.start].split()
        if not before or (
            (before[-1].istitle() or before[-1].isupper()) and before[-1].lower() in _NAMES_TOO
        ):
            return ""
        return _TOLD.get(before[-1].lower().lstrip("("), "") or _ELDEST.get(
            before[-1].lower().strip("(,:"), ""
        )

    def _civility(self, index: int) -> str:
        mention = self._file.mentions[index]
        before = self._file.before(mention)
        if _FEMALE.search(before):
            return "F"
        return "M" if _MALE.search(before) else ""

    @cached_property
    def _couples(self) -> dict[str, list[str]]:
        """First names written beside a last name, by canonical last name; the structured identity too."""
        found: dict[str, list[str]] = defaultdict(list)
        for firsts, lasts in self._persons:
            for last in lasts:
                found[last] += firsts
        for mention in self._mentions:
            for last in self._keys(LAST, mention):
                found[last] += self._keys(FIRST, mention)
        return found

    @cached_property
    def _persons(self) -> list[tuple[list[str], list[str]]]:
        """First names and last names written side by side, in canonical tokens."""
        return [
            (
                self._keys(FIRST, left) or self._keys(FIRST, right),
                self._keys(LAST, left) or self._keys(LAST, right),
            )
            for left, right in pairwise(self._mentions)
            if left.note == right.note and right.start - left.end <= 2
        ]

    def _keys(self, role: str, mention: Mention) -> list[str]:
        return [self._canonical[role, t.key] for t in self._tokens[mention.index] if t.role == role]

    # drawing

    def _draw(self) -> dict[tuple[str, str], str]:
        """One surrogate a canonical token, all different, none a token of the file. Who is drawn first is drawn: in alphabetical order, who
        makes way for whom would tell of the names; in that of the texts, it would depend on which note comes first."""
        drawn: dict[tuple[str, str], str] = {}
        taken = set(self._own)
        named = chain.from_iterable(self._tokens.values())
        keys = [(token.role, token.key) for token in named if token.role in (FIRST, LAST)]
        heads = dict.fromkeys((key[0], self._canonical[key]) for key in keys)
        for role, token in sorted(heads, key=self._turn):
            names, kind = self._names(role, token)
            source = self._key.stream(
                DrawContext(self._file.patient_id, f"PER/{kind}", token, "frequency")
            )
            name = self._free_name(source, names, taken)
            taken.add(fold_phrase(name))
            drawn[role, token] = name
        return drawn

    def _turn(self, head: tuple[str, str]) -> int:
        role, token = head
        context = DrawContext(self._file.patient_id, f"PER/turn/{role}", token, "uniform")
        return below(self._key.stream(context), _TURNS)

    def _free_name(self, source: BitSource, names: WeightedNames, taken: Collection[str]) -> str:
        """A name that nobody of the file bears; a file may use up a short list (names of both genders), and one of thousands of names
        all of them: then two are joined, from the start once it has been so."""
        draws = 3 * MOST_DRAWS if self._is_used_up else 0
        while True:
            name = names.draw(source)
            if draws >= 3 * MOST_DRAWS:
                self._is_used_up = True
                name += f"-{self._tables.last_names.draw(source)}"
            token = fold_phrase(name)
            is_near = len(token) >= TYPO_LENGTH and self._near.has(token)
            if token not in taken and not is_near:
                return name
            draws += 1
            if draws == MOST_DRAWS:
                names = self._tables.first_names["F"]
            elif draws == 2 * MOST_DRAWS:
                names = self._tables.last_names

    def _names(self, role: str, token: str) -> tuple[WeightedNames, str]:
        if role == FIRST:
            gender = self._genders.get(token, "MF")
            return self._tables.first_names[gender], f"{FIRST}/{gender}"
        return self._tables.last_names, LAST

    # writing

    def _rewrite(self, mention: Mention) -> Rendered:
        tokens = self._tokens[mention.index]
        initials = [c for t in tokens if t.role == "initial" for c in t.key]
        letters = iter(self._initials(mention, initials) if initials else ())
        shown: list[str] = []
        for token in tokens:
            if token.role == "initial":  # « JD » in one block are two
                drawn = "".join(next(letters) for _ in token.key)
                shown.append(drawn if token.text[0].isupper() else drawn.lower())
            elif token.role:
                name = self._surrogates[token.role, self._canonical[token.role, token.key]]
                shown.append(like(name, token.text))
            else:
                shown.append(self._digits_redrawn(token.text))
        is_spaced = mention.subtype != Subtype.INITIALES and _SPACED.search(mention.surface)
        apostrophe = "’" if self._file.curls else "'"
        text = _PARTICLE.sub(lambda found: _particle(found, apostrophe), "".join(shown))
        return Rendered(_INSIDE.sub(" ", text) if is_spaced else text)

    def _digits_redrawn(self, text: str) -> str:
        """A number that was marked as a person (a badge, a scanning error) goes no more than a name."""
        if not any(map(str.isdigit, text)):
            return text
        source = draw_source(self._key, self._file.patient_id, "PER/chiffres", text)
        return same_shape(source, text)

    def _initials(self, mention: Mention, letters: list[str]) -> list[str]:
        """The initials of the surrogates of the person meant, when the file tells who; else random letters."""
        beside = self._beside(mention, LAST) or self._keys(LAST, mention)
        whole = [] if beside or len(letters) < 2 else self._of_person("".join(letters))
        if len(whole) == len(letters):
            return whole
        out: list[str] = []
        for rank, letter in enumerate(letters):
            last_letter = rank == len(letters) - 1 and rank > 0 and not self._beside(mention, LAST)
            found = (
                shown
                for role in ((LAST, FIRST) if last_letter else (FIRST, LAST))
                for shown in self._starting(role, self._pool(mention, role, letter[:1]), letter[:1])
            )
            out.append(next(found, None) or self._random_letter(mention, letter[:1]))
        return out

    def _of_person(self, letters: str) -> list[str]:
        """The new initials of whoever has these in the file: « O.B. » of Odile Bonnot → « A.N. »."""
        return [
            strip_accents(self._surrogates[name])[0].upper()
            for name in self._by_initials.get(letters, ())
        ]

    @cached_property
    def _by_initials(self) -> dict[str, Sequence[tuple[str, str]]]:
        """The names, role and token, of the first person of the file with some initials."""
        found: dict[str, Sequence[tuple[str, str]]] = {}
        for firsts, lasts in self._persons:
            if not firsts or not lasts:
                continue
            first, last = [(FIRST, key) for key in firsts], [(LAST, key) for key in lasts]
            for named in (first + last, last + first, first[:1] + last):
                found.setdefault("".join(key[0] for _, key in named), named)
        return found

    def _starting(self, role: str, pool: Iterable[str], letter: str) -> Iterator[str]:
        return (
            strip_accents(self._surrogates[role, t])[0].upper()
            for t in pool
            if t.startswith(letter)
        )

    def _pool(self, mention: Mention, role: str, letter: str) -> Sequence[str]:
        """The tokens whose initial may be meant: of who stands beside the mention, else of everybody."""
        lasts = self._beside(mention, LAST) or self._keys(LAST, mention)
        if not lasts:
            return self._by_letter.get((role, letter), ())
        if role == LAST:
            return lasts
        return [first for last in lasts for first in self._couples.get(last, ())]

    @cached_property
    def _by_letter(self) -> dict[tuple[str, str], list[str]]:
        """The canonical tokens by role and first letter, each in the order in which they are drawn."""
        found: dict[tuple[str, str], list[str]] = {}
        for role, token in self._surrogates:
            found.setdefault((role, token[:1]), []).append(token)
        return found

    def _beside(self, mention: Mention, role: str) -> list[str]:
        """Canonical tokens of the mention that touches this one (« J. » + « Durand »)."""
        for step in (1, -1):
            rank = mention.index + step
            if 0 <= rank < len(self._file.mentions):
                other = self._file.mentions[rank]
                if (
                    other.note == mention.note
                    and other.label is Label.PER
                    and self._touch(mention, other, step)
                ):
                    keys = self._keys(role, other)
                    if keys:
                        return keys
        return []

    def _touch(self, mention: Mention, other: Mention, step: int) -> bool:
        """« J. » then a name, or a name then « J. »: nothing but blanks, a point or a hyphen between them."""
        left, right = (mention, other) if step == 1 else (other, mention)
        gap = self._file.notes[mention.note].text[left.end : right.start]
        return len(gap) <= 2 and not gap.strip(" .-" if step == 1 else " -,")

    def _random_letter(self, mention: Mention, letter: str) -> str:
        beside = "+".join(self._beside(mention, LAST))
        context = DrawContext(
            self._file.patient_id, "PER/initiale", f"{letter}|{beside}", "uniform"
        )
        source = self._key.stream(context)
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[below(source, 26)]


def _key(piece: str) -> str:
    """The normal form of a name: « N'Diaye » → ndiaye, « J0LY » → joly."""
    if piece.isalpha() or len(piece) == 1:
        return fold_phrase(piece)
    return (
        fold_phrase(piece).translate(_MISREAD)
        if any(map(str.isalpha, piece))
        else fold_phrase(piece)
    )


def _letters(piece: str) -> str:
    """The normal form of initials, as many letters as there are: « Œ » folds to two."""
    return "".join([fold_phrase(letter)[:1] or letter for letter in piece])


def _joined(surface: str) -> str:
    """A name that is spaced out or cut at the end of a line as one piece, « D U R A N D » or « Du-⏎rand »: letter by letter it would tell how
    many letters it has and which are equal."""
    if surface.isalpha():
        return surface
    whole = _CUT.sub("", surface)
    joined = _SPACED.sub(lambda run: "".join(filter(str.isalpha, run.group())), whole)
    return _BLANKS.sub(" ", joined)  # a particle may elide: « De  Petit », « D'Arcy »


def _are_initials(piece: str) -> bool:
    """« JPD », « Ch », « mm »; « Leclerc » among them is a name, which no letter of its surrogate stands for alone."""
    return len(piece) <= (_MOST_INITIALS if piece.isupper() else 2)


def _names_among(pieces: list[str], *, initials: bool, titled: bool) -> list[str]:
    """Particles and titles are kept when something else is left to replace; a lone letter only where it is one: « l' », not
    « L. ». No letter of initials is. `titled`: a title stands before them, so that « M. » is none."""
    words = [piece for piece in pieces if piece.isalpha() or any(map(str.isalpha, piece))]
    if len(set(words)) < 2:
        return words
    if min(map(len, words)) > 1:  # no lone letter
        return [word for word in words if fold_phrase(word) not in _KEPT]
    return [
        word
        for at, word in enumerate(pieces)
        if any(map(str.isalpha, word))
        and not _is_particle(pieces, at, initials=initials, titled=titled)
    ]


def _is_suffixed(names: Sequence[str]) -> bool:
    """Whether the last of several names says whose son somebody is: « Durand jr », « Durand père », but « PERE », « Junior »."""
    if len(names) < 2:
        return False
    last = names[-1]
    is_small = last.islower() and any(map(str.isupper, names[0]))
    return fold_phrase(last) in _YOUNGER or (is_small and fold_phrase(last) in _SUFFIXES)


def _is_particle(pieces: list[str], at: int, *, initials: bool, titled: bool) -> bool:
    word, following = pieces[at], pieces[at + 1 : at + 2]
    folded = fold_phrase(word)
    if len(word) > 1 or folded not in _LONE_PARTICLES:
        return folded in _KEPT
    # of « Ortega y Gasset » it is small
    if word == "Y" or initials or not following or following[0] not in _LONE_PARTICLES[folded]:
        return False
    return folded != "m" or (not titled and _is_civility(pieces, at))


def _is_civility(pieces: list[str], at: int) -> bool:
    """The « M. » of « M. Leclerc », but not of « Leclerc M. », « M.-C. Leclerc » or « M. D. »: of initials nothing stays."""
    named = [any(map(str.isalpha, piece)) for piece in pieces]  # « O'Brien », « QUENNES0N », too
    before = [piece for piece, is_name in zip(pieces[:at], named, strict=False) if is_name]
    behind = next((rank for rank in range(at + 1, len(pieces)) if named[rank]), at)
    if "-" in pieces[at:behind] or (before and before[-1].lower() not in ("et", "ou")):
        return False
    return len(pieces[behind]) > 1 or "".join(pieces[behind + 1 : behind + 2]) in ("'", "’")


def _particle(found: re.Match[str], apostrophe: str) -> str:
    """« d' » before a vowel, « de » before a consonant; « La » alone stays."""
    of, letter, rest = found["of"] or "", found["letter"], found["rest"]
    if rest.lower() == "a " and not of:
        return found.group()
    if elides(found["name"]):
        return of + letter + apostrophe
    ending = "a " if of else "e "
    is_upper = letter.isupper() and found["name"].isupper()
    return of + letter + (ending.upper() if is_upper else ending)


def _by_ending(name: str) -> str:
    return "F" if name.endswith(_ENDINGS_F) else "M"
