"""Names of persons, bodies and documents tell of no disease; the words that only look like such a name do. All invented."""

import pytest

NAMES = [
    # persons
    "Vu par le Dr Asthme.",
    "Pr Goutte, rhumatologue",
    "Mme Lupus, 45 ans.",
    "Dr Paul GOUTTE",
    "Avis du Docteur Parkinson pris par téléphone.",
    "Monsieur Alzheimer est venu.",
    "Dr. Asthme-Lemoine",
    # bodies
    "Association Parkinson contactée.",
    "Association France Alzheimer contactée.",
    "Contact avec l'association asthme demain, association asthme sollicitée.",
    "Association des patients atteints de lupus rencontrée.",
    "Fondation contre la mucoviscidose.",
    "Ligue de lutte contre l'asthme",
    "École de l'asthme proposée.",
    "Maison du diabète",
    "Réseau diabète contacté.",
    "France Parkinson l'appelle.",
    "SOS hépatites",
    "Journée mondiale du diabète au hall",
    "Journée du diabète au hall",
    "Réseau de soins diabète contacté.",
    # documents
    "Documentation sur l'asthme remise.",
    "brochure diabète",
    "Livret sur la sclérose en plaques donné.",
    "Brochure sur l'asthme et la BPCO remise.",
    "Dépliants d'information sur l'apnée du sommeil.",
    "Plaquette d'information sur la dépression remise",
    "Fiche d'information sur la bronchiolite donnée",
    "Site internet sur la sclérose en plaques",
    "Elle a lu un article sur la mucoviscidose.",
]
DISEASES = [
    ("Association d'un diabète et d'une HTA.", "E14 I10"),
    ("HTA en association avec un diabète.", "E14 I10"),
    ("Association asthme et polypose nasale.", "J33 J45"),
    ("Mme HTA connue", "I10"),
    ("Mme DURAND HTA connue", "I10"),
    ("Mme DURAND Asthme connu", "J45"),
    ("M. Crohn évolutive", "K50"),
    ("Vu avec le Dr Martin pour asthme.", "J45"),
    ("Dr Martin : asthme.", "J45"),
    ("Adressé par l'école pour asthme.", "J45"),
    ("Fiche de liaison : HTA, asthme.", "I10 J45"),
    ("Brochure asthme remise à un patient diabétique", "E14"),
    ("Ligue contre le cancer contactée pour un mélanome.", "C43"),
    ("Livret d'accueil remis, asthme", "J45"),
    ("PR érosive suivie", "M06"),
    ("Revue pour asthme.", "J45"),
    ("Une journée de migraine.", "G43"),
    ("Réseau de varices des membres inférieurs.", "I83"),
]  # fmt: skip


@pytest.mark.parametrize("text", NAMES)
def test_a_name_is_no_diagnosis(full_coder, text):
    assert [found.code for found in full_coder.predict([text])[0]] == []


@pytest.mark.parametrize(("text", "expected"), DISEASES)
def test_what_only_looks_like_a_name_is_read(full_coder, text, expected):
    found = {own.code[:3] for own in full_coder.predict([text])[0]}
    assert found == set(expected.split())
