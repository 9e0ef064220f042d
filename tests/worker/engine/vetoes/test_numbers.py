"""Figures of tables that are no dates, no phones and no numbers of persons."""

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL, Subtype
from annotation.domain.spans import Span
from worker.engine.note import Note
from worker.engine.vetoes.numbers import is_no_identifier


def _verdict(marked, subtype):
    before, _, rest = marked.partition("[[")
    found, _, after = rest.partition("]]")
    span = Span(len(before), len(before) + len(found), SUBTYPE_TO_LABEL[subtype], subtype, 0.5)
    return is_no_identifier(Note(before + found + after), span)


@pytest.mark.parametrize(
    ("marked", "subtype"),
    [
        ("gentamicine S [[17/26]]/-", Subtype.DATE),
        ("TA 15O/82 puis [[15O/82]]", Subtype.DATE),
        ("diamètres [[7/22/14]]", Subtype.DATE),
        ("strain [[19/11/8]]", Subtype.DATE),
        ("Barthel [[10 5 5 10 10 15]]", Subtype.DATE),
        ("compresses [[30 + 20 + 10]]", Subtype.DATE),
        ("autotest [[1..12]] : OK", Subtype.DATE),
        ("GHM [[28Z04Z]]", Subtype.DATE),
        ("[[12        2000]]   4,2", Subtype.DATE),
        ("diurèse [[0 0 0 150 0 0]]", Subtype.TEL),
        ("check-list [[1 2 3 4 5 6 7 8 9 10]] cochés", Subtype.AUTRE),
        ("rs[[80357877]]", Subtype.AUTRE),
        ("LPP 3162990 ; [[3103349]]", Subtype.AUTRE),
        ("SNOMED [[22298006]]", Subtype.AUTRE),
        ("BRCA1 c.68_69del (p.[[Glu23Valfs]]*17)", Subtype.AUTRE),
        ("exon 11 KIT del [[557-558]]", Subtype.AUTRE),
        ("photos ([[IMG_4471]])", Subtype.AUTRE),
        ("PAGE [[0l/O2]]", Subtype.DATE),
        ("risque a priori pour elle : [[1/4]]", Subtype.DATE),
        ("appel du [[15]], alerte", Subtype.DATE),
        ("demandé auprès du [[115]]", Subtype.TEL),
        ("(2e passage, le [[1er]] le 7 mars)", Subtype.DATE),
        ("VHC géno [[3a]], F1", Subtype.AGE),
        ("sevré à [[quarante-cinq paquets]] années", Subtype.AGE),
        ("Séjour de [[11 semaines]].", Subtype.AGE),
        ("Contrôle TO à [[6 semaines]], CV", Subtype.AGE),
        ("Augmentin 500 mg [[8 jours]]", Subtype.AGE),
        ("le repas pris : [[3/4]]", Subtype.DATE),
        ("faut-il appeler le [[15]] ?", Subtype.DATE),
        ("m.[[3243A]]>G, homoplasmique", Subtype.AUTRE),
        ("CUPULE 54 mm REF [[6801-054]]\nLOT 7B12045", Subtype.REF),
    ],
)
def test_figures_that_name_nobody(marked, subtype):
    assert _verdict(marked, subtype)


@pytest.mark.parametrize(
    ("marked", "subtype"),
    [
        ("vu le [[12/03]]", Subtype.DATE),
        ("en [[09/23]]", Subtype.DATE),
        ("les [[14/15]] mars", Subtype.DATE),
        ("le [[12/O3/2O2l]]", Subtype.DATE),
        ("le [[12.iii.2019]]", Subtype.DATE),
        ("hiver [[2018/19]]", Subtype.DATE),
        ("le [[12 03 1950]]", Subtype.DATE),
        ("le [[2020-03-12]]", Subtype.DATE),
        ("laser en [[2 0 1 0]]", Subtype.DATE),
        ("né le [[45/13/1950]]", Subtype.DATE_NAISSANCE),
        ("née le [[03/25/1950]]", Subtype.DATE),
        ("née le [[00/00/1950]]", Subtype.DATE),
        ("née le [[1950/25/03]]", Subtype.DATE),
        ("tél [[06 07 08 09 10]]", Subtype.TEL),
        ("tél [[03 80 00 00 00]]", Subtype.TEL),
        ("tél [[0 6 3 9 9 8 1 2 3 4]]", Subtype.TEL),
        ("NIR [[2 55 08 93 034 562 30]]", Subtype.SECU),
        ("Réf. courrier : [[EDV/CB/22-0315]]", Subtype.REF),
        ("IPP [[8003456789]]", Subtype.IPP),
        ("scanner n° [[IMG558120]]", Subtype.AUTRE),
        ("vue le [[15]].", Subtype.DATE),
        ("vu le [[3/4]] au soir", Subtype.DATE),
        ("opéré le [[1er]].", Subtype.DATE),
        ("nourrisson de [[11 semaines]]", Subtype.AGE),
        ("échantillon n° [[557-558]]", Subtype.AUTRE),
        ("Famille contactée le [[17]], sortie le 18.", Subtype.DATE),
        ("Demande du [[15]]", Subtype.DATE),
        ("Appelée le [[18]]", Subtype.DATE),
        ("Patiente à appeler le [[15]]", Subtype.DATE),
        ("Prise de sang le [[3/7]]", Subtype.DATE),
        ("Prise en charge depuis le [[2/4]]", Subtype.DATE),
        ("pris depuis le [[4/9]]", Subtype.DATE),
        ("RDV pris [[3/4]]", Subtype.DATE),
        ("risque de fugue depuis le [[3/4]]", Subtype.DATE),
        ("Étiquette [[12/03/1956]]", Subtype.DATE),
        ("Page [[12/03]]", Subtype.DATE),
        ("opéré le [[1er]] le 7 mars", Subtype.DATE),
        ("Bilan ORL à [[7 ans]]", Subtype.AGE),
        ("IRM réalisée à [[45 ans]]", Subtype.AGE),
        ("écho de hanches à [[3 mois]]", Subtype.AGE),
        ("Hospitalisation [[82 ans]]", Subtype.AGE),
        ("Doliprane 500 mg [[3 ans]]", Subtype.AGE),
        ("tabac [[45 ans, 20 paquets]]", Subtype.AGE),
        ("Dossier n.[[12345]]", Subtype.AUTRE),
        ("IPP : n.[[48213]]", Subtype.IPP),
        ("dossier p.[[48213]]", Subtype.AUTRE),
        ("INS [[12345]]", Subtype.AUTRE),
        ("examen [[SCAN-55812]]", Subtype.AUTRE),
    ],
)
def test_figures_that_may_name_somebody(marked, subtype):
    assert not _verdict(marked, subtype)
