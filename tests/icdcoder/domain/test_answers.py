"""What stands in lists, with an answer each or one for all, and what "pas" denies. All invented."""

import pytest

from tests.icdcoder.domain.small_coder import coder_of

KNOWN = "I10 E149 J449 I489 F1724 S0220 J111 Z880 Z886 Z888 I269"


@pytest.fixture(scope="module")
def coder():
    return coder_of(KNOWN.split())


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # care is missing, not the disease
        ("Diabète pas vu depuis 2 ans.", "E149"),
        ("HTA pas revue depuis mars.", "I10"),
        ("HTA pas équilibrée.", "I10"),
        ("BPCO pas appareillée, HTA pas traitée.", "I10 J449"),
        ("HTA pas de suivi.", "I10"),
        ("HTA pas de diabète.", "I10"),
        ("Embolie pulmonaire pas vue au scanner.", ""),
        ("BPCO pas retrouvée.", ""),
        ("HTA pas, BPCO.", "J449"),
        # an answer for each item
        ("Diabète, HTA, BPCO = nég / nég / +", "J449"),
        ("Diabète, HTA, BPCO = + / nég / nég", "E149"),
        ("ATCD : HTA, BPCO, FA = non / oui / non.", "J449"),
        ("HTA, BPCO = nég/nég", ""),
        ("HTA, BPCO, FA = nég / nég", "I10 J449"),  # which of the three?
        # one for all
        ("HTA, BPCO, FA = nég", ""),
        ("Grippe, BPCO = non.", ""),
        ("HTA, BPCO, ECG = nég", "I10 J449"),  # only the test is answered
        ("HTA, BPCO, TDR grippe = nég", "I10 J449"),
        ("HTA = oui, BPCO = non", "I10"),
        ("HTA (ancienne), FA, BPCO = non", "I10 I489"),
        # each substance of a list
        ("Allergies : pénicilline, iode.", "Z880 Z888"),
        ("Allergies : pénicilline, iode, aspirine.", "Z880 Z886 Z888"),
        ("Allergies : aucune. Sous aspirine.", ""),
        ("Allergies : pénicilline non, aspirine oui.", "Z886"),
    ],
)
def test_what_is_denied_and_what_is_not(coder, text, codes):
    assert {own.code for own in coder.predict([text])[0]} == set(codes.split())
