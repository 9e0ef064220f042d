"""Figures of tables that are no dates, no phones and no numbers of persons."""

from time import process_time

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
        ("appel du [[15]], alerte", Subtype.DATE),
        ("faut-il appeler le [[15]] ?", Subtype.DATE),
        ("vue [[8/10]] et 10/10", Subtype.DATE),
        ("donneur frère [[10/10]]", Subtype.DATE),
        ("ELN [[2022]]", Subtype.DATE),
        ("GOLD 3 ([[2011]]", Subtype.DATE),
        ("accord de Paris [[2015]]", Subtype.DATE),
        ("groupe [[06C041]]", Subtype.DATE),
        ("fax p. [[02/05]]", Subtype.DATE),
        ("50 Gy en [[25]]", Subtype.DATE),
        ("CGR [[E4793V00]] 271 mL", Subtype.AUTRE),
        ("REF [[1808000]]  SN REDV2210", Subtype.AUTRE),
        ("REF [[502-03-54E]] CUPULE 54   LOT 5H771", Subtype.REF),
        ("hébergée par le [[115]]", Subtype.DATE),
        ("Appel au [[115]], pas de place", Subtype.TEL),
        ("suivi par le [[115]]", Subtype.TEL),
        ("contacter le [[119]]", Subtype.TEL),
        ("signalement au [[119]]", Subtype.TEL),
        ("composez le [[112]]", Subtype.TEL),
        ("créat passée de [[190]] à 310", Subtype.DATE),
        ("TA | 12/7 | 13/8 | [[11/6]] |", Subtype.DATE),
        ("PA couché 16/8 debout [[11/6]]", Subtype.DATE),
        ("orthostatisme [[13/8]] → 10/6", Subtype.DATE),
        ("feuille de surveillance [[3/5]]", Subtype.DATE),
        ("séance 7, SPPB [[6/12]]", Subtype.DATE),
        ("réf. : NCCN v4, [[Nice-Saint-Paul 2021]]", Subtype.DATE),
        ("présenté au congrès, [[Lille 2024]]", Subtype.DATE),
        ("dès le [[XIXe siècle]]", Subtype.DATE),
        ("QSP fin du [[semestre]]", Subtype.DATE),
        ("numéro national [[3114]] remis", Subtype.AUTRE),
        ("violences femmes [[39 19]]", Subtype.TEL),
        ("taille de la mère [[161]]", Subtype.AGE),
        ("a travaillé [[vingt ans]] à la mine", Subtype.AGE),
        ("contrôle tous les [[3 ans]]", Subtype.AGE),
        ("dépistage à partir de [[30 ans]]", Subtype.AGE),
        ("fracture du [[1/3]] moyen", Subtype.DATE),
        ("recos ANSM [[2007]]", Subtype.DATE),
        ("selon INCa [[2017]]", Subtype.DATE),
        ("nodule de 9 mm, Fleischner [[2017]]", Subtype.DATE),
        ("courbe CFEF [[2014]]", Subtype.DATE),
        ("benzodiazépines, critères de Beers [[2023]]", Subtype.DATE),
        ("contrôle à 3 ans selon ESGE [[2020]]", Subtype.DATE),
        ("loi du [[2 février 2016]]", Subtype.DATE),
        ("loi n° 2016-87 du [[2 février 2016]]", Subtype.DATE),
        ("selon arrêté du [[28 mars 2022]]", Subtype.DATE),
        ("inapte (arrêté du [[21/12/2005]])", Subtype.DATE),
        ("annexe de l'arrêté de [[2017]]", Subtype.DATE),
        ("PAI, modèle circulaire [[2021]]", Subtype.DATE),
        ("PHQ9 [[11/12]]", Subtype.DATE),
        ("soins sans consentement ([[L3212-1]])", Subtype.AUTRE),
        ("article [[L. 3222-5-1]] CSP", Subtype.AUTRE),
        ("mucoviscidose, [[F508del]] homozygote", Subtype.AUTRE),
        ("expansion [[C9ORF72]]", Subtype.AUTRE),
        ("délétion [[15q11-q13]]", Subtype.AUTRE),
        ("translocation, [[Xp11.2]]", Subtype.AUTRE),
        ("Surviving Sepsis [[2021]]", Subtype.DATE),
        ("Mod. [[L331-B]] imp. interne", Subtype.AUTRE),
        ("DPI Orbis 8.4 – modèle [[LL-02]]", Subtype.AUTRE),
        ("formulaire [[S3125]]", Subtype.AUTRE),
        ("[[RADIO-07]] v3 – page 1/2", Subtype.REF),
        ("Réf : [[ENR-URG-012]] version 4", Subtype.REF),
        ("[[PR/QUAL/014]] – V5", Subtype.REF),
        ("biopsie liquide : [[C797S]] en cis", Subtype.AUTRE),
        ("mutation BRAF [[V600E]]", Subtype.AUTRE),
        ("BISOPROLOL 2,5 mg cp   [[9271432]]   1  0", Subtype.AUTRE),
        ("elle a encore [[39.2]] malgré", Subtype.AGE),
        ("puis Optiflow [[4 l]]", Subtype.AGE),
        ("kiné [[5x/sem]]", Subtype.AGE),
        ("lait [[1er âge]]", Subtype.AGE),
        ("claudication à [[200 m]]", Subtype.AGE),
    ],
)
def test_figures_that_name_nobody(marked, subtype):
    assert _verdict(marked, subtype)


