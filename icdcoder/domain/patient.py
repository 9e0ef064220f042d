"""What a note says of its patient as a whole: age, newborn, pregnant, just delivered, intent, place.

Rules and wordings ask for these facts by name; each is read by expressions that stand in `FACTS`.
"""

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from typing import Final

# "à" folds to "a": "J1 à J4" is no age, "74 a., " and "26a" are.
_AGE = re.compile(r"\b(\d{1,3}) ?ans?\b|\b(\d{2,3})(?:a\b| a(?=[.,)]))")
_MONTHS = re.compile(r"\b(\d{1,2}) ?mois\b")
_RELATIVE = re.compile(
    r"\b(?:mere|maternel\w*|pere|maman|papa|depuis|il y a|soeur|frere|epouse|mari|pendant|a l'age de)\b"
)
_WEANED = re.compile(
    r"\b(?:[5-9]|(?!2[4-9]|3\d|4[0-2])\d\d) ?sem(?:aines?)?\b(?! ?(?:d'am|de gros))|\b\d{1,2} ?mois\b|\bnourrisson\b"
)
_INFANT = re.compile(r"\bnourrissons?\b|\bbebe\b")
FACTS: Final = {
    "insulin": r"(?<!non )(?<!non-)\binsulin(?!e?-(?:g\d|glucose))(?!e?[^.;]{0,45}\b(?:arretee|stoppee|sevree|transitoire|temporaire|pendant (?:la phase|l\'hospit|le sejour))\b)(?!e? (?:ivse|iv\b|se\b|sap\b|pse\b|transitoire|rapide ponctuelle))|\blantus\b|\bnovorapid\b|\bhumalog\b|\btoujeo\b|\babasaglar\b|\blevemir\b"
    r"|\btresiba\b|\bbasal-bolus|\bapidra\b|\bfiasp\b|\bxultophy\b|\bsemglee\b|\bglargine|\bdetemir|\bdegludec|\blispro\b|\baspart|\binsu\b(?! ?(?:card|ren|resp))|\bpompe insuline|\bnovomix\b|\bpompe a insuline|\bbasal bolus|\b[3-5] inj(?:ections?)?\b(?! intra)",
    "voluntary": r"\bvolontaire|\bsuicid|\bautolyse|\bimv\b|\ben finir\b|\bmettre fin a ses jours|\blettre (?:d'adieu|laissee)"
    r"|\bcritique (?:\w+ )?(?:de |du |l'|son |le )?(?:acte|geste)\b|\bvigilans\b|\b(?:apres|suite a) (?:une )?(?:dispute|rupture)\b|\bappel au secours\b|\bvoulait (?:mourir|en finir|dormir)\b",
    "newborn": r"\bnouveau[- ]nee?s?\b|(?<!1er )(?<!premier )(?<!2e )\bbebe\b|\bnee? le\b.{0,40}(?:maternite|sa\b|cesarienne)|\b[jh] ?\d{1,2} de vie\b|\bapgar\b|\bneonat|\bnee? (?:a|au terme)"
    r" (?:terme )?(?:de )?\d{2} ?sa\b|\bmaladie des membranes hyalines\b|\bincubateur\b|\bcouveuse\b"
    r"|\bchez (?:le|la|ce|cette|une?) (?:tres |grande? )?prematuree?\b|\b(?<![\s\S])(?:tres |grande? )?prematuree? (?:de|a) \d{2} ?sa\b",
    "mother": r"\bparturiente|\bmere de\b|\baccouchee|\bgeste\b|\bg\d ?p\d|\bprimipare|\bmultipare|\b\de ?pare\b"
    r"|\bpare\b|\bprimi\b|\bepisio|\blochies\b|\bsuites? de couches?\b|\bans, p\d\b|\baccouche\b|\benceinte\b|\bpatiente,? (?:de )?\d\d ans|\bgrossesses?\b|\b(?:crh|dossier) (?:de la )?mere\b",
    "pregnant": r"\benceinte|\bgrossesse\b(?! ?: ?(?:test )?(?:neg|non\b)| (?:non|pas) (?:souhaitee|desiree|envisagee|prevue)\b[^.\n]{0,30}\b(?:diu|sterilet|contracepti|pilule|implant|preservatif))|(?<!globuleux )(?<!globuleux de )(?<!uterus )(?<!uterus de )(?<!volume de )(?<!taille de )(?<!prema )(?<!prema a )(?<!prema de )(?<!premature )(?<!prematuree )(?<!premature a )(?<!prematuree a )(?<!premature de )(?<!prematuree de )(?<!prematurite )(?<!prematurite a )(?<!prematurite de )(?<!ne a )(?<!nee a )(?<!naissance a )\b\d{1,2} ?sa\b|\bgravid|\bparturiente",
    "postpartum": r"\bpost[- ]?partum(?! \(?(?:en |de )?(?:19|20)\d\d)|\baccouche[e]?\b|(?<!menace d')\baccouchement\b(?! (?:(?:en|il y a|par|prevu)\b|premat))|\bsuites? de couches?|\bmaternite\b(?![^\n]{0,60}\b(?:pathologique|ghr\b|haut risque|antenatal))|\bavb\b"
    r"|\bcesarienne\b|\bj ?\d{1,2} (?:d'une |de |de la )cesar\b|\bj ?\d{1,2} ?(?:de |du |en )?pp\b|\bsuites de couche|\bsalle de naissance\b|\bdelivrance (?:dirigee|complete|naturelle|artificielle)",
    "cyclist": r"\ba velo\b|\bcycliste\b|\bvtt\b|\btrottinette\b|\bson velo\b|\ba bicyclette\b",
    "rider": r"\bmotard|\ben moto\b|\ba moto\b|\bsa moto\b|\ben scooter\b|\bscooter\b|\bcyclomoteur",
    "carriage": r"\bportage\b|\bporteu[rs]e?\b|\bcolonis|\bdepistage rectal",
    "bled": r"\bhemorrag|\bselles noires|\bvomi\w* (?:du )?sang|\bsaign|\bspoliation|\bpost[- ]?op|\bexcision|\brompue?s?\b|\bcesarienne|\bdelivrance|\baccouche|\bau bloc\b|\bclou\b"
    r"|\benclou|\bper-?op|\bmelena|\bhematemese|\brectorragie|\bhematome|\bhemoperitoine|\bhemothorax|\bhemarthrose",
    "fallen": r"(?<!sans )(?<!pas de )(?<!hors )\bchut|\btomb|\bavp\b|\baccident",
    "kidney": r"\bnephropath|\binsuf\w*\.? renale chron|\birc\b|\bmrc\b|\bmaladie renale chron|\bnephroangio|\bglomerulo|\breins? chron|\b(?:hemo)?dialysee?s?\b|\b(?:hemo)?dialyse (?:chronique|peritoneale|trihebdo)|\bhemodialys"
    r"|\bdysfonction chronique|\bgreffee? (?:du |de )?(?:rein|renale?)|\btransplantee? (?:du |de )?(?:rein|renale?)|\bgreffon renal|\balbuminurie|\bpolykystose (?:renale|hepato-?renale)|\baranesp\b|\bdarbepoetine|\bmircera\b|\bbilan pre-?greffe|\bpre-?dialyse\b",
    "thyroidless": r"\bthyroidectom|\bparathyroidectom|\blobo-?isthmectom|\bpost-? ?lobectomie\b|\blaryngectom|\bthyroide (?:enlevee|retiree|operee)",
    "stoma": r"\bhartmann\b|\bcolostomie|\bileostomie|\bstomie",
    "removed": r"(?<!append)(?<!thromb)(?<!embol)ectomie\b|\bcurages?\b|\bholep\b|\brtu[pv]\b|\bexerese",
    "graft": r"\bpontages?\b(?! (?:en )?\(?(?:19|20))|\bfav\b|\bfistule arterio",
    "port": r"\bpac\b(?! man)|\bchambre (?:a cathe\w+ )?implantable|\bport-?a-?cath|\bdai\b|\bpacemaker|\bstimulateur|\bendoprothese|\bstent|\bpth\b|\bptg\b",
    "line": r"\bpicc|\bmidline|\bcathe|\bkt[act]?\b|\bvvp\b|\bcanule|\bperf(?:usion)?\b",
    "bladder": r"\btumeurs? (?:de (?:la )?)?vess|\btumeurs? vesicale|\bcarcinome urotheli|\brtuv\b|\bresection (?:endoscopique )?de vessie|\btv(?:n)?im\b",
    "breast": r"\bcancer du sein|\bcarcinome (?:canalaire|lobulaire|mammaire)|\bcc?i\b.{0,60}\bsein\b|\bcli\b|\btriple neg|\bher-? ?2\b|\bsein\b.{0,50}\b(?:cci|carcinome|cancer|canalaire)\b|\btumorectomie|\bneo\w* du sein",
    "acute_mi": r"\baigu|\bn?stemi\b|\bcoronarograph|\bcoro\b(?! (?:19|20|en\b))|\bangioplastie|\bthrombolyse|\bprimaire\b|\btropo(?:nine|\b)|\bsmur\b|\bthrombo-?aspir|\btimi ?[0-3]\b|\bsus-?(?:st\b|decalage)",
    "alphablocker": r"\btamsulosine|\balfuzosine|\bsilodosine|\bomix\b|\bjosir\b|\bxatral\b|\balpha-?bloquant",
    "anastomosis": r"\banastomo",
    "dialysis": r"\b(?:hemo)?dialys|\bhdf\b",
}
_NO_WORD: Final = ("removed",)  # found within a word
# Tried at the beginnings of words alone, which all but those open with: a fifth of the time.
_FACTS = {
    name: re.compile(pattern if name in _NO_WORD else rf"(?<!\w)(?=\w)(?:{pattern})")
    for name, pattern in FACTS.items()
}
_ASKED: Final = (
    *("voluntary", "cyclist", "rider", "bled", "fallen", "kidney", "stoma", "removed", "graft"),
    *("port", "line", "bladder", "breast", "thyroidless", "alphablocker", "anastomosis"),
    "dialysis",
)
# She comes back after a delivery that another stay tells of.
_RETURNED: Final = re.compile(
    r"\bre-?(?:hospitalis|admi)\w+ a j ?\d|\b(?:consultation|visite|cs) post-?natale\b|\ba j ?\d{1,2} d'une? (?:cesar|accouch|avb\b|voie basse)"
    r"|\b(?:visite a (?:dom\w*|domicile)|vad|cs|consultation|domicile)\b[^\n]{0,40}\bj ?\d{1,3}\b|\b(?:\d{1,2}|deux|trois|six) (?:mois|semaines|sem) (?:de |du |apres |en )?(?:le |la |son )?(?:post-?partum|accouch\w+|cesar\w*)"
    r"|\b(?:avb|accouche\w*|cesar\w*|cesarisee|voie basse) (?:il y a|ya) (?:\d{1,3} ?|quinze |dix |trois |deux |une? )(?:j\b|jours|sem|mois)"
)
_HEAD: Final = 250
_BABY: Final = re.compile(r"\bnourrisson|\bbiberon|\bbebe\b|\bcreche\b|\btetees?\b|\bnounou\b")
_BORN_IN: Final = re.compile(
    r"\bnee? (?:en |le (?:\d{1,2}[/. -]\d{1,2}[/. -]|\d{1,2} [a-z]+ ))(19\d\d|20\d\d)\b"
)
# Nobody knows the year of a note; who was born before these is surely of that age.
_BORN_BEFORE: Final = {"adult": 2000, "fertile": 2012, "mature": 1975, "beyond": 1960, "aged": 1945}
_AGED: Final = 75
# Delivered, and what tells of labour that came by itself.
_DELIVERED: Final = re.compile(
    r"\bapgar\b|\bvivante?s?\b|\bnaissance\b|\baccouche(?:e|ment)? (?:a|de)\b"
)
_WEEKS: Final = re.compile(r"\b(\d\d) ?(?:sa\b|semaines d'amenorrhee|\+ ?[0-6]\b(?! ?g\b))")
_LABOUR: Final = re.compile(
    r"(?<!hors )(?<!sans )(?<!pas de )\b(?:travail (?:spontane|premature)|mise en travail|en travail|contractions|voie basse|avb|map)\b|\bmenace d'accouch"
    r"|\bdilatation (?:complete|\d)|\bcol (?:a )?\d"
)
_UNLABOURED: Final = re.compile(
    r"\bavant (?:tout )?travail\b|\bindication maternelle\b|\bsauvetage maternel\b|\bhors travail\b"
)
_TERM: Final = 37
_VIABLE: Final = 22
# Somebody who bears or has borne, whoever signs or is named before.
_BEARS: Final = re.compile(
    r"\b(?:accouche\w*|parturiente|primipare|multipare|enceinte|delivrance|perinee|cesarienne|grossesse|g\d ?p\d|\d{1,2} ?sa)\b"
)
_MAN: Final = re.compile(r"\b(?:mr|monsieur|homme)\b|\bm\. ")
_WOMAN: Final = re.compile(
    r"\b(?:mme|madame|mlle|melle|(?<!sa )femme|patiente|parturiente|elle|maternite)\b"
)
# "pas d'insuline", "plus de désir de grossesse"
_DENIED = re.compile(
    r"\b(?:pas|sans|ni|aucune?|jamais|refuse|absence|plus|hors|test|desir|projet|souhait)(?: (?:de |d'|une? |l')?(?:desir|projet|traitement|nouvelle)?(?: ?de | ?d')?)?$"
)
# Where something happened, as CIM-10 lists the places of chapter XX; the one named nearest holds.
PLACES: Final = (
    ("1", r"\behpad\b|\bmaison de retraite|\b(?:au|son|en|un) foyer\b(?! (?:infect|pulmon|de |d'))|\bcaserne\b|\bprison\b|\bmaison d'arret|\b(?:en|sa) cellule\b|\bpensionnat|\binternat\b|\bresidence (?:autonomie|senior)"
     r"|\busld\b|\b(?:en|a la|dans une|de la) mas\b"),
    ("2", r"\becole\b(?! du dos)|\b(?:au|du|son) college\b|\blycee\b|\bcreche\b|\brecre(?:ation)?\b|\bhopital\b|\bdans le service|\ben chambre\b|\bchambre (?:d'hopital|d'hospitalisation|du service)"
     r"|\b(?:a la|en|dans (?:la|une|sa)) clinique\b|\beglise\b|\bcinema\b|\btheatre\b|\bdiscotheque|\bboite de nuit\b|\b(?:en|sort\w* (?:de|d'une)) boite\b(?! de)|\bbibliotheque|\buniversite\b|\bmairie\b|\ben hospitalisation"),
    ("3", r"\b(?:au|du|le|un) stade\b(?! (?:\d|[iv]+\b|de|d'|term|prec|avanc|pre|post))|\bgymnase|\bterrain de (?:sport|foot|rugby|basket|jeu|tennis|hand)|\bpiscine\b|\bmatch\b|\bau foot|\brugby|\b(?:sur|la|les|de|hors) pistes?\b(?! (?:diag|inf|de re|et))|\bpatinoire|\bdojo\b|\bsalle de sport|\btatami"),
    ("4", r"\brue\b|\btrottoir|\b(?:la|une|de|en|sur) route\b|\bchaussee\b|\bvoie publique|\bvp\b|\bpieton|\bpassage pieton|\bverglas\b|\bcarrefour\b|\barret de bus"),
    ("5", r"\bmagasin|\bsupermarche|\bmarche couvert|\brestaurants?\b|\b(?:un|le|du) commerce\b|\b(?:au|son|le|un) bureau\b|\bhotel\b|\bbanque\b(?! de )|\b(?:a la|en|de la|une) gare\b|\baeroport|\bparking|\b(?:au|dans un|terrasse d'un|terrasse du) cafe\b(?! (?:chaud|brulant|bouillant))|\bau bar\b|\bboutique|\bboucherie|\bboulangerie|\betals?\b|\ba la caisse\b|\bcharcuterie|\bpoissonnerie|\bsalon de coiffure"),
    ("6", r"\bchantier|\busine|\batelier\b(?! (?:memoire|equilibre|cuisine|therap))|\bentrepot|\b(?:une|la|en) carriere\b(?! (?:de|d'|prof))|\bechafaudage"),
    ("7", r"\b(?:a la|une|sa|dans la|de la) ferme\b|\b(?:dans|au milieu d')(?: ?(?:un|le|les|son|ses))? champs?\b(?! (?:pulmon|operat|visuel|infer|super))|\baux champs\b|\bexploitation agricole|\bsur (?:l'|son )exploitation\b|\b(?:sa|la|les|ses|une|sous) serres?\b|\betable\b|\bgrange\b|\bhangars?\b|\ba la traite\b|\bbergerie|\bporcherie|\bpoulailler|\becurie|\bstabulation|\bsalle de traite|\bvignes?\b|\bverger|\bun pre\b|\bprairie|\bpaturage|\bhangar agricole"),
    ("0", r"\bdomicile\b|\bmaison\b(?! (?:de|d'))|\bchez (?:lui|elle|eux|ses parents|sa grand-? ?mere|son grand-? ?pere|ses grands-? ?parents|sa fille|son fils|sa mere|des amis|un ami)\b|\bjardin\b|\bhaie\b|\bcour de (?:la|sa) maison\b|\bappartement|\bcaravane\b|\bterrasse\b|\bson garage\b|\bgrenier"),
    ("8", r"\b(?:en|la|une) foret\b|\b(?:dans (?:les|un|le)|au) bois\b|\b(?:cepes|champignons|girolles|cueillette)\b|\bplage\b(?! horaire)|\bmontagne\b|\bsentier|\b(?:au|le|un|du) lac\b|\briviere\b|\bcamping\b|\b(?:au|le|un|du) parc\b|\betang\b|\bvoie ferree"),
)  # fmt: skip
_PLACES = tuple((digit, re.compile(pattern)) for digit, pattern in PLACES)
# Where somebody went, was brought or is looked after, and lives: no place of what happened.
_ELSEWHERE = re.compile(
    r"\b(?:amene|emmene|transfer|transport|conduit|adresse|arriv|admis|retour|sortie|rentre|retourne|consult)\w* (?:(?!pour)[a-z]+ ){0,3}?"
    r"(?:a l'|vers l'|au |a la |a |de l')(?:son |sa )?(?:hopital|domicile|maison|clinique)\b"
    r"|\b(?:ide|idel|infirmiere?s?|kine\w*|soins|aides?|had|maintien|suivi|traitement) a (?:son )?domicile\b"
)
# A home to which somebody goes, is to go, or in which a relative lives.
_HOME: Final = r"(?:ehpad|usld|maison de retraite|residence (?:autonomie|seniors?)|foyer)\b"
_BETWEEN: Final = r"(?:(?!pour|apres|suite|chute|tomb)[a-z]+ ){0,3}?"
_OTHER_HOME = re.compile(
    r"\b(?:sorti|retour|rentr|transf|orient|inscri|admis|entre|place|dirig|repart|reinteg)\w* "
    rf"{_BETWEEN}(?:en |dans une? |au |(?:a|vers) (?:l'|la |son |une? )?){_HOME}"
    rf"|\b(?:projet|demandes?|attente|dossier|recherche|refus\w*|visite) {_BETWEEN}(?:d'(?:une? )?|de (?:la )?|en ){_HOME}"
    rf"|\b(?:sa|son|ses) (?:femme|mari|epou\w+|conjointe?|compagn\w+|mere|pere|soeur|frere|parents) {_BETWEEN}(?:en |a l'|dans une? ){_HOME}"
)
# A home writes of what happened in it: its name stands in the head of the note.
_RESIDENTS = re.compile(r"\busld\b|\behpad\b|\bunite de soins de longue duree\b")
_LIVES_THERE = re.compile(
    r"\b(?:vit|vivant|residente?|reside|institutionnalisee?) (?:en|a l'|de l'|dans une?) ?ehpad\b"
)
# Rooms tell of a home where nothing else is named: an institution has them, too.
_ROOMS = (
    ("0", re.compile(r"\bescalier|\bcuisine\b|\bsalle de bains?\b|\bsalon\b|\bde son lit\b|\btapis\b|\bbaignoire|\bdouche\b|\bchambre\b(?! (?:impl|anter|post|a cath))|\b(?:a la|sa|dans la|de la) cave\b")),
)  # fmt: skip
ACTIVITIES: Final = (
    ("0", r"\bsports?\b|\bmatch\b|\bfoot|\brugby|\bjudo|\bski\b|\btennis|\bhand\b|\bbasket|\bcourse a pied"
     r"|\bentrainement|\bgymnastique|\bequitation|\bescalade|\bvtt\b|\bjogging|\bfooting"),
    ("2", r"\baccident (?:du|de) travail|\(at\)|\bcertificat (?:initial )?(?:d')?at\b|\bcert\.? (?:d')?at\b|\bpendant (?:le|son) service\b(?! d)|\bat\b(?: employeur| declare| \d{1,2} ?h| ce (?:jour|matin|soir)| du \d| hier)|\bau travail\b|\bplein travail\b|\ben travaillant\b|\bchantier|\bsur son lieu de travail|\ben livrant|\ben livraison\b|\ben tournee\b|\blivreu[rs]e? (?:a|en) (?:velo|scooter|vae|moto)|\bcoursier|\ben course\b(?! a pied)|\bsur son (?:poste|lieu) de travail|\blivrait|\bechafaudage|\btracteur\b|\bat ?:(?! ?(?:non|0))"
     r"|\b(?:accident|at) de trajet\b|\ballant (?:prendre son poste|(?:a son|au) travail|travailler|bosser)|\b(?:allait|rentrait|revenait|retour|en rentrant|partait|en partant) (?:au|du|de son|a son) (?:travail|poste|boulot)\b|\bprise de poste\b|\btrajet (?:domicile|travail|du travail)"),
    ("3", r"\bmenage\b|\bserpill|\bpassant (?:le balai|l'aspirateur)|\bfrites\b|\bcuisin(?:ant|ait)|\bprepar(?:ant|ait) (?:le|son|un|la) (?:dejeuner|diner|repas|gouter|soupe|petit dejeuner|cafe)|\bepluch(?:ant|ait)|\betend(?:ant|ait) (?:le|son) linge|\brepass(?:ant|ait)|\bbricol|\btondai|\bjardin(?:ant|ait|age)|\bvaisselle|\btaill(?:ant|ait)|\belag|\bbuch(?:e|ait|ant) du bois|\b(?:coupant|coupait|fendant|fendait) (?:du|son) bois"),
    ("4", r"\ben se levant|\bau lit\b|\bbord du lit\b|\blevee? la nuit|\baux? (?:wc|toilettes)\b|\bdormai|\bdormant|\bmangeai|\btoilette\b|\brepas\b"
     r"|\b(?<!refroidi sous la )(?<!refroidie sous la )(?<!min sous la )douche\b|\bpour uriner"),
    ("1", r"\ben jouant|\brecre(?:ation)?\b|\bcage a (?:poules?|ecureuil)|\btoboggan|\bbalancoire|\btrampoline|\btourniquet\b|\bjouai(?:t|ent)\b|(?<!mise en )(?<!mettant en )\bjeux?\b(?! valv)|\bloisir|\bbarbecue|\bpromen|\brandonn"),
)  # fmt: skip
_ACTIVITIES = tuple((digit, re.compile(pattern)) for digit, pattern in ACTIVITIES)
_ADULT: Final = 18
_FERTILE: Final = 11
_MATURE: Final = 40
_BEARING: Final = 56  # the last year of it
# From these years on; a diabetes without a type is of type 2 where one is mature.
_YEARS: Final = {
    "adult": _ADULT,
    "fertile": _FERTILE,
    "mature": _MATURE,
    "beyond": _BEARING + 1,
    "aged": _AGED,
}


