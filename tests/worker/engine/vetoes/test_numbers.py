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
        ("rs[[80357877]]", Subtype.AUTRE),
        ("LPP 3162990 ; [[3103349]]", Subtype.AUTRE),
        ("SNOMED [[22298006]]", Subtype.AUTRE),
        ("BRCA1 c.68_69del (p.[[Glu23Valfs]]*17)", Subtype.AUTRE),
        ("appel du [[15]], alerte", Subtype.DATE),
        ("faut-il appeler le [[15]] ?", Subtype.DATE),
        ("m.[[3243A]]>G, homoplasmique", Subtype.AUTRE),
        ("vue [[8/10]] et 10/10", Subtype.DATE),
        ("donneur frère [[10/10]]", Subtype.DATE),
        ("ELN [[2022]]", Subtype.DATE),
        ("GOLD 3 ([[2011]]", Subtype.DATE),
        ("accord de Paris [[2015]]", Subtype.DATE),
        ("CTCAE [[v4.03]]", Subtype.DATE),
        ("groupe [[06C041]]", Subtype.DATE),
        ("fax p. [[02/05]]", Subtype.DATE),
        ("50 Gy en [[25]]", Subtype.DATE),
        ("CHECK LIST [[V2016]]", Subtype.AUTRE),
        ("sonde CAPSUREFIX [[4574-53]]", Subtype.AUTRE),
        ("SONDE OD [[5076-52]]", Subtype.AUTRE),
        ("CGR [[E4793V00]] 271 mL", Subtype.AUTRE),
        ("REF [[1808000]]  SN REDV2210", Subtype.AUTRE),
        ("REF [[502-03-54E]] CUPULE 54   LOT 5H771", Subtype.REF),
    ],
)
def test_figures_that_name_nobody(marked, subtype):
    assert _verdict(marked, subtype)


@pytest.mark.parametrize(
    ("marked", "subtype"),
    [
        ("vu le [[12/03]]", Subtype.DATE),
        ("vu le 8/10 et le [[9/10]]", Subtype.DATE),
        ("note du [[8/10]]", Subtype.DATE),
        ("opérée en [[2022]]", Subtype.DATE),
        ("score ELN fait en [[2022]]", Subtype.DATE),
        ("n° de série [[4574-53]]", Subtype.AUTRE),
        ("en [[09/23]]", Subtype.DATE),
        ("les [[14/15]] mars", Subtype.DATE),
        ("le [[12/O3/2O2l]]", Subtype.DATE),
        ("le [[12.iii.2019]]", Subtype.DATE),
        ("hiver [[2018/19]]", Subtype.DATE),
        ("le [[2020-03-12]]", Subtype.DATE),
        ("né le [[45/13/1950]]", Subtype.DATE_NAISSANCE),
        ("née le [[03/25/1950]]", Subtype.DATE),
        ("née le [[00/00/1950]]", Subtype.DATE),
        ("née le [[1950/25/03]]", Subtype.DATE),
        ("NIR [[2 55 08 93 034 562 30]]", Subtype.SECU),
        ("IPP [[8003456789]]", Subtype.IPP),
        ("vue le [[15]].", Subtype.DATE),
        ("Appelée le [[18]]", Subtype.DATE),
        ("Patiente à appeler le [[15]]", Subtype.DATE),
        ("Dossier n.[[12345]]", Subtype.AUTRE),
        ("IPP : n.[[48213]]", Subtype.IPP),
        ("dossier p.[[48213]]", Subtype.AUTRE),
        ("INS [[12345]]", Subtype.AUTRE),
        ("examen [[SCAN-55812]]", Subtype.AUTRE),
        ("REF 1808000  SN [[4471802]]", Subtype.AUTRE),
        ("N/Réf : [[1808000]]\nLOT 12", Subtype.REF),
        ("REF [[1808000]] du dossier", Subtype.REF),
        ("Réf : [[1808000]], 4 lot. Les Aulnes", Subtype.REF),
        ("N/Réf : [[1808000]], lot 12", Subtype.REF),
    ],
)
def test_figures_that_may_name_somebody(marked, subtype):
    assert not _verdict(marked, subtype)
