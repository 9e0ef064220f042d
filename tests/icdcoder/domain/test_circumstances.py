"""Place and activity of what happened, as chapter XX of the CIM-10 lists them. All invented."""

import pytest

from icdcoder.domain.patient import Patient
from icdcoder.domain.tokens import fold_text


def told(text):
    patient = Patient(fold_text(text))
    at = text.index("hute") - 1
    return patient.place(at) + patient.activity(at)


@pytest.mark.parametrize(
    ("text", "place", "activity"),
    [
        ("Chute à domicile.", "0", "9"),
        ("Chute dans sa chambre.", "0", "9"),
        ("Chute dans l'escalier chez elle.", "0", "9"),
        ("Chute de son lit à l'EHPAD en dormant.", "1", "4"),
        ("Chute dans sa chambre à la maison de retraite.", "1", "9"),
        ("Chute en prison.", "1", "9"),
        # a hospital is no residence: the nomenclature counts it among institutions
        ("Chute dans sa chambre du service à J3.", "2", "9"),
        ("Chute à l'hôpital en allant aux toilettes.", "2", "4"),
        ("Chute dans la cour de récréation en jouant.", "2", "1"),
        ("Chute au stade pendant un match.", "3", "0"),
        ("Chute sur le trottoir.", "4", "9"),
        ("Chute au supermarché.", "5", "9"),
        ("Chute d'un échafaudage au travail.", "6", "2"),
        ("Chute dans l'étable.", "7", "9"),
        ("Chute en forêt, randonnée.", "8", "1"),
        ("Chute d'une échelle en taillant sa haie.", "0", "3"),
        ("Chute.", "9", "9"),
        # of two places the nearer one
        ("Vit en EHPAD depuis deux ans, sortait en famille. Chute dans la rue.", "4", "9"),
        ("Chute dans la rue, ramené à son EHPAD.", "4", "9"),
        # the home in which one lives, where no other place is named
        ("Vit en EHPAD. Chute dans la rue.", "4", "9"),
        ("Résidente en EHPAD, chute sur le trottoir.", "4", "9"),
        ("Résidente de l'EHPAD Les Tilleuls, chute cette nuit.", "1", "9"),
        ("Adressée par l'EHPAD pour chute.", "1", "9"),
        ("Transférée après chute en EHPAD.", "1", "9"),
    ],
)  # fmt: skip
def test_the_place_and_the_activity_named_nearest_hold(text, place, activity):
    assert told(text) == place + activity


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("body", "Chute, champs pulmonaires libres | Chute, champ visuel normal | Chute, filtre cave en place | Chute, veine cave libre"),
        ("body", "Chute, ventre ferme | Chute, lésion en carrière de Dupuytren | Chute, foyer infectieux | Chute, foyer de contusion"),
        ("stage", "Chute, escarre stade 2 | Chute, cancer au stade de métastases | Chute, maladie au stade terminal | Chute, rein au stade 3b"),
        ("search", "Chute, examen clinique normal | Chute, clinique rassurante | Chute, piste infectieuse | Chute, chambre implantable en place"),
        ("thing", "Chute, une boîte de paracétamol retrouvée | Chute, il boite | Chute, brûlure par café | Chute, un café brûlant renversé | Chute, bois de chauffage"),
        ("thing", "Chute, terrain de thrombose | Chute, banque de sang appelée | Chute, école du dos | Chute, plage horaire | Chute, atelier mémoire"),
        ("person", "Chute, travail de bureau | Chute, mas et ras | Chute, collège médical réuni | Chute, sportif"),
        ("elsewhere", "Chute, amenée à l'hôpital | Chute, transférée par les pompiers à l'hôpital | Chute, retour à domicile | Chute, sortie à la maison"),
        ("to come", "Chute. Sortie en EHPAD lundi | Chute. Retour à l'EHPAD | Chute. Demande d'EHPAD en cours | Chute. Projet d'entrée en EHPAD"),
        ("to come", "Chute. Admission en EHPAD refusée | Chute. Orientation vers une maison de retraite | Chute. Inscription en résidence autonomie"),
        ("a relative's", "Chute. Sa femme est en EHPAD | Chute. Son mari vit en EHPAD | Chute. Sa mère réside dans une maison de retraite"),
        ("elsewhere", "Chute, IDE à domicile | Chute, aides à domicile | Chute, arrivé à la clinique | Chute, mise en jeu du pronostic"),
    ],
)  # fmt: skip
def test_organs_stages_things_and_where_one_is_brought_are_no_place(kind, texts):
    assert {text: told(text) for text in texts.split(" | ") if told(text) != "99"} == {}


def test_the_places_of_these_words_are_still_read():
    places = {
        "Chute à la clinique": "2", "Chute en sortant d'une boîte": "2", "Chute en boîte de nuit": "2", "Chute au café": "5", "Chute dans un champ": "7",
        "Chute à la ferme": "7", "Chute dans les bois": "8", "Chute au bureau": "5", "Chute à la cave": "0", "Chute au stade": "3", "Chute au foyer": "1",
    }  # fmt: skip
    assert {text: told(text + ".")[0] for text in places} == places
