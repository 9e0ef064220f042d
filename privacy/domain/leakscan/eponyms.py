"""People whose names are those of diseases, signs, scores and techniques (public knowledge), folded.

Such a name counts as a leak only where something around it tells a person.
"""

import re
from typing import Final

from privacy.domain.text import fold_phrase, words

_LOOK: Final = 48
EPONYMS: Final = frozenset(
    words(
        "achard addison adson alport alzheimer apgar argyll arnold asperger babinski baker bankart barlow barre barrett barthel bartter"
        " basedow bassini bazin becker beck behcet bell bence berger bernard bichat billroth binet biot bishop bland blumer bouchard bouveret"
        " boyden braden bricker bright broca brown brudzinski brugada buerger bunnell burkitt carpentier castleman celsius chagas charcot"
        " chiari child chopart churg clark claude cockcroft cobb colles cooper coombs cornell crohn cushing cullen dandy dejerine delbet"
        " dercum destot doppler douglas down dressler duchenne dukes duke dupuytren ebstein edwards ehlers eisenmenger epworth epstein erb"
        " ewing fabry fallot fanconi felty fiessinger finkelstein flint foley fontaine fournier fowler friedreich froment frey galeazzi garden"
        " gardner gaucher gilbert gleason glasgow golgi goodpasture gougerot grey graves guillain guyon hallux hardinge hartmann hashimoto"
        " heberden heimlich henoch hirschsprung hodgkin holter homans horner horton hunt huntington hutchinson jackson janeway jaccoud"
        " jobe kaposi karnofsky katz kawasaki kernig killip kehr kleine klinefelter koch kocher korsakoff korsakov krukenberg lachman lasegue"
        " lauge leclercq lefort legg lefevre leriche lewy lhermitte libman lisfranc lichtenstein liddle little luschka lugol lyme lynch mallory"
        " mallet mantoux marfan marie marion mayo mcburney meckel meniere merkel milroy mirizzi moll mondor morton moschcowitz munro murphy neer"
        " nelaton netter nissen norton ogilvie osler osgood paget pancoast parinaud parkes parkinson parks pascal patau payr perthes peyronie"
        " pfannenstiel phalen pick plummer pott prader pringle prinzmetal quenu quervain quincke ramsay ranson raynaud recklinghausen redon"
        " reiter rett reye reynolds richter rinne robin rolando romberg rorschach roux roth sanders scarpa scheuermann schlatter schlemm"
        " schober schwann scheie sengstaken sezary sheehan sicard simmonds sjogren still stokes sturge swan sweet sydenham takayasu"
        " takotsubo tanner thompson tietze tinel tillaux todd tourette trendelenburg trousseau turner valsalva vaquez vater velpeau verneuil"
        " virchow volkmann waldenstrom wallenberg weber wegener wells wernicke werner west whipple willebrand willis wilms wilson wolff"
        " zenker zollinger"
    )
)
_NOUN: Final = re.compile(
    r"\b(?:maladie|syndrome|signe|score|classification|categorie|echelle|criteres?|test|indice|stade|type|grade|index"
    r"|manoeuvre|epreuve|fracture|tumeur|hernie|operation|intervention|technique|voie|sonde|ligne|triade|procede"
    r"|consensus|protocole|ligament|canal|valve|loi|reflexe|regle|formule|methode|virus|fievre|bacille|phenomene|point"
    r"|triangle|paralysie|pied|ulcere|nodule|nevrome|kyste|lymphome|sarcome|carcinome|adenome|leucemie|anemie|purpura"
    r"|vascularite|thyroidite|maladies|oesophage|diverticule|choree|encephalopathie|dystrophie|myopathie|ataxie|aphasie"
    r"|neuropathie|arthropathie|osteochondrite|amyotrophie|gangrene|tetralogie|incision|drain|redon|pince|lame|pansement"
    r"|bandage|attelle|corset|clou|plaque|vis|prothese|osteotomie|resection|suture|anastomose|anse|cul-de-sac|cul de sac"
    r"|espace|trou|ampoule|glande|cellules?|corps|noeud|faisceau|tache|coloration|reaction|position|respiration|dyspnee"
    r"|pouls|souffle|crise|aura|tremblement|equation|clairance|angle|trepied|thyroide|goitre|angine|angor|arterite"
    r"|chancre|erytheme|eruption|zona|contracture|sinus|pyramide|hallux|dementia|demence|trisomie)s?\b"
    r"(?:(?:[ -]+[\w.]+){0,3}?[ ]+(?:de[ ](?:la[ ]|le[ ])?|d['’]|du[ ])|[ ]+(?:type[ ]|selon[ ])?)\s*$"
)
_DETERMINER: Final = re.compile(r"\b(?:un|une|le|du|au|ce|son|des|les|deux|premier|anti)[ -]$")
_OF: Final = re.compile(r"\b([a-z]{3,})(?: [a-z]+)? (?:de |d['’])$")
_OF_PEOPLE: Final = frozenset(
    words(
        "fils fille mere pere epoux epouse femme mari conjoint conjointe compagne compagnon famille soeur frere tante oncle cousin"
        " cousine niece neveu veuve veuf enfant enfants parents ami amie dossier courrier avis appel demande nom prenom chambre"
        " identite visite retour sortie arrivee entree accord part presence lettre signature celui celle"
    )
)
_MEASURED: Final = re.compile(
    r"\s*(?:[:=]\s*)?(?:\d|[ivx]+\b|positif|negatif|bilateral|unilateral|droit|gauche|stade|grade|type|score|classe|modifie"
    r"|evolue|connu|traite|severe|modere|debutant|ileal|colique|secondaire|primaire|idiopathique|a \d|\+|-\s|/)"
)


def _before(text: str, start: int) -> str:
    shown = text[max(0, start - _LOOK) : start].rpartition("\n")[2]
    return fold_phrase(shown) + (" " if shown[-1:].isspace() else "")


def follows_medical_noun(text: str, start: int) -> bool:
    """« maladie de … », « catégorie 4.1 de … », « fracture … », « syndrome de Guillain-… »."""
    return _NOUN.search(_before(text, start)) is not None


def _is_of_a_thing(before: str) -> bool:
    """« fistule de … »; not « épouse de … », « appel de … »."""
    found = _OF.search(before)
    return found is not None and found[1] not in _OF_PEOPLE


def stands_as_eponym(text: str, start: int, end: int) -> bool:
    """« un Parkinson », « Babinski positif », « Glasgow 15 »: said of a disease or a sign, not of a person."""
    before = _before(text, start)
    if follows_medical_noun(text, start) or _DETERMINER.search(before) or _is_of_a_thing(before):
        return True
    return _MEASURED.match(fold_phrase(text[end : end + 16]).rjust(1)) is not None
