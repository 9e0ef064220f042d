"""Lines that several rules share: letterheads, lists, signatures, columns."""

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "Mutuelle : [[ORGANISME:Harmonie Mutuelle]], n° adhérent [[AUTRE:00458123]]",
        "Mme [[INITIALES:D.]], [[AGE:45 ans]], consulte",
        "Dr [[PRENOM:Paul]] [[NOM:Petit]]\n[[ADRESSE:3 rue des Godrans]]\n[[ZIP:21000]] [[VILLE:DIJON]]",
        "Né le [[DATE_NAISSANCE:12 mars 1954]] ([[AGE:69 ans]])",
        "Mr [[NOM:Petit]], [[AGE:69a]], HTA",
        "tutrice : Mme [[NOM:Garnier]], [[ORGANISME:UDAF du Jura]]",
        "M. [[INITIALES:L.]], [[AGE:45 ans]]",
        "Monsieur [[INITIALES:B]], [[AGE:45 ans]]",
    ],
)
def test_several_rules_in_one_line(check, marked):
    check(marked)
