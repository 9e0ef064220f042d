"""Patterns (see `coined`) of bodies, houses and wards whose names give no common head away."""

from typing import Final

# kind → weight, patterns. Each is one mark: what stands outside it belongs to a template.
KINDS: Final[dict[str, tuple[float, tuple[str, ...]]]] = {
    "entraide": (4, (
        "<Association|association|Asso|asso|assoc.> des {people} {num}", "<Association|association> des {people} {of_dep}", "association d'<aide|entraide> aux {people}", "amicale des {people} {of_town}",
        "<Association|association|asso> {cause}", "{cause} {num}", "{cause} {dep}", "{cause}", "<Association|association|asso> {saying}", "{saying}", "{sigle} {num}", "{sigle}{num}", "{sigle}", "{sigle} {dep}",
        "Fédération <française|nationale|régionale> des {people}", "{sigle} - <antenne|délégation|section> {of_town}", "<délégation|antenne> {dep} de <l'|la >{sigle}", "<Ligue|ligue> <contre la maladie|des {people}> {num}",
        "Les amis de {first}", "Un regard pour {first}", "<collectif|Collectif> {saying}", "comité {num} de <l'|la >{sigle}", "<club|Club> cœur et santé {of_town}", "groupe de parole {saying}", "Maison des {people}",
        "<union|Union> des {people} {of_dep}", "association <sportive|culturelle|paroissiale> {of_town}", "{saying} {num}",
    )),
    "complementaire": (4, (
        "<mutuelle|Mutuelle|mut|mut.> {mutual}", "{mutual}", "{mutual} <Santé|Prévoyance|Mutuelle>", "{mutual}", "mutuelle des {trade}", "Mutuelle des {trade} {num}", "mutuelle {sigle}", "{sigle}", "<mutuelle|mut> {town}", "{sigle} <santé|prévoyance|{num}>",
        "mutuelle <familiale|générale|interprofessionnelle> {of_dep}", "<caisse|Caisse> des {trade}", "régime <local|minier|spécial> des {trade}", "caisse {n} des {trade} {of_town}", "<institution|Institution> de prévoyance {mutual}",
        "<assurances|assurance> {mutual}", "{mutual} {num}", "<section locale|SLM> {nnn}", "<caisse|Caisse> <autonome|primaire|minière> {of_town}", "groupe {mutual}",
    )),
    "bailleur": (3, (
        "{town} Habitat", "Habitat {pays}", "Habitat {num}", "OPH {of_town}", "O.P.H. {of_dep}", "OPAC {of_dep}", "{sigle} Habitat", "Logis {pays}", "<office|Office> HLM {of_town}", "<SA|S.A.> HLM {mutual}", "{mutual} Habitat",
        "<bailleur|Bailleur> {mutual}", "{river} Habitat", "{river} Logement", "<régie|Régie> {of_town}", "foyer de jeunes travailleurs {proper}", "FJT {proper}", "<agence|Agence> {name} Immobilier", "<résidence sociale|Résidence sociale> {saying}", "CROUS {of_town}",
        "<cabinet|Cabinet> {name} <syndic|gestion>", "<foyer|Foyer> {mutual}", "pension de famille {saying}", "Toit {river}",
    )),
    "ouvrage": (4, (
        "<usine|Usine> {works}", "<usine|Usine> {of_town}", "usine {name}", "<dépôt|Dépôt> {of_town}", "dépôt <SNCF|de bus|pétrolier> {of_town}", "atelier {name}", "<fonderie|filature|tannerie|verrerie|minoterie|laiterie|briqueterie> {name}", "<fonderie|sucrerie|papeterie|cristallerie> {of_town}",
        "<port|Port> {of_town}", "<port de pêche|port de commerce|criée|capitainerie> {of_town}", "chantier <naval |>{name}", "chantiers {works}", "abattoir {of_town}", "<mine|carrière|centrale|raffinerie|ardoisière> {of_town}", "entrepôt {works}", "<silo|coopérative> {of_town}",
        "<exploitation|EARL|GAEC|SCEA> {name}", "GAEC {nature}", "{works} <site {of_town}|SAS|France|Industries>", "{works}", "{works}", "<cave|Cave> coopérative {of_town}", "<arsenal|Arsenal> {of_town}", "<domaine|Domaine> {nature}", "fosse {n} {of_town}", "<marbrerie|charpente|plomberie|carrosserie> {name}",
        "<salon|Salon> {first}", "camping {nature}", "<hôtel|Hôtel> {nature}", "<supermarché|jardinerie> {works}", "<ateliers|Ateliers> municipaux {of_town}", "transports {name}", "déchetterie {of_town}",
    )),
    "corps": (3, (
        "{rank} <RI|RIMa|RA|RD|RG|RS|RMat|RAMa|BCA|RIMe|RHC|RTP|BSMA|RPC> {of_town}", "{rank} <RI|RA|RG|RD|RCh|BCP|RTir>", "{rank} <RI|RA|RG|RD> ({town})", "{rank} régiment <d'infanterie|du génie|d'artillerie|de dragons|de chasseurs|de hussards>", "{rank} <bataillon|escadron|groupe> <de chasseurs|du génie|de transport>",
        "<BA|base aérienne> {nnn}", "base navale {of_town}", "<base|Base> <aérienne |>{nnn} {of_town}", "<caserne|Caserne> {name}", "quartier {name}", "<EGM|escadron> {num}/{n}", "compagnie {name}", "{n}e compagnie du {rank} <RI|RG|BCA>", "SDIS {num}", "<école|Ecole> militaire {of_town}",
        "frégate {first} {name}", "camp {of_town}", "{rank} <CMA|antenne médicale> {of_town}", "CMA {of_town}", "<peloton|Peloton> {num}/{n}", "CRS {num}",
    )),
    "materiel": (4, (
        "{care}", "{care} <Assistance|Médical|Santé|Confort|Domicile|Oxygène|Perf|Home>", "{name} <Médical|Orthopédie|Santé|Confort>", "<appareillage|Appareillage> {name}", "<appareillage|Appareillage> {care}", "<orthopédie|Orthopédie> {name}", "{care} {town}", "{care} {num}", "<société|sté|Sté> {care}",
        "<podologie|Podo-orthèse> {name}", "<optique|Optique> {name}", "<audition|Audition> {name}", "<prothèses|Prothèses> {name}", "{care} <agence|dépôt> {of_town}", "<matériel médical|Matériel médical> {name}", "{sigle} <Médical|Assistance>", "{sigle} oxygène", "<cabinet|Cabinet> {care}", "{care}-{town}", "<association|Association> {care}",
        "<laboratoire|Laboratoire> d'orthopédie {name}", "{first} <Assistance|Médical>", "centre d'appareillage {of_town}",
    )),
    "analyse": (4, (
        "{lab}", "{lab} {town}", "{lab} {code}", "<laboratoire|Laboratoire|LABORATOIRE> {lab}", "<laboratoire|Laboratoire> {lab} {town}", "<labm|LABM|LBM|SELAS> {lab}", "{lab} - site {of_town}", "<laboratoire|Laboratoire> {name} {town}", "<laboratoire|laboratoire des> {name}-{other}", "<SEL|SELARL> {lab} {code}",
        "laboratoire {sigle}", "{sigle} {town}", "plateau technique {lab}", "laboratoire <de la gare|du marché|des halles|de la mairie>", "laboratoire <de la gare|du port|du centre> {town}", "{lab} groupe {sigle}", "<institut|Institut> {lab}", "<centre|Centre> de pathologie {of_town}", "<cabinet|Cabinet> de pathologie {name}", "EFS {town}", "EFS {of_dep}",
    )),
    "cliche": (4, (
        "<imagerie|Imagerie> {name} {town}", "{town} Imagerie", "<groupe|Groupe> {sigle}", "SCM {sigle}", "<scanner|IRM> {sigle}", "<radiologie|Radiologie> {name}", "<cabinet|Cabinet> {name}-{other}", "<cabinet|Cabinet> {name} et {other}", "<centre|Centre> d'imagerie {pays}", "{sigle} imagerie", "<Imapôle|Radiopôle|Scintipôle> {of_town}",
        "<centre|Centre> de radiologie <de la gare|du parc|du pont> {town}", "GIE <IRM|scanner|TEP> {pays}", "GIE {sigle}", "{river} Imagerie", "<institut|Institut> de radiologie {of_town}", "<cabinet|Cabinet> d'échographie {name}", "médecine nucléaire {pays}", "<Radio|radio> {name} {town}", "SELARL {sigle}", "<maison|Maison> de l'image {of_town}",
    )),
    "filiere": (3, (
        "3C {of_town}", "3C {pays}", "3C {dep}", "3C <Public|Privé|inter-établissements> {pays}", "<réseau|Réseau> {network}", "{network}", "{network}", "RRC {region}", "<réseau|Réseau> <ville-hôpital|gérontologique|périnatal|de soins palliatifs> {pays}", "CPTS {pays}", "CPTS {saying}", "DAC {num}", "DAC {pays}", "PTA {dep}", "MAIA {of_town}",
        "GHT {pays}", "GCS {pays}", "<réseau|Réseau> {sigle}", "CLAN {of_dep}", "filière <gériatrique|AVC|douleur> {pays}", "ERHR {region}", "COREVIH {region}", "<Dispositif|dispositif> {saying}", "<équipe|Équipe> mobile {saying}", "CMP {saying}", "CSAPA {saying}", "CSAPA {of_town}", "CAARUD {saying}", "PASS {of_town}", "<réseau|Réseau> sentinelle {pays}",
        "GEM {saying}", "CAMSP {of_town}", "CMPP {proper}", "SESSAD {fun}", "CATTP {saying}", "CeGIDD {of_town}", "CLAT {num}",
    )),
    "enfance": (3, (
        "<crèche|Crèche> {fun}", "<micro-crèche|Micro-crèche> {fun}", "<multi-accueil|multiaccueil> {fun}", "MAM {fun}", "<halte-garderie|halte garderie> {fun}", "jardin d'enfants {fun}", "<centre|Centre> <aéré|de loisirs> {fun}", "<maternelle|Maternelle> {proper}", "<école|Ecole|École> {first} {name}", "<école|ecole> {of_town}", "groupe scolaire {first} {name}",
        "RPI {of_town}", "<institution|Institution> Sainte-{first}", "<collège|clg|Collège> {name}", "<lycée|LP|lycee> {proper}", "ULIS du collège {name}", "<IME|SEGPA|ITEP|IEM> {saying}", "<MECS|foyer de l'enfance|pouponnière> {saying}", "MFR {of_town}", "<périscolaire|cantine> {of_town}", "<école|École> {sigle}", "PMI {of_town}", "{fun}", "<internat|Internat> {name}", "campus {of_town}",
    )),
}  # fmt: skip

