"""Prose of every specialty that names nobody: scores, grades, settings and abbreviations stay readable."""

import pytest

from worker.engine.rules.engine import find_spans

_UNNAMED = frozenset({"PER", "ORG", "LOC"})


@pytest.mark.parametrize(
    "text",
    [
        "Intubée, ventilée en VAC : Vt 420, FR 22, PEP 14, FiO2 80 %, plateau 27, puis VSAI AI 12 PEP 8.",
        "Sédation BIS 50, TOF 0/4 ; RASS -4, curarisation levée, Glasgow 11 à l'arrivée.",
        "SOFA 9, IGS II 54, lactates 4,2 ; noradrénaline à 0,8 µg/kg/min, KTC jugulaire droit.",
        "BPCO GOLD 3 groupe E, VEMS 42 %, DLCO 51 %, test de marche 310 m, MMRC 3.",
        "SAOS : IAH 45, PPC à 9, ESS 12, observance 6 h ; contrôle en HDJ.",
        "FEVG 35 %, PAPS 48, NYHA III, KT 2 vaisseaux, stent actif IVA 2, CHA2DS2-VASc 4, HAS-BLED 2.",
        "FA paroxystique : ablation discutée, EHRA IIb, INR 2,4, relais AVK par AOD.",
        "AOMI stade IV de Leriche, IPS 0,45 à droite, TcPO2 22, Rutherford 5, Vasculaire II.",
        "Child B 8, MELD 21, F4 au Fibroscan 32 kPa, VO grade II ligaturées, TIPS discuté.",
        "RCH pancolique, Mayo 3, CRP 84, calprotectine 1250, relais par anti-TNF après HDJ 1 et HDJ 2.",
        "Adénocarcinome T3 N1 M0, RCP du jour : FOLFOX 6, J1 J15, Toxicité : Neuro 2, Hémato 3.",
        "Lymphome : stade III B, IPI 3, R-CHOP 21, TEP Deauville 4, aplasie fébrile.",
        "LAM : caryotype complexe, ELN 3, blastes 62 %, greffe refusée, HDJ 1, 8 et 15.",
        "DFG 18, KDIGO 4, PTH 340, Hb 9,8 ; FAV huméro-céphalique, HDF 4 h, poids sec 62.",
        "Prostate ISUP 3, Gleason 7 (4+3), PSA 12, PIRADS 4, IPSS 18, IIEF 12.",
        "PTH droite sur coxarthrose, Harris 52, WOMAC 45, ASA 3, Garden IV à gauche.",
        "LCA : Lachman franc, KOOS 62, IKDC 54, GNRB positif, IRM : bone bruise.",
        "AVC sylvien : NIHSS 14, ASPECTS 7, mTICI 2b, mRS 3 à la sortie, MIF 62.",
        "SEP RR : EDSS 3,5, PML exclue, IRM T2 stable ; MADRS 22, HAD 12, MFIS 54.",
        "MMSE 21, BREF 12, IADL 3, ADL 4, GDS 8, CIRS-G : Cardio 2, Psy 3, Neuro 0, Uro 1, TUG 18.",
        "PHQ-9 à 14, le HAMD 18, le BPRS 45 ; TS médicamenteuse, RUD 4, contrat de non-passage à l'acte.",
        "G2P1, 32 SA, PE sévère, ASAT 145, ALAT 162, RCF Pathologique, Bishop 6, APGAR 8/10/10.",
        "Né à 29 SA, SNAP 12, CRIB 5, INSURE, VNI puis OHD, ETF : HIV grade II, PEP 5.",
        "Psoriasis : PASI 18, DLQI 14 ; inspection des plis en faveur d'une maladie de Verneuil, Hurley II.",
        "PR : DAS28 4,8, HAQ 1,25, FR 62, ACPA 340 ; reprise du MTX, arrêt du CT, suivi du BHCG négatif.",
        "Brûlure 35 %, UBS 90, ABSI 8, greffé du dos, bain J3, EVA 4, reprise du THS.",
        "Radio : Pneumo D drainé, ASP 20 sans niveau, TDM TAP : EP segmentaire, sPESI 2.",
        "FEC 75 puis docétaxel, foyer FDG 18 au TEP.",
        "Transfert au BLOC puis au SCANNER, admise au SAUV, admis au DECHOC, hospitalisé au SSPI.",
        "L'équipe de nuit a vu le secteur 4 ; sort de réa 2 jours après, vu en Cardio 2 fois.",
        "Inspection générale : ictère ; inspection régionale des aires ganglionnaires : rien.",
        "Le SSIAD 2 fois par jour, l'APF 12 séances, Codes 12 et 14, les PEP 3 fois.",
        "Le greffier a noté ; Monsieur le Président, le Procureur de garde, l'Inspecteur du travail.",
        "Lits : Réa 12, USC 8, USIC 6 ; DMS 7, occupation 92 %, Codes 45 et 62 de la CCAM.",
    ],
)
def test_nobody_is_found(text):
    found = [(text[s.start : s.end], s.source) for s in find_spans(text) if s.label in _UNNAMED]
    assert found == []


