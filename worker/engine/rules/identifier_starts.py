"""Where each pattern of `identifiers` can begin (see `anchors`); all of them hold digits."""

from collections.abc import Callable
from typing import Final

from worker.engine.text.anchors import Anchors, merged
from worker.engine.text.tokens import word_set

# "n°", "no", "num", "numéro" and "#" open most fields.
_NUMBER: Final = word_set("n no # n°")
_FIELDS: Final = {
    "IPP": _NUMBER
    | word_set("code i id identifiant identite idpatient ipp nip npp patient patiente pid"),
    "NDA": _NUMBER
    | word_set(
        "admission dos dossier episode hosp hospit i id iep n nda passage sejour venue visite"
    ),
    "RPPS": word_set("n n° rpps"),
    "ADELI": word_set("n n° adeli"),
    "FINESS": word_set("n n° finess"),
    "AUTRE": _NUMBER
    | word_set(
        "siret siren titre pv proces procedure requisition adherent adherente patient patiente"
        " alloc allocataire dossier iban rib carte cps ald amo amc examen prelevement demande"
        " echantillon accession contrat police matricule bon bracelet bloc s sn passeport plaque"
        " immatricule immatriculee ame"
    ),
}
# What all the names of a field hold, "n°" before it or not.
_ONE_NAME: Final = {"RPPS": "rpps", "ADELI": "adeli", "FINESS": "finess"}
_BARE: Final = word_set(
    "abonne abonnee adherent adherente allocataire apa archivage assurance badge beneficiaire bloc bracelet caf carnet"
    " cliche code compte contrat cristal demande donneur e facture inventaire licence livret mdph mutuelle ordonnance"
    " passage permis poche randomisation receveur registre sinistre telesuivi titre tube tubes udi venue"
)
_VEHICLES: Final = word_set(
    "plaque immat immatricule immatriculee immatriculation vehicule voiture scooter vl camion moto pl"
    " fourgon"
)
_SECURITY: Final = _NUMBER | word_set(
    "carte immatriculation ins insee matricule nir secu securite ss vitale"
)
_SAMPLES: Final = word_set("demande dossier examen prelevement ref")
_LOTS: Final = word_set("s ref")
_ADELI: Final = word_set(
    "as am conventionne conventionnee identification facturation n n° asn° amn°"
    " conventionnen° conventionneen° identificationn° facturationn°"
)
_NUMERO: Final = word_set("n n°")
_FR: Final = frozenset({"fr"})
# Lengths of the first run of digits of a NIR, whatever is glued to it.
_NIR_LENGTHS: Final = (1, 3, 5, 6, 7, 10, 13, 15)
_SEXES: Final = frozenset("123478")  # first figure of a NIR
_LONG: Final = 7
_LETTERS: Final = 5
_LEAST_FIGURES: Final = 2  # of a code's first number
_CODE_SIGNS: Final = frozenset("-./")
_DATE_SIGNS: Final = frozenset("./")
_BLANKS: Final = frozenset(" \n\t(:,")
_CODE_FIGURES: Final = 4  # after letters and a hyphen: "F-10447"


def field(subtype: str) -> Callable[[Anchors], list[int]]:
    """The names of the fields that hold a number of this sub-type."""
    words, name = _FIELDS[subtype], _ONE_NAME.get(subtype, "")

    def starts(anchors: Anchors) -> list[int]:
        return anchors.words(words, "number") if name in anchors.text else []

    return starts


def security(anchors: Anchors) -> list[int]:
    """ "NIR", "n° de sécu"."""
    return anchors.words(_SECURITY, "number")


def nirs(anchors: Anchors) -> list[int]:
    """Runs of digits as long as the beginning of a NIR."""
    text = anchors.text
    return [
        start
        for start in anchors.runs.of(*_NIR_LENGTHS)
        if text[start] in _SEXES and text[start + 2 : start + 3].isdigit()
    ]


def bare_fields(anchors: Anchors) -> list[int]:
    """ "tube 0044118-02", "facture F2022-118440"."""
    return anchors.leads(_BARE)


def vehicles(anchors: Anchors) -> list[int]:
    """ "véhicule immatriculé FG-118-KL"."""
    return anchors.leads(_VEHICLES)


def abroad(anchors: Anchors) -> list[int]:
    """ "52.03.12-447.18": before the three digits; "756."."""
    text, three = anchors.text, anchors.runs.three
    belgian = [start - 9 for start in three if start > 8 and text[start - 1] == "-"]
    return merged(belgian, [start for start in three if text[start : start + 4] == "756."])


def samples(anchors: Anchors) -> list[int]:
    """ "examen n° 22H-0441"."""
    return anchors.words(_SAMPLES)


def lots(anchors: Anchors) -> list[int]:
    """ "lot AB1234"."""
    return anchors.words(_LOTS, "lot")


def adeli(anchors: Anchors) -> list[int]:
    """ "AS 21 1 07845 3"."""
    return anchors.leads(_ADELI)


def rpps(anchors: Anchors) -> list[int]:
    """Eleven digits."""
    return anchors.runs.of(11)


def ibans(anchors: Anchors) -> list[int]:
    """ "FR76…"."""
    return anchors.leads(_FR)


def numeros(anchors: Anchors) -> list[int]:
    """ "n° 12345"."""
    return anchors.words(_NUMERO, "number")


def long_numbers(anchors: Anchors) -> list[int]:
    """Seven digits or more, a letter glued before them or not."""
    runs = anchors.runs
    long = runs.of(*(length for length in runs.by_length if length >= _LONG))
    return merged(
        long, [start - 1 for start in long if start and anchors.text[start - 1].isalpha()]
    )


def codes(anchors: Anchors) -> list[int]:
    """ "P24-01234", "22H04419": digits before a sign and digits, or two before a letter; and the
    letters glued before them."""
    tokens, text = anchors.tokens, anchors.text + "    "
    starts, ends, words = tokens.starts, tokens.ends, tokens.words
    found: set[int] = set()
    for index in anchors.numbers:
        length, end = len(words[index]), ends[index]
        if length < _LEAST_FIGURES:
            continue
        sign, before = text[end], text[starts[index] - 1]
        if sign in _CODE_SIGNS and text[end + 1].isalnum():
            if sign == "." and not text[end + 1].isdigit():
                continue
            if length == _LEAST_FIGURES and before in _BLANKS and text[end + 3] in _DATE_SIGNS:
                continue  # "12/03/2020"
        elif before == "-" and length >= _CODE_FIGURES:
            pass
        elif length != _LEAST_FIGURES or not sign.isalpha():
            continue
        found.add(starts[index])
        letters = index - 1
        if letters > 0 and words[letters] == "-" and ends[letters] == starts[index]:
            letters -= 1
        if letters >= 0 and len(words[letters]) <= _LETTERS and words[letters].isalpha():
            found.add(starts[letters])
    return sorted(found)
