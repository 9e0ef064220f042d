import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "M. [[NOM:Dupont]] est vu",
        "Mme [[PRENOM:Marie]] [[NOM:Dupont]]",
        "Monsieur [[NOM:DUPONT]] [[PRENOM:Jean]]",
        "Mlle [[NOM:Rossi]] [[PRENOM:Camille]]",
        "Dr [[INITIALES:X.]] [[NOM:Yvert]]",
        "Dr [[INITIALES:M.]] [[NOM:Durand]]",
        "Dr. [[NOM:Durand]]",
        "DR [[NOM:PETRESCU]]",
        "Pr [[PRENOM:Hervé]] [[NOM:QUÉMÉNER]]",
        "le Professeur [[NOM:Lambert]]",
        "Me [[NOM:Lefort]], notaire",
        "Monsieur le Docteur [[PRENOM:Yves]] [[NOM:MADEC]]",
        "Madame le Docteur [[NOM:FERRERO]]",
        "Docteurs [[PRENOM:Erwan]] [[NOM:KERNEIS]] & [[PRENOM:Solenn]] [[NOM:ABGRALL]]",
        "Drs [[NOM:Martin]], [[NOM:Petit]] et [[NOM:Blanc]]",
        "MM. [[NOM:Durand]] et [[NOM:Petit]]",
        "Dr [[PRENOM:Sophie]] [[NOM:d'Harcourt]]",
        "M. [[PRENOM:Willy]] [[NOM:VAN DER MEULEN]]",
        "Monsieur [[NOM:LE GUENNEC]] [[PRENOM:Jean-Baptiste]]",
        "M. [[PRENOM:Jean]] [[NOM:de La Tour]]",
        "Mme [[NOM:N'DIAYE]] [[PRENOM:AISSATOU]]",
        "Mme [[NOM:DA SILVA]] [[PRENOM:MARIA]]",
        "Dr [[INITIALES:J.-P.]] [[NOM:Martin]]",
        "Dr [[INITIALES:JP]] [[NOM:MARTIN]]",
        "Mme [[INITIALES:D.]] va bien",
        "Mme [[NOM:Petit]], née [[NOM:Roy]]",
        "Mme [[NOM:MARTIN]] épouse [[NOM:DUPONT]]",
        "Mme [[NOM:MARTIN]] née [[NOM:LE GOFF]] le [[DATE_NAISSANCE:12/03/1950]]",
        "mr [[NOM:dupont]] est venu",
        "mme [[NOM:lefebvre]] va mieux",
        "Nom : [[NOM:DUPONT]] Prénom : [[PRENOM:Marie]]",
        "NOM : [[NOM:PETIT]]        Prénom : [[PRENOM:LUCAS]]",
        "Nom de naissance : [[NOM:LACHENAL]]",
        "Nom de jeune fille : [[NOM:Roy]]",
        "Nom Prénom : [[NOM:DUPONT]] [[PRENOM:Marie]]",
        "Patient : [[NOM:BLANCHARD]] [[PRENOM:Jean-Pierre]]",
        "Opérateur : Dr [[NOM:PETRESCU]] - Aide : [[PRENOM:Théo]] [[NOM:Lancelin]]",
        "IADE : [[NOM:FUMEY]]",
        "Anesthésiste : [[INITIALES:C.]] [[NOM:ROYER]]",
        "Biologistes : [[INITIALES:F.]] [[NOM:MERCIER]]  [[INITIALES:S.]] [[NOM:TRABELSI-ROY]]",
        "son fils [[PRENOM:Kévin]]",
        "sa fille, Mme [[PRENOM:Sylvie]] [[NOM:Vasseur]]",
        "son épouse, [[PRENOM:Monique]], est présente",
        "ses jumelles, [[PRENOM:Alice]] et [[PRENOM:Jeanne]]",
        "sa mère ([[PRENOM:Amélie]])",
        "l'interne [[PRENOM:Paul]] [[NOM:Durand]]",
        "[[PRENOM:Hugo]] [[NOM:DESCAMPS]], interne",
        "IDE [[PRENOM:Coralie]]",
        "Cher [[PRENOM:Paul]],",
        "Chère [[PRENOM:Marie-Claire]],",
        "vu par [[NOM:Lefebvre]] ce jour",
        "Signé : [[PRENOM:Jean]] [[NOM:MARTIN]]",
        "[[PRENOM:Jean]] [[NOM:DUPONT]]",
        "[[NOM:DUPONT]] [[PRENOM:Jean]]",
        "[[INITIALES:J.]] [[NOM:DUPONT]]",
        "[[PRENOM:Marie-Pierre]] [[NOM:LE GOFF]]",
        "[[PRENOM:Erwan]] [[NOM:Kerneis]]\n",
        "Accompagné de [[PRENOM:Julien]] [[NOM:Morel]]",
        "Prescripteur : [[NOM:KESSLER]]",
        "Dr [[NOM:Klein]] (cardiologue)",
        "Dr [[NOM:Petit]] Cardiologue",
        "RDV avec le Dr [[NOM:El Amrani]]",
        "patiente [[NOM:MARTINEZ]] vue ce jour",
        "Cc : Dr [[NOM:Madec]], Dr [[NOM:Kerneis]]",
        "Dr [[NOM:DUPONT-MOREAU]]",
        "M. [[INITIALES:J.D.]]",
    ],
)
def test_names(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "Mme [[NOM:Parkinson]] a une maladie de Parkinson.",
        "Vu par le Dr [[NOM:Murphy]]. Signe de Murphy positif.",
        "Mme [[NOM:Petit]] marche à petits pas, petit repas.",
    ],
)
def test_a_sure_name_is_found_everywhere(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "plain",
    [
        "maladie de Crohn, signe de Babinski, syndrome de Guillain-Barré",
        "manœuvre de Lasègue, classification de Child-Pugh",
        "thyroïdite de Hashimoto, œdème de Quincke",
        "Doliprane, Levothyrox et Kardegic",
        "sonde de Foley, drain de Redon, lame de Delbet",
        "E. coli, S. aureus, P. AERUGINOSA",
        "COMPTE RENDU D'HOSPITALISATION",
        "MOTIF D'ENTREE\nDouleur thoracique",
        "Cher Confrère,\nCher Ami,\nChère Consœur,",
        "Glasgow 15, Garden IV, Gleason 6, Mallampati 1",
        "Kernig et Brudzinski négatifs, Homans négatif",
        "M. est sorti. Mme va bien.",
        "Monsieur, Madame,",
        "Mesuré à 12 mm. Pas de lésion. 5 MM. COUPE AXIALE",
        "Patient Anxieux, Patiente Autonome",
        "Père décédé, Mère Alzheimer",
        "score de Wells, voie de Hardinge, méthode de Simpson",
        "Test de Coombs positif, coloration de Gram",
        "Professeur des écoles à la retraite",
        "Prothèse de Charnley, clou Gamma",
        "Voltarène, Aspégic 250, Brilique 180",
        "Interne : non. Externe : non.",
        "Nom du produit : Iomeron",
    ],
)
def test_what_is_nobody(check, plain):
    check(plain, only="PER")


def test_the_thread_example(check):
    check(
        "M. [[NOM:Durand]], né à [[VILLE:Dijon]], [[AGE:40 ans]], a été hospitalisé du "
        "[[DATE:12/02/2020]] au [[DATE:26 février 2020]] à la suite d'un accident de la route à "
        "[[VILLE:Dijon]]."
    )


@pytest.mark.parametrize(
    "marked",
    [
        "A Monsieur le Procureur de la République",
        "Monsieur le Préfet,",
        "Monsieur le Procureur [[NOM:Dupont]] a été informé",
        "appel du Commissaire [[NOM:Dupont]] ce jour",
        "Mme la Préfète [[NOM:Durand]]",
        "Mme la Préfète du Doubs",
        "Madame le Maire",
        "Monsieur le Doyen Honoraire",
        "Bâtonnier [[NOM:Rousseau]]",
        "Dr le Recteur [[NOM:Morel]]",
        "Mme la greffière [[NOM:Petit]]",
        "le Procureur Général est informé",
        "M. [[NOM:Le Maire]] est venu",
        "Monsieur [[NOM:Doyen]] est venu",
    ],
)
def test_an_office_is_nobody_s_name_after_an_article(check, marked):
    check(marked)
