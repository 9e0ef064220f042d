"""The tools that are known, and what their labels are here. None is a dependency."""

from dataclasses import dataclass
from typing import Final

from annotation.domain.labels import Label, Subtype


@dataclass(frozen=True, slots=True)
class PeerSpec:
    """`labels`: the tool's label → a label or a sub-type of ours."""

    name: str
    title: str
    package: str
    labels: dict[str, str]

    def ours_of(self, told: str) -> tuple[str, str]:
        """Label and sub-type for the tool's `told`; UNKNOWN for what has no counterpart: it redacts, it names nothing."""
        from worker.other_engines.tagger import UNKNOWN, ours_of  # numpy: pages name tools, too

        return ours_of(self.labels.get(told, UNKNOWN))


def spec_of(name: str) -> PeerSpec | None:
    return next((spec for spec in PEERS if spec.name == name), None)


_GENERAL: Final[dict[str, str]] = {
    "PER": Label.PER,
    "PERSON": Label.PER,
    "LOC": Label.LOC,
    "LOCATION": Label.LOC,
    "ORG": Label.ORG,
    "ORGANIZATION": Label.ORG,
    "EMAIL": Label.MAIL,
    "PHONE": Label.TEL,
    "DATE": Label.DATE,
}
_UNPII: Final[dict[str, str]] = {
    **_GENERAL,
    "BIRTH_DATE": Subtype.DATE_NAISSANCE,
    "ZIP_CODE": Subtype.ZIP,
    "SSN": Subtype.SECU,
}
PEERS: Final = (
    PeerSpec("spacy", "spaCy fr md", "fr-core-news-md", _GENERAL),
    PeerSpec(
        "presidio",
        "Presidio",
        "presidio-analyzer",
        {
            **_GENERAL,
            "EMAIL_ADDRESS": Label.MAIL,
            "URL": Subtype.URL,
            "PHONE_NUMBER": Label.TEL,
            "DATE_TIME": Label.DATE,
        },
    ),
    PeerSpec("gdpr-pseudonymizer", "gdpr-pseudo.", "gdpr-pseudonymizer", _GENERAL),
    PeerSpec(
        "anonyfy",
        "anonyfy",
        "anonyfy",
        {
            "PATRONYME": Subtype.NOM,
            "PRENOM": Subtype.PRENOM,
            "COMMUNE": Subtype.VILLE,
            "VOIE": Subtype.ADRESSE,
            "CODE_POSTAL": Subtype.ZIP,
            "DATE": Label.DATE,
            "EMAIL": Label.MAIL,
            "TELEPHONE": Label.TEL,
            "NIR": Subtype.SECU,
        },
    ),
    PeerSpec(
        "incognito",
        "incognito",
        "incognito-anonymizer",
        {
            "NAME": Label.PER,
            "DATE": Label.DATE,
            "EMAIL": Label.MAIL,
            "PHONE": Label.TEL,
            "ADRESSE": Subtype.ADRESSE,
            "CODE_POSTAL": Subtype.ZIP,
            "NIR": Subtype.SECU,
            "IPP": Subtype.IPP,
        },
    ),
    PeerSpec("unpii", "unpii", "unpii", _UNPII),
    PeerSpec("unpii-paranoid", "unpii paranoïaque", "unpii", _UNPII),
    PeerSpec(
        "gliner",
        "GLiNER",
        "gliner",
        {
            "person": Label.PER,
            "city": Subtype.VILLE,
            "address": Subtype.ADRESSE,
            "country": Subtype.PAYS,
            "hospital": Subtype.HOPITAL,
            "organization": Subtype.ORGANISME,
            "date": Label.DATE,
            "date of birth": Subtype.DATE_NAISSANCE,
            "age": Label.AGE,
            "phone number": Label.TEL,
            "email": Label.MAIL,
            "website": Subtype.URL,
            "identification number": Label.QID,
            "social security number": Subtype.SECU,
        },
    ),
    PeerSpec(
        "eds-pseudo",
        "eds-pseudo, règles",
        "eds-pseudo",
        {
            "NOM": Subtype.NOM,
            "PRENOM": Subtype.PRENOM,
            "VILLE": Subtype.VILLE,
            "ZIP": Subtype.ZIP,
            "ADRESSE": Subtype.ADRESSE,
            "HOPITAL": Subtype.HOPITAL,
            "DATE": Label.DATE,
            "DATE_NAISSANCE": Subtype.DATE_NAISSANCE,
            "TEL": Label.TEL,
            "MAIL": Label.MAIL,
            "SECU": Subtype.SECU,
            "IPP": Subtype.IPP,
            "NDA": Subtype.NDA,
            "RPPS": Subtype.RPPS,
            "ADELI": Subtype.ADELI,
        },
    ),
)
