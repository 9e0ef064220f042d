"""What clinicians write for the chapters of infections, tumours, blood, hormones, mind, nerves, eye and ear. All invented."""

import pytest

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature

INFECTIONS = [
    ("Coproculture positive à Salmonella.", "A020"),
    ("Hémocs + à SAMS.", "A410"),
    ("Hémocultures positives (2 flacons).", "A419"),
    ("Hémocultures stériles.", ""),
    ("Méningite à Neisseria meningitidis.", "A390"),
    ("Jambe rouge fébrile.", "A46"),
    ("Antigénurie légionelle positive.", "A481"),
    ("Condylomes de la marge anale.", "A6300"),
    ("Langue mycosique.", "B370"),
    ("Mycose des plis.", "B372"),
    ("Infection urinaire à levures.", "B374"),
    ("Accès palustre à vivax.", "B519"),
    ("Retour du Mali, palu.", "B54"),
    ("Patient vu pour palu à falciparum.", "B509"),
    ("Séquelles de BK.", "B909"),
    ("Syndrome infectieux sans point d'appel.", "B99+1"),
    ("Syndrome infectieux, syndrome grippal : virose.", "B349"),
    ("COVID +, pneumopathie.", "U0710"),
    ("COVID de découverte fortuite.", "U0712"),
    ("TDR COVID positif.", "U0714"),
    ("E. coli BLSE dans l'ECBU.", "B962 U822+0"),
    ("Portage de BHRe.", "U83701"),
    ("Portage nasal de SARM.", "U82101"),
    ("Ni BMR ni BHRe au dépistage.", ""),
    ("Toxoplasmose non immune. Rubéole immune.", ""),
]
SENTENCES = [*INFECTIONS]
BESIDE = "A021 A169 B069 B379 B49 B589 U83700 U83710 U82100 U822! U8370! U8371! J189 Z223"


@pytest.fixture(scope="module")
def reader():
    named = {code for _text, codes in SENTENCES for code in codes.split()} | set(BESIDE.split())
    return DictionaryCoder(
        Nomenclature(
            CodeEntry(name.rstrip("!"), f"Essai {name}", "", not name.endswith("!"), False)
            for name in sorted(named)
        )
    )


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[s[0][:50] for s in SENTENCES])
def test_a_sentence_gives_its_codes(reader, text, expected):
    [found] = reader.predict([text])

    assert {prediction.code for prediction in found} == set(expected.split())
