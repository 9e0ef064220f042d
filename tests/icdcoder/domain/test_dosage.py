"""Of no form, unit, route, hormone, vitamin or score of a French prescription a disease is made. All invented."""

import pytest

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.dosage import measured_out

FORMS = (
    "comprimé/comprimés/cp/cpr/comprimé effervescent/comprimé orodispersible/comprimé LP/gélule/gélules/gél/capsule/sachet/sachets/"
    "ampoule/ampoules/AMP/amp/ampoule buvable/goutte/gouttes/gttes/GOUTTES/gouttes nasales/gouttes auriculaires/gouttes buvables/"
    "gouttes ophtalmiques/gouttes par minute/gouttes toutes les 6 h/suppositoire/suppo/ovule/ovules/patch/patchs/dispositif transdermique/"
    "pommade/crème/gel/lotion/mousse/collyre/unidose/spray/spray nasal/aérosol/aérosols/nébulisation/inhalation/inhalations/bouffée/"
    "bouffées/dose/doses/pulvérisation/sirop/solution buvable/solution injectable/suspension/perfusion/injection/injections/seringue/stylo/"
    "stylo prérempli/flacon/poche/bain de bouche/bains de bouche/lavement/pastille/lyoc/granules/poudre/emplâtre/tulle/anneau/shampooing/"
    "vernis/gommes/bolus/cuillère/cuillère-mesure/cuillerée/c.à.s./càs/càc/CS/CC/mesure/pipette/cartouche/dragée/pilule/prise/prises/cure"
)
UNITS = (
    "mg|g|µg|mcg|gamma|γ|ng|kg|mL|ml|cc|L|UI|IU|U|MU|MUI|UI/kg|mmol|mEq|mg/kg|mg/kg/j|g/j|mg/h|mL/h|µg/kg/min|gouttes/kg|gouttes/kg/j|"
    "gouttes/j|gttes/kg|mg/m²|mg/L|%|Gy|kcal|mOsm|bar|cmH2O|mmHg|CH|L/min"
)
ROUTES = (
    "PO|per os|IV|I.V.|IVD|IVL|IVSE|IM|I.M.|SC|S.C.|s/c|SL|sublingual|IR|intra-rectal|IT|intrathécal|ID|intradermique|transdermique|inh|INH|"
    "intranasal|vaginal|oculaire|auriculaire|cutané|voie orale|voie veineuse|VVP|VVC|PICC|midline|SNG|péridurale|PCA|PSE|IP|IO|"
    "intra-articulaire|intraveineux|intramusculaire|sous-cutané|dans chaque narine|dans les deux yeux|ODG|OD|OG"
)
DOSES = (
    "Traitement : docusate 2 {} le matin.", "docusate : 20 {} x 3/j", "- Docusate, 1 {} au coucher si besoin",
    "Docusate 10 {}, macrogol 1 sachet", "- macrogol, une {} matin et soir",
)  # fmt: skip
WAYS = (
    "Traitement : docusate 20 mg {} x 3/j.",
    "Macrogol 1 g {}, puis relais.",
    "Docusate {} : 1 matin, 1 soir",
)
OTHERS = """
Insuline NPH 12 UI le soir | NPH 10 unités au coucher | Vitamine D3 100 000 IU | Héparine 5000 IU x 2 SC | sous ESA, Hb 11 | ESA 40 µg
ECG : ondes T négatives en D2 D3 AVF | consultation le 12 DEC 2023 | TCA 1,2, TP 95 % | TCA ratio 1,1 | TCA : 34 s | ACR 3,2 mg/mmol
RAC urinaire 12 mg/g | Score MRC 48/60 | 25 OH vitamine D 34 ng/ml | valproate de sodium 150 mg | docusate de sodium 120 mg
héparinate de sodium 150 UI | alginate de sodium 100 ml | chlorure de potassium 6 g | Diffu-K 2 gélules matin | potassium 1 cp x 3
gluconate de calcium 1,5 g | vitamine K 1 mg PO | vit K 2 mg | vitamine K1 10 mg IV | vitamine B12 1000 µg IM | vitamine A 5000 UI
vitamines B1 et B6 | isoniazide (INH) 300 mg | INH 2 bouffées | PEP à 5, FiO2 40 % | CCI 6 | ceftriaxone 1 g IM | méthotrexate IT 12 mg
MELD 8 | CHA2DS2-VASc 4 | HADS : anxiété 4, dépression 3 | échelle de dépression GDS 2/15 | score d'anxiété 3/21 | EVA douleur 3/10
Norton 12 | Glasgow 15 | PTH 65 pg/ml | PTH à 65 | TSH 2,3 mUI/l | T3 et T4 normales | FSH 8, LH 5 | ACTH 20 pg/ml | PR 180 ms
hydrocortisone 10 mg | OH 0 | Laroxyl 10 gouttes le soir | Haldol XX gouttes | perfusion à 20 gouttes/min | une goutte matin et soir OD
1 goutte dans chaque œil | sérum physiologique goutte à goutte | larmes artificielles : une goutte si besoin | TED 20 mg | DG 98 mm
"""


