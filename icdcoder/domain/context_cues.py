"""Words that change what a mention says about the patient (after ConText, Harkema et al. 2009).

All folded (no accents, lower case). A cue is a run of words.
"""

from typing import Final

from icdcoder.domain.tokens import words


def _cues(*lines: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cue.split()) for line in lines for cue in line.split("|"))


NEGATION_BEFORE: Final = _cues(  # what follows is absent
    "pas de|pas d|pas|absence de|absence d|sans|aucun|aucune|ni|jamais de|jamais d|jamais eu",
    "elimine un|elimine une|elimine le|elimine la|elimine l|elimine d|eliminer|ecarter|ecarte un",
    "ecarte une|ecarte l|exclure|exclut|infirme le|infirme la|infirme l|negatif pour",
    "negative pour|negatives pour|negatifs pour|nie|indemne de|indemne d|ni de|ni d|plus de signe de",
    "vaccine contre|vaccinee contre|vaccin contre|vaccination contre|vaccination anti",
    "prevention de|prevention d|prevention du|prophylaxie de|prophylaxie d|depistage de|depistage du",
    "depistage d|plus d|plus de|ne fume plus|vaccin|vaccins|vacc|indemne|a distance de tout",
    "prevention des|prophylaxie des|n a jamais|jamais|peu d argument pour|peu d arguments pour",
    "peu d argument en faveur|peu d arguments en faveur|pas en faveur|contre indication|contre indications",
    "education therapeutique sur|education sur|peut provoquer|peut entrainer|pouvant entrainer|pouvant provoquer",
    "initialement etiquete|initialement etiquetee|etiquete a tort|etiquetee a tort|a tort etiquete|recuse pour|recusee pour",
    "rien qui evoque|rien n evoque|rien en faveur|rien qui fasse evoquer|rien pour un|rien pour une|rien pour des|je ne crois pas a|je n ai pas d argument pour",
    "aucun argument pour|pas d argument pour|sans argument pour|n est pas|n etait pas|ni argument pour|loin de",
    "signes d alerte|protocole|alerte|vaccines contre|vaccinees contre|trop tot pour|ne remplit pas les criteres de",
    "craignait|craignaient|craignions|redoutait|redoutaient|s inquietait d|s inquiete d|avait fait evoquer|a fait evoquer a tort|avait fait craindre|avait fait suspecter",
    "ecartant un|ecartant une|ecartant la|ecartant le|ecartant l|eliminant un|eliminant une|eliminant la|eliminant le|eliminant l",
    "non retenu comme|non retenue comme|non retenus comme|excluant un|excluant une|excluant la|excluant le|excluant l",
    "ne remplit pas les criteres d|hors de tout|plus de desir de|pas de critere de|pas de critere d",
    "disparition de|disparition d|disparition du|disparition des|peu evocateur de|peu evocatrice de|peu evocateur d|peu evocatrice d",
    "a tort un|a tort une|a tort le|a tort la|a tort l",
)
NEGATION_AFTER: Final = _cues(  # what stands before is absent
    "non vu|non vue|non visualise|non visualisee",
    "absent|absente|negatif|negative|elimine|eliminee|neg|pas retenu|pas retenue|a jour|pas eligible",
    "ecarte|ecartee|exclu|exclue|infirme|infirmee|non retrouve|non retrouvee|non retenu|non retenue",
    "n existait pas|n existe pas|n en etait pas|n en est pas|sans signification|sans signification pathologique|inexistant|inexistante",
    "n a pas ete retrouve|n a pas ete retrouvee|n a pas ete confirme|n a pas ete confirmee|n est pas retrouve|n est pas retrouvee",
    "n est pas retenu|n est pas retenue|n a pas ete retenu|n a pas ete retenue",
    "non affirme|non affirmee|non indique|non indiquee|pas indique|pas indiquee|non confirme|non confirmee|non|jamais confirme|jamais confirmee|leve|refuse|refusee|recuse|recusee",
    "n est pas apparu|n est pas apparue|n est jamais apparu|n est jamais apparue|n est pas survenu|n est pas survenue|ne sont pas venus|ne sont pas venues",
    "ne s est pas produit|ne s est pas produite|n a pas ete observe|n a pas ete observee",
    "non demontre|non demontree|non prouve|non prouvee|n a pas d argument|n ont pas d argument|n ont pas d arguments",
    "non realise|non realisee|non effectue|non effectuee|non immunise|non immunisee",
    "passif|ras|nul|nulle|indetectable|indemne|indemnes|jamais retenu|jamais retenue|non necessaire|pas necessaire|inutile|nie|niee|nies|niees|evite|evitee|disparu|disparue|disparus|disparues|contaminant|contaminants|souillure|souillures|essayee une fois|essaye une fois",
)
NEGATION_HEADINGS: Final = words(  # before a colon: "Non retenus : EP, hyperthyroïdie (TSH 2), amylose"
    "retenu retenue retenus retenues elimine eliminee elimines eliminees ecarte ecartee ecartes ecartees",
    "exclu exclue exclus exclues infirme infirmes negatif negatifs negative negatives absents absentes",
)
PLAN_HEADINGS: Final = words(  # behind "à" and before a colon: "À prévoir : ablation de la JJ"
    "prevoir programmer organiser planifier discuter envisager faire"
)
NEGATION_LIST_AFTER: Final = _cues(  # "sérologies VIH, VHB et VHC négatives"
    "absents|absentes|negatifs|negatives|eliminees|elimines|ne sont pas retenues|ne sont pas retenus|non retenues|non retenus|exclus|exclues|ecartes|ecartees"
)
HYPOTHESIS_BEFORE: Final = _cues(
    "suspicion de|suspicion d|suspicion|suspect de|suspecte de|hypothese d|hypothese de|probable",
    "possible|eventuel|eventuelle|evoquant|evoquait|evoquaient|evoque|evoquer|evocateur de|evocatrice d|doute sur",
    "soupcon de|soupcon d|craint un|craint une|craint l|craignons un|craignons une|soupconne un|soupconne une|soupconnons|suspecte un|suspecte une|suspectons",
    "probablement|doute|risque de|risque d|crainte d|crainte de|recherche de|recherche d|rechercher|serologie|serologies|a eliminer|vraisemblable",
)
HYPOTHESIS_AFTER: Final = _cues(
    "probable|possible|suspecte|suspectee|a confirmer|a eliminer|evoque|evoquee|eventuel|eventuelle",
    "vraisemblable|craint|crainte|recherche|recherchee|cherche|cherchee|suspect|redoute|redoutee|discute",
    "soupconne|soupconnee|soupconnes|soupconnees|suppose|supposee|supposes|supposees|a documenter|a prouver|a affirmer",
    "discutee|a rechercher|recherches|recherchees|cherches|cherchees|a evoquer",
)
PLANNED_BEFORE: Final = _cues(  # not there, or not yet
    "a discuter|discuter|discutera|discuterons|a envisager|envisager|envisagera|envisage|prevoir",
    "en cas de|en cas d|si|s il|s ils|proposer|proposera|a programmer|indication a|indication de|en attente de",
    "consignes|consignes de|consignes d|avant toute|avant tout",
    "surveiller|surveillance de l apparition|consulter si|jusqu a|plutot que|discussion de|discussion d|discussion|orientation",
)
PLANNED_AFTER: Final = _cues(
    "a prevoir|a programmer|a planifier|a organiser|a discuter|a rediscuter|a depister|a rechercher|a envisager|envisagee|envisages|envisagees",
    "n est pas envisage|n est pas envisagee|a refaire|demandee|demandees",
    "prevu|prevue|prevus|prevues|programmee le mois|programme le mois|programmee dans|programme dans",
    "a debuter|en reflexion|reporte|reportee|reportes|reportees|annule|annulee|differe|differee|decale|decalee|ajourne|ajournee",
)
HISTORY_BEFORE: Final = _cues(
    "antecedent|antecedents|atcd|atcds|antcd|antcdt|ex|opere d|opere de|operee d|operee de|traite pour",
    "notion de",
)
HISTORY_AFTER: Final = _cues(
    "jadis|naguere|autrefois|l an dernier|l an passe|l annee derniere|l annee passee",
    "dans l enfance|pendant l enfance|a l adolescence|de l enfance|de l adolescence|de jeunesse|dans sa jeunesse|tout petit|toute petite",
    "ancien|ancienne|anciens|anciennes|ancien traite|ancienne traitee|gueri|guerie|en remission",
    "cicatrise|cicatrisee|cicatrises|cicatrisees",
    "refermee|retire|retiree|sans suite|consolide|consolidee|recupere|recuperee|pas de recidive|sans recidive",
    "non recidive|non recidivee|rien depuis|en remission complete",
)
FAMILY_BEFORE: Final = _cues(
    "pere|mere|frere|soeur|freres|soeurs|oncle|tante|cousin|cousine|grand pere|grand mere",
    "antecedent familial|antecedents familiaux|atcd fam|atcds fam|antecedents fam|antecedent fam|ant fam|atcd familiale|atcd familiaux|atcd familial|histoire familiale",
    "contexte familial|terrain familial|heredite|son fils|sa fille|ses enfants|maman|papa|parents",
    "sa femme atteinte|sa femme souffre|sa femme est atteinte|sa femme est suivie|sa femme a un|sa femme a une|chez sa femme|sa compagne atteinte|son compagnon atteint",
    "conjoint|conjointe|epouse|mari|fils|fille|jumeau|grands parents|voisin|voisine|nounou|nourrice|tonton|tata|neveu|niece",
    "deux parents|fratrie",
)

