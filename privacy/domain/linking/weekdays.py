"""The weekdays in words around a date, outside its span: « lundi 3 mars », « le 3 mars (lundi) », « vu lundi en
consultation, le 3 mars ».

Left as they are, they would tell the original modulo 7. The one nearest to a date, in its sentence, becomes the weekday
of the surrogate; others beside the same date keep their distance from that one (« lundi et mercredi »), which is told
by the text alone. Before or behind a label they are left out. Plurals and habits (« chaque lundi », « du lundi au
vendredi ») say nothing of a date and stay. « jeu », « Je » and « V » are other words too: in cells, in brackets and on
lines they count where nothing else stands (« |jeu|12/03| », « Je 12/03 »). A row of weekdays over (or under) a row of
dates is read column by column, and so is a cell of the same row.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from privacy.domain.text import apply_case, case_of, words
from privacy.domain.time.lexicon import (
    SHORTEST_WEEKDAY,
    WEEKDAYS,
    NameStyle,
    Width,
    names_weekday,
    read_weekday,
    weekday_name,
)

_ENTITY: Final = "\x00"
REACH: Final = 60  # characters before and behind a date that are read
_MOMENT: Final = r"matin|midi|soir|apr[eè]s[\s\-]midi|derni[eè]re?|pass[ée]|prochain"
_BEFORE: Final = re.compile(
    rf"(?<![^\W\d_])(?P<word>[^\W\d_]{{3,9}})(?P<point>\.?)(?:\s(?:{_MOMENT})|[)\]]?,?\s(?:(?:à|a|vers)\s)?\d{{1,2}}\s?h(?:\d\d)?)?[\s,:;(/_\-–]{{1,3}}"
    r"(?P<article>le\s)?\Z",
    re.IGNORECASE,
)
# an hour that follows
_HOUR: Final = r"(?P<hour>(?=[ \xa0](?:(?:à|a|vers|d[èe]s)[ \xa0])?\d{1,2}[ \xa0]?[h:]))?"
_BEHIND: Final = re.compile(
    r"(?:\s[(\[]|(?P<joined>[/_\-–])|[ \xa0,(\[\-–]{0,3})(?:un\s|le\s)?(?P<word>[^\W\d_]{1,9})(?P<point>\.?)(?![^\W\d_])(?P<closing>[)\]]?)"
    + _HOUR,
    re.IGNORECASE,
)
# « {12/03} à 14h (lun) », « {12/03} matin, lun »
_CLOCK: Final = re.compile(
    r"(?:,?[ \xa0]{1,3}(?:(?:à|a|vers|@|-)[ \xa0]{1,3})?\d{1,2}[ \xa0]?[hH:](?:[ \xa0]?\d\d(?::\d\d)?)?|[ \xa0](?:matin|midi|soir|apr[eè]s[\s\-]midi))(?![^\W_])",
    re.IGNORECASE,
)
_CLOSED: Final = re.compile(
    r",?[ \xa0]{0,2}[(\[][ \xa0]?(?P<word>[^\W\d_]{1,9})(?P<point>\.?)[ \xa0]?[)\]]"
)
_BLANKS: Final = r"[ \xa0]{0,12}"
# « \n- Je 12/03 », « |jeu|12/03 », « (jeu) 12/03 », « \n-V- 12/03 »: alone from the beginning of a line, of a cell or from a bracket on
_CELL_BEFORE: Final = re.compile(
    rf"(?P<opening>[\n|\t;(\[]){_BLANKS}(?:(?:[\-–—•*>+#=«_]{{1,2}}|\d{{1,2}}[.)\-])[ \xa0]?){{0,2}}[(\[]?"
    rf"(?P<word>[^\W\d_]{{1,9}})(?P<point>\.?)(?:\s(?:{_MOMENT}))?(?P<closing>[)\]]?)"
    rf"{_BLANKS}(?:[\-–—*_/=»>]{{1,2}}[ \xa0]?)?(?P<between>[|\t;,]|:?(?:\r?\n){{1,2}}|:)?{_BLANKS}[(\[]?(?:le\s)?\Z",
    re.IGNORECASE,
)
# « 12/03\tlun », « 12/03 lun », « 12/03 ; lundi », « 12/03\nJeudi »: its cell or line ends behind it
_CELL_BEHIND: Final = re.compile(
    rf"(?=[\s|;:,(\[\-–]){_BLANKS}(?P<between>[|\t;:,\-–]|\r?\n)?{_BLANKS}(?P<opening>[(\[]?)"
    rf"(?P<word>[^\W\d_]{{1,9}})(?P<point>\.?)(?:\s(?:{_MOMENT}))?[)\]]?"
    rf"(?={_BLANKS}(?:[|\t;\r\n]|\Z))",
    re.IGNORECASE,
)
# behind the date of « Je 12/03 »: there « Je » is no pronoun
_CELL_ENDS: Final = re.compile(rf"{_BLANKS}(?:[|\t;:\r\n)\]]|\Z)")
# behind a date two letters are the word that these ask for, whichever they are: « 12/03 Je revois », « 12/03 Sa fille »
_SAID: Final = {
    "je": re.compile(
        r"\s{1,2}(?:l['’]|l[ae]s? |vous |lui |leur |te |n['’]|ne )?(?:ai|suis|vois|revois|reçois|revoi|recontrôle|propose|poursuis|prescri|adresse|note|confirme|certifie|soussign"
        r"|constat|retrouv|arrêt|demand|pens|conseill|préfère|souhait|programm|repren|mets|laiss|rappell|n['’]|ne |l['’]|l[ae]s? |vous |lui |leur )",
        re.IGNORECASE,
    ),
    "sa": re.compile(
        r"\s{1,2}(?:fille|fils|femme|mère|sœur|soeur|famille|compagne|nièce|tante|voisine|patiente|belle)",
        re.IGNORECASE,
    ),
    "me": re.compile(r"\s{1,2}(?:dit|sembl|para[îi]t|signal|rapport|confi|racont)", re.IGNORECASE),
    "lu": re.compile(r"\s{1,2}(?:par|(?:au|en)\s(?:staff|rcp|réunion))\b", re.IGNORECASE),
}
# and one small letter, of who types no apostrophe: « 12/03 d accord »
_ELIDED: Final = {
    "d": re.compile(r"\s{1,2}(?:accord|une?|autres?|abord|apr|o[ùu]|urg|hospi)", re.IGNORECASE),
    "j": re.compile(r"\s{1,2}(?:ai|avais|adress)", re.IGNORECASE),
    "s": re.compile(r"\s{1,2}(?:ils?|elles?|agi|est)\b", re.IGNORECASE),
}
_NAMES: Final = 3  # letters of the shortest name, « lun »
_CELLS: Final = frozenset("|\t;")
# « M » is read as « mardi », which matters only where another weekday stands beside it
_INITIALS: Final = {
    letters: rank
    for rank, pair in enumerate(words("lu ma me je ve sa di"))
    for letters in (pair, pair[0])
    if (letters, rank) != ("m", 2)
}
# one or two letters right before a date: « RDV L 21/01, Ve. 25/01 à 10 h », but « 38 SA 12/03 »
_SHORT: Final = r"(?i:[lmjvsd]|lu|ma|me|je|ve|sa|di)"
_LETTERS_BEFORE: Final = re.compile(
    rf"(?:(?<![\w'’.\-/(\[])(?<!\d[ \xa0])|(?<=[(\[]))(?P<word>{_SHORT})(?P<point>\.?)(?P<closing>[ \xa0]?[)\]])?[ \xa0]?[,:/_\-–]?[ \xa0]?\Z"
)
# a letter behind these is a side, a kind or a stage, whichever it is: « genou D 12/03 », « facteur V »
_LETTERED: Final = re.compile(
    r"(?<![^\W\d_])(?:genou|hanche|[ée]paule|coude|poignet|cheville|main|pied|bras|jambe|cuisse|mollet|talon|doigt|pouce|index|majeur|annulaire|auriculaire|orteil|hallux"
    r"|membre|mi|ms|sein|rein|uret[èe]re|surr[ée]nale|poumon|lob(?:e|aire)|inf(?:[ée]rieure?)?|sup(?:[ée]rieure?)?|moyenn?e?|basale?|œil|oeil|oreille|paupi[èe]re|corn[ée]e|cataracte"
    r"|f[ée]mur|tibia|p[ée]ron[ée]|fibula|hum[ée]rus|radius|cubitus|ulna|clavicule|rotule|m[ée]nisque|carpien|sylvienn?e?|inguinale?|f[ée]morale?|poplit[ée]e?|saph[èe]ne|jugulaire|claviere?"
    r"|carotid(?:e|ien|ienne)|iliaque|ovaire|trompe|testicule|parotide|thyro[ïi]dien|pneumothorax|pleural|pleur[ée]sie|sciatique|hernie|pt[hg]|puc|lca|fav"
    r"|[^\W\d_]{3,}(?:ectomie|plastie|algie|n[ée]phrite)"
    r"|vit(?:amine)?|facteur|h[ée]patite|nerf|stade|grade|type|classe|groupe|score|niveau|sexe)s?\.?(?: ?:)?[ \xa0(\[]{1,2}\Z",
    re.IGNORECASE,
)
_LETTERS: Final = frozenset("LMJVSD")
# « d) 12/03 » of a list from « a) » on
_LISTED: Final = re.compile(r"^[ \xa0]*a[.)]", re.IGNORECASE | re.MULTILINE)
# and right behind one: « 12/03 V. RAS », « 12/03 (je) », « 12/03J », « 12/03 - L 8h »
_LETTERS_BEHIND: Final = re.compile(
    rf"[ \xa0]{{0,2}}(?P<sign>[,(\[/_\-–]?)[ \xa0]?(?P<word>{_SHORT})(?P<point>\.?)(?![\w'’/+°%])(?P<closing>[ \xa0]?[)\]])?"
    + _HOUR
)
# an initial, a civility, a count, a germ: « 12/03 M. {Durand} », « 12/03 J 3 », « 12/03 S. aureus »
_GOES_ON: Final = re.compile(
    rf"(?<![^\W\d_]{{2}})(?<![^\W\d_]{{2}}\.)[ \xa0]{{0,2}}[\d{_ENTITY}]|[ \xa0]{{0,2}}\d{{1,2}}[/.]\d|(?<=\.)[ \xa0]?(?:[a-z]{{4,}}(?:us|um|is|ae|ii|ens|es|coli|lla)\b|(?:le|et)[ \xa0](?:Dr|Pr|Docteur|Professeur|Mme|Mlle|Madame)\b)"
)
# small letters behind which a sentence goes on are a word, the same whichever they are (« 12/03 sa chimio », « 12/03 d accord »), but « 12/03 ve,
# RAS », « 12/03 v RAS »
_CLOSES: Final = re.compile(r"[ \xa0]?(?:[,;:)\]|\t]|\r?\n(?![a-zß-öø-ÿ]))|\.(?:\s|\Z)|\Z")
# and a weekday before these, behind which no word goes on: « 12/03 sa RAS », « 12/03 me au bloc »
_NO_PHRASE: Final = re.compile(
    r"[ \xa0](?:[(\[/+=→:–-]|\d{1,2}(?![\d/.]|[èe]|re\b)|(?:ras|ok|idem|nx|matin|midi|soir|après-midi|à|chez|sans|pour|puis|mais|il|elle|on|pas|bien|mieux|toujours|encore|reste|aucune?"
    r"|bilan|scanner|rdv|pansement|contr[ôo]le|retour|appel|ecg|bloc|hdj|vu|revu|apyr[ée]tique|dr|x\d|aux?|en|avec|dans|et)(?![\w'’-]))",
    re.IGNORECASE,
)
_JOINING: Final = frozenset("/_-–")
_NO_ELISION: Final = re.compile(r"[ \xa0](?!(?i:[aàâeéèêiîoôuhyœ]))|[\r\n]")
# « (D) » beside « (G) », « {12/03} D » beside « {14/03} G » is a side
_SIDE: Final = re.compile(
    rf"[(\[|\t;][ \xa0]?G\.?[ \xa0]?(?:[)\]|\t;]|$)|{_ENTITY}[ \xa0]?G(?![\w'’/])",
    re.IGNORECASE | re.MULTILINE,
)
# a row of weekdays over a row of dates, or just under it
_COLUMNS: Final = re.compile(r"[ \xa0]*[|\t;][ \xa0]*|[ \xa0]{2,}")
_WORDS: Final = re.compile(r"[ \xa0]")
_ONLY_DATES: Final = re.compile(rf"[ \xa0]*{_ENTITY}(?:[ \xa0]{_ENTITY})+[ \xa0]*")
# « L M M » over « 2/3 3/3 4/3 », each on a line of its own or behind other words: as many days as dates
_GAP: Final = r"[\s|;]{1,12}"
_DATES_RUN: Final = re.compile(rf"{_ENTITY}(?:{_GAP}{_ENTITY})+")
_RUN_NAME: Final = (
    rf"(?:(?i:{'|'.join((*WEEKDAYS, *(name[:3] for name in WEEKDAYS)))})"
    r"|L[Uu]|M[AaEe]|J[Ee]|V[Ee]|S[Aa]|D[Ii]|[LMJVSD])"
)
_RUN_WORD: Final = re.compile(rf"(?P<word>{_RUN_NAME})(?P<point>\.?)(?![^\W_])")
_DAYS_RUN: Final = re.compile(rf"(?<![^\W_]){_RUN_NAME}\.?(?:{_GAP}{_RUN_NAME}\.?)+(?![^\W_])")
_HEADING: Final = re.compile(r"[ \xa0(\[*]*(?P<word>[^\W\d_]{1,9})(?P<point>\.?)[ \xa0)\]*:]*")
_EDGES: Final = frozenset("\n|\t;" + _ENTITY)
_OPENING: Final = " \xa0([*"
_INDENT: Final = " \xa0"
_AROUND: Final = " \xa0()[]*.:"  # what may stand beside the word in its cell
_ENGLISH: Final = frozenset(words("mon tue wed thu fri sat sun"))
_HEADINGS: Final = frozenset(
    (*WEEKDAYS, *(name[:3] for name in WEEKDAYS), *_INITIALS, "m", *_ENGLISH)
)
_LINE: Final = 400  # characters of a line that are read, to either side
_ROWS: Final = 7  # lines above, as a page of a calendar has
_INDENTED: Final = 2  # blanks before the first cell that is not empty
_LEAST: Final = 2  # weekdays of such a row
_BESIDE: Final = 10  # farther from a date than the cell of its own column
_NAMED: Final = re.compile(
    r"(?<![^\W\d_])(?P<word>(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)(?![^\W\d_])(?P<point>)",
    re.IGNORECASE,
)
_ROOM: Final = 24  # letters of eight long names more than of short ones
_HABIT: Final = re.compile(r"chaque\s\w+di(?:manche)?\b|\bdu\s\w{5,8}\sau\s\w{5,8}", re.IGNORECASE)
# one of them is in each name
_PARTS: Final = ("di", "day", "lun", "mar", "mer", "jeu", "ven", "sam", "dim", *sorted(_ENGLISH))
_SENTENCE: Final = re.compile(r"[.!?;]\s|\n")
# what goes with a weekday that is left out
_LEFT_OUT: Final = re.compile(
    r"(?:,[ \xa0]|[ \xa0])?[(\[]?(?:\b(?:un|le|ce)[ \xa0])?\Z", re.IGNORECASE
)
_MOMENTS: Final = re.compile(rf"(?:\s(?:{_MOMENT}))?[)\]]?", re.IGNORECASE)


class Edit(NamedTuple):
    """`text[start:end]` of a note, outside its entities, becomes `shown`."""

    start: int
    end: int
    shown: str


_SIGNS: Final = frozenset(" \xa0\t()[].,:;/|–-")  # between a date and its weekday


class Dated(NamedTuple):
    """A date at its place in a note; `day`: the surrogate's, None before a label. `born`: « M » beside it is a sex; `named`: it ends with a
    word, of which letters that touch it are a part (« {lundi}s »)."""

    start: int
    end: int
    day: date | None
    born: bool = False
    named: bool = False


class Weekday(NamedTuple):
    """A weekday in words: where the word stands, what it says, how; in how many letters, 0 for a name."""

    start: int
    end: int
    rank: int
    style: NameStyle
    letters: int = 0
    said: str = ""  # the word that stands there whatever did: it is no weekday

    def name(self, rank: int) -> str:
        """Another weekday, written as this one."""
        shown = weekday_name(rank, self.style)
        return shown[: self.letters] + "." * self.style.point if self.letters else shown


def weekday_edits(
    text: str, dates: Sequence[Dated], taken: Sequence[tuple[int, int]]
) -> list[Edit]:
    """What the weekdays around the dates of one note become. `taken`: the spans of all its entities, in order.

    « le 3 mars (lundi) », whose surrogate is 5 March 2020: « lundi » becomes « jeudi ».
    """
    mask = _Mask(text, taken)
    ends = [(place, place + 1) for place in mask.places.values()]
    inside = [mask.inside(one) for one in dates]
    edits = _weekday_edits(mask.text, inside, ends, is_named=names_weekday(text))
    return [edit._replace(start=mask.back(edit.start), end=mask.back(edit.end)) for edit in edits]


class _Mask:
    """A note whose entities are one sign each: neither their length nor their words are looked at."""

    def __init__(self, text: str, taken: Sequence[tuple[int, int]]) -> None:
        parts: list[str] = []
        self.places: dict[int, int] = {}  # masked, of each entity
        self._starts, self._shifts = [0], [0]  # of each stretch outside
        read = shift = 0
        for start, end in taken:
            parts += [text[read:start], _ENTITY]
            self.places[start] = start - shift
            shift += end - start - 1
            self._starts.append(end - shift)
            self._shifts.append(shift)
            read = end
        self.text = "".join([*parts, text[read:]])

    def inside(self, one: Dated) -> Dated:
        at = self.places[one.start]
        return one._replace(start=at, end=at + 1)

    def back(self, place: int) -> int:
        """A place outside the entities, in the note as it is."""
        return place + self._shifts[bisect_right(self._starts, place) - 1]


def _weekday_edits(
    text: str, dates: Sequence[Dated], taken: Sequence[tuple[int, int]], *, is_named: bool
) -> list[Edit]:
    # where the word begins → its distance from a date, the rank of that date, itself
    found: dict[int, tuple[int, int, Weekday]] = {}
    for at, one in enumerate(dates):
        behind, ahead = (
            (_reach(text, one.start, -1), _reach(text, one.end, 1)) if is_named else (REACH, REACH)
        )
        low = max(dates[at - 1].end if at else 0, one.start - behind)
        high = min(dates[at + 1].start if at + 1 < len(dates) else len(text), one.end + ahead)
        for distance, day in _around(text, low, one, high):
            if day.start not in found or distance < found[day.start][0]:
                found[day.start] = (distance, at, day)
    _give_back(text, dates, found)
    for named in _in_rank(text, dates):
        # what stands beside a date or over its column is its own
        if all(found.get(day.start, (REACH,))[0] >= REACH for _, _, day in named):
            found |= {row[2].start: row for row in named}
    return _edits(text, dates, taken, found.values()) if found else []


def _give_back(
    text: str, dates: Sequence[Dated], found: dict[int, tuple[int, int, Weekday]]
) -> None:
    """In « 24/03 mer 04/04 dim » each weekday becomes that of the date before it, since the last one can be no other's; in
    « mer 24/03 dim 04/04 » it stays that of the date behind."""
    ahead: dict[int, Weekday] = {}
    followed: set[int] = set()
    for start, (_, at, day) in found.items():
        one = dates[at]
        if start < one.start and _SIGNS.issuperset(text[day.end : one.start]):
            ahead[at] = day
        elif start >= one.end and _SIGNS.issuperset(text[one.end : start]):
            followed.add(at)
    first = 0  # of a run with a weekday before each date but this one
    for at in range(1, len(dates) + 1):
        own = ahead.get(at)
        if own is not None and _SIGNS.issuperset(text[dates[at - 1].end : own.start]):
            continue
        if at - 1 in followed and first not in ahead:
            for rank in range(first + 1, at):
                found[ahead[rank].start] = (0, rank - 1, ahead[rank])
        first = at


def _reach(text: str, place: int, step: int) -> int:
    """How many characters before a place (`step` -1), or behind it, are read: « mercredi » is no farther than « lundi » and takes no more room."""
    far = max(0, place + step * (REACH + _ROOM))
    low, high = sorted((place, far))
    reach = REACH
    if not names_weekday(text[low:high]):
        return reach
    for found in [*_NAMED.finditer(text, low, high)][::step]:  # the nearest first
        more = found.end() - found.start() - SHORTEST_WEEKDAY
        if abs((found.end() if step > 0 else found.start()) - place) > reach + more:
            break
        reach += more
    return reach


def _in_rank(text: str, dates: Sequence[Dated]) -> Iterator[list[tuple[int, int, Weekday]]]:
    """The weekdays of a run just before, or just behind, a run of as many dates: the lines between, the rank of the date, the weekday."""
    ranks = {one.start: at for at, one in enumerate(dates)}
    for run in _DATES_RUN.finditer(text):
        low, high = run.span()
        owners = [ranks.get(at, -1) for at in range(low, high) if text[at] == _ENTITY]
        before = [*_DAYS_RUN.finditer(text, max(0, low - _LINE), low)]
        for days in (*reversed(before), *_DAYS_RUN.finditer(text, high, high + _LINE)):
            named = _weekdays_in(days)
            if len(named) == len(owners) and -1 not in owners:
                ends = sorted((*days.span(), low, high))
                lines = text.count("\n", ends[1], ends[2])
                yield [(lines, at, day) for at, day in zip(owners, named, strict=True)]
                break


def _weekdays_in(run: re.Match[str]) -> list[Weekday]:
    found = (_of_cell(word, 0) for word in _RUN_WORD.finditer(run.string, *run.span()))
    return [day for day in found if day is not None]


def _edits(
    text: str,
    dates: Sequence[Dated],
    taken: Sequence[tuple[int, int]],
    found: Iterable[tuple[int, int, Weekday]],
) -> list[Edit]:
    starts, ends = [start for start, _ in taken], [end for _, end in taken]
    owned: dict[int, list[tuple[int, Weekday]]] = {}
    for distance, owner, day in found:
        before = bisect_left(starts, day.end)  # entities that begin before its end
        if not before or ends[before - 1] <= day.start:
            owned.setdefault(owner, []).append((distance, day))
    edits: list[Edit] = []
    for at, days in owned.items():
        mine = sorted(days)
        nearest = next((day for _, day in mine if not day.said), mine[0][1])
        for _, day in mine:
            edit = _edit(text, dates[at], day, nearest)
            ended = bisect_right(ends, day.start)
            edits.append(edit._replace(start=max(edit.start, ends[ended - 1] if ended else 0)))
    return sorted(edits)


def first_weekday(kept: str) -> int | None:
    """Where in the text between two entities the first word stands that an edit may change or leave out; None
    without any. What precedes it is never changed."""
    named = _NAMED.search(kept)
    ahead, behind = _BEFORE.search(kept[-REACH:]), _BEHIND.match(kept)
    starts = [] if named is None else [named.start()]
    if ahead is not None and _read(ahead["word"], ahead["point"]) is not None:
        starts.append(max(len(kept) - REACH, 0) + ahead.start())
    if behind is not None and _short(behind) is not None:
        starts.append(behind.start("word"))
    clock = _CLOCK.match(kept)
    timed = clock and _behind_clock(kept, Dated(0, clock.end(), None), len(kept))
    starts += [timed.start] if timed else []
    letters = _LETTERS_BEHIND.match(kept), _LETTERS_BEFORE.search(kept, max(len(kept) - REACH, 0))
    starts += [found.start("word") for found in letters if found is not None]
    # what precedes the text and what follows the date are not known here: it may be alone
    lined = "\n" + kept[-REACH:]
    cell = _cell_before(lined + ")", Dated(len(lined), len(lined), None))
    next_cell = _cell_behind(kept, 0, born=False)
    if cell is not None:
        starts.append(max(len(kept) - REACH, 0) + cell.start - 1)
    if next_cell is not None:
        starts.append(next_cell.start)
    starts += _first_headings(kept)
    starts += [run.start() for run in _DAYS_RUN.finditer(kept)][:1]
    if not starts:
        return None
    left_out = _LEFT_OUT.search(kept[: min(starts)])
    return min(starts) if left_out is None else left_out.start()


def _first_headings(kept: str) -> Iterator[int]:
    """Where the first weekday of each line begins that is a row of a table or of weekdays."""
    low = 0
    for line in kept.split("\n"):
        high = low + len(line)
        row = _cells_of(kept, low, high, _COLUMNS) or _weekdays_of(kept, low, high, _WORDS)
        yield from [day.start for day in row.values()][:1]
        low = high + 1


def _edit(text: str, one: Dated, day: Weekday, nearest: Weekday) -> Edit:
    if day.said:
        return Edit(day.start, day.end, apply_case(day.said.capitalize(), day.style.case))
    if one.day is not None:
        rank = (one.day.weekday() + day.rank - nearest.rank) % 7
        return Edit(day.start, day.end, day.name(rank))
    if day.end <= one.start:  # « lundi, le [DATE] » → « le [DATE] »
        beside = _BEFORE.search(text, max(0, one.start - REACH), one.start)
        is_beside = _CELLS.isdisjoint(text[day.end : one.start])
        if beside is not None and beside.start() == day.start and is_beside:
            end = one.start - len(beside["article"] or "")
            return Edit(day.start, end, "\n" * text.count("\n", day.start, end))
    before = _LEFT_OUT.search(text, max(0, day.start - REACH), day.start)
    moment = _MOMENTS.match(text, day.end)
    start = day.start if before is None else before.start()
    end = day.end if moment is None else moment.end()
    closed = _brackets(text[start:end], "([") == _brackets(text[start:end], ")]")
    return Edit(start, end if closed or text[end - 1] not in ")]" else end - 1, "")


def _brackets(text: str, signs: str) -> int:
    return sum(map(text.count, signs))


def _around(text: str, low: int, one: Dated, high: int) -> Iterator[tuple[int, Weekday]]:
    """The weekdays in words around a date, with their distance."""
    beside = [
        _cell_before(text, one) or _letters_before(text, one),
        _letters_behind(text, one) or _cell_behind(text, one.end, born=one.born),
    ]
    if _may_tell(text[low : one.start]):
        day = _beside(text[low : one.start])
        if day is not None:
            beside.append(day._replace(start=low + day.start, end=low + day.end))
        for day in _named(text, low, one.start):
            if _SENTENCE.search(text, day.end, one.start) is None:
                yield one.start - day.end + 1, day
    if _may_tell(text[one.end : high]):
        beside.append(_behind(text, one, high))
        for day in _named(text, one.end, high):
            if _SENTENCE.search(text, one.end, day.start) is None:
                yield day.start - one.end, day
    clock = _CLOCK.match(text, one.end, high)
    if clock is not None:
        beside.append(_behind_clock(text, one._replace(end=clock.end()), high))
    yield from _headings(text, one)
    yield from ((_distance(text, day, one), day) for day in beside if day is not None)


def _headings(text: str, one: Dated) -> Iterator[tuple[int, Weekday]]:
    """The weekdays of a table in the row of a date, in the row over or under it, with their distance: « lun | mar » over « 3/5 | 4/5 »."""
    ahead = text[max(0, one.start - 3) : one.start].rstrip(_OPENING)
    if ahead and ahead[-1] not in _EDGES and text[one.start - 2 : one.start] != "  ":
        return  # most dates begin no cell
    start = text.rfind("\n", max(0, one.start - _LINE), one.start) + 1
    end = text.find("\n", one.end, one.end + _LINE)
    end = min(len(text), one.end + _LINE) if end < 0 else end
    if not start and one.start > _LINE:
        return
    head = text[start : one.start].rstrip(_OPENING)
    is_cell = not head or head[-1] in _CELLS or text[start : one.start].endswith("  ")
    if not is_cell and head[-1] != _ENTITY:
        return  # a date begins its cell
    apart = _WORDS if _ONLY_DATES.fullmatch(text, start, end) else _COLUMNS
    if apart is _COLUMNS and not (is_cell and _COLUMNS.search(text, start, end)):
        return
    column = len(apart.split(text[start : one.start].lstrip(_INDENT))) - 1
    if apart is _COLUMNS and _may_tell(text[start:end]):  # « lun | TA 12/8 | 3/5 »
        for other, day in _cells_of(text, start, end, apart).items():
            if not (day.letters or text[day.start : day.end].lower() in _ENGLISH):
                yield _BESIDE * abs(other - column), day
    indent = end - start - len(text[start:end].lstrip(_INDENT))
    yield from _of_column(text, _lines_around(text, start, end), apart, column, indent)


def _of_column(
    text: str,
    around: Iterable[tuple[int, int]],
    apart: re.Pattern[str],
    column: int,
    indent: int,
) -> Iterator[tuple[int, Weekday]]:
    """The weekdays of the first of some lines that has one in that column. Those of other columns come with it, farther: one over an empty
    cell keeps its distance."""
    for rank, (low, high) in enumerate(around, start=1):
        # nearly no line is such a row, and to read one costs more than to look at one cell of it
        at = column
        if indent >= _INDENTED:  # the first cells may be empty: « lun   mar » over « ······3/5 »
            starts = [start - low for start, _ in _cells(text, low, high, apart)]
            at += min(range(len(starts)), key=lambda rank: abs(starts[rank] - indent))
        cells = apart.split(text[low:high].lstrip(_INDENT), at + 1)
        if at >= len(cells) or cells[at].strip(_AROUND).lower() not in _HEADINGS:
            continue
        row = _weekdays_of(text, low, high, apart)
        if at in row:
            for other, day in row.items():
                yield rank + _BESIDE * abs(other - at), day
            return


def _lines_around(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines above a line, the nearest first, then the one below."""
    high = start - 1
    for _ in range(_ROWS):
        if high < 0:
            break
        low = text.rfind("\n", max(0, high - 2 * _LINE), high) + 1
        if not low and high > 2 * _LINE:
            break
        yield low, high
        high = low - 1
    if end < len(text) and text[end] == "\n":
        below = text.find("\n", end + 1, end + 2 * _LINE)
        yield end + 1, min(len(text), end + 2 * _LINE) if below < 0 else below


