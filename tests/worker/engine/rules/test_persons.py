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
        "Nom : [[NOM:DUPONT]] Prénom : [[PRENOM:Marie]]",
        "NOM : [[NOM:PETIT]]        Prénom : [[PRENOM:LUCAS]]",
        "Nom de naissance : [[NOM:LACHENAL]]",
        "Nom de jeune fille : [[NOM:Roy]]",
        "Nom Prénom : [[NOM:DUPONT]] [[PRENOM:Marie]]",
        "sa fille, Mme [[PRENOM:Sylvie]] [[NOM:Vasseur]]",
        "Dr [[NOM:Klein]] (cardiologue)",
        "Dr [[NOM:Petit]] Cardiologue",
        "RDV avec le Dr [[NOM:El Amrani]]",
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
        "Fatou        M    R    S    S",
        "M  AM  N    M  AM  N",
        "| M | S | M |",
        "adressé au Dr DE GARDE",
        "REMPLI PAR : E. M. LE 09/10/24",
    ],
)
def test_what_is_nobody(check, plain):
    check(plain, only="PER")


def test_the_thread_example(check):
    check(
        "M. [[NOM:Durand]], né à [[VILLE:Dijon]], [[AGE:40 ans]], a été hospitalisé du "
        "[[DATE:12/02/2020]] au [[DATE:26 février 2020]] à la suite d'un accident de la route."
    )


