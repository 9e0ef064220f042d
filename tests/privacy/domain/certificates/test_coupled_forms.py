"""More neighbours drawn with one randomness, by what notes hold: tables, growth charts, terms, prescriptions, file names, quarters,
classes. Each pair of values stands in every sentence of its group and must be written alike."""

import pytest

from privacy.domain.certificates.distance import loss_bound
from privacy.domain.tables import default_tables
from tests.privacy.domain.certificates.neighbour_pairs import POLICY, file
from tests.privacy.domain.certificates.test_coupled import rendered  # noqa: F401 - a fixture

AGE, DAY, LENGTH, BIRTH, PHONE = (
    "AGE|AGE",
    "DATE|DATE",
    "DATE|DUREE",
    "DATE|DATE_NAISSANCE",
    "TEL|TEL",
)
_BETWEEN = ("\t", " | ", ";", "  ", " / ", ", ", "\n")

# label, sentences, pairs
GROUPS = {
    "tables of days": (DAY, [f"Date{s}Hb{s}Plq\n#{s}12,3{s}250\n#{s}11{s}240" for s in _BETWEEN] + [f"#{s}{{01/02/2020|{DAY}}}{s}Hb 12" for s in _BETWEEN],
        ["9/3/2019=10/3/2019", "31/12/19=01/01/20", "1er rappel 12/03/2019=2e rappel 13/03/2019"]),
    "births beside a number": (BIRTH, [f"Né{s}#{s}NIR{s}{{1 50 12 21 231 012 34|QID|SECU}}" for s in _BETWEEN], ["31/12/1950=01/01/1951", "311250=010151"]),
    "growth charts": (AGE, ["PC 46 cm à #.", "{Lina|PER|PRENOM}, #, pèse 8 kg", *(f"Âge{s}Poids\n#{s}8 kg" for s in _BETWEEN)], [
        "9 mois=10 mois", "24 mois=25 mois", "9m=10m", "1a=2a", "M9=M10", "J9=J10", "9 mois corrigés=10 mois corrigés", "9 mois d'âge corrigé=10 mois d'âge corrigé",
        "9 M=10 M", "18mois=19mois", "1 an 1/2=2 ans 1/2", "un an et demi=deux ans et demi", "9 mois ½=10 mois ½", "S9=S10", "9 sem=10 sem", "9e semaine=10e semaine",
        "9 semaines et 3 jours=10 semaines et 3 jours", "premier mois=deuxième mois", "1ère année=2ème année", "9 h de vie=10 h de vie", "99 ans=100 ans"]),
    "terms": (AGE, ["Césarienne à #.", "Terme # (écho)"], [
        "9 SA=10 SA", "9SA+1j=10SA+1j", "39 SA + 6 j=40 SA + 0 j", "39+6=40+0", "39 SA et 6/7=40 SA et 1/7", "39e SA=40e SA", "trente-neuf SA=quarante SA", "39S.A.=40S.A.",
        "9 semaines de grossesse=10 semaines de grossesse", "39SA6j=40SA0j", "SA 39=SA 40", "39 S A=40 S A"]),
    "days of a pregnancy": (DAY, ["DDR : #", "DDG #", "DPA le #", "DDR=# (38 SA)"], ["09/03/2019=10/03/2019", "9 mars=10 mars", "31/12/2019=01/01/2020"]),
    "prescriptions": (LENGTH, ["Amoxicilline 1 g x 3 pendant #.", "Traitement : #", "AAP # puis arrêt"], [
        "1 mois=2 mois", "9 jours=10 jours", "1 semaine=2 semaines", "un mois=deux mois", "QSP 1 mois=QSP 2 mois", "x 9 j=x 10 j", "9j=10j", "1 sem=2 sem", "24h=25h",
        "1 jour sur 2=1 jour sur 3", "9 jours/mois=10 jours/mois", "5 à 9 jours=5 à 10 jours", "un à deux mois=un à trois mois", "9-12 j=10-12 j", "pdt 9 jrs=pdt 10 jrs",
        "3 mois renouvelable=4 mois renouvelable", "un mois et demi=deux mois et demi"]),
    "time lines": (LENGTH, ["Revu #, RAS.", "# : ablation des fils"], [
        "3e jour=4e jour", "9e jour post-op=10e jour post-op", "9ème mois de suivi=10ème mois de suivi", "après 9 jours=après 10 jours", "dans 9 j=dans 10 j",
        "au bout de 9 jours=au bout de 10 jours", "9 mois plus tard=10 mois plus tard", "un an après=deux ans après", "9 jours avant=10 jours avant", "la veille=l'avant-veille"]),
    "Roman numerals": (DAY, ["Vu #.", "Bilan (#)"], ["IX/2019=X/2019", "14.III.1941=15.III.1941", "14-IX-1941=14-X-1941", "XII/19=I/20", "IXe siècle=Xe siècle"]),
    "names of files": (DAY, ["CR_#.pdf", "https://x.example/cr/#/a", "scan-#-1.tif", "/data/#/"], [
        "2019-09-30=2019-10-01", "20190930=20191001", "30092019=01102019", "2019_09_30=2019_10_01", "2019.09.30=2019.10.01", "300919=011019", "2019-09=2019-10",
        "2019-09-30T08:15=2019-10-01T08:15", "20190930T0815=20191001T0815", "2019-W39=2019-W40", "2019S39=2019S40"]),
    "quarters and school years": (DAY, ["Opéré #.", "Bilan (#) normal", "En #, va bien"], [
        "T1 2019=T2 2019", "1er trimestre 2019=2e trimestre 2019", "1T19=2T19", "Q1 2019=Q2 2019", "S1/2019=S2/2019", "premier semestre 2019=second semestre 2019",
        "2018-2019=2019-2020", "18/19=19/20", "année scolaire 2018-2019=année scolaire 2019-2020", "rentrée 2018=rentrée 2019", "exercice 2019=exercice 2020",
        "mi-2019=mi-2020", "début des années 2000=début des années 2010", "les années 90=les années 2000", "années quatre-vingt=années quatre-vingt-dix",
        "hiver 18/19=hiver 19/20", "vers 1999=vers 2000", "mars/avril 2019=avril/mai 2019", "mi-mars=mi-avril", "fin mars=fin avril", "courant mars=courant avril"]),
    "since when": (LENGTH, ["Toux #.", "#, chute"], [
        "l'an dernier=il y a 2 ans", "an dernier=an passé", "depuis hier=depuis avant-hier", "il y a une quinzaine=il y a 20 jours", "depuis plus d'un an=depuis plus de deux ans",
        "depuis quasi un an=depuis quasi deux ans", "depuis 1 à 2 ans=depuis 2 à 3 ans", "ces 9 derniers mois=ces 10 derniers mois", "1 fois par an=2 fois par an"]),
    "ages in words": (AGE, ["Patient, #, suivi.", "Il a #."], [
        "la quarantaine=la cinquantaine", "octogénaire=nonagénaire", "la quarantaine passée=la cinquantaine passée", "40aine=50aine", "trente ans=trente et un ans",
        "cent ans=cent un ans", "fin de quarantaine=fin de cinquantaine", "presque 40 ans=presque 41 ans", "40/45 ans=41/45 ans", ">39 ans=>40 ans", "9,5 ans=10,5 ans",
        "9yo=10yo", "en CP=en CE1", "en grande section=au CP", "en CM1=en 6ème", "en 6ème=en 5ème"]),
    "over two lines": (DAY, ["Vu le #."], ["30\navril 2019=1er\nmai 2019", "9/03/\n2019=10/03/\n2019", "9-\n03-2019=10-\n03-2019", "du 3\nau 9 mai=du 3\nau 10 mai"]),
    "phones": (PHONE, ["Joindre au #."], [
        "03 80 29 3O 31=03 80 29 3O 32", "03.80.29.3l.31=03.80.29.3l.32", "06XX XX 30 31=06XX XX 30 32", "zéro six douze trente-quatre=zéro six treize trente-quatre",
        "+33.3.80.29.30.31=+33.3.80.29.30.32", "03 80 29 30 31 ou 32=03 80 29 30 32 ou 33"]),
}  # fmt: skip


def pairs(name: str) -> list[tuple[str, str]]:
    label, sentences, values = GROUPS[name]
    return [
        tuple(sentence.replace("#", f"{{{value}|{label}}}") for value in pair.split("="))
        for sentence in sentences
        for pair in values
    ]


@pytest.mark.parametrize("name", GROUPS)
def test_values_of_a_kind_are_written_alike(rendered, name):  # noqa: F811
    differing = [pair for pair in pairs(name) if rendered(pair[0]) != rendered(pair[1])]
    assert differing == []


@pytest.mark.parametrize("name", GROUPS)
def test_each_pair_is_one_of_neighbours(name):
    """Whose loss is bounded: else nothing would be asked of them."""
    tables = default_tables()
    apart = [pair for pair in pairs(name) if loss_bound(*map(file, pair), POLICY, tables) is None]
    assert apart == []
