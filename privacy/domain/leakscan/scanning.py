"""The scan: read the text, match the patterns, weigh the matches, keep one finding a stretch."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, chain, groupby
from operator import itemgetter
from typing import Final, NamedTuple

from privacy.domain.leakscan.coded import Code, codes_in, windows
from privacy.domain.leakscan.forms import RANK, Finding, Kind, SensitiveString
from privacy.domain.leakscan.keys import keys_of
from privacy.domain.leakscan.lexicon import Lexicon, lexicon_with
from privacy.domain.leakscan.lookalikes import figures_in, letters_in, mixed_in
from privacy.domain.leakscan.matching import Match
from privacy.domain.leakscan.patterns import Patterns
from privacy.domain.leakscan.plain import matches
from privacy.domain.leakscan.quick import QuickReading, quick_matches
from privacy.domain.leakscan.reading import Reading
from privacy.domain.leakscan.replaced import is_inside
from privacy.domain.leakscan.sieve import Sieve
from privacy.domain.leakscan.weighing import level_of
from privacy.domain.substitute import SubstitutedNote

_Place = tuple[int, int, str]
# More than stands between two parts of one value: no link between words reaches over it.
_BETWEEN_NOTES: Final = "\n" * 64
_AT_ONCE: Final = 1 << 15  # characters


class _Hints(NamedTuple):
    """Where codes may stand: runs of letters that were cut, numbers that touch a letter which looks like a figure, whether
    any character may look like another one."""

    cuts: list[int]
    mixed: list[int]
    alike: bool

    def codes(self, note: SubstitutedNote) -> list[Code]:
        """What is written as something else; figures inside a replacement are the surrogate's."""
        text = note.text
        figures = (
            code
            for code in figures_in(text, self.mixed)
            if not is_inside(note.replacements, code.start, code.end)
        )
        return codes_in(
            text,
            self.cuts,
            chain(figures, letters_in(text) if self.alike else ()),
        )


class Scanner:
    """Looks for one patient's originals. Made once a patient, used on each of his notes."""

    def __init__(
        self, originals: Iterable[SensitiveString], *, ordinary_words: Collection[str] = ()
    ) -> None:
        """`ordinary_words` (folded): names that are also words, besides those of the shipped lists."""
        self._lexicon: Lexicon = lexicon_with(frozenset(ordinary_words))
        self._patterns = Patterns(originals, self._lexicon)

    @cached_property
    def _sieve(self) -> Sieve:
        """A quarter of a megabyte, made when a text is read: scanners may be made for many patients beforehand."""
        return Sieve(self._patterns.sought())

    def scan(self, note: SubstitutedNote) -> list[Finding]:
        """Findings in reading order; where one label's stretches lie in one another, the longest."""
        return self.scan_all([note])[0]

    def scan_all(self, notes: Iterable[SubstitutedNote]) -> list[list[Finding]]:
        """The same of each note."""
        return [found for group in _groups(notes) for found in self._scan(group)]

    def scan_exactly(self, note: SubstitutedNote) -> list[Finding]:
        """The same findings in one note, every word looked up."""
        reading = Reading(note.text)
        hints = _Hints(reading.cuts(), mixed_in(note.text), alike=True)
        return self._weigh(note, matches(reading, self._patterns), hints)

    def _scan(self, notes: Sequence[SubstitutedNote]) -> list[list[Finding]]:
        """Read as one text: to sift the words of three notes takes hardly longer than those of one."""
        text = _BETWEEN_NOTES.join([note.text for note in notes])
        keys = keys_of(text)
        if keys is None and len(notes) > 1:
            return [found for note in notes for found in self._scan([note])]
        if keys is None:
            return [self.scan_exactly(notes[0])]
        sizes = [len(note.text) + len(_BETWEEN_NOTES) for note in notes]
        starts = [0, *accumulate(sizes)]
        found: list[list[Match]] = [[] for _ in notes]
        reading = QuickReading(text, keys)
        cuts, mixed = _by_note(reading.cuts(), starts), _by_note(reading.mixed(), starts)
        hints = [_Hints(*own, alike=keys.alike) for own in zip(cuts, mixed, strict=True)]
        for match in quick_matches(reading, self._patterns, self._sieve):
            rank = bisect_right(starts, match.start) - 1
            if match.end <= starts[rank + 1]:  # its words do not stand in two notes
                found[rank].append(_moved(match, starts[rank]))
        return [self._weigh(*own) for own in zip(notes, found, hints, strict=True)]

    def _weigh(self, note: SubstitutedNote, found: Iterable[Match], hints: _Hints) -> list[Finding]:
        here = self._leaks(note, found)
        codes = hints.codes(note)
        if codes:
            for finding in self._decoded(note, codes):
                here.setdefault((finding.start, finding.end, finding.label), finding)
        return [here[place] for place in sorted(_outermost(here))]

    def _decoded(self, note: SubstitutedNote, codes: Sequence[Code]) -> Iterator[Finding]:
        """What stands in the stretches around codes once these are read."""
        for window in windows(note, codes):
            reading = Reading(window.note.text)
            for finding in self._leaks(window.note, matches(reading, self._patterns)).values():
                if window.has_code(finding.start, finding.end):
                    start = window.at(finding.start, is_end=False)
                    end = window.at(finding.end, is_end=True)
                    yield replace(finding, start=start, end=end, kind=str(Kind.ENCODED))

    def _leaks(self, note: SubstitutedNote, found: Iterable[Match]) -> dict[_Place, Finding]:
        here: dict[_Place, Finding] = {}
        for match in found:
            place = (match.start, match.end, match.target.label)
            known = here.get(place)
            if known is not None and RANK[known.kind] <= RANK[match.kind]:
                continue
            level = level_of(note, match, self._lexicon, self._patterns.names)
            if level is not None:
                here[place] = Finding(
                    note.note_id, *place[:2], str(match.kind), place[2], str(level)
                )
        return here