@pytest.mark.parametrize(
    "plain",
    [
        "1. DISCUSSION",
        "2. Paracétamol 1 g",
        "3 - IRM cérébrale",
        "4. Kiné respiratoire",
        "5 - Examen clinique",
        "1 - MOTIF D'HOSPITALISATION",
        "12 CYCLES",
        "Patient : RAS. IDE : OK. Interne : NC",
        "AS : RAS, IDE : HDJ",
        "cure de R-CHOP, CHC du foie, après du CHOP",
        "Unité de soins. Service de soins de suite demandé.",
        "Service de consultation, Pôle de jour",
        "contrôle à 6 mois, revoir à 3 mois, recul de 18 mois",
        "nourrisson : contrôle à 3 mois, revoir dans 2 semaines",
        "score à 12/20, MMSE (12/30), acuité 10/10",
        "EVA 3/10, Glasgow 15/15, 2/6 au foyer",
        "Repas livrés par la mairie",
        "médicament livré par voie orale",
        "Il cite de nombreux exemples",
        "coiffeuse dans un salon de coiffure",
        "un restaurant, un garage, un club et une banque",
        "Dossier : 2 pages, bon n° 3",
        "fille rose et tonique, mari présent, mère seule",
        "patient calme et orienté",
        "mme se plaint de douleurs, mr va bien",
        "dr de garde prévenu",
        "Pression (Moyenne), Sodium (Normal)",
        "Douleur : Légère, Modérée",
        "Nom du médicament | Posologie\nDoliprane | 1 g",
        "Hb 12, CRP 5",
        "PAM 8 mm, HER2 3+, CD5 positif, T2DM",
        "Vitamine B12, CA15-3, CA125",
        "ch 12, lit P, box 4",
        "12 - PTH J3",
        "3) Appendicite",
        "au bar, au café, dans un atelier",
        "Poids 72 kg, IMC 24",
        "à la suite, à la demande, au total",
        "Secteur opératoire, unité mobile, pôle supérieur du rein",
        "Fr. 14, Ch. 6, Ph. 7,4",
        "dites 33, le 112 et le 15",
        "Ph. urinaire à 6, Fl. vaginale",
        "En cas de malaise, appeler le 15. Composer le 18",
        "Patient | Séjour\nstable | du 12 au lit",
        "Prise en charge | Médecin\nRééducation | oui",
        "plaquettes 2150000, leucocytes 1250000",
        "en soixante minutes, en quatre-vingts jours",
        "fibrinogène à quatre-vingt",
        "Prof. : retraitée. Profession : ATSEM",
        "L M M J V S D\nIM . IM . . IM .",
        "L  Ma  Me  J  V  S  D",
        "stimulateur DR MRI, VVI 50 Hz",
    ],
)
def test_nothing_to_hide(check, plain):
    check(plain)