FAMILY_AFTER: Final = _cues(
    "paternel|paternelle|paternels|paternelles|dans la fratrie|familial|familiale|familiaux|familiales"
)
# "gastro-entérite familiale" was caught at home, "polypose familiale" and "deuil familial" are the patient's own.
SHARED: Final = words(
    "enterite grippe covid gale poux angine varicelle infection epidemie contage coqueluche toux",
    "hypercholesterolemie dyslipidemie hyperlipidemie polypose polyposique mediterraneenne amylose amyloidose tremblement",
    "cardiomyopathie hypertrophique dilatee hypocalciurique insomnie thrombophilie neutropenie emphyseme homozygote heterozygote",
    "deuil conflit rupture isolement stress epuisement maltraitance violence placement",
)
# "mélanome du mari", "infarctus chez son père", "mort subite d'un frère": what stands before these is theirs, too.
OF: Final = words("du de d chez")
ARTICLES: Final = words("la le les sa son ses leur leurs l un une")
# "accompagnée par sa mère", "vit avec son frère", "chers parents": company, not family history.
COMPANY: Final = words("avec par accompagne accompagnee vit dure pie appel enfant cher chers chere")
# A scope ends at these words.
TURNS: Final = words("mais cependant toutefois pourtant hormis sauf excepte car donc puis revanche")
NEGATION_TURNS: Final = TURNS | words("avec retient retenons confirme malgre")
FAMILY_TURNS: Final = TURNS | words(
    "meme patient patiente lui personnel personnels personnellement"
)
ENUMERATION: Final = words("ni ou")
