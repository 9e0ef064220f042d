"""Look for a patient's original strings in texts that are about to leave, in twenty forms.

`forms` names them · `originals` lists a patient's strings · `patterns` makes look-ups of them · `reading` cuts a
text · `matching` tells what stands at a place · `plain` looks at every word: the exact scan · `glyphs`, `keys` and
`sieve` find the few words that may matter, and `quick` looks at these: the same findings, sooner · `weighing`, `context`,
`neighbours` and `eponyms` tell how surely it is a leak rather than a word, a disease or chance · `lexicon` words · `days`
dates, `births` those that are not whole · `fragments` and `spoken` numbers · `diminutives`, `demonyms` · `shortened` · `coded`
letters written as codes, `lookalikes` · `scanning` the whole · `masking` covers what was found · `replaced` where it stood.
"""

from privacy.domain.leakscan.forms import KINDS, LEVELS, Finding, Kind, Level, SensitiveString
from privacy.domain.leakscan.masking import mask
from privacy.domain.leakscan.originals import sensitive_strings
from privacy.domain.leakscan.replaced import source_place
from privacy.domain.leakscan.scanning import Scanner, scan

__all__ = [
    "KINDS",
    "LEVELS",
    "Finding",
    "Kind",
    "Level",
    "Scanner",
    "SensitiveString",
    "mask",
    "scan",
    "sensitive_strings",
    "source_place",
]