@pytest.mark.parametrize(
    ("marked", "subtype"),
    [
        ("vu le [[12/03]]", Subtype.DATE),
        ("vue au congrès, [[mars 2021]]", Subtype.DATE),
        ("séjour à [[Lille 2024]]", Subtype.DATE),
        ("vu le [[14]]", Subtype.DATE),
        ("poste [[3114]]", Subtype.TEL),
        ("marche à [[18 mois]], puis propre", Subtype.AGE),
        ("opéré à [[2 ans]], PSA 3", Subtype.AGE),
        ("il a vécu [[83 ans]]", Subtype.AGE),
        ("elle a passé [[80 ans]]", Subtype.AGE),
        ("vaccinée avant [[72 ans]]", Subtype.AGE),
        ("IRM faite avant [[45 ans]]", Subtype.AGE),
        ("dépistée avant [[38 ans]]", Subtype.AGE),
        ("dossier au [[3114]]", Subtype.AUTRE),
        ("[[3919]], dossier", Subtype.AUTRE),
        ("congrès SFAR : intervention [[Lyon 2019]] chez ce patient", Subtype.DATE),
        ("suivi NCCN depuis [[Lyon 2018]]", Subtype.DATE),
        ("recommandations relues, opéré [[Dijon 2019]]", Subtype.DATE),
        ("entré en mars, objectif [[2021]]", Subtype.DATE),
        ("programme [[2019]] de Mme Roux", Subtype.DATE),
        ("fume à partir de [[30 ans]]", Subtype.AGE),
        ("contactée le [[15]]", Subtype.DATE),
        ("suivie par le poste [[115]]", Subtype.TEL),
        ("appel au poste [[119]]", Subtype.TEL),
        ("DECT [[112]]", Subtype.TEL),
        ("appel au [[4115]]", Subtype.TEL),
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
        ("né en [[1950]]", Subtype.DATE),
        ("Xarelto arrêté du [[12/03/2021]] au 15/03", Subtype.DATE),
        ("ordonnance du [[12/03/2021]]", Subtype.DATE),
        ("tabac arrêté [[2017]]", Subtype.DATE),
        ("prothèse en [[2017]]", Subtype.DATE),
        ("AUDIT le [[22]]", Subtype.DATE),
        ("lot [[L3212-1]]", Subtype.AUTRE),
        ("dossier n° [[4624-34]]", Subtype.AUTRE),
        ("bracelet [[4624-34]]", Subtype.AUTRE),
        ("en [[98]]", Subtype.DATE),
        ("TA 13/8, vue le [[12/7]]", Subtype.DATE),
        ("TA ok. Revu le [[11/6]]", Subtype.DATE),
        ("séance du [[7/12]]", Subtype.DATE),
        ("séance [[7/12]]", Subtype.DATE),
        ("vue [[0312]]", Subtype.DATE),
        ("repas de [[Noël]]", Subtype.DATE),
        ("revu au CHU [[2017]]", Subtype.DATE),
        ("retour veineux avant. PG\n[[Lun 19]]", Subtype.DATE),
        ("version du [[12.4.18]]", Subtype.DATE),
        ("module : édité le [[12.4.18]]", Subtype.DATE),
        ("formulaire n° [[4471]]", Subtype.AUTRE),
        ("fiche EI [[2024-118]]", Subtype.AUTRE),
        ("N/Réf : [[DUR/MM/2020-113]]", Subtype.REF),
        ("dossier [[C797S]]", Subtype.AUTRE),
        ("lot [[9271432]] 2 mg", Subtype.AUTRE),
        ("nourrisson de [[3 m]]", Subtype.AGE),
        ("patiente de [[72 a]]", Subtype.AGE),
        ("née à [[38 SA]]", Subtype.AGE),
    ],
)
def test_figures_that_may_name_somebody(marked, subtype):
    assert not _verdict(marked, subtype)


@pytest.mark.parametrize("blanks", [" " * 3, " | ", "\t\t"])
def test_a_row_of_pressures_by_columns_is_read_at_once(blanks):
    """Each way to share out the blanks between columns was tried: four times as long a column."""
    row = blanks.join(["TA 12/7", *["13/8"] * 12, "revu le [[12/8]]"])
    began = process_time()
    assert not _verdict(row, Subtype.DATE)
    assert process_time() - began < 1
