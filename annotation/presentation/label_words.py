"""The labels a new project starts with: French names, keys and guidelines of every sub-type."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext_noop as _

from annotation.domain.labels import Subtype


class LabelWords(NamedTuple):
    name: str
    key: str
    guideline: str


# One key a sub-type: a letter while there are any, then a digit; G (granularity) and / ! ? stay free
# for the canvas, 0 to 3 for the comparison.
# The examples are invented.
LABEL_WORDS: Final[dict[str, LabelWords]] = {
    Subtype.NOM: LabelWords(
        _("Nom"),
        "n",
        _(
            "Nom de famille de toute personne, sans la civilité ; particules et parties composées "
            "en font partie. Exemples : « M. [Durand] », « Dr [de La Tour-Morel] »."
        ),
    ),
    Subtype.PRENOM: LabelWords(
        _("Prénom"),
        "p",
        _("Prénom, à part du nom de famille. Exemples : « [Jeanne] Durand », « [Jean-Marc] »."),
    ),
    Subtype.INITIALES: LabelWords(
        _("Initiales"),
        "j",
        _(
            "Initiales avant ou à la place d'un nom. Exemples : « Dr [J.] Morel », « vu avec [P.L.] »."
        ),
    ),
    Subtype.VILLE: LabelWords(
        _("Ville"),
        "v",
        _(
            "Commune, sans la préposition ni « Cedex » ; pas celle d'un nom d'hôpital. "
            "Exemples : « né à [Dijon] », « 21000 [Dijon] »."
        ),
    ),
    Subtype.ZIP: LabelWords(
        _("Code postal"),
        "z",
        _("Code postal seul, à part de la ville. Exemples : « [21000] Dijon », « [25030] Cedex »."),
    ),
    Subtype.ADRESSE: LabelWords(
        _("Adresse"),
        "a",
        _(
            "Voie avec son numéro, bâtiment, BP ou CS : une seule entité ; code postal et ville à "
            "part. Exemples : « [12 bis rue des Lilas] », « [BP 1542] »."
        ),
    ),
    Subtype.DEPARTEMENT: LabelWords(
        _("Département"),
        "c",
        _(
            "Département qui tient à la vie ou aux soins d'une personne. "
            "Exemples : « originaire du [Jura] », « muté dans la [Nièvre] »."
        ),
    ),
    Subtype.REGION: LabelWords(
        _("Région"),
        "r",
        _(
            "Région ou province d'une personne. "
            "Exemples : « vit en [Bretagne] », « vacances dans le [Morvan] »."
        ),
    ),
    Subtype.PAYS: LabelWords(
        _("Pays"),
        "y",
        _(
            "Pays de la vie ou des soins d'une personne. "
            "Exemples : « née au [Portugal] », « retour du [Sénégal] »."
        ),
    ),
    Subtype.HOPITAL: LabelWords(
        _("Hôpital"),
        "h",
        _(
            "Nom entier d'un établissement, ville comprise ; « CHU » ou « EHPAD » seuls ne comptent "
            "pas. Exemples : « [CHU de Dijon] », « [clinique des Tilleuls] »."
        ),
    ),
    Subtype.SERVICE: LabelWords(
        _("Service nommé"),
        "q",
        _(
            "« Service », « unité » ou « pôle » avec ce qui le nomme, en entier ; ces mots seuls ne "
            "comptent pas. Exemples : « [Service de Cardiologie] », « [unité Pasteur 2] »."
        ),
    ),
    Subtype.ORGANISME: LabelWords(
        _("Organisme"),
        "o",
        _(
            "Employeur, école, association, caisse. "
            "Exemples : « travaille chez [Menuiserie Roblin] », « [collège Victor-Hugo] »."
        ),
    ),
    Subtype.DATE: LabelWords(
        _("Date"),
        "d",
        _(
            "Date absolue, entière ou partielle ; ni l'heure, ni « J3 ». "
            "Exemples : « le [12/02/2020] », « en [mars 2019] »."
        ),
    ),
    Subtype.DATE_NAISSANCE: LabelWords(
        _("Date de naissance"),
        "b",
        _(
            "Date de naissance, sans « né(e) le ». "
            "Exemples : « né le [3 mai 1951] », « DDN : [03/05/1951] »."
        ),
    ),
    Subtype.DUREE: LabelWords(
        _("Durée écoulée"),
        "u",
        _(
            "Durée qui situe un fait de la vie du patient, entière ; pas celle d'un traitement. "
            "Exemples : « opéré [il y a 10 ans] », « tousse [depuis 3 semaines] »."
        ),
    ),
    Subtype.AGE: LabelWords(
        _("Âge"),
        "k",
        _("Âge d'une personne, sans « âgé de ». Exemples : « âgée de [72 ans] », « à [18 mois] »."),
    ),
    Subtype.TEL: LabelWords(
        _("Téléphone"),
        "t",
        _(
            "Téléphone ou poste interne, sans « Tél. ». "
            "Exemples : « Tél. [03 80 00 00 00] », « poste [4512] »."
        ),
    ),
    Subtype.FAX: LabelWords(
        _("Télécopie"),
        "f",
        _("Télécopie, sans « Fax ». Exemples : « Fax : [03 80 00 00 01] », « télécopie [4513] »."),
    ),
    Subtype.MAIL: LabelWords(
        _("Courriel"),
        "m",
        _(
            "Adresse électronique. Exemples : « [j.durand@exemple.fr] », « [secretariat@exemple.fr] »."
        ),
    ),
    Subtype.URL: LabelWords(
        _("Adresse web"),
        "w",
        _("Adresse d'un site. Exemples : « [www.exemple.fr] », « [https://rdv.exemple.fr/42] »."),
    ),
    Subtype.REF: LabelWords(
        _("Référence"),
        "x",
        _(
            "Référence d'un courrier ou d'un dossier, initiales de frappe comprises. "
            "Exemples : « N/Réf : [DUR/MM/2020-113] », « [ALB/SP] »."
        ),
    ),
    Subtype.SECU: LabelWords(
        _("N° de sécurité sociale"),
        "s",
        _(
            "Numéro de sécurité sociale (NIR), clé comprise. "
            "Exemples : « [2 51 05 21 231 001 56] », « NIR [251052123100156] »."
        ),
    ),
    Subtype.IPP: LabelWords(
        _("IPP"),
        "i",
        _(
            "Identifiant permanent du patient, sans « IPP ». "
            "Exemples : « IPP : [8001234567] », « n° patient [0412345] »."
        ),
    ),
    Subtype.NDA: LabelWords(
        _("N° de dossier ou de séjour"),
        "e",
        _(
            "Numéro de dossier administratif ou de séjour. "
            "Exemples : « NDA [240001234] », « séjour n° [12345678] »."
        ),
    ),
    Subtype.RPPS: LabelWords(
        _("RPPS"),
        "l",
        _(
            "Numéro RPPS d'un professionnel, sans « RPPS ». "
            "Exemples : « RPPS [10001234567] », « n° RPPS : [10007654321] »."
        ),
    ),
    Subtype.ADELI: LabelWords(
        _("ADELI"),
        "7",
        _("Numéro ADELI d'un professionnel. Exemples : « ADELI [219300123] », « [212600456] »."),
    ),
    Subtype.FINESS: LabelWords(
        _("FINESS"),
        "8",
        _("Numéro FINESS d'un établissement. Exemples : « FINESS [210012345] », « [250098765] »."),
    ),
    Subtype.AUTRE: LabelWords(
        _("Autre identifiant"),
        "9",
        _(
            "Tout autre identifiant : plaque, compte, matériel. "
            "Exemples : « immatriculé [AB-123-CD] », « pacemaker n° [PX4512] »."
        ),
    ),
}
