"""What an adversary made of the ninth dictionary's readings: none of it may come back."""

from __future__ import annotations

import pytest

UNSAID = [
    ("Pas d'idée suicidaire. Il a pris son Doliprane hier soir.", "T39 X60"),
    ("Père suicidé en 2010. Ce matin il a pris son Kardegic.", "T45 X6"),
    ("Don volontaire de sang, a pris de l'aspirine.", "T39 X60"),
    ("Suicide de son frère. A pris rendez-vous, a pris 2 kg sous Seroplex.", "T43 X61"),
    ("78 ans, chute de sa hauteur, scanner : hématome intracérébral lobaire.", "S008"),
    ("À noter, mère diabétique et hypertendue.", "E149 E119 I10"),
    ("À noter père décédé d'un infarctus.", "I21"),
    ("Fils décédé en 2015 d'un cancer du pancréas.", "C25"),
    ("Une fille opérée en 2018 d'un cancer du sein.", "Z853 C50"),
    ("Fille 2012 épileptique, fils 2015 asthmatique.", "G40 J45"),
    ("Homme de 22 ans, diabète depuis l'âge de 8 ans sous pompe.", "E11"),
    ("☒ plaie du sacrum ☐ diabète ☐ fumeur", "E149 F17"),
    ("☐ Diabète\n☒ Hypertension artérielle\n☐ Fumeur actif", "E149 F17"),
    ("Tabac : ☐ fumeur actif ☒ jamais", "F17"),
]
SAID = [
    ("TS : elle a pris 30 comprimés de bromazépam, geste volontaire.", "T424"),
    ("Geste suicidaire, a pris deux boîtes de Doliprane.", "T391"),
    ("78 ans, chute de sa hauteur, scanner : hématome intracérébral lobaire.", "I61"),
    ("M. Durand, interne. Accouchement voie basse 39 SA, G2P2, déchirure du périnée.", "O70"),
    ("Deux enfants de 3 et 5 ans. G3P3, accouchement ce jour, hémorragie de la délivrance.", "O72"),
    ("Don de rein à son frère en 2012, HTA traitée.", "I10"),
    ("Fumeur actif ☐ Diabète ☒ HTA ☐", "E149"),
    ("☐ Pneumopathie\n☐ Diabète de type 2\nOrdonnance faite ✔", "J18 E11"),
    ("Homme de 62 ans, diabète sous metformine.", "E11"),
]


def codes_of(coder, text):
    return [found.code for found in coder.predict([text])[0]]


@pytest.mark.parametrize(("text", "unwanted"), UNSAID)
def test_nobody_said_it(full_coder, text, unwanted):
    got = codes_of(full_coder, text)
    assert [code for code in got if code.startswith(tuple(unwanted.split()))] == []


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_it_is_said(full_coder, text, wanted):
    got = codes_of(full_coder, text)
    assert [name for name in wanted.split() if not any(code.startswith(name) for code in got)] == []