@pytest.mark.parametrize(
    "marked",
    [
        "A Monsieur le Procureur de la République",
        "Monsieur le Préfet,",
        "Mme la Préfète du Doubs",
        "Madame le Maire",
        "Monsieur le Doyen Honoraire",
        "le Procureur Général est informé",
        "M. [[NOM:Le Maire]] est venu",
        "Monsieur [[NOM:Doyen]] est venu",
    ],
)
def test_an_office_is_nobody_s_name_after_an_article(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "Affaire suivie par : Mme [[NOM:Carrel]]",
        "M. [[INITIALES:X]]",
        "Mme [[INITIALES:L.F.]] a été vue",
        "personne de confiance : Mme [[NOM:Morel]] [[PRENOM:Christelle]]",
        "vu avec Dr [[NOM:Lambert]]/Dr [[NOM:Roche]]",
        "avis Dr [[NOM:Lambert]] : ok",
        "Dr [[NOM:LAMBERT]] [[PRENOM:Paul]]",
        "DR [[INITIALES:P.]] [[NOM:LAMBERT]]",
        "Docteur [[NOM:LAMBERT]]",
        "Drs [[NOM:Lambert]] et [[NOM:Roche]]",
        "Drs [[NOM:Lambert]]/[[NOM:Roche]]",
        "cadre de santé Mme [[NOM:Weber]]",
        "assistante sociale, Mme [[NOM:Weber]]",
        "M. [[NOM:ZYGMUNTOWICZ]]",
        "Mr [[NOM:Ben Ali]]",
        "M. [[NOM:El Khattabi]] [[PRENOM:Mohamed]]",
        "Mme [[NOM:Petit-Jean]]",
        "Mme [[NOM:LE BRIS]] née [[NOM:LE GALL]]",
        "Mme [[NOM:ROUX]] ép. [[NOM:BLANC]]",
        "Madame [[NOM:ROUX]] veuve [[NOM:BLANC]]",
        "Mme [[NOM:Roux]], épouse [[NOM:Blanc]]",
        "M et Mme [[NOM:Roux]]",
        "M. et Mme [[NOM:Roux]]",
        "Mr/Mme [[NOM:Roux]]",
        "Monsieur et Madame [[NOM:Roux]]",
        "Mlle [[PRENOM:Inès]] [[NOM:Roux]]",
        "Nom de naissance : [[NOM:BLANC]]   Nom d'usage : [[NOM:ROUX]]   Prénom : [[PRENOM:Inès]]",
        "NOM : [[NOM:ROUX]]\nPRENOM : [[PRENOM:Inès]]",
        "Nom/Prénom : [[NOM:ROUX]] [[PRENOM:Inès]]",
        "NOM PRENOM [[NOM:ROUX]] [[PRENOM:Inès]]",
        "Signé : Dr [[NOM:Lambert]]",
        "Validé par : Dr [[PRENOM:Paul]] [[NOM:LAMBERT]], biologiste",
        "Copie : Dr [[NOM:Lambert]] ; Dr [[NOM:Roche]]",
        "cc Dr [[NOM:Lambert]] / Dr [[NOM:Roche]]",
        "Chère Madame [[NOM:Roche]],",
        "Mme [[NOM:D'Angelo]]",
        "Mme [[NOM:O'Brien]]",
        "Mme [[NOM:N'Guessan]]",
        "M. [[NOM:de Saint-Exupéry]]",
        "Chambre 12 : Mme [[NOM:Roux]]",
        "Nom patient : [[NOM:BERTHIER]]",
        "Nom usuel : [[NOM:BERTHIER]]  Nom naiss. : [[NOM:ROUX]]",
        "Nom naissance: [[NOM:ROUX]]",
        "Nom jeune fille : [[NOM:ROUX]]",
        "adressé par le Dr\n[[NOM:Lambert]] pour avis",
        "adressé par M.\n[[NOM:Lambert]] pour avis",
        "consulte avec Mme [[NOM:Dupont]]\nMarche sans aide",
        "Dr.[[NOM:MARTIN]]",
        "Dr:[[NOM:MARTIN]]",
        "MADAME [[NOM:R0UX]]",
        "A l'attention du Dr [[NOM:Lambert]]",
        "Monsieur le Docteur [[NOM:Lambert]]",
        "Madame le Docteur [[PRENOM:Anne]] [[NOM:LAMBERT]]",
        "Monsieur le Professeur [[NOM:LAMBERT]]",
        "Dr [[NOM:LAMBERT]] [[PRENOM:Anne]] (médecin traitant)",
        "Copie à : Docteur [[NOM:Lambert]]",
        "Double : Dr [[NOM:Lambert]] - Dr [[NOM:Berthier]] - Patient",
        "Pr [[INITIALES:A.]] [[NOM:LAMBERT]]\nDr [[INITIALES:L.]] [[NOM:BERTHIER]]\nDr [[INITIALES:M-C.]] [[NOM:ROUX]]",
        "Praticiens hospitaliers : Dr [[INITIALES:A.]] [[NOM:LAMBERT]], Dr [[INITIALES:L.]] [[NOM:BERTHIER]]",
        "Secrétaires : Mmes [[NOM:Colas]] et [[NOM:Berthier]]",
        "Dr [[NOM:LAMBERT]]*, Dr [[NOM:BERTHIER]]**",
        "Dr [[PRENOM:Anne]] [[NOM:Lambert-Colas]], PH",
        "Chef de service\nPr [[PRENOM:Anne]] [[NOM:LAMBERT]]",
        "Dr [[INITIALES:Ph.]] [[NOM:Lambert]]",
        "Dr [[INITIALES:Ch.]] [[NOM:LAMBERT]]",
        "Pr [[INITIALES:Fr.]] [[NOM:Lambert]]",
        "Dr [[INITIALES:J-F]] [[NOM:Lambert]]",
        "Dr [[INITIALES:J.F.]] [[NOM:Lambert]]",
        "Dr [[INITIALES:JF]] [[NOM:Lambert]]",
        "Dr [[INITIALES:J.-F.]] [[NOM:Lambert]]",
        "Dr [[NOM:Lambert]] [[INITIALES:J.F.]]",
        "Mme [[INITIALES:D.]]",
        "Mme [[INITIALES:D]] est vue ce jour",
        "Mr [[INITIALES:B.]] consulte",
        "Mme [[INITIALES:D.-R.]]",
        "Madame [[INITIALES:A.-M. R.]]",
        "Nom : [[INITIALES:D.]]  Prénom : [[INITIALES:J.]]",
        "Dr [[INITIALES:D]] prévenu",
        "Dr [[INITIALES:D.]]",
        "la mère, Mme [[INITIALES:K.]],",
        "éducatrice Mme [[INITIALES:P.]]",
        "professeur [[NOM:David]]",
        "Drs [[NOM:Fein]], [[NOM:Lakkis]] (gastro), [[NOM:Turco]] et [[NOM:Heyd]] (chir)",
        "Service du Pr [[NOM:WEMEAU]]",
    ],
)
def test_other_written_forms(check, marked):
    check(marked)
