"""Public bodies by their official name and place; places of care by an acronym that no list holds."""

import pytest

from worker.engine.rules.engine import find_spans
from worker.engine.rules.registry import rule_of


@pytest.mark.parametrize(
    "marked",
    [
        "copie au [[ORGANISME:Registre des tumeurs du Doubs]]",
        "[[ORGANISME:COMMISSION DE CONCILIATION ET D'INDEMNISATION – ÎLE-DE-FRANCE]]",
        "à la [[ORGANISME:maison des femmes de Saint-Denis]].",
        "[[ORGANISME:direction départementale de la protection des populations de la Marne]]",
        "le registre des consultations est clos",
        "une commission de sécurité est passée",
        "transfert au SSR",
        "plainte à l'[[ORGANISME:ordre des médecins de Paris]]",
        "signalée à l'[[ORGANISME:inspection académique de la Marne]]",
        "Inspection des aisselles en faveur d'une maladie de Verneuil",
        "À l'inspection des aisselles, lésions de Verneuil",
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


def test_they_need_no_second_opinion():
    text = "Copie au Registre des tumeurs du Doubs"
    sources = {span.source for span in find_spans(text)}
    assert sources == {"rule:named-body"}
    assert all(rule_of(source).is_sure for source in sources)
