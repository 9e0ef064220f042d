"""Public bodies by their official name and place; places of care by an acronym that no list holds."""

import pytest

from worker.engine.confidence.doubt import SURE_RULES
from worker.engine.rules.engine import find_spans


@pytest.mark.parametrize(
    "marked",
    [
        "copie au [[ORGANISME:Registre des tumeurs du Doubs]]",
        "[[ORGANISME:COMMISSION DE CONCILIATION ET D'INDEMNISATION – ÎLE-DE-FRANCE]]",
        "à la [[ORGANISME:maison des femmes de Saint-Denis]].",
        "[[ORGANISME:direction départementale de la protection des populations de la Marne]]",
        "le registre des consultations est clos",
        "le registre de dialyse dit que le chef de [[VILLE:Lyon]] est venu",
        "une commission de sécurité est passée",
        "Transfert au [[HOPITAL:CPNX]], à 10 h",
        "admise hier au [[HOPITAL:SIPOX]] de nuit",
        "revue au [[HOPITAL:CHVZ]] hier",
        "transfert au SSR",
        "plainte à l'[[ORGANISME:ordre des médecins de Paris]]",
        "signalée à l'[[ORGANISME:inspection académique de la Marne]]",
        "Inspection des aisselles en faveur d'une maladie de Verneuil",
        "À l'inspection des aisselles, lésions de Verneuil",
        "de l'ordre des doses de [[VILLE:Brest]]",
        "ordre des deux semaines de [[VILLE:Paris]]",
        "Reprise du THS",
        "opéré du GIST",
        "suivi du KTC",
        "suivi du BHCG",
        "reprise du TACO",
        "Retour au PACE",
        "Greffé du RTQX",
        "transfert au SCANNER",
        "Taux du BNPX à 12",
    ],
)
def test_official_names_and_unknown_acronyms(check, marked):
    check(marked)


def test_an_acronym_after_a_follow_up_may_be_doubted():
    (span,) = find_spans("suivie au CPNX")
    assert span.subtype == "HOPITAL"
    assert span.source not in SURE_RULES


def test_they_need_no_second_opinion():
    text = "Transfert au CPNX, copie au Registre des tumeurs du Doubs"
    sources = {span.source for span in find_spans(text)}
    assert sources == {"rule:care-acronym", "rule:named-body"}
    assert sources <= SURE_RULES
