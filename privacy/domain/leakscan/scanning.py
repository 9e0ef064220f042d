"""The scan: read the text, match the patterns, weigh the matches, keep one finding a stretch."""

from collections.abc import Collection, Iterable, Mapping

from privacy.domain.leakscan.forms import RANK, Finding, SensitiveString
from privacy.domain.leakscan.keys import keys_of
from privacy.domain.leakscan.lexicon import Lexicon, lexicon_with
from privacy.domain.leakscan.matching import Match
from privacy.domain.leakscan.patterns import Patterns
from privacy.domain.leakscan.plain import matches
from privacy.domain.leakscan.quick import QuickReading, quick_matches
from privacy.domain.leakscan.reading import Reading, ReadText
from privacy.domain.leakscan.sieve import Sieve
from privacy.domain.leakscan.weighing import is_leak
from privacy.domain.substitute import SubstitutedNote

_Place = tuple[int, int, str]


class Scanner:
    """Looks for one patient's originals. Made once a patient, used on each of his notes."""

    def __init__(
        self, originals: Iterable[SensitiveString], *, ordinary_words: Collection[str] = ()
    ) -> None:
        """`ordinary_words` (folded): names that are also words, besides those of the shipped lists."""
        self._lexicon: Lexicon = lexicon_with(frozenset(ordinary_words))
        self._patterns = Patterns(originals, self._lexicon)
        self._sieve = Sieve(self._patterns.sought())

    def scan(self, note: SubstitutedNote) -> list[Finding]:
        """Findings in reading order; where one label's stretches lie in one another, the longest."""
        keys = keys_of(note.text)
        if keys is None:
            return self.scan_exactly(note)
        reading = QuickReading(note.text, keys, note)
        return self._weigh(note, reading, quick_matches(reading, self._patterns, self._sieve))

    def scan_exactly(self, note: SubstitutedNote) -> list[Finding]:
        """The same findings, every word looked up."""
        reading = Reading(note.text, note)
        return self._weigh(note, reading, matches(reading, self._patterns))

    def _weigh(
        self, note: SubstitutedNote, reading: ReadText, found: Iterable[Match]
    ) -> list[Finding]:
        here: dict[_Place, Finding] = {}
        for match in found:
            place = (match.start, match.end, match.target.label)
            known = here.get(place)
            if known is not None and RANK[known.kind] <= RANK[match.kind]:
                continue
            if is_leak(reading, match, self._lexicon, self._patterns.names):
                here[place] = Finding(note.note_id, *place[:2], str(match.kind), place[2])
        return [here[place] for place in sorted(here) if not _nested(place, here)]


def scan(
    originals: Mapping[str, Collection[SensitiveString]],
    outputs: Iterable[tuple[str, SubstitutedNote]],
    *,
    ordinary_words: Collection[str] = (),
) -> list[Finding]:
    """Findings in reading order. `originals` by patient; `outputs` are (patient, note) pairs."""
    scanners: dict[str, Scanner] = {}
    found: list[Finding] = []
    for patient, note in outputs:
        if patient not in scanners:
            scanners[patient] = Scanner(originals.get(patient, ()), ordinary_words=ordinary_words)
        found += scanners[patient].scan(note)
    return found


def _nested(place: _Place, places: Collection[_Place]) -> bool:
    """True when a longer finding of the same label covers this one."""
    start, end, label = place
    return any(
        s <= start and end <= e and la == label and (s, e) != (start, end) for s, e, la in places
    )