# Official names of hospitals, as a letterhead writes them whole.
LONG_HOUSES: Final[tuple[str, ...]] = (
    "Établissement <Public|Départemental> de Santé Mentale {of_dep}", "Établissement Public de Santé {proper}", "Établissement Public de Santé du {pays}", "Établissement Public Départemental de <Soins|Réadaptation> {of_town}", "Centre Hospitalier Intercommunal du {pays}",
    "Centre Hospitalier <Intercommunal|Général|Régional> {of_town} et du {pays}", "Centre Hospitalier <Départemental|Local|Public> {proper}", "Centre Hospitalier {proper} - {town}", "Centre Hospitalier {of_town} - Site {proper}", "Groupe Hospitalier {pays}",
    "Groupe Hospitalier <Mutualiste|Public|Intercommunal> {of_town}", "Groupement Hospitalier {of_town}-{river}", "Groupe Hospitalier Universitaire {pays}", "Hôpitaux <Universitaires|Civils|Publics> {of_town}", "Hôpitaux du {pays}", "Hospices Civils {of_town}",
    "Institut <Régional|Départemental> <de Médecine Physique et de Réadaptation|de Cancérologie|de Rééducation> {proper}", "Établissement de Soins de Suite et de Réadaptation {proper}", "Centre Médico-Chirurgical {proper}", "Centre Médico-Psycho-Pédagogique {of_town}",
    "Centre de <Rééducation et de Réadaptation Fonctionnelles|Soins de Suite|Gériatrie|Post-Cure> {proper}", "Centre de Long et Moyen Séjour {proper}", "Centre Psychothérapique {of_dep}", "Centre de Santé Mentale {first} {name}", "Fondation {first} {name}", "Fondation {name} - Hôpital {proper}",
    "Hôpital <Privé|d'Instruction|Local|de Proximité|Gérontologique> <du {pays}|{proper}>", "Hôpital Mère-Enfant {proper}", "Hôpital d'Enfants {proper}", "Polyclinique du {pays}", "Clinique <Mutualiste|Chirurgicale|Psychiatrique|Obstétricale> {proper}", "Maison de Santé Pluridisciplinaire {of_town}",
    "Maison <Départementale|Protestante|Hospitalière> {proper}", "Pôle de Santé <Privé |>du {pays}", "Pôle Gérontologique {of_town}", "Unité de Soins de Longue Durée {proper}", "Résidence <Départementale|Mutualiste> pour Personnes Âgées {proper}",
    "Association Hospitalière {of_town}", "Syndicat Interhospitalier {of_dep}", "Maternité <Régionale|Catholique|Intercommunale> {of_town}", "Sanatorium {proper}", "Centre Hospitalier Spécialisé du {pays}", "Cité Sanitaire {of_town}", "Complexe Hospitalier {of_town}",
)  # fmt: skip