def _cells(text: str, low: int, high: int, apart: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Where each cell of a line begins and ends; blanks that indent it are no cell."""
    while low < high and text[low] in _INDENT:
        low += 1
    for found in apart.finditer(text, low, high):
        yield low, found.start()
        low = found.end()
    yield low, high


def _weekdays_of(text: str, low: int, high: int, apart: re.Pattern[str]) -> dict[int, Weekday]:
    """The weekdays of a row of them by their column; none where it has fewer than two, or other words in a row without cells."""
    found = _cells_of(text, low, high, apart)
    is_whole = apart is _COLUMNS or len(found) == len(list(_cells(text, low, high, apart)))
    return found if len(found) >= _LEAST and is_whole else {}


def _cells_of(text: str, low: int, high: int, apart: re.Pattern[str]) -> dict[int, Weekday]:
    """The weekdays that fill a cell of a line, by their column."""
    found: dict[int, Weekday] = {}
    for column, (start, end) in enumerate(_cells(text, low, high, apart)):
        match = _HEADING.fullmatch(text, start, end)
        day = None if match is None else _of_cell(match, 0)
        if day is None:
            continue
        before = found.get(column - 1)
        if day.letters == 1 and day.rank == 1 and before is not None and before.rank == 1:
            day = day._replace(rank=2)  # the second « M »
        found[column] = day
    return found


def _distance(text: str, day: Weekday, one: Dated) -> int:
    """0 just before the date; farther on another line, or closed in brackets behind what may be its own date."""
    is_before = day.end <= one.start
    between = text[day.end : one.start] if is_before else text[one.end : day.start]
    is_closed = ")" in between or "]" in between
    distance = (len(between) + 1) * is_closed if is_before else len(between)
    return distance + REACH * ("\n" in between)


def _may_tell(text: str) -> bool:
    """False for most texts, without a look at their words."""
    low = text.lower()
    return any(map(low.__contains__, _PARTS))


def _cell_before(text: str, one: Dated) -> Weekday | None:
    """The weekday in the cell, on the line or in the brackets before a date; an initial only where nothing else stands."""
    at = max(0, one.start - REACH)
    # the beginning of the note is that of a line
    head = text[at : one.start] if at else "\n" + text[: one.start]
    found = _CELL_BEFORE.search(head)
    if found is None:
        return None
    shift = one.start - len(head)
    if len(found["word"]) >= _NAMES:
        return _of_cell(found, shift)
    return _of_cell(found, shift) if _is_alone(found, text, one) else None


def _letters_before(text: str, one: Dated) -> Weekday | None:
    """The weekday of one or two letters right before a date: « RDV L {21/01} », « puis Ve. {25/01} »."""
    end = text[max(0, one.start - 6) : one.start].rstrip(" \xa0.)],:/_-–")
    if end[-1:].lower() not in _INITIALS and end[-2:].lower() not in _INITIALS:
        return None  # most dates
    found = _LETTERS_BEFORE.search(text, max(0, one.start - REACH), one.start)
    if found is None:
        return None
    if len(found["word"]) > 1:
        return _of_cell(found, 0)
    at = found.start()
    is_other = one.born or _is_listed(found, text) or _LETTERED.search(text, max(0, at - REACH), at)
    return None if is_other else _of_cell(found, 0)


def _letters_behind(text: str, one: Dated) -> Weekday | None:
    """The weekday of one or two letters right behind a date: « {12/03} V. RAS », « {12/03} (je) », « {12/03}-L »."""
    found = _LETTERS_BEHIND.match(text, one.end)
    if found is None or _is_side(found, text, born=one.born):
        return None
    end, is_glued = found.end(), found.start("word") == one.end
    if is_glued and one.named:
        return None
    is_joined = found["sign"] in _JOINING or found["hour"] is not None
    day = _of_cell(found, 0)
    if is_joined:
        return day
    if not found["closing"] and _GOES_ON.match(text, end):
        return None
    is_told = is_glued or found["closing"] or found["point"]
    said = "" if is_told else _said(found, text)
    return day and day._replace(said=said)


def _said(found: re.Match[str], text: str) -> str:
    """The word that one or two letters behind a date become where what follows asks for a word, "" where they are a weekday. The letters are not
    looked at, which would tell the weekday: « {13/03} sa chimio » beside « {12/03} ve chimio »."""
    word, end = found["word"], found.end()
    is_letter = len(word) == 1
    wanted = (_ELIDED if is_letter else _SAID).items()
    said = next((known for known, follows in wanted if follows.match(text, end)), "")
    if said or word[0].isupper():
        return said
    is_apart = (_NO_ELISION if is_letter else _NO_PHRASE).match(text, end) is not None
    if is_apart or _CLOSES.match(text, end):
        return ""
    return "l" if is_letter else "sa"


def _is_listed(found: re.Match[str], text: str) -> bool:
    """Whether a letter numbers a line: « d) » where the note has « a) »."""
    return bool((found["closing"] or found["point"]) and _LISTED.search(text))


def _is_alone(found: re.Match[str], text: str, one: Dated) -> bool:
    """Whether an initial is no word of a sentence: « Je 12/03 », but not « genou (D) 12/03 »."""
    bracket, is_letter = found["opening"] in "([", len(found["word"]) == 1
    if is_letter and (one.born or _is_listed(found, text)):
        return False
    if bracket and found["closing"]:
        return not is_letter  # « genou (D) 12/03 »
    if found["closing"] or (found["between"] or "") in _CELLS:
        return not bracket
    if found["opening"] == "\n" and (is_letter or found["word"][0].isupper()):
        return True
    ends = _CELL_ENDS.match(text, one.end)
    return ends is not None and (not bracket or ends.group()[-1:] in (")", "]"))


def _cell_behind(text: str, at: int, *, born: bool) -> Weekday | None:
    """The weekday at the end of a cell or a line that begins with a date, or in the next one alone."""
    found = _CELL_BEHIND.match(text, at)
    if found is None:
        return None
    word, between = found["word"], found["between"] or ""
    is_cell = between in _CELLS
    is_line = "\n" in between and word[0].isupper()
    if len(word) < _NAMES and not (found["opening"] or is_cell or is_line or word[0].isupper()):
        return None  # « vu le 12/03 sa\nfille »
    if len(word) == 1 and not (is_cell or is_line):
        return None
    if is_cell and word.lower() in _ENGLISH:
        return None  # « 12/03 | Sat | 98 »: a saturation
    return None if _is_side(found, text, born=born) else _of_cell(found, 0)


def _is_side(found: re.Match[str], text: str, *, born: bool) -> bool:
    """Whether a letter alone behind a date is no weekday: a sex behind a birth date, a side where the note names the other one."""
    word = found["word"]
    if len(word) > 1:
        return False
    return born or word.upper() not in _LETTERS or _SIDE.search(text) is not None


def _of_cell(found: re.Match[str], shift: int) -> Weekday | None:
    word, start = found["word"], found.start("word") + shift
    known = _read(word, found["point"])
    letters = 0
    if known is None and len(word) < _NAMES and word.lower() in _INITIALS:
        letters = len(word)
        style = NameStyle(Width.SHORT, case_of(word), point=bool(found["point"]))
        known = _INITIALS[word.lower()], style
    if known is None:
        return None
    end = start + len(word) + known[1].point
    return Weekday(start, end, *known, letters)


def _behind(text: str, one: Dated, high: int) -> Weekday | None:
    found = _BEHIND.match(text, one.end, high)
    if found is None or (one.named and found.start("word") == one.end):
        return None
    return _short(found)


def _behind_clock(text: str, one: Dated, high: int) -> Weekday | None:
    """The weekday behind a date's hour: one or two letters only in brackets."""
    found = _CLOSED.match(text, one.end, high)
    if found is None:
        return _behind(text, one, high)
    return None if _is_side(found, text, born=one.born) else _of_cell(found, 0)