def scan(
    originals: Mapping[str, Collection[SensitiveString]],
    outputs: Iterable[tuple[str, SubstitutedNote]],
    *,
    ordinary_words: Collection[str] = (),
) -> list[Finding]:
    """Findings in reading order. `originals` by patient; `outputs` are (patient, note) pairs."""
    scanners: dict[str, Scanner] = {}
    found: list[Finding] = []
    for patient, pairs in groupby(outputs, key=itemgetter(0)):
        if patient not in scanners:
            scanners[patient] = Scanner(originals.get(patient, ()), ordinary_words=ordinary_words)
        found += chain.from_iterable(scanners[patient].scan_all(note for _, note in pairs))
    return found


def _groups(notes: Iterable[SubstitutedNote]) -> Iterator[list[SubstitutedNote]]:
    """Notes in a row that are not too long together; a long one alone."""
    group: list[SubstitutedNote] = []
    size = 0
    for note in notes:
        size += len(note.text)
        if group and size > _AT_ONCE:
            yield group
            group, size = [], len(note.text)
        group.append(note)
    if group:
        yield group


def _by_note(places: Iterable[int], starts: Sequence[int]) -> list[list[int]]:
    """The places in each of the notes that begin at `starts`, counted from there; the last start is the end."""
    found: list[list[int]] = [[] for _ in starts[1:]]
    for place in places:
        rank = bisect_right(starts, place) - 1
        found[rank].append(place - starts[rank])
    return found


def _moved(match: Match, start: int) -> Match:
    """The match where it stands in the note that begins at `start`."""
    return match._replace(start=match.start - start, end=match.end - start) if start else match


def _outermost(places: Iterable[_Place]) -> Iterator[_Place]:
    """The places that no other one of the same label covers: of (0, 9) and (3, 5), the first."""
    reach: dict[str, int] = {}
    for start, end, label in sorted(places, key=lambda place: (place[0], -place[1])):
        if end > reach.get(label, -1):
            reach[label] = end
            yield start, end, label
