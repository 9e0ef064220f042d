"""Lines that several rules share: letterheads, lists, signatures, columns."""

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "Il est agent de maintenance chez [[ORGANISME:Vallourec]] à [[VILLE:Montbard]].",
        "Mutuelle : [[ORGANISME:Harmonie Mutuelle]], n° adhérent [[AUTRE:00458123]]",
        "entre à l'[[HOPITAL:EHPAD « La Source »]] le [[DATE:12/03]]",
        "[[REF:FD/MLG]]\nLe [[DATE:12/03/2023]]",
        "Mme [[INITIALES:D.]], [[AGE:45 ans]], consulte",
        "[[VILLE:Chenôve]], le [[DATE:12 mars 2023]]",
        "Dr [[NOM:Petit]] à [[VILLE:Is-sur-Tille]]",
        "Dr [[PRENOM:Paul]] [[NOM:Petit]]\n[[ADRESSE:3 rue des Godrans]]\n[[ZIP:21000]] [[VILLE:DIJON]]",
        "Né le [[DATE_NAISSANCE:12 mars 1954]] ([[AGE:69 ans]])",
        "Mr [[NOM:Petit]], [[AGE:69a]], HTA",
        "séjour à [[VILLE:Nice]] en [[DATE:août]]",
        "IRM faite à [[VILLE:Vesoul]] le [[DATE:12/03]]",
        "[[VILLE:BEAUNE]], le [[DATE:12/03/2023]]",
        "Fait à [[VILLE:Beaune]] le [[DATE:12/03/2023]]",
        "A [[VILLE:Beaune]], [[DATE:12 mars 2023]]",
        "arrivé de [[PAYS:Syrie]] en [[DATE:2016]]",
        "militaire au [[PAYS:Mali]] en [[DATE:2014]]",
        "Fils : [[PRENOM:Bruno]] ([[TEL:06 39 98 12 34]])",
        "Signé électroniquement par [[NOM:LAMBERT]] [[PRENOM:Paul]] le [[DATE:12/03/2023]]",
        "mère : [[PRENOM:Julie]], [[AGE:34 ans]]",
        "tutrice : Mme [[NOM:Garnier]], [[ORGANISME:UDAF du Jura]]",
        "102 P [[NOM:LEGRAND]] [[PRENOM:Odette]] [[AGE:82 ans]] AVC",
        "CH 214 [[NOM:BERTHIER]] [[PRENOM:Odette]] [[AGE:82A]]",
        "Identité : [[NOM:BERTHIER]] [[PRENOM:Odette]] née [[NOM:ROUX]] le [[DATE_NAISSANCE:12/03/1940]]",
        "mr [[NOM:berthier]] [[PRENOM:paul]] né le [[DATE_NAISSANCE:12/03/50]]",
        "MT : Dr [[NOM:Lambert]] à [[VILLE:Genlis]] ([[TEL:03 80 29 30 31]])",
        "De : [[NOM:Lambert]] [[PRENOM:Anne]] <[[MAIL:anne.lambert@exemple.fr]]>",
        "Secrétariat : [[PRENOM:Nathalie]] [[NOM:Colas]] [[TEL:03 80 29 30 31]]",
        "naissance [[DATE_NAISSANCE:12/03/1950]] à [[VILLE:Gray]]",
        "[[NOM:ROUX]] [[PRENOM:Paul]] DDN : [[DATE_NAISSANCE:12/03/50]]",
        "M. [[INITIALES:L.]], [[AGE:45 ans]]",
        "Monsieur [[INITIALES:B]], [[AGE:45 ans]]",
        "[[PRENOM:Julie]] [[INITIALES:C.]], [[AGE:17 ans]]",
        "caissière au [[ORGANISME:Leclerc]] de [[VILLE:Dole]]",
        "rentré d'[[PAYS:Espagne]] le [[DATE:3 mars]]",
        "[[VILLE:Talant]], le [[DATE:Mardi 5 Septembre 2023]]",
        "[[VILLE:Beaune]], le [[DATE:Jeudi 7 mars 2024]]",
        "Hébergé au [[ORGANISME:CHRS Le Rocher]] à [[VILLE:Vesoul]]",
        "sortie vers [[HOPITAL:SSR Bregille]] le [[DATE:8]] si OK",
        "secr. [[PRENOM:Nadine]] [[TEL:7.56.12]]",
    ],
)
def test_several_rules_in_one_line(check, marked):
    check(marked)
