"""Labels and sub-types of identifying spans (the contract shared by every part).

Eight labels of the HNFC articles plus MAIL; the sub-types carry AP-HP's twelve types
(Tannier et al. 2024, table 1).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Label(StrEnum):
    PER = "PER"
    LOC = "LOC"
    ORG = "ORG"
    DATE = "DATE"
    AGE = "AGE"
    TEL = "TEL"
    MAIL = "MAIL"
    REF = "REF"
    QID = "QID"


class Subtype(StrEnum):
    """Of a label; three names are also a label's own."""

    NOM = "NOM"
    PRENOM = "PRENOM"
    INITIALES = "INITIALES"
    VILLE = "VILLE"
    ZIP = "ZIP"
    ADRESSE = "ADRESSE"
    DEPARTEMENT = "DEPARTEMENT"
    REGION = "REGION"
    PAYS = "PAYS"
    HOPITAL = "HOPITAL"
    SERVICE = "SERVICE"
    ORGANISME = "ORGANISME"
    DATE = "DATE"
    DATE_NAISSANCE = "DATE_NAISSANCE"
    DUREE = "DUREE"
    AGE = "AGE"
    TEL = "TEL"
    FAX = "FAX"
    MAIL = "MAIL"
    URL = "URL"
    REF = "REF"
    SECU = "SECU"
    IPP = "IPP"
    NDA = "NDA"
    RPPS = "RPPS"
    ADELI = "ADELI"
    FINESS = "FINESS"
    AUTRE = "AUTRE"


@dataclass(frozen=True, slots=True)
class LabelSpec:
    """How a label looks and what it covers."""

    label: Label
    colour: str
    subtypes: tuple[Subtype, ...]


LABEL_SPECS: Final[dict[Label, LabelSpec]] = {
    spec.label: spec
    for spec in (
        LabelSpec(
            Label.PER,
            "#0072B2",
            (Subtype.NOM, Subtype.PRENOM, Subtype.INITIALES),
        ),
        LabelSpec(
            Label.LOC,
            "#009E73",
            (
                Subtype.VILLE,
                Subtype.ZIP,
                Subtype.ADRESSE,
                Subtype.DEPARTEMENT,
                Subtype.REGION,
                Subtype.PAYS,
            ),
        ),
        LabelSpec(
            Label.ORG,
            "#AA4499",
            (Subtype.HOPITAL, Subtype.SERVICE, Subtype.ORGANISME),
        ),
        LabelSpec(
            Label.DATE,
            "#B8860B",
            (Subtype.DATE, Subtype.DATE_NAISSANCE, Subtype.DUREE),
        ),
        LabelSpec(Label.AGE, "#D55E00", (Subtype.AGE,)),
        LabelSpec(Label.TEL, "#3A8FC2", (Subtype.TEL, Subtype.FAX)),
        LabelSpec(Label.MAIL, "#117733", (Subtype.MAIL, Subtype.URL)),
        LabelSpec(Label.REF, "#882255", (Subtype.REF,)),
        LabelSpec(
            Label.QID,
            "#6B6B2A",
            (
                Subtype.SECU,
                Subtype.IPP,
                Subtype.NDA,
                Subtype.RPPS,
                Subtype.ADELI,
                Subtype.FINESS,
                Subtype.AUTRE,
            ),
        ),
    )
}

SUBTYPE_TO_LABEL: Final[dict[str, Label]] = {
    subtype: spec.label for spec in LABEL_SPECS.values() for subtype in spec.subtypes
}

_VALID: Final = frozenset(
    (spec.label.value, subtype) for spec in LABEL_SPECS.values() for subtype in ("", *spec.subtypes)
)


def default_subtype(label: Label) -> Subtype:
    """First sub-type of the label: what a span gets when nobody said more."""
    return LABEL_SPECS[label].subtypes[0]


def is_valid(label: str, subtype: str) -> bool:
    """True when `label` exists and `subtype` is empty or one of its sub-types."""
    return (label, subtype) in _VALID
