"""What a mention says: present, negated, of the family, supposed, or past.

Scopes (documented rules, tested one by one):
- negation reaches to the end of the clause: comma, colon, sentence end or a turn ("mais",
  "avec"…); a comma does not end it when "ni" or "ou" follows later in the sentence
  ("pas d'HTA, de diabète ni d'AVC");
- a cue behind its words ("éliminée", "négatif") reaches back to the comma, a plural one
  ("VIH, VHB et VHC négatives") to the start of the sentence;
- hypothesis reaches to the comma, and a question mark covers the clause before it;
- family and history reach to the end of the sentence; "chez son père" also reaches back;
- section headings (`sections.py`) hold for their whole section.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from icdcoder.domain import context_cues as cues
from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.matching import Match
from icdcoder.domain.patient import Patient
from icdcoder.domain.tokens import Break, standing, words


class Status(IntEnum):
    """The strongest one wins (highest value)."""

    PRESENT = 0
    HISTORY = 1
    HYPOTHESIS = 2
    PLANNED = 3
    FAMILY = 4
    NEGATED = 5


class _Scope(NamedTuple):
    """Tokens `first`…`last` (inclusive) have `status`; the cue itself is `cue`."""

    status: Status
    first: int
    last: int
    cue: range


class _Kind(Enum):
    """What a cue does, and to which side."""

    NEGATION_BEFORE = cues.NEGATION_BEFORE
    NEGATION_AFTER = cues.NEGATION_AFTER
    NEGATION_LIST_AFTER = cues.NEGATION_LIST_AFTER
    HYPOTHESIS_BEFORE = cues.HYPOTHESIS_BEFORE
    HYPOTHESIS_AFTER = cues.HYPOTHESIS_AFTER
    PLANNED_BEFORE = cues.PLANNED_BEFORE
    PLANNED_AFTER = cues.PLANNED_AFTER
    HISTORY_BEFORE = cues.HISTORY_BEFORE
    HISTORY_AFTER = cues.HISTORY_AFTER
    FAMILY_BEFORE = cues.FAMILY_BEFORE
    FAMILY_AFTER = cues.FAMILY_AFTER


_Runs = dict[
    str, list[tuple[str, ...]]
]  # by their second word, longest first; one word alone under ""


def _by_first_word() -> dict[str, list[tuple[_Kind, _Runs]]]:
    """Each word at which a cue may begin, with the runs of each kind that begin there."""
    found: dict[str, dict[_Kind, _Runs]] = {}
    for kind in _Kind:
        for run in sorted(kind.value, key=len, reverse=True):
            second = run[1] if len(run) > 1 else ""
            runs = found.setdefault(run[0], {}).setdefault(kind, {})
            runs.setdefault(second, []).append(run)
    return {word: list(kinds.items()) for word, kinds in found.items()}


_CUES: Final = _by_first_word()
_SMALL: Final = frozenset(
    {"pas", "non", "0", "jamais", "vaccine", "vaccinee", "vaccines", "vaccinees"}
)  # read alone, too


class ContextReader:
    """Reads all scopes of a note once, then answers for each match."""

    def __init__(self, note: CutNote) -> None:
        self._text, self._tokens, self._places = note.text, note.tokens, note.places
        self._folds, self._breaks = note.folds, note.breaks
        self._scopes: dict[int, list[_Scope]] = {}  # by each word that a scope covers
        self._answers = self._read_pairs()
        for i in standing(self._places, _CUES.keys()):
            if i in self._answers:
                continue
            for kind, runs in _CUES[self._folds[i]]:
                if n := self._length(i, runs):
                    self._read(kind, i, n)
        for i in standing(self._places, _SMALL):
            self._read_alone(i)
        self._read_minus_signs()
        self._read_question_marks()
        self._read_answers()
        self._read_headings()
        self._read_plans()
        stay = self._year_of_stay()
        self._read_years(stay)
        self._read_ages(note.folded)
        self._read_treated(stay)

    def status(self, match: Match) -> Status:
        """The strongest scope that holds the match; a cue inside the match's own words is none."""
        own = set(match.positions)
        return max(
            (
                scope.status
                for position in match.positions
                for scope in self._scopes.get(position, ())
                if own.isdisjoint(scope.cue)
            ),
            default=Status.PRESENT,
        )

    def _length(self, i: int, runs: _Runs) -> int:
        """Of the longest of the runs that starts at word i; 0 when none does."""
        if (second := self._following(i)) in runs:
            for run in runs[second]:
                if len(run) <= 2 or self._folds[i : i + len(run)] == run:
                    return len(run)
        return 1 if "" in runs else 0

    def _read(self, kind: _Kind, i: int, n: int) -> None:
        if kind is _Kind.FAMILY_BEFORE:
            self._read_family(i, n)
        elif self._folds[i] == "sans" and self._following(i) in _SURELY:
            return
        elif self._folds[i] == "ex" and self._ends_clause(i):
            return  # "Ex : ecchymoses des poignets": what is seen today
        elif kind is _Kind.NEGATION_LIST_AFTER:
            first = self._listed(i)
            found = [at for at in range(first, i) if self._is_answered_yes(at)]
            first = found[-1] + 1 if found else first  # "VRS positif, grippe et Covid négatifs"
            status = Status.HYPOTHESIS if self._is_uncertain(i) else Status.NEGATED
            self._add(status, first, i - 1, range(i, i + n))
        elif kind in _BACKWARD:
            self._read_backward(_BACKWARD[kind], i, n)
        elif self._folds[i] in _TREATED and i and self._folds[i - 1] == "est":
            return  # "est opéré d'un abcès": in this stay
        else:
            status, end = _FORWARD[kind]
            self._add(status, i + n, end(self, i + n - 1), range(i, i + n))

    def _is_answered_yes(self, i: int) -> bool:
        """ "VRS positif", "VRS +": a list that is denied behind begins after it."""
        return self._folds[i].startswith(_LIST_TURNS) or (
            _PLUS.match(self._text, self._tokens[i].end) is not None
        )

    def _listed(self, i: int) -> int:
        """First word of the list before a plural answer: a long clause or a figure is no item of it
        ("TSH 3,8 : thyroïdite auto-immune, anti-TG et antitransglutaminase négatifs")."""
        first = self._back(i, Break.COMMA)
        if i - first > _LAST and "et" not in self._folds[first:i]:
            return first
        while first and self._tokens[first].before is Break.COMMA:
            before = self._back(first - 1, Break.COMMA)
            item = self._folds[before:first]
            if len(item) > _ITEM or any(fold.isdecimal() for fold in item):
                break
            first = before
        if first and self._tokens[first].before is Break.COLON:
            return self._back(first - 1, Break.SENTENCE)
        return first

    def _read_alone(self, i: int) -> None:
        """ "non compliqué", "alcool 0", "il fume pas", "vaccinée pneumocoque": one small word, one word denied."""
        fold = self._folds[i]
        if fold in _NOT and not self._ends_clause(i):
            self._add(Status.NEGATED, i + 1, i + 1, range(i, i + 1))
        if fold.startswith("vaccin") and i and self._ends_clause(i):  # "VHB vacciné"
            self._add(Status.NEGATED, i - 1, i - 1, range(i, i + 1))
        if fold == "jamais" and self._ends_clause(i) and i - self._clause_start(i) <= _FEW:
            self._add(Status.NEGATED, self._clause_start(i), i - 1, range(i, i + 1))
        if fold == "0" and self._ends_clause(i):
            self._add(Status.NEGATED, self._clause_start(i), i - 1, range(i, i + 1))
        if fold == "pas" and i and self._breaks[i] < Break.COMMA and not self._lacks_care(i):
            self._add(Status.NEGATED, i - 1, i - 1, range(i, i + 1))

    def _lacks_care(self, i: int) -> bool:
        """ "Diabète pas vu depuis 2 ans", "HTA pas équilibrée", "BPCO pas de suivi": the disease is there, what is denied comes behind."""
        behind = self._folds[i + 1 : i + 5]
        if not behind:
            return False
        return behind[0] in _CARED or (behind[0] in _SEEN and "depuis" in behind)

    def _add(self, status: Status, first: int, last: int, cue: range) -> None:
        if first <= last:
            scope = _Scope(status, first, last, cue)
            for position in range(first, last + 1):
                self._scopes.setdefault(position, []).append(scope)

    def _read_backward(self, status: Status, i: int, length: int) -> None:
        if self._tells_nothing_before(status, i, length):
            return
        if status is Status.HYPOTHESIS and self._is_answered(i, i + length):
            status = Status.NEGATED
        if status is Status.NEGATED and self._is_uncertain(i):
            status = Status.HYPOTHESIS
        first = self._clause_start(i)
        if self._folds[i].startswith("familia"):
            first = i if cues.SHARED.intersection(self._folds[max(0, i - 3) : i]) else i - 1
        if status is Status.NEGATED:
            first = self._behind_answers(first, i)
        self._add(status, first, i - 1, range(i, i + length))

    def _tells_nothing_before(self, status: Status, i: int, length: int) -> bool:
        """The cue at word i is about what follows, or leaves what stands before it as it is."""
        word, after = self._folds[i], self._following(i + length - 1)
        if word == "non" and length == 1 and not self._ends_clause(i):
            return True  # "non ST+", "non compliqué"
        if word.startswith(("elimin", "ecart", "infirm")) and after in _ARTICLES:
            return True  # "a éliminé une embolie": read forward
        if word.startswith("neg") and i > 1 and self._folds[i - 1] in _CULTURES:
            self._add(Status.NEGATED, i - 1, i - 1, range(i, i + length))
            return True  # "infection du liquide d'ascite sur culture neg": the germ is not known
        if word == "probable" and after in _CLASSED:
            return True  # "aspergillose probable selon EORTC": a class of what is treated
        if word.startswith("discut") and self._folds[max(0, i - 2) : i] == ("ne", "se"):
            return True  # "l'érythème migrant ne se discute guère": sure
        if word.startswith("disparu") and after == "sous":
            return True  # "métastases disparues sous chimiothérapie": treated still
        # "Wernicke probable retenu"
        return status is Status.HYPOTHESIS and after.startswith("retenu")

    def _is_uncertain(self, i: int) -> bool:
        """ "Une tuberculose ne peut être exclue": what stands before word i is not denied by it."""
        before = self._folds[max(0, i - _REACH) : i]
        return "etre" in before and "ne" in before and not _MAY.isdisjoint(before)

    def _behind_answers(self, first: int, i: int) -> int:
        """ "VRS pos / grippe neg": each item between slashes that has its own answer keeps it."""
        for at in range(i, first, -1):
            if self._breaks[at] is Break.SLASH and self._folds[at - 1] in _ANSWERED:
                return at
        return first

    def _is_answered(self, cue: int, i: int) -> bool:
        """ "Thrombose recherchée en écho, absente", "infection suspectée : ECBU stérile": the same sentence says no."""
        for at in range(i, min(len(self._tokens), i + _ANSWER)):
            if self._breaks[at] is Break.SENTENCE:
                return False
            if (
                self._folds[at] in _NO_MORE
                or (self._folds[cue] not in _CLAIMED and self._is_normal(i, at))
                or (
                    self._folds[at] in _NO and self._tokens[at].raw != "n" and self._ends_clause(at)
                )
            ):
                return True
        return False

    def _is_normal(self, asked: int, i: int) -> bool:
        """ "EP suspectée : angioscanner normal.": the sentence names this one test and ends; behind a comma
        a blood count or an examination is the next item and answers nothing."""
        if self._folds[i] not in _NORMAL or i - asked > _TEST:
            return False
        is_last = i + 1 == len(self._tokens) or self._breaks[i + 1] is Break.SENTENCE
        named = self._tokens[asked + 1 : i + 1]
        if self._breaks[asked] < Break.COLON and self._folds[asked] in _PANELS:
            return False
        return is_last and all(token.before < Break.COMMA and token.fold != "et" for token in named)

    def _read_family(self, i: int, length: int) -> None:
        first = i
        while first > max(0, i - 2) and self._breaks[first] is not Break.SENTENCE:
            first -= 1
        nearby = self._folds[first:i]
        if cues.COMPANY.intersection(nearby) or self._is_patient(i) or self._is_for(first, i):
            return
        if i > 2 and self._folds[i - 2] == "de" and self._folds[i - 3].startswith("accompagne"):
            return  # "accompagnée de son frère"
        before = self._folds[max(0, i - 4) : i]
        if any(pair[0] == "en" and pair[1].endswith("ant") for pair in pairwise(before)):
            return  # "en soulevant son petit-fils": what the patient did
        if i > 1 and self._folds[i - 1] == "et" and self._folds[i - 2].startswith("perso"):
            return  # "Antécédents personnels et familiaux : HTA": mostly the patient's own
        cue = range(i, i + length)
        owner = self._folds[i + length : i + length + 3]  # "la mère de la patiente a un cancer"
        length += (
            3 if owner == ("de", "la", "patiente") else 2 if owner[:2] == ("du", "patient") else 0
        )
        of = i - 1 - (i > 1 and self._folds[i - 1] in cues.ARTICLES)
        if len(nearby) >= i - of and self._folds[of] in cues.OF:
            self._add(Status.FAMILY, self._back(of, Break.COMMA), of - 1, cue)
        last = self._until(i + length - 1, Break.SENTENCE, cues.FAMILY_TURNS)
        self._add(Status.FAMILY, i + length, last, cue)
        self._read_bracket(i, cue)

    def _read_bracket(self, i: int, cue: range) -> None:
        """ "Psoriasis (père)", "diabète (les deux parents)": a bracket that names relatives and nothing else says whose it is."""
        opened = self._text.rfind("(", 0, self._tokens[i].start)
        if opened >= 0 and _RELATIVES.match(self._text, opened):
            behind = self._before(opened)
            self._add(Status.FAMILY, self._back(behind, Break.COMMA), behind, cue)

    def _is_for(self, first: int, i: int) -> bool:
        """ "Don de rein à son frère, HTA": what was given to them; and the child that weighs: "J1 fille 1610 g"."""
        is_given = any(
            token.raw == "à" for token in self._tokens[first:i]
        ) and not _GIFTS.isdisjoint(self._folds[max(0, i - _GIFT_REACH) : i])
        behind = " ".join(self._folds[i + 1 : i + 5])
        is_born = self._folds[i] in _CHILDREN and _BIRTHWEIGHT.search(behind) is not None
        return is_given or is_born

    def _is_patient(self, i: int) -> bool:
        """ "Fille de 6 ans, otite": an age behind the word that a sentence begins with; "votre fille Zoé", "bébé fille"."""
        if self._folds[i] not in _CHILDREN:
            return False
        before = [fold for fold in self._folds[max(0, i - 2) : i] if fold not in _SMALL_CHILD]
        if before and before[-1] in _OWN_CHILD:
            return True
        near = self._folds[max(0, i - _NAMED) : i]
        if self._ends_clause(i) and self._breaks[i] >= Break.COMMA and "enfant" in near:
            return True  # "Enfant A., fille, J2 de jumelles"
        if i and self._breaks[i] is not Break.SENTENCE:
            return False
        behind = [fold for fold in self._folds[i + 1 : i + 4] if fold != "de"][:2]
        return len(behind) == _AGE and behind[0].isdecimal() and behind[1].startswith(_UNITS)

    def _read_minus_signs(self) -> None:
        for mark in _SPACED_MINUS.finditer(self._text):
            i = self._before(mark.start())
            if i >= 0 and self._tokens[i].end == mark.start():
                is_long = len(self._folds[i]) > 2 or not i
                self._add(Status.NEGATED, i if is_long else i - 1, i, range(0))
        for mark in _MINUS.finditer(self._text):
            i = self._before(mark.start())
            if (
                i >= 0
                and self._tokens[i].end == mark.start()
                and self._tokens[i].raw.isupper()
                and self._folds[i] != "st"
            ):
                self._add(Status.NEGATED, i, i, range(0))

    def _read_question_marks(self) -> None:
        asked = {self._before(mark.start()) for mark in _QUESTION_MARK.finditer(self._text)}
        for i in asked - {-1}:
            self._add(Status.HYPOTHESIS, self._back(i, Break.COMMA), i, range(0))

    def _before(self, offset: int) -> int:
        """The last word that ends before or at the offset; -1 when none does."""
        return bisect_right(self._tokens, offset, key=_end_of) - 1

    def _read_years(self, stay: str) -> None:
        """ "AVC ischémique 2017", "phlébite en 2005": a bare year is history, but for what goes on since it,
        and but for the year of the stay. No clock: the same note gives the same codes in any year."""
        for i in standing(self._places, _YEARS):
            if stay and self._folds[i] >= stay:
                continue
            is_dated = i and (self._folds[i - 1].isdecimal() or self._folds[i - 1] in _MONTHS)
            if not is_dated and not (i and self._folds[i - 1] == "depuis"):
                first = max(self._back(i, Break.COMMA), i - _YEAR_REACH)
                self._add(Status.HISTORY, first, i - 1, range(i, i + 1))
                if self._following(i) == "pour" and any(
                    fold.endswith(_CUT_OUT) for fold in self._folds[first:i]
                ):
                    self._add(Status.HISTORY, i + 2, self._clause_end(i + 1), range(i, i + 1))

    def _read_ages(self, folded: str) -> None:
        """ "Péritonite à 12 ans", said of somebody of 67: past, but for what began then and goes on."""
        patient = Patient(folded)  # reads its age when it is asked for, once
        for i in standing(self._places, _UNIT_OF_AGE):
            if i < _AGE or self._folds[i - 2] != "a" or not self._folds[i - 1].isdecimal():
                continue
            first = max(self._back(i - 2, Break.COMMA), i - _AGE - _AGED_REACH)
            if any(fold.startswith(_BEGUN) for fold in self._folds[first : i - 2]):
                continue
            if patient.age is not None and int(self._folds[i - 1]) < patient.age - 1:
                self._add(Status.HISTORY, first, i - 3, range(i - 2, i + 1))

    def _year_of_stay(self) -> str:
        """The latest year of a whole date ("12/03/2026", "12 mars 2026"); empty where the note has none."""
        years = [i for i in standing(self._places, _DATED_YEARS) if self._is_day(i)]
        return max((self._folds[i] for i in years), default="")

    def _is_day(self, i: int) -> bool:
        """A day and a month stand before the year, and it is nobody's birthday."""
        if i < 2 or self._folds[i - 2] not in _DAYS or self._folds[i - 1] not in _MONTHS_OF_DAYS:
            return False
        before = " ".join(self._folds[max(0, i - 5) : i - 2])
        return _BORN.search(before) is None

    def _read_treated(self, stay: str) -> None:
        """ "Cancer traité en 2017", "opérée en mars", "traitée à 16 ans": a date makes it past; "traitée en réanimation" is today's."""
        for i in standing(self._places, _TREATED):
            when = self._following(i + 1)
            is_dated = when.isdecimal() or when in _MONTHS
            is_aged = self._following(i) == "a" and self._folds[i + 3 : i + 4] == ("ans",)
            in_time = self._following(i) == "en" and is_dated and when != stay
            if in_time or (is_aged and when.isdecimal()):
                cue = range(i, i + 2)
                self._add(Status.HISTORY, self._clause_start(i), i - 1, cue)
                self._add(Status.HISTORY, i + 2, self._sentence_end(i + 1), cue)

    def _read_answers(self) -> None:
        """ "EP : scanner neg", "CHC ? écho, TDM : non": what is asked before, the answer denies."""
        for i in standing(self._places, _NO):
            token = self._tokens[i]
            if not self._ends_clause(i) or (token.fold == "n" and token.raw != "N"):
                continue
            if i in self._answers:
                continue
            asked = self._asked(i)
            if asked is not None:
                self._add(Status.NEGATED, asked[0], asked[1], range(i, i + 1))

    def _read_pairs(self) -> set[int]:
        """ "Diabète, HTA, tabac = nég / nég / +": each answer is that of its item; "Grippe, VRS, covid = nég": one for all.

        The words of answers in pairs, which say nothing else."""
        taken: set[int] = set()
        for pairs in _PAIRS.finditer(self._text):
            last = self._before(pairs.start())
            items = list(self._items(last))
            answers = pairs[1].split("/")
            if len(answers) == 1 and self._are_asked_alike(items):
                answers *= len(items)
            if not items or len(items) != len(answers):
                continue
            taken.update(range(last + 1, self._before(pairs.end()) + 1))
            for (first, end), answer in zip(items, answers, strict=True):
                if answer.strip()[:1] in _DENYING:
                    self._add(Status.NEGATED, first, end - 1, range(0))
        return taken

    def _items(self, last: int) -> Iterator[tuple[int, int]]:
        """First word of each item of the list and the word behind it, where the list ends with word `last`; nothing but commas parts them."""
        first = self._back(last, Break.COLON) if last >= 0 else 0
        parted = [i for i in range(first + 1, last + 1) if self._breaks[i] is Break.COMMA]
        gaps = {self._text[self._tokens[i - 1].end : self._tokens[i].start].strip() for i in parted}
        if gaps == {","}:
            yield from pairwise([first, *parted, last + 1])

    def _are_asked_alike(self, items: Sequence[tuple[int, int]]) -> bool:
        """Words of one kind: behind "HTA, DT2, ECG = nég" only the test is answered."""
        words_of = [self._folds[first] for first, end in items if end == first + 1]
        return len(words_of) == len(items) and _TESTS.isdisjoint(words_of)

    def _read_headings(self) -> None:
        """ "Non retenus : EP, hyperthyroïdie (TSH 2), amylose", "Éliminés : dissection, FOP": to the end of the sentence."""
        for i in standing(self._places, cues.NEGATION_HEADINGS):
            if i + 1 == len(self._tokens) or self._breaks[i + 1] is not Break.COLON:
                continue
            first = self._back(i, Break.COMMA)
            is_no = not self._folds[i].startswith("retenu") or "non" in self._folds[first:i]
            if is_no and i - first <= 1:
                self._add(
                    Status.NEGATED,
                    i + 1,
                    self._until(i + 1, Break.SENTENCE, _NONE),
                    range(first, i + 1),
                )

    def _read_plans(self) -> None:
        """ "À prévoir : urétéroscopie, ablation de la JJ": to the end of the sentence."""
        for i in standing(self._places, cues.PLAN_HEADINGS):
            is_heading = i + 1 < len(self._tokens) and self._breaks[i + 1] is Break.COLON
            if is_heading and i and self._folds[i - 1] == "a":
                last = self._until(i + 1, Break.SENTENCE, _NONE)
                self._add(Status.PLANNED, i + 1, last, range(i, i + 1))

    def _asked(self, i: int) -> tuple[int, int] | None:
        """First and last word of the short phrase before the colon or question mark nearest to i."""
        for at in range(i, max(0, i - _ANSWER), -1):
            token = self._tokens[at]
            gap = self._text[self._tokens[at - 1].end : token.start] if at else ""
            if token.before is Break.COLON or "?" in gap:
                first = self._back(at - 1, Break.COMMA)
                return (first, at - 1) if at - first <= _QUESTION else None
            if token.before is Break.SENTENCE:
                return None
        return None

    def _negation_end(self, i: int) -> int:
        """Last word of the negation that starts behind word i."""
        sentence_end = self._until(i, Break.COLON, cues.NEGATION_TURNS)
        clause_end = self._until(i, Break.COMMA, cues.NEGATION_TURNS)
        for later in range(sentence_end, clause_end, -1):
            if self._folds[later] in cues.ENUMERATION:
                return self._until(later, Break.COMMA, cues.NEGATION_TURNS)
        return clause_end

    def _clause_end(self, i: int) -> int:
        return self._until(i, Break.COMMA, cues.TURNS)

    def _sentence_end(self, i: int) -> int:
        return self._until(i, Break.SENTENCE, cues.TURNS)

    def _until(self, i: int, strength: Break, turns: frozenset[str]) -> int:
        """Last word behind i before a break of at least `strength` or a turn."""
        breaks, folds = self._breaks, self._folds
        for following in range(i + 1, len(folds)):
            if breaks[following] >= strength or folds[following] in turns:
                return following - 1
        return len(folds) - 1

    def _clause_start(self, i: int) -> int:
        """First word of the clause that holds word i (a colon or bracket just before it is crossed)."""
        if i and (
            self._breaks[i] is Break.COLON
            or self._opens_bracket(i)
            or (self._folds[i] in _ALONE and self._ends_clause(i))
        ):
            i -= 1  # "diabète : non", "phlébite (non)", "une angine, guérie"
        return self._back(i, Break.COMMA)

    def _opens_bracket(self, i: int) -> bool:
        return self._text[self._tokens[i - 1].end : self._tokens[i].start].strip() in ("(", "=")

    def _back(self, first: int, strength: Break) -> int:
        """First word before `first` that no break of `strength` and no turn cuts off."""
        breaks, folds = self._breaks, self._folds
        while first and breaks[first] < strength and folds[first - 1] not in cues.TURNS:
            first -= 1
        return first

    def _following(self, i: int) -> str:
        """The word behind word i; "" behind the last."""
        return self._folds[i + 1] if i + 1 < len(self._folds) else ""

    def _ends_clause(self, i: int) -> bool:
        return i + 1 == len(self._tokens) or self._breaks[i + 1] >= Break.COMMA


