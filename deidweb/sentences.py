"""Sentences that are born French, for a reader of another language.

The pure packages know no Django, and a worker stores what it has to say in French. Their sentences
are listed here for the translators and found again, holes included, when a page shows them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

# Without holes: found by `gettext` itself.
FIXED: Final = (
    # annotation.domain: what is wrong with a file
    _("identifiant vide ou contenant des caractères invisibles"),
    _("le texte est vide"),
    _("champ obligatoire absent"),
    _("une chaîne de caractères est attendue"),
    _("contient un demi-codet UTF-16 isolé"),
    _("contient un caractère nul"),
    _("un objet JSON est attendu"),
    _("une liste de chaînes de caractères est attendue"),
    _("une liste est attendue"),
    _("un nombre entier est attendu"),
    _("l'entité commence ou finit par un blanc"),
    _("l'entité coupe une lettre de son accent"),
    _("ne correspond pas au texte entre ces bornes"),
    _("étiquette inconnue"),
    _("sous-type inconnu pour cette étiquette"),
    _("un nombre entre 0 et 1 est attendu"),
    _("identifiant déjà présent dans ce fichier"),
    _("identifiant déjà présent dans ce projet"),
    _("le fichier est vide (aucune note)"),
    _("le fichier est vide"),
    _("la ligne contient un caractère nul"),
    _("JSON invalide : trop de niveaux imbriqués"),
    _("JSON invalide : nombre hors limites"),
    _("la ligne n'est pas un objet JSON"),
    _("le fichier n'est plus là : importez-le de nouveau"),
    _("Fichier entier"),
    # annotation.domain: what is wrong with a change
    _("ces entités ont changé entre-temps"),
    _("aucun changement"),
    _("une même entité y figure deux fois"),
    _("attendu pour annuler ou rétablir, et seulement alors"),
    _("un seul changement est attendu pour ce geste"),
    _("ce changement ne change rien"),
    _("ce changement ne correspond pas au geste annoncé"),
    _("une entité ajoutée reste une entité ajoutée"),
    _("l'état « rejected » est attendu"),
    _("ce geste ne déplace pas une entité"),
    _("seule une entité ajoutée à la main peut apparaître ou disparaître"),
    _("étiquette désactivée dans ce projet"),
    _("la même entité existe déjà à cet endroit"),
    _("geste inconnu"),
    _("ne désigne pas la même entité"),
    _("état inconnu"),
    _("vrai ou faux est attendu"),
    _("un nombre est attendu"),
    _("un identifiant UUID est attendu"),
    # privacy.domain: warnings, refusals, the words of an effect
    _("expression non comprise : remplacée par une valeur aléatoire de même forme"),
    _("expression non comprise : remplacée par son étiquette"),
    _("expression vague, laissée telle quelle"),
    _("le jour seul ne suffisait plus : le mois a été ajouté"),
    _("lieu inconnu de la table des communes : remplacé par une commune au hasard"),
    _("lieu inconnu : rattaché à la commune de son code postal"),
    _("élision à vérifier devant le nouveau nom"),
    _("chaîne d'origine oubliée par l'annotation : masquée"),
    _("hors du texte, vide ou à l'envers"),
    _("étiquette ou sous-type inconnu"),
    _("chevauche une autre entité"),
    _("le niveau de bruit ε doit être strictement positif"),
    _("au-delà du nombre d'éléments fixé : remplacé par son étiquette"),
    _("un nombre d'éléments positif est attendu, sans poids"),
    _("attendu FR, une région (FR-BFC) ou un département (FR-21)"),
    _("zone inconnue : FR, une région (FR-BFC) ou un département (FR-21)"),
    _("l'année doit être comprise entre 1901 et 2199"),
    _("deux dates"),
    _("deux âges"),
    _("deux durées"),
    _("plus de 1 000"),
    # privacy.keys, deidweb.audit
    _("La clé de l'étude est lisible par d'autres comptes : refusée."),
    _("La clé de l'étude est introuvable ou a été détruite : plus aucun export n'est possible."),
    _("La clé de l'étude est illisible."),
    _("une ligne manque avant celle-ci"),
    _("cette ligne a été modifiée"),
    _("le décompte des lignes a été modifié"),
    _("des lignes manquent à la fin"),
    # icdcoder.domain
    _(
        "La nomenclature CIM-10 n'est pas installée. Lancez « manage.py fetch_cim10 », ou "
        "« manage.py fetch_cim10 --from LIBCIM10MULTI.TXT » avec le fichier de l'ATIH."
    ),
    _("le libellé est vide"),
    _("le premier champ n'est pas un code"),
    _("fichier illisible ou tronqué"),
)

# With holes, the most particular first.
TEMPLATES: Final = (
    _("plus de %(n)s caractères"),
    _("plus de %(n)s changements dans une opération"),
    _("une date AAAA-MM-JJ est attendue, %(year)s au plus tôt"),
    _("bornes inversées ou vides (%(start)s, %(end)s)"),
    _("bornes (%(start)s, %(end)s) hors du texte (longueur %(length)s)"),
    _("bornes (%(start)s, %(end)s) hors du texte (%(length)s)"),
    _("la ligne dépasse %(limit)s Mo"),
    _("le fichier dépasse %(limit)s Mo"),
    _("JSON invalide (colonne %(column)s)"),
    _("le texte contient un caractère nul (position %(position)s)"),
    _("le texte contient un demi-codet UTF-16 isolé (position %(position)s)"),
    _("encodage illisible à l'octet %(position)s : le fichier doit être en UTF-8"),
    _("en-tête attendu : %(header)s"),
    _("deux communes de même taille à %(km)s km l'une de l'autre"),
    _("%(what)s à %(gap)s %(unit)s d'écart"),
    _("Un lecteur ne peut pas distinguer %(what)s mieux qu'à %(odds)s contre 1."),
    _(
        "Il faut au moins %(min_notes)s notes validées de %(min_patients)s patients différents "
        "pour réentraîner ; il y en a %(notes)s, de %(patients)s patient."
    ),
    _(
        "Il faut au moins %(min_notes)s notes validées de %(min_patients)s patients différents "
        "pour réentraîner ; il y en a %(notes)s, de %(patients)s patients."
    ),
    # what workers store
    _("Erreur inattendue (%(type)s)."),
    _("%(count)d notes validées lues"),
    _("apprentissage : %(share)s %% des mots bien étiquetés"),
    _(
        "Les notes validées n'ont pas changé : l'entraînement redonne le modèle "
        "n° %(number)d. Validez d'autres notes, puis réentraînez."
    ),
    _("L'export n° %(number)s est « %(state)s » : cette décision n'est plus possible."),
    _("Rien n'a été importé : %(found)s. %(where)s : %(reason)s."),
    _("Ligne %(line)s, champ « %(field)s »"),
    _("Fichier entier, champ « %(field)s »"),
    _("Ligne %(line)s"),
    # the frames of the pure packages' errors
    _("Note %(note)s, entité [%(start)s, %(end)s[ : %(reason)s."),
    _("Paramètre « %(field)s » : %(reason)s."),
    _("%(file)s, ligne %(line)s : %(reason)s."),
)
# Stored in the form that their count asks for; listed for `ngettext` where they are written.
COUNTED: Final = (
    ("%(count)d erreur trouvée", "%(count)d erreurs trouvées"),
    (
        "%(count)d note avait des fins de ligne Windows ou une marque d'ordre : elles ont été "
        "normalisées, et les entités déplacées avec le texte",
        "%(count)d notes avaient des fins de ligne Windows ou une marque d'ordre : elles ont été "
        "normalisées, et les entités déplacées avec le texte",
    ),
)

_HOLE = re.compile(r"%\((\w+)\)[sd]")
_DECIMAL = re.compile(r"(\d+),(\d+)")


@dataclass(frozen=True, slots=True)
class _Template:
    pattern: re.Pattern[str]
    one: str
    many: str = ""

    def fill(self, holes: dict[str, str]) -> str:
        values = {
            name: int(value) if value.isdecimal() else localised(value)
            for name, value in holes.items()
        }
        if not self.many:
            return gettext(self.one) % values
        return ngettext(self.one, self.many, int(values["count"])) % values


def localised(sentence: str) -> str:
    """The French sentence in the reader's language; as it is when nobody listed it."""
    if not sentence or get_language() == settings.LANGUAGE_CODE:
        return sentence
    known = gettext(sentence)
    if known != sentence:
        return known
    for template in _templates():
        if match := template.pattern.fullmatch(sentence):
            return template.fill(match.groupdict())
    if match := _DECIMAL.fullmatch(sentence):
        return str(get_format("DECIMAL_SEPARATOR")).join(match.groups())
    return sentence


@cache
def _templates() -> tuple[_Template, ...]:
    counted = [_Template(_pattern(form), *forms) for forms in COUNTED for form in forms]
    return (*counted, *(_Template(_pattern(text), text) for text in TEMPLATES))


def _pattern(template: str) -> re.Pattern[str]:
    """The sentence with its holes as groups, each as short as the rest allows."""
    pieces = _HOLE.split(template)
    pieces[::2] = [re.escape(piece.replace("%%", "%")) for piece in pieces[::2]]
    pieces[1::2] = [f"(?P<{name}>.+?)" for name in pieces[1::2]]
    return re.compile("".join(pieces), re.DOTALL)
