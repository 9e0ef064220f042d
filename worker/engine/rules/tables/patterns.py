"""What the headings of columns are called that hold persons, logins, ages or phones, and what their cells look like."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.rules.pattern import Rule
from worker.engine.text.tokens import word_set

INITIALS: Final = Rule(
    "table-initials", Label.PER, Subtype.INITIALES, is_sure=True,
    examples=("Jour    TA     IDE\nlundi   12/7   [[EG]]\nmardi   13/8   [[NN]]",),
)  # fmt: skip
LOGIN: Final = Rule(
    "table-login", Label.QID, Subtype.AUTRE, is_sure=True,
    examples=("ANALYSE\tRESULTAT\tLOGIN\nCK\t164\t[[sprigent]]\nCRP\t12\t[[sprigent]]",),
)  # fmt: skip
AGE: Final = Rule(
    "table-age", Label.AGE, Subtype.AGE, is_sure=True,
    examples=("Patient    Age   Motif\nDURAND     [[66]]    PTH\nROUX       [[84]]    PTG",),
)  # fmt: skip
PHONE: Final = Rule(
    "table-phone", Label.TEL, Subtype.TEL, is_sure=True,
    examples=("Service;Secrétariat;Poste\nbloc;matin;[[4471]]\nréveil;soir;[[4472]]",),
)  # fmt: skip

# Who did something, as grids head their columns; "saisi par", "login_valid" are read word by word.
STAFF: Final = word_set(
    "ide idel inf infirmier infirmiere infirmiers as ash sf ibode iade visa visas paraphe paraphes par par: operateur oper op operateurs chirurgien chir anesth"
    " anesthesiste medecin medecins docteur dr praticien interne senior technicien technicienne tech manip manipulateur kine mk prescripteur"
    " prescripteurs preleveur biologiste signature sign signataire emargement init init. initiales soignant soignante agent user utilisateur login logins"
    " valideur validateur lecteur auteur redacteur responsable referent controleur verificateur orthoptiste dieteticienne garde transporteur"
    " ambulancier brancardier pharmacien preparateur saisie"
)
# Beside such a word they head a column of something else.
NO_STAFF: Final = word_set(
    "age nb nombre date heure heures h tel n rpps code type service duree montant dose acte actes avis"
)
AGES: Final = re.compile(r"(?:patient\s)?ages?(?:\s?\(?(?:ans|annees|a)\)?)?\.?")
PHONES: Final = re.compile(
    r"(?:n[°o]?\s?(?:de\s)?)?(?:tel(?:ephone)?s?|portable|mobile|dect|bip|poste)\.?(?:\s(?:fixe|portable|mobile|domicile|pro|patient|poste|direct))?"
)
AGE_CELL: Final = re.compile(r"(?:\d{1,2}|1[0-2]\d)(?:[.,]\d)?\s?(?:ans?|a|m(?:ois)?|j(?:ours?)?)?")
PHONE_CELL: Final = re.compile(r"\+?\d(?:[\s./-]?\d){2,14}")
# "EG", "mg", "SdB", "E.G.", "J-P", "EG/NN"
_SIGNED: Final = r"(?:[^\W\d_]{1,4}|(?:[^\W\d_]\.-?){1,3}[^\W\d_]?|[^\W\d_]-[^\W\d_]{1,2})"
INITIALS_CELL: Final = re.compile(rf"{_SIGNED}(?: ?[/+] ?{_SIGNED})?")
LOGIN_CELL: Final = re.compile(
    r"[a-z]{1,3}[._-]?[a-z]{3,16}\d{0,3}|[a-z]{1,4}\d{2,6}|[a-z]+[._][a-z]+"
)
# Cells of such a column that say something of the line instead.
NOBODY: Final = word_set(
    "oui non ok ras nc na nf nd fait vu idem id ibid neg pos abs rien aucun aucune nul ns x xx xxx al ag alr rachi h f m ras. n o ide as sf mk jour nuit matin"
    " soir vs vm vni ai vvp kt lp iv po sc im ivl ivse pse refus absent libre annule reporte hd"
)
