import pytest

from worker.training.corpus.grammar import agree
from worker.training.corpus.marked import Piece


@pytest.mark.parametrize(
    ("before", "subtype", "name", "expected"),
    [
        ("adressé au ", "HOPITAL", "clinique du Parc", "adressé à la clinique du Parc"),
        ("adressé à ", "HOPITAL", "CHU de Dijon", "adressé au CHU de Dijon"),
        ("sorti de ", "HOPITAL", "hôpital Nord", "sorti de l'hôpital Nord"),
        ("sorti du ", "HOPITAL", "Hôpital Nord", "sorti de l'Hôpital Nord"),
        ("dans le ", "SERVICE", "Unité Pinel", "dans l'Unité Pinel"),
        ("le ", "SERVICE", "service de cardiologie", "le service de cardiologie"),
        ("du ", "SERVICE", "Service de Cardiologie", "du Service de Cardiologie"),
        ("Au ", "ORGANISME", "pharmacie des Halles", "À la pharmacie des Halles"),
        ("vit à ", "VILLE", "Le Mans", "vit au Mans"),
        ("née à ", "VILLE", "Les Ulis", "née aux Ulis"),
        ("vient de ", "VILLE", "Autun", "vient d'Autun"),
        ("vient de ", "VILLE", "Dole", "vient de Dole"),
        ("fille de ", "PRENOM", "Anne", "fille d'Anne"),
        ("né en ", "PAYS", "Portugal", "né au Portugal"),
        ("né au ", "PAYS", "Algérie", "né en Algérie"),
        ("le laboratoire ", "ORGANISME", "Laboratoire Cauchois", "le laboratoire Cauchois"),
        ("Hôpital : ", "HOPITAL", "CHU de Dijon", "Hôpital : CHU de Dijon"),
        ("le ", "DATE", "12/03", "le 12/03"),
    ],
)
def test_the_seam_agrees(before: str, subtype: str, name: str, expected: str) -> None:
    text, fragment = agree(before, (Piece(name, subtype),))
    assert text + "".join(piece.text for piece in fragment) == expected
    assert [piece.subtype for piece in fragment] == [subtype]