_FLOOR: Final = "<aile {side}|aile {colour}|{n}e étage|{n}ème étage|{n}e {side}|niveau {n}|bâtiment {letter}|bât. {letter}|pavillon {name}|secteur {letter}|étage {n}|RDC {side}|<hall|tour> {letter}|porte {n}>"
_SHORT: Final = "<Chir.|Chir|Méd.|Médecine|Chirurgie|Réa|Cardio|Pneumo|Gastro|Ortho|Neuro|Uro|Onco|Gériatrie|Pédiatrie|Néonat|Gynéco|Hémato|Néphro|SSR|UHCD|USC|Psy|Rhumato|Dermato|Réanimation|Post-urgence>"

# Wards with what tells them from their neighbours: a number, a wing, a floor.
WARDS: Final[tuple[str, ...]] = (
    _SHORT + " {n} - " + _FLOOR, _SHORT + " {n}, " + _FLOOR, _SHORT + " {n} (" + _FLOOR + ")", _SHORT + " <A|B|C> - " + _FLOOR, _SHORT + " {n}{letter}", _SHORT + " {n}", _SHORT + " <A|B> " + _FLOOR, _SHORT + " <Hommes|Femmes|Enfants|Septique|Ambu> " + _FLOOR,
    "<Service|Unité|Secteur> {speciality} - " + _FLOOR, "<Service|Unité> {speciality}, " + _FLOOR, "{speciality} <A|B|1|2|3> - " + _FLOOR, "{speciality} - Pr {name}", "<Hôpital de jour|HDJ|Hôpital de semaine|Consultations> {speciality} " + _FLOOR,
    "<Unité|Service> d'<hospitalisation complète|accueil> {name}", "Pavillon {name}", "Pavillon {name}, " + _FLOOR, "<Service|Pôle> {speciality} et {second}", "Unité <de soins intensifs|de surveillance continue|mobile> {speciality}", "Fédération {speciality} et {second}",
    "Secteur {num}G{num}", "<Secteur|Pôle> {num}I{num} - Unité {name}", "Unité <fermée|ouverte|protégée> {saying}", "<Plateau|Plateforme> {speciality} - " + _FLOOR, "UF {nnn}{n} {speciality}", "{n}{letter} <Nord|Sud> {speciality}",
)  # fmt: skip
_RARE: Final = "<maladies rares|maladies auto-immunes rares|maladies neuromusculaires|anomalies du développement|surcharges en fer|vascularites rares|épilepsies rares|cardiomyopathies|malformations ano-rectales|maladies héréditaires du métabolisme|troubles des apprentissages|microangiopathies|sclérose latérale amyotrophique|ataxies|déficits immunitaires|pathologies gynécologiques rares|dysplasies osseuses|maladies bulleuses|hypertension pulmonaire|mucoviscidose|maladies mitochondriales|surdités génétiques>"
CENTRES: Final[tuple[str, ...]] = (
    "Centre de référence <des|pour les> " + _RARE, "Centre de compétence " + _RARE + " {of_town}", "CENTRE DE REFERENCE DES " + _RARE, "Centre de référence " + _RARE + ", site {of_town}", "CRMR " + _RARE, "CCMR " + _RARE + " {of_town}", "Centre Mémoire de Ressources et de Recherche {of_town}", "Centre <Expert|Douleur|Spécialisé Obésité> {of_town}",
    "<CMRR|CRA|CRCM|CETD|CSO|CRTLA|CPDPN|CECOS> {of_town}", "Centre <antipoison|de pharmacovigilance|de ressources autisme|d'éthique> {of_town}", "Centre <constitutif|coordonnateur> {sigle}", "Centre d'évaluation et de traitement de la douleur {of_town}", "Consultation <pluridisciplinaire|multidisciplinaire> " + _RARE + " {of_town}", "Filière de santé {sigle}",
    "Plateforme d'expertise " + _RARE + " {pays}", "Centre <de dépistage|expert> " + _RARE,
)  # fmt: skip
