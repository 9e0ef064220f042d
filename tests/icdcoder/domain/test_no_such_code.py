"""What a careless wording would make of an ordinary sentence: each with the beginning of a code that it must not get. All invented."""

VIOLENCE = """
X85 Y0: A reçu un coup sur le pied, plaie du pied | Coup de pied dans un mur, fracture du métatarse | S'est coupé le pied, plaie du pied
X85 Y0: S'est donné un coup de marteau, plaie du pouce | Coup de poing dans un mur, fracture du métacarpe | Plaie du doigt, a un coup de barre
X85 Y0: S'est coupée au doigt, mari prévenu, plaie du doigt | Plaie du doigt : coup de couteau à huîtres, conjoint présent
X85 Y0: Femme frappée par une portière, plaie du front | Coup au crâne, ex fumeur, plaie du crâne
X9: S'est blessé avec un couteau en ouvrant des huîtres, plaie de la main | Blessé à l'œil par une balle de golf, plaie du front
X7 X8: On lui a tiré dessus, plaie de la cuisse | Plaie lacérée de la jambe | Plaie ouverte d'une veine de l'avant-bras
X7 X8: Doigt tailladé par une vitre, plaie du doigt | A sauté du balcon pour fuir l'incendie, fracture du calcanéum
"""
ACCIDENTS = """
V0: Renversé à vélo, plaie du genou
X4 X5: Électrocution par courant domestique, plaie du doigt
Y96: AT déclaré, plaie du doigt
X31: Syndrome de Raynaud, exposition au froid | Acrosyndrome, exposé au froid, plaie du doigt
X1: Brûlures gastriques avec le café | Brûlures de la bouche, bains de bouche, plaie de la langue | Renversé par une voiture devant un café, fracture du tibia
W45: Fracture du fémur, clou en place, pied chaud | Fracture du tibia, marche reprise avec le clou | Fracture du fémur, clou gamma, doigt sensible
W29: Plaie du doigt, régime au mixeur
W20: A reçu une dose de charge de clopidogrel sur table, plaie du bras | Reçu par le Dr Pierre, fracture du pied | Tombé sur une pierre, plaie de la main
W21: A reçu une angioplastie au ballon, plaie du bras | Fracture du poignet, exercices avec une balle de tennis
W00: Fracture du poignet, chute, glace 3 fois par jour | Fracture du poignet après chute traitée par glace et repos
W03: Fracture du tibia, ostéosynthèse par plaque, joueur de rugby | Fracture de clavicule, plaque, rugby contre-indiqué
"""
HOME = """
Z60: Marche seule au domicile avec une canne | Une seule infirmière passe à domicile | Vit avec un seul rein | N'a plus de fièvre, famille prévenue
Z60: Aucun cas similaire dans l'entourage | Pas d'autre cas dans l'entourage
Z622 Z620: Mise en place d'un drain dans le foyer | Placé sous contrôle judiciaire
Z63: Mère hospitalisée en suites de couches, nouveau-né stable | Fille de 3 ans hospitalisée pour bronchiolite | Femme de 40 ans prise en charge pour colique
Z63: Mère prise en charge pour un diabète | Père absent ce jour à la consultation | Perte des fils de suture à J5 | A perdu ses fils de suture
Z63: Femme perdue de vue depuis 2019 | Décès de sa mère d'un cancer du sein | Décès proche attendu | Femme en difficulté respiratoire
Z63: Difficultés à la marche chez cette femme | Aidant principal : sa fille | Père ayant perdu 5 kg
Z59: Pas d'eau chaude sur la plaie
Z56: Surcharge pondérale, travail de bureau | Surcharge hydrique pendant le travail
Z65: Sortie à la maison, arrêt de travail 8 jours | Retour à la maison, arrêt du tramadol
Z634: A perdu 5 kg, père présent | Père mort d'un cancer colique
Z60: Marche seule, sort seule | Résolution seule en deux minutes
Z590: Chute dans la rue | Renversé dans la rue, plaie du genou
Z563: Rentrait de son travail de livreur de nuit
Z7: Hospitalisation préparée avec l'assistante sociale | Alcool nul, risque de chute évalué
"""
CARE = """
Z515: Arrêt HBPM dose thérapeutique | Arrêt de la fenêtre thérapeutique
Z508: Ergothérapie prévue la semaine prochaine | Ergothérapie
Z238 Z251: Vaccination antigrippale à jour | Vaccination antigrippale prévue en automne
Z911: Arrêt de ce même traitement décidé en consultation | Arrêt du traitement antibiotique à J7 | Rupture spontanée de la rate, traitement chirurgical
Z911: Interruption volontaire de grossesse, traitement par mifépristone
Z923: Douleur thoracique avec irradiation au bras depuis 2019
Z97: Prothèse de genou, jambe œdématiée | Prothèse totale de hanche, cuisse souple
Z98: By-pass fémoro-poplité perméable | Adressée pour chirurgie bariatrique
Z532: Refus de s'alimenter, examen normal | Refus scolaire, traitement par sertraline
Z501: Kinésithérapie de la main | Rééducation prévue
Z718: Éducation thérapeutique faite
Z300: Contraception microprogestative
Z098 Z975: Coloscopie de contrôle à prévoir | Contraception : Nexplanon à prévoir
Z511: Fièvre à J9 de la cure 4
Z95: Pacemaker double chambre implanté ce jour | DAI posé à J3 | Stent actif posé en urgence sur l'IVA | Récusée pour TAVI
Z96: Montée de JJ gauche | PTH droite posée en urgence | Prothèse intermédiaire J2, appui autorisé | Pose d'une pompe à insuline
Z93: Sigmoïdectomie, colostomie terminale, lavage | Reprise : démontage et iléostomie | Cathéter sus-pubien posé
Z921: Xarelto débuté à J5 | HBPM puis relais AVK | Pradaxa à débuter dans dix jours
Z653: Demande de curatelle faite | Tutelle envisagée par la famille | Requête de tutelle en cours d'écriture | Sous curatelle renforcée | Sous tutelle de sa fille
Z736: Dossier MDPH remis à la famille
Z313: FIV à envisager
Z480: Déméchage à J2 sans reprise | Pansement au bloc demain
Z740: Fracture peu déplacée | Fragment peu déplacé
Z512: Ferinject 1 g ce jour | Bolus de Solumédrol puis relais
Z112: Dépistage rectal d'entrée
Z991: SAOS appareillé
Z513: Choc, transfusion de 5 culots
Z960: Sonde à demeure posée aux urgences
Z466: Retrait de la sonde urinaire à J2 | Ablation de la sonde vésicale sans incident
Z391: Allaitement maternel souhaité
Z911 Z531 Z20: Séance de kinésithérapie sautée | Témoin de Jéhovah dans la famille, accepte tout | Contact téléphonique avec le CLAT tuberculose
"""
FINDINGS = """
Y4 Y5: Fièvre à 39, ceftriaxone | Vomissements à J2, ondansétron | Agitation à 22 h, loxapine | Constipation à J3 : lactulose
Y4 Y5: Rétention urinaire à E. coli, Tienam | Hyperkaliémie à 6,2, Kayexalate | Hypotension à 70, noradrénaline
Z602: Fièvre isolée | Sus-décalage isolé
Z596: Marche précaire
R34: Insuffisance rénale aiguë anurique
R46: Maladie d'Alzheimer, troubles du comportement
R635: Bonne prise de poids | Nouveau-né, prise de poids 30 g par jour | Prise de 15 mg/kg de paracétamol | Prise pondérale régulière
B181: AgHBs prélevé ce jour | Antigène HBs en attente
F431: Syndrome des loges post-traumatique | Trouble trophique post-traumatique | Syndrome douloureux post-traumatique
G402: Crise d'asthme avec réponse partielle
T38 T42 T40: Insuline IV, réhydratation | Contention, Valium IV | Morphine IV en titration
R268: Boit un litre d'eau par jour | Deux boîtes de paracétamol vides
Z951: Dort sous un pont | Doigt pris dans le pont de la machine
Z917: Lésion excisée ce jour | Excision-greffe de la cuisse | Excisions et pansements
L27 L50: Allergie à la pénicilline (urticaire géante) | Allergique au Bactrim (toxidermie en 2012)
J03 J18: A pris de la josamycine pour une angine, guérie | Pneumopathie en mars, guérie
A09 K80: Initialement étiqueté gastro-entérite | Étiquetée à tort colique hépatique
B95: Une hémoculture à staphylocoque = contaminant | Streptocoque (souillure)
I20: Troponine stable, pas d'arg. pour un SCA
Z513: Saigne du nez depuis ce matin | A saigné deux fois cette nuit
F449: Coelioscopie, conversion en laparotomie
W26: Fine lame d'épanchement pleural, plaie du scalp
O42: Résidu post-mictionnel : RPM 80 ml
J90: Lavages de nez, DRP avant les biberons
J30: Rhinite depuis trois jours
J38: Ovaires accolés en kissing, nodules du rectum
W19: Fracture de côte, chute de l'état général
H46: NOIAA de l'œil droit
A35: Tétanos fait | SAT fait aux urgences | Vaccination tétanos à jour
B99 A49: MALADIES INFECTIEUSES, hospitalisation | Service de maladies infectieuses et tropicales
R33: Hématome orbitaire, globe indemne | Globe oculaire intact
N18: Neuromyopathie de réanimation, MRC 36/60
I442: BAV 1 depuis 3 ans | Bloc AV 1 stable depuis 3 ans
S063: Contusion temporale superficielle
T796: Syndrome de la loge de Guyon
T150 T158 T16 T171: Ce nez est dévié | De l'œil droit, ce jour | Masque nasal
T84: Fracture du col fémoral, clou gamma
W: Débit chuté de la FAV, sténose de FAV
S: Service de traumatologie de l'épaule | Syndrome pyramidal, pas de fracture | AC/FA, lésion mitrale
T784: Allergie : aucune
"""
# What the mended wordings are there for, with the beginning of the code that it still gets.
KEPT = """
Y04: A reçu un coup de poing, plaie de la lèvre | Roué de coups, plaie du front | Rixe, fracture du nez
Y07: Frappée par son mari, plaie du front
X99: Agressé au couteau, plaie du thorax | Coup de cutter par un inconnu, plaie du bras
Y07: Coups de son compagnon, plaie du front | Battu par sa mère, fracture du bras
X95: Plaie par balle de la cuisse, fracture du fémur
X70: S'est pendu
W09: Chute de trampoline, fracture du poignet
W20: Parpaing tombé sur le pied, fracture du métatarse
W22: Coup de poing dans un mur, fracture du métacarpien
W23: Doigt coincé dans le portail, plaie du doigt
W26: Plaie de la main en ouvrant des huîtres
W29: Plaie de la main par débroussailleuse
W44: Projection de limaille dans l'œil, plaie de la cornée
W54: Mordue par un malinois, plaie de la main
V01: Renversé par une trottinette, fracture du poignet
V03: Fauchée par une voiture, fracture du tibia
V43: Airbag déclenché, contusion du thorax
V78: Chute dans le bus, fracture du poignet
X11: Brûlure de la main sous la douche
X20 T63: Envenimation vipérine
S72: FESF droite, Garden IV | Fracture basicervicale
S82: Fracture susligamentaire | Fracture de Maisonneuve
S52: Fracture de Monteggia | Fracture de Colles
S42: Fracture de l'acromion | Fracture de la grosse tubérosité
S40 S60 S70 S80 S90: Traumatisme de l'épaule | Traumatisme du poignet | Traumatisme de hanche | Trauma du genou
S430: LAI de l'épaule
S530: Pronation douloureuse
S835: Rupture du pivot central
S66: Doigt en maillet
S098: TCL
T18: Ingestion de pile bouton
T59: Inhalation de chlore
T793: Morsure surinfectée
T80: TRALI | Veinite
T814: Cicatrice infectée | Infection de paroi
T82: Endofuite de type II | Hyperdébit de FAV | PAC extériorisé
T827: Infection de pontage
T84: PTH luxée | Raideur de PTG | PTG septique
T85: Coque mammaire | GPE arrachée | Hyperdrainage de DVP
T86: Détransplantation | Souffrance du lambeau
T87: Névrome de moignon
T88: Intubation impossible | Retard de réveil
Y543: Hyponatrémie secondaire à l'Esidrex
Y524: Toux depuis l'introduction du ramipril
Y415: Neutropénie sous Rovalcyte
Y406: Cytolyse sous rifampicine
Y517: Bradycardie sous bêta-bloquant
Y495: Tremblement sous lithium
Y526: Rhabdomyolyse sous fénofibrate
Y531: Hypomagnésémie sous pantoprazole
X78: S'est scarifié les avant-bras | Geste suicidaire, s'est ouvert les veines, plaie du poignet
X80: S'est jeté d'un pont, fracture du tibia | Idées suicidaires, a sauté du balcon, fracture du tibia
X10: Brûlure du deuxième degré de la main par du café | Café bouillant renversé, brûlure de la main
W45: Pistolet à clous, plaie de la main
Z602: Vit seule | Seule à domicile | Seule chez elle | Isolement relationnel | Aucun entourage
Z603: Interprétariat téléphonique | Ne parlant pas français
Z56: Demandeur d'emploi | Harcelée par son chef
Z574: Exposition aux pesticides
Z590: Expulsé de son appartement | Est à la rue depuis mars
Z59: Moisissures dans le logement | Électricité coupée | Colis alimentaires | Rupture de droits | Sans mutuelle
Z62: Placement en MECS | Mineure placée
Z63: Dispute avec sa compagne | Rupture amoureuse
Z651: Escorte pénitentiaire | Patient incarcéré
Z95: Pacemaker double chambre 2015, contrôlé à J2 | DAI implanté en prévention primaire en 2019 | Stent actif en 2018
Z96: PTG droite en 2012 | Porte une prothèse de hanche | Pseudophaque des deux yeux
Z93: Iléostomisé depuis 2015 | Porteur d'une colostomie
Z921: FA sous Eliquis au long cours
Z513: Saignée thérapeutique mensuelle
L50: Urticaire géante ce soir, allergie aux fruits de mer
H470: NOIAA de l'œil droit | Neuropathie optique ischémique
R040: Saigne du nez depuis ce matin
J00: Rhinite depuis trois jours
X12: Brûlure du thorax au 2e degré par la casserole d'eau des pâtes
F449: Trouble de conversion
Z653: Débouté du droit d'asile
Z74: Dépendant pour les AVQ | Maintien à domicile compromis
Z751: Demande d'EHPAD faite | En attente de SMR
Z760: Renouvellement d'ordonnance
Z768: Hospitalisée pour raisons sociales
Z88: Allergie Pyostacine | Allergie au Contramal | Allergie Profénid | Allergie au gadolinium
Z910: Allergie au nickel | Allergie aux guêpes
Z911: A arrêté son traitement | Rendez-vous non honorés | Perdue de vue
Z936: Urostomie
Z99: Oxygène au long cours | En FR manuel
Z45: Retrait de JJ | Interrogation du PM | Remplissage de pompe à baclofène
Z47: Retrait de vis de syndesmose | Réfection de résine
Z510: Radiothérapie antalgique | Scanner de centrage
Z511: Hospitalisée pour chimiothérapie | Instillation de mitomycine
Z512: Perfusion d'Orencia | Injection intravitréenne
Z515: Symptomatique exclusif | Sédation profonde et continue
Z53: Bloc reporté | Refuse la ponction lombaire | Parti sans attendre
R13: Difficultés à avaler
R15: Incontinente urines et selles
R262: Refus d'appui | Marche à petits pas
R33: Globe, bladder scan à 700 ml | Échec de désondage
R400: Troubles de la vigilance
R51: Mal à la tête depuis deux jours
R55: A perdu connaissance
R54: Syndrome de glissement
R458: Propos suicidaires | Veut mourir
R630: Ne s'alimente plus | Refuse de manger
R636: Ingesta insuffisants
R91: Opacités en verre dépoli
R932: Dilatation du cholédoque
R942: Trouble ventilatoire obstructif
Z634: A perdu sa femme au printemps | Décès brutal de son frère
Z531: Témoin de Jéhovah, refuse la transfusion
Z911: Deux séances de dialyse manquées
Z652: Sortant de maison d'arrêt | Sorti de prison
Z251: Vaccination antigrippale réalisée ce jour
Z515: Limitation des thérapeutiques actives
R268: Boiterie d'apparition récente
Z951: Coronarien ponté en 2012 | Pontages coronariens
Z917: Excision rituelle dans l'enfance
R635: Prise de poids excessive | Prise de 11 kg en 6 mois
I442: BAV III | Bloc AV complet
"""


