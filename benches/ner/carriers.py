"""Neutral sentences in which a written form is put, so that it alone is judged.

They say what kind of thing stands there no more than a note does (a bare eight-digit number is an
IPP only where a field says so). Written for the bench, not taken from the training templates, with
which they share the usual field names. A key is a sub-type, or a sub-type and a tag of the form.
"""

from typing import Final

from worker.training.corpus.forms.base import Form

_PERSON: Final = (
    "Patient concerné : {}.",
    "Courrier adressé ce jour à {} par voie postale.",
    "Dossier présenté au staff, {} présent à la demande de l'équipe.",
    "Accompagnement assuré par {} pendant l'examen ; tolérance correcte.",
)
_NUMBER: Final = ("{}", "{} (vérifié)", "{} ; transmis au secrétariat", "{} - à rappeler")
_SERVICE: Final = (
    "Transfert prévu vers : {}.",
    "Avis demandé ({}), sans modification du traitement.",
    "Lieu de prise en charge : {}",
    "Retour à domicile puis {} à distance, tolérance correcte.",
)
_DAY: Final = (
    "Revu le {} pour surveillance de la plaie.",
    "Contrôle du {} : pas d'anomalie nouvelle.",
    "Examen du {}, sans injection.",
    "La consultation du {} n'a rien montré de particulier.",
)
_MONTH: Final = (
    "Suivi régulier, dernier contrôle en {}.",
    "Opéré en {}, suites simples.",
    "Traitement introduit en {} puis arrêté.",
    "Antécédent : pneumopathie en {}",
)
_NIGHT: Final = (
    "Chute dans la {}, sans gravité.",
    "Surveillance de la {} : rien à signaler.",
    "Bien dormi ({}).",
    "{} : fièvre à 38,4.",
)
_FEAST: Final = (
    "Douleurs pendant {}, puis accalmie.",
    "Hospitalisation passée ({}), suites simples.",
    "Aucune crise ; {} : rechute.",
    "Toux ancienne : {}",
)
_ODD_DAYS: Final = {
    "DATE nuit": _NIGHT,
    **{f"DATE {part}": _FEAST for part in ("saison", "fete", "moment", "fetenue", "decennie", "bref", "an", "gravee")},
    "DATE moisnu": ("Revu en {} pour le pansement.", "Bilan prévu courant {}.", "Arrêt du tabac en {}.", "{} : perte de 3 kg."),
}  # fmt: skip
_MONTH_ALONE: Final = (
    "Dernier contrôle : {}.",
    "Pose de prothèse ({}), suites simples.",
    "Antécédents : pneumopathie {}",
    "{} : rééducation, bonne évolution.",
)
CARRIERS: Final[dict[str, tuple[str, ...]]] = {
    **_ODD_DAYS,
    "NOM": _PERSON,
    "NOM champ": ("Nom, prénom : {}", "Identité : {}", "Patient : {}", "Étiquette au nom de : {}"),
    "NOM nom": (
        "Courrier du Dr {} reçu ce jour.",
        "Mme {} ne se plaint de rien.",
        "Visite de M. {} ce matin.",
        "Nom : {}",
    ),
    "NOM prenom": (
        "Bien dormi, {} a mangé la moitié du plateau.",
        "Sa fille {} est passée en fin de matinée.",
        "Prénom : {}",
        "Toilette faite avec {}, humeur stable.",
    ),
    "NOM capitales": ("Nom d'usage : {}", "Mme {} sort demain.", "Vu avec le Dr {}.", "M. {} dort."),
    "NOM titre": ("Nom d'usage : {}", "Mme {} sort demain.", "Vu avec le Dr {}.", "M. {} dort."),
    "NOM minuscules": ("nom : {}", "mme {} sort demain", "vu avec le dr {}", "m. {} dort"),
    "PRENOM": (
        "Prénom(s) : {}",
        "Prénoms : {} - sexe renseigné",
        "Accompagnement par sa fille {}.",
        "Son fils {} sera prévenu.",
    ),
    "INITIALES": (
        "Saisi par : {}",
        "Relu et validé : {}",
        "Transmission de {} à la relève.",
        "Initiales du patient : {}",
    ),
    "INITIALES civilite": (
        "Mme {} ne se plaint de rien.",
        "Visite du Dr {} ce matin.",
        "M. {} est sorti se promener.",
        "Courrier pour Mr {} remis.",
    ),
    "VILLE": (
        "Ville : {}",
        "Vit à {} avec son conjoint.",
        "Suivi par un médecin à {}.",
        "Retour sur {} en taxi.",
    ),
    "ZIP": ("Code postal : {}", "Domicile : {} (code postal)", "CP {}", "CP : {} - téléphone non noté"),
    "DEPARTEMENT": (
        "Département : {}",
        "Né dans le département suivant : {}.",
        "Séjour de convalescence ({}).",
        "Vit en famille d'accueil ({}).",
    ),
    "REGION": (
        "Région : {}",
        "Venu de la région {}.",
        "Réseau de soins régional ({}).",
        "Déménagement prévu, région {}.",
    ),
    "PAYS": (
        "Pays de naissance : {}",
        "Retour de voyage ({}), fièvre.",
        "Originaire de ce pays : {}.",
        "Famille restée au pays ({}).",
    ),
    "ADRESSE": (
        "Adresse : {}",
        "Domicilié au {} depuis peu.",
        "Domicile : {}",
        "Passage de l'infirmière à l'adresse suivante : {}.",
    ),
    "HOPITAL": _SERVICE,
    "SERVICE": _SERVICE,
    "ORGANISME": (
        "Organisme : {}",
        "Dossier transmis ({}), réponse attendue.",
        "Interlocuteur : {}.",
        "Contact pris avec {} par l'assistante sociale.",
    ),
    "ORGANISME employeur": (
        "Employeur : {}",
        "Travaille chez {} à temps partiel.",
        "Arrêt de travail transmis à l'employeur ({}).",
        "Salarié : {}",
    ),
    "ORGANISME prestataire": (
        "Prestataire : {}",
        "Lit médicalisé livré par {} hier matin.",
        "Oxygène fourni par {}.",
        "Matériel à domicile ({}).",
    ),
    "DATE": _DAY,
    "DATE iso": (
        "Date : {}",
        "Date de l'examen : {}",
        "{} : résultat disponible.",
        "Prélèvement - {} - résultat en attente",
    ),
    "DATE serre": ("Date : {}", "Examen {} RAS", "{} : résultat disponible.", "Prélèvement {} en attente"),
    "DATE mois": _MONTH,
    "DATE sans_en": _MONTH_ALONE,
    "DATE annee": _MONTH,
    "DATE heure": (
        "Édité le {}",
        "Prélevé le {} au bras gauche.",
        "Entrée : {}",
        "Appel reçu le {}, conseil donné.",
    ),
    "DATE_NAISSANCE": (
        "Né(e) le {}",
        "Date de naissance : {}",
        "DDN : {}",
        "Patient né le {}, vu pour contrôle.",
    ),
    "DUREE": (
        "Toux {}.",
        "Douleur de l'épaule {}, sans irradiation.",
        "Chute {}, pas de perte de connaissance.",
        "Symptômes apparus {} ; pas de fièvre.",
    ),
    "AGE": (
        "Patient de {}, autonome.",
        "Femme, {}, adressée pour bilan.",
        "Âge : {}",
        "Homme âgé de {} vu pour douleur.",
    ),
    "AGE jeune": (
        "Enfant de {}, éveillé.",
        "Fille, {}, adressée pour bilan.",
        "Âge : {}",
        "Garçon âgé de {} vu pour fièvre.",
    ),
    "TEL": tuple(f"Tél : {end}" for end in _NUMBER),
    "FAX": tuple(f"Fax : {end}" for end in _NUMBER),
    "MAIL": (
        "Courriel : {}",
        "Résultats envoyés à {} ce jour.",
        "Mail {}",
        "Contact possible par messagerie ({}).",
    ),
    "URL": ("Site : {}", "Voir {} pour les consignes.", "Consignes sur {}", "Renseignements ({})."),
    "SECU": ("N° de sécurité sociale : {}", "NIR {}", "N° SS : {}", "Immatriculation : {} (assuré)"),
    "IPP": ("IPP : {}", "N° IPP {}", "IPP {} - examen du jour", "Identifiant patient : {}"),
    "NDA": ("NDA : {}", "N° de dossier : {}", "Dossier n° {}", "N° de séjour : {}"),
    "RPPS": ("RPPS : {}", "N° RPPS {}", "RPPS {} - signature", "Prescripteur, RPPS : {}"),
    "ADELI": ("ADELI : {}", "N° ADELI {}", "Adeli {} - signature", "Prescripteur, ADELI : {}"),
    "FINESS": ("FINESS : {}", "N° FINESS {}", "FINESS {} - site principal", "Établissement, FINESS : {}"),
    "AUTRE": (
        "N° de prélèvement : {}",
        "Demande n° {}",
        "N° de dossier d'examen : {}",
        "Échantillon n° {} reçu ce jour",
    ),
    "REF": ("N/Réf : {}", "Réf. : {}", "Nos réf. {}", "V/Réf : {}"),
}  # fmt: skip


def carriers_of(form: Form) -> tuple[str, ...]:
    """Those of its sub-type and a tag if any, else of its sub-type. Raises KeyError."""
    tags = sorted(form.tags, key=lambda tag: (tag != "sans_en", tag))
    tagged = (CARRIERS.get(f"{form.subtype} {tag}") for tag in tags)
    return next((found for found in tagged if found), CARRIERS[form.subtype])