# Conditions that a property of the patient tells: "child" is `_is_child`.
_READ: Final = frozenset(
    {"newborn", "postpartum", "pregnant", "unbearing", "child", "infant", "returned", "barren"}
    | {"maternal", "late_pregnancy"}
)


@dataclass(frozen=True)
class Patient:
    """Facts of one note, read when they are asked for. `text` is folded, of the note's own length."""

    text: str

    @cached_property
    def age(self) -> int | None:
        """Years; months count as 0; None where the note says none."""
        for match in _AGE.finditer(self.text[:1500]):
            relative = _RELATIVE.search(self.text, max(0, match.start() - 25), match.start())
            years = int(match[1] or match[2])
            if relative is None and years < 125:
                return years
        is_young = _MONTHS.search(self.text[:600]) or _INFANT.search(self.text[:600])
        if is_young and not _FACTS["mother"].search(self.text[:_HEAD]):
            return 0
        return None

    def holds(self, fact: str) -> bool:
        """Whether the note says so, at least in words of the list, once without denying it."""
        return any(
            _DENIED.search(self.text, max(0, match.start() - 30), match.start()) is None
            for match in _FACTS[fact].finditer(self.text)
        )

    @cached_property
    def conditions(self) -> "Conditions":
        """The conditions of wordings that hold: a note speaks of a newborn, or of its mother."""
        return Conditions(self)

    def meets(self, condition: str) -> bool:
        """Whether the condition holds, found out anew."""
        if condition in _YEARS:
            return self._has_years(condition)
        if condition in _READ:
            return bool(getattr(self, f"_is_{condition}"))
        if condition in ("preterm_labour", "preterm_chosen"):
            is_chosen = (
                _UNLABOURED.search(self.text) is not None or _LABOUR.search(self.text) is None
            )
            return self._is_born_early and is_chosen is (condition == "preterm_chosen")
        return condition in _ASKED and self.holds(condition)

    @property
    def _is_postpartum(self) -> bool:
        return self._may_bear and self.holds("postpartum") and self.holds("mother")

    @property
    def _is_pregnant(self) -> bool:
        return self._may_bear and "postpartum" not in self.conditions and self.holds("pregnant")

    @property
    def _is_maternal(self) -> bool:
        """With child or just delivered."""
        return "pregnant" in self.conditions or "postpartum" in self.conditions

    @property
    def _is_late_pregnancy(self) -> bool:
        weeks = [int(found[1]) for found in _WEEKS.finditer(self.text)]
        return "pregnant" in self.conditions and bool(weeks) and max(weeks) >= _VIABLE

    @property
    def _is_unbearing(self) -> bool:
        """Neither with child nor just delivered."""
        known = self.conditions
        return all(name not in known for name in ("pregnant", "postpartum", "newborn"))

    @property
    def _is_child(self) -> bool:
        return self.age is not None and 0 < self.age < _ADULT

    @property
    def _is_returned(self) -> bool:
        return _RETURNED.search(self.text[:_HEAD]) is not None

    def _has_years(self, condition: str) -> bool:
        """Old enough by the age that the note says, else by the year of birth."""
        if self.age is not None:
            return self.age >= _YEARS[condition]
        born = _BORN_IN.search(self.text[:1500])
        return born is not None and int(born[1]) < _BORN_BEFORE[condition]

    @property
    def _is_infant(self) -> bool:
        """A child in its first year, past the newborn's days; and no mother's file."""
        return (
            self.age == 0
            and "newborn" not in self.conditions
            and _BABY.search(self.text) is not None
            and _FACTS["mother"].search(self.text[:_HEAD]) is None
        )

    @property
    def _may_bear(self) -> bool:
        if "newborn" in self.conditions or self._is_man:
            return False
        return self.age is None or _FERTILE <= self.age <= _BEARING

    @property
    def _is_man(self) -> bool:
        return _MAN.search(self.text[:200]) is not None and _WOMAN.search(self.text) is None

    @property
    def _is_barren(self) -> bool:
        """No mother and no child just born: chapter XV says nothing of a man, a child or an old woman."""
        if "newborn" in self.conditions or _BEARS.search(self.text):
            return False
        if self.age and not _FERTILE <= self.age <= _BEARING:  # months may be those of a pregnancy
            return True
        return self._is_man

    @property
    def _is_born_early(self) -> bool:
        """Delivered, and no term of the note is 37 weeks or more."""
        weeks = [int(found[1]) for found in _WEEKS.finditer(self.text)]
        return (
            "postpartum" in self.conditions
            and bool(weeks)
            and _VIABLE <= max(weeks) < _TERM
            and _DELIVERED.search(self.text) is not None
        )

    @property
    def _is_newborn(self) -> bool:
        """The head of the note speaks of a newborn, and before it speaks of a mother."""
        if (self.age is not None and self.age >= 1) or _WEANED.search(self.text[:250]):
            return False
        if self._has_years("fertile"):
            return False
        child, mother = _FACTS["newborn"].search(self.text), _FACTS["mother"].search(self.text)
        return child is not None and (mother is None or child.start() <= mother.start() + 60)

    def place(self, at: int) -> str:
        """The digit of the place of what happened at the offset `at`; "9" where none is named near."""
        digit = _nearest(_PLACES, self._places, at)
        if digit == "9" and (
            _RESIDENTS.search(self._own_places[:100]) or _LIVES_THERE.search(self._own_places[:400])
        ):
            return "1"
        return _nearest(_ROOMS, self._places, at) if digit == "9" else digit

    def activity(self, at: int) -> str:
        """The digit of the activity; "9" where none is named near."""
        return _nearest(_ACTIVITIES, self.text, at)

    @cached_property
    def _places(self) -> str:
        """The text, of its length, without the places that nothing happened at."""
        return _blanked(self._own_places, _LIVES_THERE)

    @cached_property
    def _own_places(self) -> str:
        """Still with the home in which the patient lives."""
        return _blanked(_blanked(self.text, _ELSEWHERE), _OTHER_HOME)


def _blanked(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(lambda match: " " * len(match[0]), text)


class Conditions(Container[str]):
    """Asks the note for a condition when a wording or rule depends on it: most notes are asked for few, and each costs a search."""

    def __init__(self, patient: Patient) -> None:
        self._patient = patient
        self._known: dict[str, bool] = {}

    def __contains__(self, condition: object) -> bool:
        name = str(condition)
        if name not in self._known:
            self._known[name] = self._patient.meets(name)
        return self._known[name]


def _nearest(table: tuple[tuple[str, re.Pattern[str]], ...], text: str, at: int) -> str:
    """The digit whose words stand nearest to the offset `at`; "9" where none does."""
    first, last = max(0, at - 120), at + 160
    named = [
        (abs(match.start() - at), digit)
        for digit, pattern in table
        for match in pattern.finditer(text, first, last)
    ]
    return min(named)[1] if named else "9"
