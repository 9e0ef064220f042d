"""What is lost or changed on the way into a file format or out of it, and how it is said."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Loss(StrEnum):
    """One way in which a file says less than the notes do. Counted while files are read or written."""

    OVERLAPS = "overlaps"
    BLANKS = "blanks"
    IDS = "ids"
    PATIENT = "patient"
    META = "meta"
    ENTITIES = "entities"
    SCORES = "scores"
    SOURCES = "sources"
    COMMENTS = "comments"
    COMMENT_PLACES = "comment_places"
    EMPTY_SUBTYPES = "empty_subtypes"
    RELATIONS = "relations"
    DISCONTINUOUS = "discontinuous"
    TRIMMED = "trimmed"
    UTF16 = "utf16"
    SKIPPED = "skipped"
    OTHER_ANNOTATIONS = "other_annotations"
    MARGINS = "margins"
    OCR = "ocr"
    UNREAD_PAGES = "unread_pages"
    REMARKS = "remarks"
    BIRTHS = "births"
    MEMBERS = "members"
    SUBSTITUTED = "substituted"
    REPLACEMENTS = "replacements"
    MOJIBAKE = "mojibake"


LOSS_TEXTS: Final[dict[Loss, str]] = {
    Loss.OVERLAPS: "entités chevauchantes laissées de côté (la plus longue reste)",
    Loss.BLANKS: "notes dont les blancs ont changé",
    Loss.IDS: "identifiants de notes remplacés",
    Loss.PATIENT: "identités structurées de patients laissées de côté",
    Loss.META: "types ou dates de notes laissés de côté",
    Loss.ENTITIES: "entités laissées de côté",
    Loss.SCORES: "scores laissés de côté",
    Loss.SOURCES: "origines (règle, modèle, personne) laissées de côté",
    Loss.COMMENTS: "doutes ou commentaires laissés de côté",
    Loss.COMMENT_PLACES: "commentaires détachés de leur entité",
    Loss.EMPTY_SUBTYPES: "sous-types vides remplacés par celui de leur étiquette",
    Loss.RELATIONS: "relations, évènements ou attributs inconnus laissés de côté",
    Loss.DISCONTINUOUS: "entités discontinues coupées en morceaux",
    Loss.TRIMMED: "entités rognées de leurs blancs",
    Loss.UTF16: "notes dont les positions sont comptées en UTF-16 dans le fichier",
    Loss.SKIPPED: "exemples refusés ou ignorés laissés de côté",
    Loss.OTHER_ANNOTATIONS: "annotations d'autres personnes laissées de côté (la dernière reste)",
    Loss.MARGINS: "lignes d'en-tête ou de pied de page retirées",
    Loss.OCR: "pages numérisées lues par reconnaissance de caractères : relisez-les",
    Loss.UNREAD_PAGES: "pages numérisées qui n'ont pas été lues (tesseract n'est pas installé)",
    Loss.REMARKS: "champs de formulaire et annotations de PDF qui n'ont pas été lus",
    Loss.BIRTHS: "notes dont le patient a une autre date de naissance plus haut dans le fichier (la dernière reste) : vérifiez",
    Loss.MEMBERS: "fichiers de l'archive laissés de côté (extension d'un autre format)",
    Loss.SUBSTITUTED: "notes déjà substituées : leurs remplacements sont lus comme entités",
    Loss.MOJIBAKE: "notes dont les accents semblent abîmés (« Ã© » pour « é ») : vérifiez l'encodage de la source",
    Loss.REPLACEMENTS: "notes qui ont des entités et des remplacements : les entités sont lues, les remplacements laissés de côté",
}


def sentences(losses: Mapping[Loss, int]) -> list[str]:
    """What was lost or changed, for commands.

    >>> sentences({Loss.IDS: 2})
    ['identifiants de notes remplacés : 2']
    """
    return [f"{LOSS_TEXTS[loss]} : {count}" for loss, count in sorted(losses.items()) if count]
