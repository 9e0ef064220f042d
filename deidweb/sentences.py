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

from deidweb.typography import plain

# Without holes: found by `gettext` itself.
FIXED: Final = (
    # worker.training
    _(
        "L'apprentissage a divergé : ses erreurs ne sont plus des nombres. Réduisez le pas, ou partez d'un autre modèle."
    ),
    # annotation.domain: what is wrong with a file
    _("champ inconnu, ignoré"),
    _("autres champs inconnus, ignorés"),
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
    _("ce patient s'oppose à l'usage de ses données : retirez ses notes du fichier"),
    _("le fichier est vide (aucune note)"),
    _("le fichier est vide"),
    _("la ligne contient un caractère nul"),
    _("JSON invalide : trop de niveaux imbriqués"),
    _("JSON invalide : nombre hors limites"),
    _("la ligne n'est pas un objet JSON"),
    _("le fichier n'est plus là : importez-le de nouveau"),
    _("Fichier entier"),
    _("trop de raisons d'un coup"),
    _("cet endroit n'attend pas de raison"),
    _("raison inconnue"),
    _("écrivez la raison"),
    # annotation.domain.formats: other tools' files
    _("une chaîne de caractères ou un nombre entier est attendu"),
    _("cette phrase commence trop loin de la précédente"),
    _("l'archive contient la même table en CSV et en Parquet"),
    _("une date AAAA-MM-JJ est attendue"),
    _("ce numéro a été arrondi par un tableur (« 1,23E+14 ») : exportez-le comme du texte"),
    _("identifiant contenant des caractères invisibles"),
    _("« NULL », « NaN »… n'est pas un identifiant : laissez-le vide"),
    _("ce document Word est protégé par un mot de passe : enregistrez-le sans lui"),
    _(
        "ce document Word en contient un autre, qui n'est pas lu : ouvrez-le dans Word et enregistrez-le de nouveau"
    ),
    _("ce fichier est une image : enregistrez-la en PDF, ou donnez-en le texte"),
    _("ce fichier est une image DICOM, qui n'est pas lue : donnez le compte rendu en texte"),
    _("ce fichier est un son ou une vidéo : donnez-en la transcription"),
    _("ce fichier est un programme : il n'est pas lu"),
    _("ce fichier est une base de données : exportez ses notes en CSV ou en JSONL"),
    _("ce fichier est un document OpenDocument (.odt) : enregistrez-le en .docx ou en texte"),
    _("ce fichier est un classeur de tableur : enregistrez-le en CSV"),
    _("ce fichier est une présentation : enregistrez-la en PDF"),
    _("ce fichier est un livre électronique : il n'est pas lu"),
    _(
        "ce fichier est une archive d'un type qui n'est pas lu : décompressez-la, ou faites-en un ZIP"
    ),
    _("ce fichier est en UTF-16 : enregistrez-le en UTF-8"),
    _("ce n'est pas un texte, mais un tableau Parquet"),
    _("ce n'est pas un texte, mais un PDF"),
    _("ce n'est pas un texte, mais un document RTF : enregistrez-le en texte ou en .docx"),
    _("ce n'est pas un texte, mais une archive ZIP, un document Word ou un classeur"),
    _("cette archive ZIP n'est pas un document Word : décompressez-la et donnez ses fichiers"),
    _("ce n'est pas un texte, mais une archive gzip : décompressez-la d'abord"),
    _("ce n'est pas une archive ZIP lisible"),
    _("le fichier NOTE.csv manque dans l'archive"),
    _("fichier trop grand"),
    _("fichier illisible, abîmé ou protégé"),
    _(
        "ce fichier demande plus de mémoire qu'un import n'en reçoit : il est abîmé, ou fait pour cela"
    ),
    _("ce fichier est abîmé ou illisible à cet endroit"),
    _("la lecture de ce fichier dépasse le temps prévu : il est abîmé, ou fait pour cela"),
    _("ce fichier en recouvre un autre dans l'archive"),
    _("un lien vers un autre fichier ne peut pas être importé"),
    _("ce n'est pas un fichier ordinaire"),
    _("l'archive contient une autre archive : décompressez-la d'abord"),
    _("l'archive contient deux fichiers de même nom"),
    _("champ donné deux fois"),
    _("colonne donnée deux fois"),
    _("l'extension doit être en minuscules"),
    _("ce numéro est déjà celui d'une autre entité"),
    _("le nom d'un champ contient un demi-codet UTF-16 isolé"),
    _("le fichier .txt de cette annotation manque"),
    _("« étiquette début fin » est attendu après le numéro"),
    _("O, ou B-, I-, E-, S- et une étiquette sont attendus"),
    _("un mot et son étiquette sont attendus"),
    _("encodage illisible : le fichier doit être en UTF-8"),
    _("ce n'est pas un fichier Parquet lisible"),
    _("aucun texte dans ce PDF : c'est sans doute une image numérisée"),
    _(
        "ce PDF ne dit pas quelles lettres il dessine (des polices sans table de caractères), et son image n'a pas pu être lue : enregistrez-le de nouveau depuis le logiciel qui l'a fait"
    ),
    _(
        "aucun texte dans ce PDF : c'est une image numérisée, et la reconnaissance de caractères (tesseract, en français) n'est pas installée"
    ),
    _(
        "tout le texte de ce PDF est pris pour des en-têtes et des pieds de page : à l'import, choisissez de les garder"
    ),
    _("la reconnaissance des caractères de ce PDF dépasse le temps prévu"),
    _("la reconnaissance des caractères de ce PDF a échoué"),
    _("ce document Word est trop grand"),
    _("personne n'a répondu pendant sept jours : importez le fichier de nouveau"),
    _("pages numérisées lues par reconnaissance de caractères : relisez-les"),
    _("pages numérisées qui n'ont pas été lues (tesseract n'est pas installé)"),
    # worker.private.reading: another site's representations
    _("ce fichier de représentations est illisible"),
    _("ce fichier n'a pas le manifeste d'un fichier de représentations"),
    _("cette représentation n'est pas acceptée : un adversaire y lit plus que le hasard"),
    _("ce fichier a été fait pour d'autres étiquettes"),
    _("champ « verdict » du manifeste : il dit « accepté », et ses chiffres ne le disent pas"),
    _("c'est l'autre des deux fichiers"),
    _("ce n'est pas le réseau de ces représentations"),
    # worker.trial: documents that « Essayer » can't read
    _("le document dépasse 30 000 caractères : collez-en une partie"),
    _(
        "aucun texte dans ce document : s'il est fait d'images, donnez-le en PDF, dont les pages numérisées se lisent"
    ),
    _("ce document n'est plus le même : recommencez"),
    _(
        "une partie de ce qui devait disparaître se lit encore dans le PDF caviardé : il n'est pas remis"
    ),
    _("le PDF caviardé serait trop gros : découpez le document"),
    _("ce n'est pas un document Word lisible (.docx)"),
    _(
        "ce document est d'un ancien format (.doc, .xls…), ou protégé par un mot de passe : enregistrez-le en .docx ou en texte"
    ),
    _("ce document Word contient ce qu'aucun document ne contient : il n'est pas lu"),
    _("ce PDF est abîmé"),
    _("ce PDF est protégé par un mot de passe : enregistrez-le sans lui"),
    _(
        "ce n'est pas un PDF, ou il est abîmé ou incomplet : enregistrez-le ou téléchargez-le de nouveau"
    ),
    _("l'entité ne contient que des blancs"),
    _("la ligne n'est ni un objet ni un tableau JSON"),
    _("cette phrase commence avant la fin de la précédente"),
    _("position au milieu d'un caractère UTF-16"),
    _("« #FORMAT=WebAnno TSV 3 » est attendu en première ligne"),
    _("« phrase-mot, début-fin, mot » est attendu"),
    _("les parts de test et de validation doivent laisser de quoi apprendre"),
    # annotation.domain.formats.losses
    _("entités chevauchantes laissées de côté (la plus longue reste)"),
    _("notes dont les blancs ont changé"),
    _("identifiants de notes remplacés"),
    _("identités structurées de patients laissées de côté"),
    _("types ou dates de notes laissés de côté"),
    _("entités laissées de côté"),
    _("scores laissés de côté"),
    _("origines (règle, modèle, personne) laissées de côté"),
    _("doutes ou commentaires laissés de côté"),
    _("commentaires détachés de leur entité"),
    _("sous-types vides remplacés par celui de leur étiquette"),
    _("relations, évènements ou attributs inconnus laissés de côté"),
    _("entités discontinues coupées en morceaux"),
    _("notes déjà substituées : leurs remplacements sont lus comme entités"),
    _(
        "notes qui ont des entités et des remplacements : les entités sont lues, les remplacements laissés de côté"
    ),
    _("entités rognées de leurs blancs"),
    _("notes dont les positions sont comptées en UTF-16 dans le fichier"),
    _("exemples refusés ou ignorés laissés de côté"),
    _("annotations d'autres personnes laissées de côté (la dernière reste)"),
    _("lignes d'en-tête ou de pied de page retirées"),
    _("champs de formulaire et annotations de PDF qui n'ont pas été lus"),
    _(
        "notes dont le patient a une autre date de naissance plus haut dans le fichier (la dernière reste) : vérifiez"
    ),
    _(
        "notes dont les accents semblent abîmés (« Ã© » pour « é ») : vérifiez l'encodage de la source"
    ),
    # annotation.domain.formats, agreement: names of formats, what they lose, what is wrong
    _("JSONL : une note par ligne"),
    _("Représentations sans texte (safetensors)"),
    _("Réseau qui fait ces représentations, avec les mots d'un export diffusé (safetensors)"),
    _("Poids d'un modèle et sa carte (ZIP)"),
    _("Texte : le fichier est une note"),
    _("Textes dans une archive ZIP"),
    _("Tableau CSV"),
    _("eds-pseudo (JSONL)"),
    _("doccano (JSONL, triplets)"),
    _("doccano (JSONL, avec relations)"),
    _("Label Studio (JSON)"),
    _("brat (.txt et .ann dans une archive ZIP)"),
    _("spaCy 3 et Prodigy (JSONL)"),
    _("spaCy 2 (tableaux JSONL)"),
    _("CoNLL-2003 (BIO)"),
    _("CoNLL (BIOES)"),
    _("INCEpTION (WebAnno TSV 3, archive ZIP)"),
    _("OMOP, table NOTE (CSV)"),
    _("OMOP, table NOTE (Parquet)"),
    _("OMOP, tables NOTE et NOTE_NLP (CSV dans une archive ZIP)"),
    _("OMOP, tables NOTE et NOTE_NLP (Parquet dans une archive ZIP)"),
    _("PDF, ou archive ZIP de PDF"),
    _("Word (.docx), ou archive ZIP de .docx"),
    _("aucune note n'a été lue deux fois"),
    _("aucun des deux n'a rien marqué : il n'y a rien à comparer"),
    _(
        "les deux ont donné la même étiquette à tous les mots : le hasard expliquerait à lui seul leur accord"
    ),
    _("aucun désaccord n'est attendu du hasard : le rapport n'existe pas"),
    _("colonne obligatoire absente"),
    _(
        "colonne obligatoire absente de la première ligne "
        "(séparateurs reconnus : virgule, point-virgule, tabulation)"
    ),
    _("JSON invalide (colonne 1) : vérifiez que le format choisi est celui du fichier"),
    _("fichiers de l'archive laissés de côté (extension d'un autre format)"),
    _("[début, fin, étiquette] est attendu"),
    _('[texte, {"entities": …}] est attendu'),
    _("CSV invalide : guillemets ou champ trop long"),
    _("JSON invalide"),
    _("JSON invalide ou trop long"),
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
    _("cet espace de mots est vide, trop grand ou incohérent"),
    _("cet espace de mots contient un point qui n'en est pas un"),
    _("ce fichier de voisins est illisible"),
    _("cette table de phrases a été faite pour d'autres notes : refaites-la"),
    _("expression non comprise : remplacée par une valeur aléatoire de même nature"),
    _("expression non comprise : remplacée par son étiquette"),
    _("expression vague, laissée telle quelle"),
    _("le jour seul ne suffisait plus : le mois a été ajouté"),
    _("le mois seul ne suffisait plus : l'année a été ajoutée"),
    _("lieu inconnu de la table des communes : remplacé par une commune au hasard"),
    _("lieu inconnu : rattaché à la commune de son code postal"),
    _("commune supposée : d'autres portent ce nom"),
    _("élision à vérifier devant le nouveau nom"),
    _("note sans patient : son compte de confidentialité est celui de son texte"),
    _("chaîne d'origine oubliée par l'annotation : masquée"),
    _("hors du texte, vide ou à l'envers"),
    _("étiquette ou sous-type inconnu"),
    _("chevauche une autre entité"),
    _("le niveau de bruit ε doit être strictement positif"),
    _("le bruit demande un ε par mot, et aucun n'est choisi"),
    _("au-delà du nombre d'éléments fixé : remplacé par son étiquette"),
    _("un nombre d'éléments positif est attendu, sans poids"),
    _("attendu FR, une région (FR-BFC) ou un département (FR-21)"),
    _("attendu all, ou des étiquettes parmi PER, LOC, ORG, DATE, AGE, TEL, MAIL, REF et QID"),
    _("zone inconnue : FR, une région (FR-BFC) ou un département (FR-21)"),
    _("l'année doit être comprise entre 1901 et 2199"),
    _("jours"),
    _("mois"),
    _("ans"),
    _("semaines"),
    _("heures"),
    _("deux dates"),
    _("deux âges"),
    _("deux durées"),
    _("plus de 1 000"),
    # privacy.domain.effects, certificates, features
    _("Remplacé au hasard, sans lien avec l'original : ne coûte rien."),
    _("Remplacé par son étiquette : rien n'en reste."),
    _("Mécanisme d'un article, pour comparaison : aucune garantie n'est prouvée."),
    _(
        "Toutes les dates du patient sont décalées d'un même nombre de jours : les écarts restent "
        "lisibles, aucune garantie."
    ),
    _("Le résultat ne dépend pas de la valeur d'origine : la perte est nulle."),
    _(
        "Bruit de Laplace discret sur chaque valeur, tiré exactement : la perte est d'ε par unité ; la "
        "remise en ordre et la date de référence ne la changent pas."
    ),
    _(
        "Les intervalles entre les dates restent exacts : deux dossiers dont un intervalle diffère se "
        "distinguent à coup sûr, le rapport est infini."
    ),
    _(
        "Une date entre deux autres change deux intervalles à la fois, et le nouveau tirage des "
        "intervalles négatifs dépend de la valeur d'origine : la perte dépasse le double d'ε."
    ),
    _(
        "Un intervalle ne sort jamais de sa catégorie (moins de 2 mois, moins de 2 ans, plus) : deux "
        "intervalles voisins de catégories différentes se distinguent à coup sûr, le rapport est infini."
    ),
    _(
        "La normalisation dépend de la commune d'origine : la perte la plus forte dépasse ce qu'ε permet."
    ),
    _(
        "Les candidats dépendent de la commune d'origine : certaines communes tirées ne peuvent venir "
        "que d'une seule des deux, le rapport est infini."
    ),
    _(
        "Quel que soit le poids des communes au départ du tirage, la perte ne dépasse pas deux fois l'échelle s, arrondis"
        " compris, où que soient deux communes."
    ),
    _(
        "Quel que soit le poids des communes au départ du tirage, la perte, deux fois l'échelle s, dépasse ε."
    ),
    _(
        "Loi de Laplace plane sur un réseau de 10 m, tirée exactement : la perte est d'ε pour 50 km, "
        "quelle que soit la paire."
    ),
    _(
        "Toutes les paires de communes de la zone ont été comparées sur les poids entiers du tirage : la "
        "perte la plus forte dépasse ε."
    ),
    _(
        "Toutes les paires de communes de la zone ont été comparées sur les poids entiers du tirage : la "
        "perte la plus forte ne dépasse pas ε."
    ),
    _(
        "Une commune hors de la zone est tirée selon ses propres distances aux communes de la zone : où que "
        "soient deux communes, la perte ne dépasse pas deux fois l'échelle s, arrondis compris."
    ),
    _(
        "Une commune hors de la zone est tirée selon ses propres distances aux communes de la zone : la perte, "
        "deux fois l'échelle s, dépasse ε."
    ),
    _("unité de lieu (50 km, ou dix fois plus d'habitants)"),
    _("unité de lieu (50 km)"),
    _("Un âge au-delà de 89 ans sort alors que les âges devaient être plafonnés."),
    _(
        "Les tirages sont plus proches de l'original que la loi certifiée : ce qui tourne n'est pas ce qui est "
        "certifié."
    ),
    _("Les tirages distinguent deux dossiers voisins mieux que la perte certifiée ne le permet."),
    # privacy.domain.obfuscation.metrics
    _("chaînes sensibles absentes du texte rendu, part"),
    _(
        "distance de Levenshtein normalisée au passage le plus proche, quelle que soit sa longueur, moyenne"
    ),
    _("chaînes dont la similarité est inférieure à 0,85, part"),
    _("notes dont tous les identifiants directs (PER, TEL, MAIL, QID, REF) le sont, part"),
    _("LR des quasi-identifiants (LOC, DATE, AGE, ORG)"),
    _("codes CIM-10 communs à l'original et au texte rendu, sur tous ceux des deux"),
    _("gain cumulé du classement des codes du texte rendu, l'original donnant les gains"),
    _(
        "Les voisins parmi lesquels on tire dépendent du mot ou de la phrase d'origine, et eux seuls peuvent sortir : "
        "aucune borne ne tient."
    ),
    _(
        "Deux mots à distance d ne se distinguent pas au-delà de ε·d, mais un texte additionne tous ses mots différents : "
        "pour un patient, aucune borne ne tient."
    ),
    _("par unité de distance entre deux mots"),
    _("Les dates tirées ne gardent pas l'ordre des événements ou dépassent la date de référence."),
    _("La valeur d'origine sort telle quelle alors qu'elle devait disparaître."),
    _("La table des communes ou celle des échelles prouvées n'est pas celle qui a été livrée."),
    _("unité de la valeur (jour, mois, année, semaine)"),
    _("La clé d'étude doit compter exactement 64 chiffres hexadécimaux."),
    _("aucun code de la table des communes"),
    _("aucune colonne de codes : attendu « insee_code » ou « dep_code »"),
    _("code déjà présent"),
    _("deux colonnes ont le même nom, ou aucun"),
    _("ce numéro est déjà celui d'une autre entité"),
    _("l'extension doit être en minuscules"),
    _("cet espace de mots est vide, trop grand ou incohérent"),
    _("cet espace de mots contient un point qui n'en est pas un"),
    _("l'échelle doit être un nombre positif"),
    _("une valeur dépasse l'échelle de trop loin"),
    _("le fichier n'est pas en UTF-8"),
    _("écart interquartile nul : donnez l'échelle"),
    _("la distance entre communes n'est plus celle de la demande : demandez un nouvel export"),
    _("archive gzip illisible"),
    _("ligne CSV illisible"),
    _("aucune colonne de nombres"),
    _("de département"),
    _("cette colonne de nombres n'existe pas"),
    _("plusieurs colonnes de nombres : nommez celle des poids"),
    _("un poids est négatif"),
    _("aucune commune connue n'a de poids"),
    _("aucune commune de la zone n'a de poids dans la table des tirages"),
    _("une table de variables n'existe plus ou n'est plus la même"),
    # privacy.services.keep_keys, deidweb.audit
    _("La clé du registre de confidentialité est introuvable : remettez-la en place."),
    _("La clé de l'étude est lisible par d'autres comptes : refusée."),
    _("La clé de l'étude est introuvable ou a été détruite : plus aucun export n'est possible."),
    _("La clé de l'étude est illisible."),
    _("La clé de l'étude est chiffrée sous une autre clé maîtresse."),
    _("La clé de l'étude a été modifiée ou déplacée : refusée."),
    _("La clé des identités de ce projet est introuvable ou a été détruite."),
    _("La clé des identités est chiffrée sous une autre clé maîtresse (IDENTITY_KEK)."),
    _(
        "La clé maîtresse des identités (IDENTITY_KEK) est absente ou mal écrite : 64 chiffres hexadécimaux."
    ),
    _("La clé des identités a été modifiée ou déplacée : refusée."),
    _("Une identité a été modifiée ou déplacée dans la base : elle ne s'ouvre pas."),
    _("La clé maîtresse (STUDY_KEK) est absente ou mal écrite : 64 chiffres hexadécimaux."),
    _("Mettez la nouvelle clé maîtresse dans STUDY_KEK et l'ancienne dans STUDY_KEK_PREVIOUS."),
    _(
        "Ce fichier n'est pas une clé chiffrée : voyez « manage.py wrap_bare_keys » s'il vient d'une ancienne version."
    ),
    _("une ligne manque avant celle-ci"),
    _("cette ligne a été modifiée"),
    _("le décompte des lignes a été modifié"),
    _("un mois scellé manque"),
    _("le sceau d'un mois a été modifié"),
    _("un mois a été effacé avant un plus ancien"),
    _("un mois scellé ne finit pas par cette ligne"),
    _("des lignes manquent à la fin"),
    # icdcoder.domain
    _(
        "La nomenclature CIM-10 n'est pas installée. Lancez « manage.py fetch_cim10 », ou "
        "« manage.py fetch_cim10 --from LIBCIM10MULTI.TXT » avec le fichier de l'ATIH."
    ),
    _("le libellé est vide"),
    _("le libellé contient un caractère invisible"),
    _("un nom de colonne contient un caractère invisible"),
    _("aucun code"),
    _("top doit être au moins 1"),
    _("le premier champ n'est pas un code"),
    _(
        "Ces codes viennent d'un dictionnaire de termes et d'un réseau de neurones appris sur les codes acceptés de ce "
        "projet. Ni l'un ni l'autre ne comprend la note."
    ),
    _(
        "Ces codes viennent d'un dictionnaire de termes et de règles : il lit les négations, les antécédents et les "
        "chiffres, il ne comprend pas la note. Mesuré le 28/11/2026 sur 40 notes jamais lues : sur 100 catégories "
        "proposées, 79 sont justes ; sur 100 qu'il faut, il en trouve 82. Au code exact : 71 et 76."
    ),
    _("fichier illisible ou tronqué"),
)