def rows(table):
    for line in table.strip().splitlines():
        codes, told = line.split(":", 1)
        for text in told.split(" | "):
            yield text.strip() + ".", tuple(codes.split())


def wrong_of(full_coder, table):
    return {
        text: sorted(found)
        for text, codes in rows(table)
        if (found := {code for code in full_coder.codes_of(text) if code.startswith(codes)})
    }


def test_a_blow_or_a_cut_is_no_violence_and_no_self_harm_unless_said(full_coder):
    assert wrong_of(full_coder, VIOLENCE) == {}


def test_implants_gestures_and_signs_are_no_accident(full_coder):
    assert wrong_of(full_coder, ACCIDENTS) == {}


def test_the_family_at_the_bedside_is_no_trouble(full_coder):
    assert wrong_of(full_coder, HOME) == {}


def test_ordinary_care_is_no_reason_of_a_stay(full_coder):
    assert wrong_of(full_coder, CARE) == {}


def test_normal_findings_and_homonyms_are_no_disease(full_coder):
    assert wrong_of(full_coder, FINDINGS) == {}


def test_what_is_said_in_full_is_still_read(full_coder):
    missing = [
        text
        for text, codes in rows(KEPT)
        if not any(code.startswith(codes) for code in full_coder.codes_of(text))
    ]
    assert missing == []
