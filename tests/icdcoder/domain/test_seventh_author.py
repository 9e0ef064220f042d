"""Kinds that the notes of a seventh author showed, each worded otherwise: a sentence a row. All invented."""

import pytest

from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature

SAID = [
    # a sign goes beside its disease
    ("Érysipèle de la jambe droite, ganglion inguinal.", {"A46"}),
    ("DMLA exsudative, DSR à l'OCT.", {"H353"}),
    ("Syndrome de Gougerot, bouche sèche.", {"M350"}),
    ("Endométriose, dyspareunie.", {"N809"}),
    ("Cystite avec brûlures.", {"N309"}),
    ("Polyneuropathie, brûlures des pieds.", {"G629"}),
    ("Pyélonéphrite obstructive sur calcul urétéral.", {"N136"}),
    ("Rectocolite hémorragique, rectorragies.", {"K519"}),
    ("Cachexie, amyotrophie.", {"R64"}),
    ("CIVD, plaquettes à 40 000.", {"D65"}),
    ("SMD, thrombopénie.", {"D469"}),
    ("Néphropathie lupique, hématurie.", {"N085"}),
    ("Embolie graisseuse avec confusion.", {"T791"}),
    # a general code beside a precise one, the eye or orbit of a disease
    ("SEP, névrite optique droite.", {"G35", "H481"}),
    ("Névrite optique droite.", {"H46"}),
    ("Basedow, exophtalmie.", {"E050", "H062"}),
    ("Kératite sur zona ophtalmique.", {"B023", "H192"}),
    ("AOMI stade 2, athéromatose.", {"I7020"}),
    # a word in another sense
    ("Douleur à la mobilisation du globe.", set()),
    ("Globe vésical.", {"R33"}),
    ("PAC fonctionnel, bon reflux.", set()),
    ("Hyperthyroïdie de Basedow sous ATS.", {"E050"}),
    ("Entérocolite de stade IIA.", {"K529"}),
    ("Anémie de l'IRC, ASE débuté.", {"D649"}),
    ("Enfant suivi par l'ASE.", {"Z622"}),
    ("HELLP, schizo +.", {"O142"}),
    ("Schizo stabilisée.", {"F209"}),
    ("Hydrosalpinx, phimosis tubaire.", {"N701"}),
    ("Vient accompagnée de son fils.", set()),
    ("Accompagne son bébé hospitalisé.", {"Z763"}),
    ("Anticoagulation par héparine, relais Eliquis.", set()),
    ("Eliquis débuté à J3.", set()),
    ("FA permanente sous Eliquis.", {"I482", "Z921"}),
    ("VNI 2 nuits.", set()),
    ("VNI la nuit à domicile.", {"Z991+1"}),
    # planned, or prevented
    ("VHC non, VHB vaccinée.", set()),
    ("Prophylaxie à rediscuter.", set()),
    ("Demande de curatelle envisagée.", set()),
    ("Discussion de MitraClip.", set()),
    ("MitraClip posé en 2021.", {"Z954"}),
    # the type stands beside it
    ("Épisode maniaque délirant, bipolaire, délire concordant à l'humeur.", {"F3120"}),
    ("Épisode maniaque délirant, bipolaire, délire non congruent.", {"F3121"}),
    ("Paraparésie spasmodique.", {"G8211"}),
    ("Tétraparésie flasque.", {"G8231"}),
    ("Neuropathie de réanimation, tétraparésie.", {"G628"}),
    ("Réaction anxiodépressive.", {"F4322"}),
    ("Trouble de l'adaptation, humeur dépressive.", {"F4320"}),
    ("Cachexie. Dyspnée sévère.", {"R64"}),
    ("Cachexie sévère.", {"E43"}),
    ("AVP moto contre voiture, fracture de la clavicule.", {"S420", "V234"}),
]
KNOWN = "E440 F312 J189 K561 N47 V299 V899 V89 V8999 Z298 Z653 H169 H052 H332 I7090 M625 N201 N946 R233 R31 R590 R682 T250 T300"


@pytest.fixture(scope="module")
def reader():
    codes = {code for _text, wanted in SAID for code in wanted} | set(KNOWN.split())
    return DictionaryCoder(
        Nomenclature(CodeEntry(code, f"Essai {code}", "", True, False) for code in sorted(codes))
    )


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_wording(reader, text, wanted):
    assert {found.code for found in reader.predict([text])[0]} == wanted
