"""Wards with a number, acronyms with a department's number, public bodies by their official name."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine import lexicon
from worker.engine.lexicon.names import first_name_count
from worker.engine.lexicon.terms import DEPARTMENT_NUMBER, WRITTEN_DEPARTMENT_NUMBER
from worker.engine.rules.pattern import ALWAYS, Context, Pattern, Rule
from worker.engine.vetoes import words as vetoes

# What the very same words are, lists of firms tell better than the model.
BRAND: Final = Rule(
    "brand", Label.ORG, Subtype.ORGANISME, tells_below=ALWAYS, examples=("oxygène par [[Orkyn]]",)
)
HOSPITAL_NAME: Final = Rule(
    "hospital-name", Label.ORG, Subtype.HOPITAL, tells_below=0.91, examples=("suivi à [[Cochin]]",)
)
HOSPITAL: Final = Rule(
    "hospital",
    Label.ORG,
    Subtype.HOPITAL,
    tells_below=ALWAYS,
    examples=("à la [[clinique des Trois Chênes]]", "au [[CHU de Dijon]]"),
)
BODY: Final = Rule("organisation", Label.ORG, Subtype.ORGANISME, tells_below=ALWAYS)
# A capital right after these kinds names one, however ordinary a network finds the name.
NAMED_BODY: Final = Rule("named-body", Label.ORG, Subtype.ORGANISME, is_sure=True)
BODY_NUMBER: Final = Rule("body-number", Label.ORG, Subtype.ORGANISME, is_sure=True)
ACRONYM_NUMBER: Final = Rule("acronym-number", Label.ORG, Subtype.ORGANISME)
WARD: Final = Rule("service", Label.ORG, Subtype.SERVICE)
# Department, adults or children, number: a sector of psychiatry is nothing else.
SECTOR: Final = Rule("psychiatry-sector", Label.ORG, Subtype.SERVICE, is_sure=True)
RESCUE: Final = Rule("rescue-department", Label.LOC, Subtype.DEPARTEMENT, is_sure=True)

_USUAL: Final = 200  # bearers of a first name: "chez Paul" is at home
_NO_COUNT: Final = r"(?!\w|[.,/-]\d|\s?(?:%|mg|g/|g\b|ml|mm|cm|kg|ui|ans|mois|jours|h\b|min|sec|places|lits|seances|fois|points?|pts|/|[-–]\s?\d|a\s\d))"
_WARDS: Final = (
    r"(?:[Uu]nit[eé]|[Ss]ecteur|[Pp][oô]le|[Pp]avillon|UNIT[EÉ]|SECTEUR|P[OÔ]LE|PAVILLON)"
)
# Acronyms that are nothing else than bodies, whatever stands before them.
_ACRONYMS: Final = (
    r"(?:adapei|adil|admr|adpep|aemo|aftc|agafpa|aist|anpaa|apajh|apei|apf|ars|arsla|ase|atmp|cada|caf|carsat|ccas|cdad|cgss|chrs|cias|cicat|cidff|cio|clat|cmsea|cnav|cpam|crama?|crip|crous|csapa|ddcs|ddets"
    r"|ddfip|ddpp|ddsp|dreets|dsden|fcpe|fnath|giscop|mda|mdph|mdt|mgen|mjpm|pcpe|pmi|saad|sameth|samsah|savs|sessad|siao|sist|spip|spst|ssiad|ssti|udaf|udapei|udcca|udsp|unafam|unapei|urssaf|utpas)"
)
# "CARSAT BFC": a region by its letters; a number in the list of bodies of one kind.
_AREA: Final = rf"(?:{DEPARTMENT_NUMBER}(?:-{DEPARTMENT_NUMBER})?|\d{{2,3}}|bfc|ara|aura|paca|idf|hdf|naq|pdl|cvl|npdc)"
_HOMES: Final = r"(?:(?:ime|impro|itep|camsp|cmpp|esat|sessad) (?:des )?)"
_LEVEL: Final = r"(?:departementale?|regionale?|interregionale?|nationale?|academique|territoriale?|interdepartementale?|diocesaine?|locale?)"
# "de l'ordre des deux semaines", "inspection des aisselles" name nobody.
_PROFESSION: Final = r"(?:medecins|infirmiere?s|pharmaciens|avocats|sages-femmes|masseurs|kinesitherapeutes|chirurgiens|pedicures|podologues|dentistes|notaires|architectes|experts|veterinaires|geometres|psychologues)"
# A public body; its place is at the end of its name.
OFFICIAL: Final = re.compile(
    rf"(?<![a-z\d-])(?:registre(?= d)|observatoire|commission(?= d| {_LEVEL})|maison (?:departementale|territoriale|des [a-z]{{5,}}|de la justice)|(?:delegation|direction|agence|centre|service|comite|union|caisse|corps|cellule) {_LEVEL}"
    rf"|conseil (?:de l'ordre|{_LEVEL})|chambre (?:{_LEVEL}|d'agriculture|de commerce|des metiers|des notaires)|centre d'information|federation|office (?:de|public|national)"
    rf"|ordre (?:{_LEVEL} )?(?:des|de la) {_PROFESSION}|inspection (?:d'academie|du travail|generale|de l'education|de l'enseignement|{_LEVEL})|academie|archeveche|eveche|diocese)(?![a-z\d-])"
)
# Words of its title, up to what no title holds, and what stands before its place.
OFFICIAL_TITLE: Final = re.compile(
    r"(?:(?!\b(?:est|sont|a|ont|que|qui|il|elle|on|nous|vous|patiente?s?|sa|son|ses|mon|ma|ce|cette|par|sur|avec|dans|chez|sans|depuis|afin|puis|pas|mais|ou|fait|suivie?|retour|sortie)\b)[a-z', –-]){0,100}"
)
PLACE_LINK: Final = re.compile(
    r"(?: (?:de la |de l'|de |du |des |d')| [-–] | \()(?:le |la |les |l')?(?=\S)"
)

_SPECIALTY: Final = (
    r"(?:med|chir|neuro|pneumo|cardio|gastro|nephro|ortho|uro|onco|hemato|geria|psy|rea|rhumato|dermato|endoc|pedia|neonat|gyneco|traumato|medecine|chirurgie|cardiologie|neurologie|pneumologie"
    r"|nephrologie|orthopedie|urologie|oncologie|hematologie|geriatrie|psychiatrie|reanimation|pediatrie|gynecologie|usic|hdj|ssr|smr|usld)"
)
_JOB: Final = (
    r"\b(?:ancien|travail|emplo|salari|retrait|ingenieur|carist|ouvrier|poste|macon|chauffeur|secretaire|comptable|vendeu|technicien|agent|cadre|interim|apprenti|stage|stagiaire|soudeur|peintre|menuisier"
    r"|electricien|plombier|livreur|magasinier|caissi|cuisin|serveu|coiffeu|gestionnaire|mecanicien|conduct|animat|formateur|commercial|operat|monteur|tourneur|routier|prepara|assistante?|embauch|licenci"
    r"|carriere|profession|alternan|boucher|boulanger|receptionn|vigile|gardien|couvreur)\w*[^.\n]{0,40}"
)


_TITLED: Final = (
    r"[A-ZÀ-Ý][\w'’-]+(?:(?: (?:de|du|des|la|&))? [A-ZÀ-Ý][\w'’-]*){0,3}(?: \d{2})?(?![\w-])"
)


_CARE_WORDS: Final = lexicon.abbreviations().union(
    *map(lexicon.words, ("no_acronyms", "capital_heads", "scores"))
)


def _names_care(word: str) -> bool:
    """A word of medicine, an abbreviation, a score."""
    return word in _CARE_WORDS or vetoes.is_common(word)


PATTERNS: Final = (
    # A letter with its storey is a ward anywhere.
    Pattern(
        Rule("ward", Label.ORG, Subtype.SERVICE, is_sure=True),
        re.compile(
            rf"(?<![a-z\d]){_SPECIALTY}(?:\. ?| |-)(?:[a-d] ?\d{{1,2}}(?:er|eme|e)\b|\d{{1,2}} ?(?:er|eme|e) ?etage|poly-\d)"
        ),
        0.7,
        ("muté en [[Méd. B 3e]]", "[[MED-POLY-4]]"),
    ),
    # A grade or a side follows a specialty too ("Neuro 2", "Pneumo D").
    Pattern(
        WARD,
        re.compile(
            rf"(?<![a-z\d]){_SPECIALTY}(?:(?:-hemato| interne| polyvalente)?(?:\. ?| |-))(?:[a-d]|\d{{1,2}}(?: ?[a-d])?)(?! ?\w|[/-]|[,.]\d|\s*(?:,|et) ?\d)"
        ),
        0.66,
        ("transférée en [[Neuro 7 B]]",),
        Context(
            wants=re.compile(
                r"(?:\b(?:hospitalise|hospitalisation|transfere|transfert|mute|mutation|monte|descendu|passe|passage|admis|admission|entre|installe|retour|place|vu)e?s? (?:en|au|vers) |\b(?:service|unite|secteur|lit) ?:? )$"
            )
        ),
    ),
    Pattern(
        Rule("hospital-acronym", Label.ORG, Subtype.HOPITAL, tells_below=ALWAYS),
        re.compile(r"(?<![\w-])(?:CH|GH)[A-Z]{2,4}(?![\w-])"),
        0.7,
        ("transférée vers le [[CHBM]]",),
        Context(wants=re.compile(r"\b(?:au|du|vers le) $")),
        accepts=lambda found: not _names_care(found),
        is_written=True,
    ),
    Pattern(
        WARD,
        re.compile(
            r"(?m)(?:^ ?|(?<=[ \t]{2})|(?<=\t))(?P<s>(?:Service|SERVICE|P[ôo]le|POLE|PÔLE|D[ée]partement|DEPARTEMENT|DÉPARTEMENT|F[ée]d[ée]ration)"
            r" (?i:de la |de l['’]|des |du |de |d['’])[^\W\d_]{4,30}(?:(?:[ '’-]|, (?=[a-zà-ÿ])| et | [-–] (?!(?i:dr|pr|prof|doct|t[eé]l|fax|chef|secr|chu|ch|h[oô]p|clin|centre|ehpad|epsm|\d)))[^\W\d_]{2,30}){0,6})(?=[ \t]*$|[ \t]{2,}|\t| [-–] )"
        ),
        0.75,
        ("[[Service de Cardiologie]]\nPr A. Roy",),
        is_written=True,
    ),
    # The kind stays outside unless "du", "de la" binds it: "labo [Synabio]", "[labo du Dragon]".
    Pattern(
        NAMED_BODY,
        re.compile(rf"(?<!\w)(?i:labo|cr[eè]che) (?P<s>{_TITLED})"),
        0.82,
        ("labo [[Synabio]]", "crèche [[Pom de Reinette]]"),
        accepts=lambda found: not _names_care(found.split()[0]),
        is_written=True,
    ),
    Pattern(
        BODY,
        re.compile(rf"(?<!\w)(?i:labo|cr[eè]che) (?:du |de la |des |de l['’]){_TITLED}"),
        0.82,
        ("[[labo du Dragon]]",),
        is_written=True,
    ),
    # A unit of the army.
    Pattern(
        BODY_NUMBER,
        re.compile(
            r"(?<![\w-])(?:1er|\d{1,3}(?:e|è|ème|eme)) (?:RCA|RIAOM|REP|RPIMA|RIMA|RAMA|RHC|RCP|REI|REG|REC|RMAT|RSMA|RHP|RPC|RTD|RCC|RICM|RMT|BCA|BIMA"
            r"|(?:[Rr]égiment|[Bb]ataillon) (?:de |d['’])[^\W\d_]{4,20}(?: (?:parachutistes?|alpins?|marine|étrangers?))?)(?![\w-])"
        ),
        0.85,
        ("engagé au [[2e REP]]", "le [[1er régiment de spahis]]"),
        is_written=True,
    ),
    Pattern(
        Rule("employer", Label.ORG, Subtype.ORGANISME, tells_below=ALWAYS),
        re.compile(r"(?<![\w-])[A-ZÀ-Ý][\w&'’-]{2,24}(?: [A-ZÀ-Ý][\w&'’-]{1,24}){0,3}(?!\w)"),
        0.78,
        ("cariste chez [[Logi-Artois]]",),
        Context(
            wants=re.compile(rf"{_JOB}chez $"),
            reach=70,
        ),
        accepts=lambda found: first_name_count(found.split()[0]) < _USUAL,
        is_written=True,
    ),
    Pattern(
        SECTOR,
        re.compile(rf"(?<!\w){_WARDS} (?:n° ?)?\d\d ?[GIgi] ?\d\d(?!\w|[.,/-]\d)"),
        0.66,
        ("suivi par le [[secteur 59G12]]",),
        is_written=True,
    ),
    Pattern(
        WARD,
        re.compile(
            rf"(?<!\w){_WARDS} (?:n° ?)?(?:[A-Z]{{1,3}} ?-?\d{{1,4}}|\d{{1,3}}[A-Z]{{1,2}}\d{{0,2}}|\d{{2,4}}){_NO_COUNT}"
        ),
        0.66,
        ("transféré à l'[[Unité 32B]]",),
        is_written=True,
    ),
    Pattern(
        BODY_NUMBER,
        re.compile(
            rf"(?<![a-z\d-])(?:{_HOMES}(?:pep|{_ACRONYMS})|{_ACRONYMS}) (?:n° ?)?{_AREA}{_NO_COUNT}"
        ),
        0.85,
        ("dossier [[UDAF 62]]", "l'[[IME ADAPEI 25]]"),
    ),
    # "Transfert au CPN": letters right after words of care.
    Pattern(
        Rule("care-acronym", Label.ORG, Subtype.HOPITAL, is_sure=True),
        re.compile(r"(?<![\w-])[A-Z]{3,6}(?![\w-])"),
        0.7,
        ("transférée au [[CPNX]]",),
        Context(
            wants=re.compile(
                r"\b(?:transfert|transferee?|hospitalisee?|admise?|readmise?|rapatriee?|mutee?|naissance|nee?|accouche)"
                r"(?: (?:ce jour|hier|demain|prevue?|possible|accepte|programme|ensuite|puis))? (?:au|a l'|vers le|vers l') ?$"
            )
        ),
        accepts=lambda found: not _names_care(found),
        is_written=True,
    ),
    Pattern(
        WARD,
        re.compile(
            r"(?<!\w)(?:[Uu]nité|[Pp]avillon|[Ss]ecteur|[Pp]ôle|Salle) [A-ZÀ-Ý][^\W\d_]{2,24}(?:[- ](?:[A-ZÀ-Ý][^\W\d_]+|\d)){0,2}(?!\w)"
        ),
        0.7,
        ("muté à l'[[unité Widal 1]]",),
        accepts=lambda found: not _names_care(found.split()[1]),
        is_written=True,
    ),
    Pattern(
        ACRONYM_NUMBER,
        re.compile(rf"(?<![a-z\d-])(?:les|aux) (?P<s>pep {DEPARTMENT_NUMBER}){_NO_COUNT}"),
        0.7,
        ("colonie avec les [[PEP 54]]",),
    ),
    # "SAMU 15" is a telephone number.
    Pattern(
        RESCUE,
        re.compile(
            rf"(?<![a-z\d-])(?:samu|smur|sdis|crra) (?!15\b)(?P<s>{DEPARTMENT_NUMBER}){_NO_COUNT}"
        ),
        0.7,
        ("appel du SAMU [[59]]",),
    ),
    # Any other acronym needs a word that only bodies have before them: scores are written alike.
    Pattern(
        ACRONYM_NUMBER,
        re.compile(rf"(?<![\w-])[A-Z]{{3,6}} {WRITTEN_DEPARTMENT_NUMBER}{_NO_COUNT}"),
        0.7,
        ("adhérente de l'[[ATPC 62]]",),
        Context(
            wants=re.compile(
                r"\b(?:colonie|benevole|adherente?|salariee?|employee?|mandataire(?: pressentie?)?|tutelle|curatelle|tutrice|tuteur|curatrice|curateur|mutuelle) ?(?:\(|: ?)?"
                r"(?:(?:confiee? )?(?:de|a|par|aupres de|chez) )?(?:l'|la |le |les |des |du |aux? )?$"
            )
        ),
        is_written=True,
    ),
)
