"""Look for a patient's original strings in texts that are about to leave, in twelve forms.

`forms` names them · `originals` lists a patient's strings · `patterns` makes look-ups of them · `reading` cuts a
text · `matching` tells what stands at a place · `plain` looks at every word: the exact scan · `glyphs`, `keys` and
`sieve` find the few words that may matter, and `quick` looks at these: the same findings, sooner · `weighing`, `context`
and `neighbours` tell a leak from a word, an eponym or chance · `lexicon` words · `days` dates · `scanning` the whole ·
`masking` covers what was found.
"""

from privacy.domain.leakscan.forms import KINDS, Finding, Kind, SensitiveString
from privacy.domain.leakscan.masking import mask
from privacy.domain.leakscan.originals import sensitive_strings
from privacy.domain.leakscan.scanning import Scanner, scan

__all__ = [
    "KINDS",
    "Finding",
    "Kind",
    "Scanner",
    "SensitiveString",
    "mask",
    "scan",
    "sensitive_strings",
]
