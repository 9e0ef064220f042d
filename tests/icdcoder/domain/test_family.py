"""Diseases of relatives: coded where the patient is seen for them, else not; and children who are the patient. All invented."""

import pytest

from tests.icdcoder.domain.small_coder import misread

SOUGHT = [
    ("Consultation de sénologie en raison d'antécédents familiaux de cancer du sein (mère à 42 ans).", "Z803 -Z85 -C50"),
    ("Coloscopie de dépistage pour antécédent familial de cancer du côlon chez le père.", "Z8000 -C18"),
    ("Bilan cardiologique demandé devant la mort subite d'un frère à 34 ans.", "Z824 -I46"),
    ("Surveillance dermatologique pour antécédent familial de mélanome (père et oncle).", "Z80804 -C43"),
    ("Écho-endoscopie chez un sujet à risque : deux parents atteints d'un cancer du pancréas.", "Z8001 -C25"),
    ("Échographie demandée pour antécédents familiaux de cancer du rein.", "Z805"),
    ("Entretien d'évaluation : antécédents familiaux de trouble bipolaire (père, tante).", "Z818 -F31"),
    ("Contrôle du tonus oculaire, antécédent familial de glaucome.", "Z8350 -H40"),
    ("Mastectomie prophylactique : mère, sœur et tante atteintes de cancer du sein.", "Z803 -C50"),
    ("Épreuve d'effort de dépistage, père mort d'un infarctus à 44 ans.", "Z824 -I2"),
    ("Consultation d'oncogénétique : tante décédée d'un cancer de l'ovaire.", "Z804 -C56"),
    ("Bilan d'hémostase car un frère hémophile.", "Z832 -D66"),
    ("Dépistage rénal : père dialysé.", "Z841 -Z992"),
    ("Enquête génétique : cousin atteint de myopathie de Duchenne.", "Z820 -G71"),
    # what the two share is no illness of a relative
    ("Parents consanguins (cousins germains).", "Z843"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), SOUGHT)
def test_a_relatives_disease_that_the_patient_is_seen_for_is_coded(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        "Appendicite aiguë. Mère diabétique.",
        "Colique néphrétique droite. ATCD fam : père IDM à 60 ans.",
        "Pyélonéphrite traitée, son frère est suivi pour un cancer du poumon.",
        "Son père est suivi pour une épilepsie.",
        "Antécédents familiaux : diabète chez la mère, cancer du sein chez la sœur.",
        "Polykystose (génétique connue, mère et sœur dialysées).",
        "Motif : chute. Père : cancer du côlon.",
        "Bilan lipidique : mari épileptique.",
    ],
)
def test_one_that_is_only_mentioned_is_not(full_coder, text):
    assert misread(full_coder, text, "-Z80 -Z81 -Z82 -Z83 -Z84") == ([], [])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("J'ai vu votre fille Zoé, 8 ans, pour un asthme allergique.", "J45"),
        ("Chers parents, votre fils a été hospitalisé pour un diabète de type 1.", "E10"),
        ("Votre petit garçon va bien. Votre petite fille présente une varicelle.", "B01"),
        ("Votre patiente, dont la fille est épileptique.", "-G40"),
        ("Votre patient, fils de diabétique.", "-E1"),
    ],
)
def test_the_child_that_a_letter_speaks_of_is_the_patient(full_coder, text, wanted):
    assert misread(full_coder, text, wanted) == ([], [])