# With holes, the most particular first.
TEMPLATES: Final = (
    # worker.training and worker.engine: an encoder that can't be read
    _("encodeur « %(name)s » illisible : config.json ou model.safetensors"),
    _("encodeur « %(name)s » : config.json illisible ou inconnu"),
    _("encodeur « %(name)s » : poids absents (%(detail)s)"),
    _("encodeur « %(name)s » : des poids ne sont pas des nombres"),
    _(
        "encodeur « %(name)s » : son découpage numérote %(needed)d morceaux, ses poids n'en connaissent que %(rows)d"
    ),
    _("encodeur « %(name)s » : il ne lit pas %(length)d morceaux à la fois"),
    _("tokenizer.json illisible dans « %(name)s »"),
    _("découpage illisible dans « %(name)s »"),
    _("le vocabulaire n'a aucun de %(detail)s"),
    _("Les codes acceptés n'ont pas changé : l'apprentissage redonne le codeur n° %(number)d."),
    _("Ce modèle est déjà le n° %(number)d du projet."),
    _("Il manque au dossier le fichier %(detail)s (des poids safetensors sont exigés)."),
    _("La table des étiquettes ne se lit pas : %(detail)s."),
    _("labels.json ne dit rien de ces étiquettes du modèle : %(detail)s."),
    _("Ce modèle ne se lit pas (%(detail)s)."),
    _("Il faut les notes d'au moins %(least)d patients dans la part d'apprentissage du jeu."),
    _("champ « %(field)s » du manifeste : il manque, ou n'est pas ce que le fichier contient"),
    _("tableau « %(name)s » : il manque, ou n'a pas la forme attendue"),
    _("tableau « %(name)s » : il contient des valeurs impossibles"),
    _("%(count)d essais terminés"),  # as stored before
    _("essais finis : %(ended)d sur %(trials)d"),
    _("essai n° %(number)d, préparation ; essais finis : %(ended)d sur %(trials)d"),
    _("essai n° %(number)d, réglage du seuil ; essais finis : %(ended)d sur %(trials)d"),
    _(
        "essai n° %(number)d, tour %(epoch)d sur %(epochs)d au plus ; essais finis : %(ended)d sur %(trials)d"
    ),
    _("%(want)s colonnes attendues, %(got)s trouvées"),
    _("l'archive contient plus de %(n)s fichiers"),
    _("l'archive contient plus de %(n)s Go une fois décompressée"),
    _("ce fichier est plus de %(n)s fois plus grand une fois décompressé"),
    _("ce fichier a plus de %(n)s lignes"),
    _("ce PDF a plus de %(n)s pages"),
    _("ce PDF a plus de %(n)s caractères"),
    _("l'archive ne contient aucun fichier %(ending)s"),
    _("%(n)s colonnes attendues, %(found)s trouvées"),
    _("%(n)s cellules, %(m)s attendues"),
    _("ce n'est pas un code %(kind)s"),
    _("plus de %(n)s colonnes"),
    _("plus de %(n)s cellules"),
    _("les colonnes %(first)s et %(second)s ont le même nom"),
    _("un nom de colonne dépasse %(n)s caractères"),
    _("le libellé dépasse %(n)s caractères"),
    _("ce code est déjà celui de la ligne %(n)s"),
    _("Déduit de ce qui est déjà remplacé (%(what)s) : ne coûte rien de plus."),
    _("deux communes à %(km)s km l'une de l'autre"),
    _("plus de %(n)s caractères"),
    _("plus de %(n)s valeurs"),
    _("plus de %(n)s changements dans une opération"),
    _("une date AAAA-MM-JJ est attendue, de %(first)s à %(last)s"),
    _("une date AAAA-MM-JJ est attendue, %(year)s au plus tôt"),  # as stored before
    _("bornes inversées ou vides (%(start)s, %(end)s)"),
    _("bornes (%(start)s, %(end)s) hors du texte (longueur %(length)s)"),
    _("bornes (%(start)s, %(end)s) hors du texte (%(length)s)"),
    _("la ligne dépasse %(limit)s Mo"),
    _("le fichier dépasse %(limit)s Mo"),
    _("JSON invalide (colonne %(column)s)"),
    _("le texte contient un caractère nul (position %(position)s)"),
    _("le texte contient un demi-codet UTF-16 isolé (position %(position)s)"),
    _("encodage illisible à l'octet %(position)s : le fichier doit être en UTF-8"),
    _("encodage illisible à l'octet %(position)s : ce fichier n'est pas un texte"),
    _(
        "encodage illisible à l'octet %(position)s : le fichier semble en %(name)s, enregistrez-le en UTF-8"
    ),
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
    _(
        "Ces codes viennent d'un réseau de neurones qui connaît %(count)s codes, appris sur des notes "
        "codées. Les extraits sont ceux qui ont le plus pesé."
    ),
    _(
        "Ces codes viennent d'un réseau de neurones qui connaît %(count)s codes, appris sur des notes "
        "codées. Les passages sont ceux qui ont le plus pesé."
    ),  # as stored before
    # what workers store
    _("Erreur inattendue (%(type)s)."),
    _(
        "Le travail n'avançait plus depuis %(time)s (%(done)d sur %(total)d) : son processus a été arrêté."
    ),
    _(
        "La carte graphique %(card)s ne répond plus. Ce processus de travail ne compte plus que sur le processeur : "
        "relancez-le quand elle est revenue."
    ),
    _("%(count)d notes validées lues"),
    _("apprentissage : %(share)s %% des mots bien étiquetés"),
    _("passage %(epoch)d sur %(epochs)d au plus, perte %(loss)s"),  # as stored before
    _("lecture des notes brutes, perte des mots cachés %(loss)s"),  # likewise
    _("apprentissage, tour %(epoch)d sur %(epochs)d au plus, perte %(loss)s"),  # likewise
    _("apprentissage, tour %(epoch)d sur %(epochs)d au plus"),
    _("%(done)d entraînements sur %(total)d"),  # likewise
    _("notes apprises : %(notes)d"),
    _("notes apprises : %(notes)d, sans les notes « %(type)s »"),
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
    _("%(file)s, ligne %(line)s, champ « %(field)s » : %(reason)s."),
    _("%(file)s, champ « %(field)s » : %(reason)s."),
    _("%(file)s, ligne %(line)s : %(reason)s."),
    _("%(file)s : %(reason)s."),
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
    if not sentence:
        return sentence
    written = plain(sentence)  # a worker's sentence may come from the French catalogue
    known = gettext(written)
    if known != written:
        return known
    if get_language() == settings.LANGUAGE_CODE:
        return sentence
    for template in _templates():
        if match := template.pattern.fullmatch(written):
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