_SURELY: Final = words(  # "sans hésiter une arthrite", "scanner sans injection : calcul", "sans abri trouvé dans la neige"
    "hesiter hesitation conteste equivoque ambiguite surprise injection contraste preparation",
    "abri domicile emploi profession logement papiers ressources",
)
_YEARS: Final = frozenset(map(str, range(1930, 2101)))
_CUT_OUT: Final = ("ectomie", "resection", "amputation")  # "laryngectomie en 2019 pour cancer"
_YEAR_REACH = 6  # words before a year that it dates
_UNIT_OF_AGE: Final = frozenset({"ans"})
_AGED_REACH: Final = 5  # words before an age that it dates
_BEGUN: Final = ("debut", "commenc", "depuis", "diagnosti", "decouv", "connu", "des", "menarche")
_MONTHS = words(
    "janvier fevrier mars avril mai juin juillet", "aout septembre octobre novembre decembre"
)
_ANSWER = 9  # words in which an answer follows its question
_QUESTION = 6  # words of a question at most
_NO = words(
    "neg negatif negative negatifs negatives non n elimine eliminee ecarte ecartee exclu exclue absent",
    "absente infirme infirmee jamais ras aucun aucune neant",
)
_ANSWERED: Final = words("pos positif positive neg negatif negative")
_NO_MORE: Final = words(
    "sterile steriles ecarte ecartee elimine eliminee exclu exclue infirme infirmee"
)
_CHILDREN: Final = words("fille fils jumeau")
_OWN_CHILD: Final = words("votre bebe")  # what a letter to the parents says
_SMALL_CHILD: Final = words("petit petite jeune")
_NAMED: Final = 4  # words: « enfant », a name, an initial
_BIRTHWEIGHT: Final = re.compile(r"\b[1-5]?\d{3} ?(?:g|gr|grammes?)\b|\b[1-5] ?kg\b")
_RELATIVES: Final = re.compile(
    r"\((?:(?:c[ôo]t[ée]|les?|la|et|deux|grands?|m[èe]re|p[èe]re|fr[èe]res?|s(?:oe|œ)urs?|oncles?|tantes?|cousine?s?|parents|maternel(?:le)?s?|paternel(?:le)?s?)\b[ ,/+-]*)+\)",
    re.IGNORECASE,
)
_GIFTS: Final = words("don dons donne donnee donneur donneuse greffe preleve prelevement rein")
_GIFT_REACH: Final = 8  # words
_AGE = 2  # words: the number, and "ans" or "mois"
_UNITS: Final = ("an", "mois", "sem", "jour")
_ALONE: Final = words(  # what stands alone between commas speaks of what stands before
    "gueri guerie recuperee elimine eliminee ecarte ecartee infirme infirmee contaminant souillure"
)
_NORMAL: Final = words("normal normale normaux")
_CLAIMED: Final = words("probable possible vraisemblable")  # no test is asked for
_PANELS: Final = words(
    "nfs hemogramme bilan biologie bio iono ionogramme crp constantes examen tension ta temperature ecg"
)
_LAST = 2  # words of the last one without "et": "anti-TG IgA négatifs" answers for itself
_ITEM = 5  # words of an item that a plural answer denies
_TEST = 4  # words behind the question in which its test is normal
_TREATED: Final = words("traite traitee opere operee")
# A birthday is no day of the stay.
_BORN: Final = re.compile(r"\b(?:nee?(?: le)?|ddn|naissance|nele)(?: le)?$")
_DAYS: Final = frozenset(f"{day:{width}}" for day in range(1, 32) for width in ("", "02"))
_MONTHS_OF_DAYS: Final = _MONTHS | {day for day in _DAYS if int(day) <= 12}
_DATED_YEARS: Final = frozenset(map(str, range(1900, 2100)))
_NONE: Final[frozenset[str]] = frozenset()
_PLUS: Final = re.compile(r" ?\+(?![/\d])")
_MINUS = re.compile(r"-(?=[ ,.\n)]|\Z)|[−–](?=[ ,.;)\n]|\Z)")  # "VIH- HBs-"
_ENDS: Final = r"[-−–](?=[,.;)\n/]| [,;/]|\Z)"
_SPACED_MINUS: Final = re.compile(
    rf" (?:{_ENDS}|[-−–](?= (?:\w+ [-−–] ){{0,6}}\w+ {_ENDS}))"
)  # "grippe – covid –"
_ANSWER_WORD: Final = r"(?:n[ée]g\w*|non|absente?s?|[-–+]+|pos\w*|oui|présente?s?)"
_PAIRS: Final = re.compile(
    rf"= ?({_ANSWER_WORD}(?: ?/ ?{_ANSWER_WORD})*)(?! ?[\w/])", re.IGNORECASE
)
_DENYING: Final = frozenset("nNaA-–")
_TESTS: Final = _PANELS | words(
    "bu ecbu tdr test pcr scanner tdm irm rx radio echo troponine tropo dimeres hemoc hemocultures serologie serologies eeg efr fibro"
)
_QUESTION_MARK = re.compile(r"\?")
_end_of = attrgetter("end")
_BACKWARD: Final = {
    _Kind.NEGATION_AFTER: Status.NEGATED,
    _Kind.HYPOTHESIS_AFTER: Status.HYPOTHESIS,
    _Kind.PLANNED_AFTER: Status.PLANNED,
    _Kind.HISTORY_AFTER: Status.HISTORY,
    _Kind.FAMILY_AFTER: Status.FAMILY,
}
_FORWARD: Final = {
    _Kind.NEGATION_BEFORE: (Status.NEGATED, ContextReader._negation_end),
    _Kind.HYPOTHESIS_BEFORE: (Status.HYPOTHESIS, ContextReader._clause_end),
    _Kind.PLANNED_BEFORE: (Status.PLANNED, ContextReader._clause_end),
    _Kind.HISTORY_BEFORE: (Status.HISTORY, ContextReader._sentence_end),
}
# A list denied behind ends at these: "VRS positif, grippe et Covid négatifs", "isolement levé après 3 directs négatifs".
_LIST_TURNS: Final = ("positi", "apres")
_CLASSED = words("selon eortc halo gm galactomannane")
_CULTURES: Final = words("culture cultures")
_NOT = _SMALL - {"pas", "0", "jamais"}
_MAY: Final = words("peut peuvent pouvait pouvaient pourra pourront pourrait pourraient")
_REACH: Final = 5  # words from "ne" to what it may not be
_FEW: Final = 3  # words of an item that « jamais » denies behind it: "cannabis jamais"
_CARED: Final = words(
    "de d suivi suivie suivis suivies equilibre equilibree equilibres controle controlee traite traitee traites stabilise",
    "stabilisee surveille surveillee appareille appareillee substitue substituee compense compensee",
)
_SEEN: Final = words(
    "vu vue vus revu revue consulte"
)  # a fracture is not seen, a patient since when
_ARTICLES = frozenset({"un", "une", "le", "la", "l", "d", "toute", "tout", "les"})
