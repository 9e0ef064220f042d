"""Place and activity of what happened, as chapter XX of the CIM-10 lists them. All invented."""

import pytest

from icdcoder.domain.patient import Patient


def told(text):
    patient = Patient.of(text)
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
    ],
)  # fmt: skip
def test_the_place_and_the_activity_named_nearest_hold(text, place, activity):
    assert told(text) == place + activity