def made_of(full_coder, texts):
    return {
        text: [code.code for code in found]
        for text, found in zip(texts, full_coder.predict(texts), strict=True)
        if found
    }


def test_no_form_or_unit_of_a_dose_is_a_disease(full_coder):
    assert (
        made_of(
            full_coder,
            [
                text.format(word)
                for word in (*FORMS.split("/"), *UNITS.split("|"))
                for text in DOSES
            ],
        )
        == {}
    )


def test_no_route_is_a_disease(full_coder):
    assert (
        made_of(full_coder, [text.format(word) for word in ROUTES.split("|") for text in WAYS])
        == {}
    )


def test_no_hormone_vitamin_score_or_salt_is_a_disease(full_coder):
    told = [text.strip() for line in OTHERS.strip().splitlines() for text in line.split("|")]
    assert made_of(full_coder, [text + "." for text in told]) == {}
    assert made_of(full_coder, [f"Traitement : {text}, bien toléré." for text in told]) == {}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Crise de goutte du genou droit.", "M1096"),
        ("Une goutte du gros orteil, sous allopurinol 100 mg.", "M1097"),
        ("HTA depuis 2019. Goutte.", "M1099"),
        ("Goutte sous colchicine, 1 goutte de collyre le soir.", "M1099"),
        ("Kaliémie à 6,2.", "E875"),
        ("K 2,6, recharge IV.", "E876"),
        ("Infection urinaire, IU à E. coli.", "N390"),
        ("PTH 2016 à droite.", "Z966"),
        ("Score de Wells à 4 ; dépression traitée.", "F329"),
        ("NPH à explorer.", "N289"),
    ],
)
def test_the_disease_of_the_same_name_is_still_read(full_coder, text, code):
    assert code in {own.code for own in full_coder.predict([text])[0]}


def test_a_scale_or_a_drop_hides_no_disease_that_stands_beside_it():
    told = """
    EVA 7, fracture du radius droit 2/3 | Score CHA2DS2-VASc 4, FA paroxystique depuis 2015 | EVA à 5, pneumopathie J2, O2 3 L | ECOG score 1, anémie à 9
    GDS : pH 7,28, acidose respiratoire, pCO2 60 | GDS sous 2 L : hypoxémie, pO2 55 | GDS acidose lactique 4 | Hamilton 8, dépression depuis 2019
    Score non fait, dépression traitée 20 mg | Score IGS2 avec choc septique à 2 germes | Chute d'une échelle fracture 2 côtes | HADS faite, anxiété depuis 2021
    Tombé de l'échelle, fracture de 2 côtes | EVA 3 anxiété 2 | Crise de goutte à la cheville | Goutte au gros orteil | Une goutte à droite sur le pied
    Traitement de la goutte par colchicine | Goutte par hyperuricémie | MADRS 12, AVC 2015 | HADS 4, AVC 2015 | Doloplus 12, escarre stade 2
    """
    hidden = {
        "goutte",
        "fracture",
        "fa",
        "pneumopathie",
        "anemie",
        "acidose",
        "hypoxemie",
        "depression",
        "choc",
        "anxiete",
        "avc",
        "escarre",
    }
    texts = [text.strip() for text in told.strip().replace("\n", "|").split("|")]
    lost = {
        text: [
            fold
            for at in measured_out(note.tokens, note.places)
            if (fold := note.folds[at]) in hidden
        ]
        for text in texts
        for note in [CutNote.of(text)]
    }
    assert {text: words for text, words in lost.items() if words} == {}


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("20 gouttes", ["gouttes"]),
        ("goutte du genou", []),
        ("HADS : anxiété 4, dépression 3", ["anxiété", "dépression"]),
        ("HADS (anxiété 4/21, dépression 3/21)", ["anxiété", "dépression"]),
        ("échelle de dépression (GDS) 4", ["de", "dépression", "GDS"]),
        ("GDS dépression 4", ["dépression"]),
        ("une goutte au coucher", ["goutte"]),
        ("Score élevé. Anxiété 4", []),
        ("insuline NPH", ["NPH"]),
    ],
)
def test_what_is_measured_out_is_silent(text, silent):
    note = CutNote.of(text)
    found = sorted(measured_out(note.tokens, note.places))
    assert [note.tokens[at].raw for at in found] == silent