def _named(text: str, low: int, high: int) -> Iterator[Weekday]:
    """The full names, but those of habits."""
    for found in _NAMED.finditer(text, low, high):
        known = _read(found["word"], "")
        if known is not None and not _is_habit(found, text, low, high):
            yield Weekday(*found.span("word"), *known)


def _short(found: re.Match[str]) -> Weekday | None:
    """A weekday just behind a date; a short one only with its point, its bracket (« (jeu) »), the hour (« lun 8h »), joined to the
    date (« 12/03-lun », « 12/03lun ») or, in French, behind a blank alone (« 12/03 lun RAS ») or where a sign follows (« 12/03, lun, RAS »)."""
    word, text = found["word"], found.string
    is_next = not text[found.start() : found.start("word")].strip()
    is_french = word.lower() not in _ENGLISH and (is_next or _CLOSES.match(text, found.end()))
    told = found["joined"] or found["hour"] is not None or is_french
    known = _read(word, found["point"])
    if known is None:
        return None
    rank, style = known
    if style.width is not Width.FULL and not (found["point"] or found["closing"] or told):
        return None
    end = found.end("point") if style.point else found.end("word")
    return Weekday(found.start("word"), end, rank, style)


@lru_cache(maxsize=1024)
def _beside(before: str) -> Weekday | None:
    """The weekday at the end of a text, an article aside: « lundi  », « Lundi matin, le  »."""
    found = _BEFORE.search(before)
    known = None if found is None else _read(found["word"], found["point"])
    if found is None or known is None:
        return None
    if ";" in found.group() and (
        known[1].width is not Width.FULL or _is_habit(found, before, 0, len(before))
    ):
        return None  # « bord de mer ; 12/03 »
    end = found.end("point") if known[1].point else found.end("word")
    return Weekday(found.start("word"), end, *known)


def _is_habit(found: re.Match[str], text: str, low: int, high: int) -> bool:
    """Whether the weekday is one of « chaque lundi », « du lundi au vendredi »."""
    habits = (habit.span() for habit in _HABIT.finditer(text, low, high))
    return any(start <= found.start() < end for start, end in habits)


@lru_cache(maxsize=1024)
def _read(word: str, point: str) -> tuple[int, NameStyle] | None:
    known = read_weekday(word, point=bool(point))
    if known is None or (
        known[1].english and known[1].width is not Width.FULL and not word[0].isupper()
    ):
        return None  # « mon », « tue »
    return known[0], replace(known[1], english=False)
