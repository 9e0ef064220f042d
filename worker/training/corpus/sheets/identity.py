"""What identifies on a sheet: headers, sample lines, signatures, page headings, a lonely date."""

from random import Random
from typing import Final

from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.sheets import layout
from worker.training.corpus.sheets.grid import Grid, cell, joined, text_of
from worker.training.corpus.sheets.writer import Writer

# Names of a field and its slot, with the share of headers that have it.
_FIELDS: Final[tuple[tuple[tuple[str, ...], str, float], ...]] = (
    (("Nom", "NOM", "Nom usuel", "Patient", "Nom d'usage", "Nom patient"), "{pat.nom}", 0.9),
    (("Prénom", "PRENOM", "Prénom(s)", "Prén."), "{pat.prenom}", 0.85),
    (("Né(e) le", "DDN", "Date de naissance", "D. naiss.", "Naissance", "Né le", "DN", "NE(E) LE"), "{pat.ddn}", 0.85),
    (("Sexe", "SEXE", "S"), "{pat.sexe}", 0.4),
    (("Âge", "Age", "AGE"), "{pat.age}", 0.3),
    (("IPP", "N° IPP", "N° patient", "ID patient", "NIP", "IPP n°"), "{pat.ipp}", 0.6),
    (("NDA", "N° séjour", "N° dossier", "IEP", "Venue n°", "Séjour", "N° visite"), "{pat.nda}", 0.4),
    (("N° SS", "NIR", "N° Sécu", "INS", "Matricule INS", "N° sécurité sociale", "NIR/INS"), "{pat.nir}", 0.28),
    (("Tél.", "Téléphone", "Tel", "Portable", "Tél. dom.", "Port."), "{pat.tel}", 0.25),
    (("Adresse", "Adr.", "Domicile"), "{pat.adresse}", 0.15),
    (("CP", "Code postal"), "{pat.zip}", 0.12),
    (("Ville", "Commune"), "{pat.ville}", 0.12),
    (("Service", "UF", "Unité", "Serv.", "Provenance", "Origine"), "{s1}", 0.3),
    (("Chambre", "Ch.", "Lit", "Box"), "<[1~40]|[100~520]|[1~40]P|[1~400]-[1~2]>", 0.2),
    (("Poids", "Pds"), "[38~120] kg", 0.15),
    (("Taille",), "1,[45~92] m", 0.06),
    (("Prescripteur", "Médecin", "Demandeur", "Med. prescr.", "Prescrit par"), "<{med1.titre} |>{med1}", 0.4),
    (("RPPS", "N° RPPS"), "{med1.rpps}", 0.14),
    (("Poste", "DECT", "Bip", "Tél. service"), "{med1.poste}", 0.1),
    (("N° demande", "Demande", "Dossier", "N° labo", "Échantillon", "N° d'examen", "Accession", "N° prélèvement"), "{autre1}", 0.4),
    (("Prélevé le", "Prélèvement", "Date prélèvement", "Date", "Date d'examen", "Reçu le", "Date de l'acte"), "{date.note}<| {heure}| à {heure}>", 0.5),
    (("Édité le", "Imprimé le", "Validé le", "Date d'édition"), "{date.note}", 0.2),
    (("Préleveur", "Prélevé par", "Opérateur", "Saisi par", "Réalisé par"), "<{ide1.ini}|{ide1.ini}|{ide1}>", 0.25),
    (("Médecin traitant", "MT", "Copie à"), "{med3.titre} {med3}", 0.12),
)  # fmt: skip
_HOUSE: Final = (
    "{h1}", "{h1}\n{s1}", "{h1} - {s1}", "{h1}\n{h1.adresse}\n{h1.zip} {h1.ville}", "{h1}\n{h1.adresse} - {h1.zip} {h1.ville}\nTél. {h1.tel}<| - Fax {h1.fax}>",
    "<Biologie médicale|BIOLOGIE MÉDICALE|Analyses médicales>\n{org1}\n{org1.adresse}, {org1.zip} {org1.ville}\nTél : {org1.tel}  Fax : {org1.fax}", "LABORATOIRE DE BIOLOGIE MÉDICALE\n{h1}\nSecrétariat {h1.tel}",
    "{s1}\nChef de service : Pr {med5} (<PU-PH|PUPH>)\nSecrétariat : {s1.tel}", "{s1}\nPr {med5} <PU-PH|(PU-PH)>\nDr {med6} (<PH|PHC|MCU-PH|CCA|AHU|praticien attaché>)\nDr {med7} (<PH|PHC|assistant|CCA|PAA>)",
    "{h1}<  |\n>FINESS {h1.finess}\nStandard {h1.tel}", "Laboratoire <de biologie|d'hématologie|de biochimie|de microbiologie> - {h1}\nBiologistes : {med5} (PU-PH), {med6} (<MCU-PH|PH>)\nTél {h1.tel} - poste {med5.poste}",
    "{s1} <Tél|T|☎> {s1.tel} <Fax|F> {s1.fax}\n{s1.mail}", "<Analyses médicales|Biologie médicale|BIOLOGIE> - {org1} - site de {ville1}\n{tel} / {fax}\n{url}",
)  # fmt: skip
_ONE_LINE: Final = (
    "{pat.nom} {pat.prenom} {pat.ddn} <|IPP >{pat.ipp}", "{pat.civ} {pat.nom} {pat.prenom} - né{pat.e} le {pat.ddn} - {pat.age}", "{pat.nom} {pat.prenom} ({pat.ipp})",
    "<Patient|PATIENT|Pt> : {pat} <|-|,> {pat.ddn} <|- {pat.sexe}> <|- NDA {pat.nda}>", "*{pat.ipp}*   {pat.nom} {pat.prenom}   {pat.ddn}", "{pat} {pat.age} ch {nombre}  {date.note}",
    r"{pat.nom}^{pat.prenom}^^^\|{pat.ddn}\|{pat.sexe}\|{pat.ipp}", r"\|\|\| \|\| \|{pat.nda}\| \|\| \|\|\|\n{pat.nom} {pat.prenom}\n{pat.ddn} {pat.sexe}", "{pat.nir}   {pat.nom} {pat.prenom}   {pat.ddn}",
    "{pat.nom} {pat.ini} {pat.age}", "{pat.civ} {pat.nom}, {pat.age}, suivi{pat.e} par {med1.titre} {med1}", "{pat.nom}/{pat.prenom}/{pat.ddn}/{pat.ipp}/{pat.nda}",
)  # fmt: skip
_SAMPLES: Final = (
    "Prélevé le {date.note} à {heure}<| par {ide1.ini}| par {ide1}>", "Demande n° {autre1} du {date.note}  <|reçue à {heure}>", "Prescripteur : {med1.titre} {med1} <|({s1.poste})|- poste {med1.poste}|- {med1.tel}>",
    "N° {autre1}   enregistré le {date.note} {heure}   édité le {date.note}", "Date : {date.note}    Heure : {heure}    IDE : {ide1.ini}", "{date.note}", "le {date.note}", "{h1.ville}, le {date.note}",
    "Échantillon {autre1} / {autre2}", "Examen du {date.note} - opérateur {ide1.ini} - appareil n° série {autre3}", "Prélèvement : {date.note} {heure} ({ide1.ini})   Réception : {date.note} {heure}", "Réf. {ref}",
)  # fmt: skip
_SIGNATURES: Final = (
    "Validé par {med2.titre} {med2} (<biologiste|biologiste médical|PH|PU-PH|MCU-PH|PHC|interne|pharmacien>)<| le {date.note}| le {date.note} à {heure}>", "Validation biologique : {med2} <|, {date.note} {heure}>",
    "{med2.titre} {med2}", "<Signature|Signé|Sign.> : {med2.ini}", "{med2.titre} {med2} (<PU-PH|PHC|CCA|PH temps plein|MCU-PH|praticien hospitalier|assistante|Dr Junior>)<| - Tél. {med2.tel}| - poste {med2.poste}>",
    "IDE : {ide1.ini}   Médecin : {med2.ini}", "Résultat téléphoné à {med3.titre} {med3.nom} (<{med3.poste}|{med3.tel}>) à {heure}<| par {ide2.ini}>", "Fait à {h1.ville} le {date.note}, {med2.titre} {med2} RPPS {med2.rpps}",
    "Vu {med2.ini} {date.jm}", "Contact : {s1.tel} / {s1.mail}", "Appeler le {pat.tel} ou {proche1.nom} {proche1.prenom} ({proche1.lien}) {proche1.tel}", "Copie : {med3.titre} {med3}, {med3.adresse} {med3.zip} {med3.ville}",
    "Interne : {med4} - Sénior : {med2} - Bip {med4.bip}", "Tech. {ide1.ini} / Bio. {med2.ini}", "Saisi par {ide2.ini} le {date.note}, relu {med2.ini}", "Tél. {tel} - Fax {fax}", "Pharmacien : {ide3} <|({autre2})>", "N° SS {pat.nir}",
    "Prochain contrôle le {date.apres}", "Antériorité : {date.court}, {date.court}",
)  # fmt: skip
_PLAIN_ENDS: Final = (
    "Page [1~9]/[2~9]", "page [1~4] sur [2~9]", "[1~3]/[3~5]", "p. [1~12]", "- [1~9] -", "v[1~9].[0~20]", "Version [1~9].[0~9] - doc n° [1~200]", "logiciel v [1~12].[0~9].[0~30]", "imprimé en [1~3] ex., p. [1~4]/[4~6]",
    "Unités : SI", "ND : non déterminé - NF : non fait", "* hors valeurs de référence", "H : haut, L : bas", "Valeurs soulignées : hors normes", "OID 1.2.250.1.[1~400].[1~9].[1~9].[1~99]", "Document de [2~9] pages",
    "Fin de document", "(suite page [2~5])", "Méthode : <HPLC|ECLIA|PCR temps réel|néphélométrie|électrochimiluminescence (Cobas [400~8000])>", "{eponyme}", "{score}", "{score}, {score}", "Total : [0~100]/[100~120]", "Réf. biblio : {biblio}", "{legal}", "Cotation <[?AAAA00#]|AMI [1~9]|B [10~300]|BHN [10~200]|CS|G>",
    "COFRAC n° 8-[1000~4999]", "Accréditation n° 8-[1000~4999], portée disponible sur demande", "Fiche [1~60] / indice [?A]", "{constantes}", "OK [1~20]/[20~21]", "EN-IMP-[1~300] v[1~9]",
    "Statuts : PU-PH, MCU-PH, PH, PHC, CCA, AHU, FFI, DJ", "Signature <(PH)|(PHC)|(interne)|(CCA)|(PU-PH)|(IDE)> :", "Validation : <biologiste|technicien|automate> (<PH|PHC|MCU-PH>)", "1-[0~2]-[0~2]-[0~1]", "[0~4;4-12;-] = [0~42]",
)  # fmt: skip
_LONELY: Final = (
    "{date.court}", "{date.jm}", "le {date.long}", "{date.mois}", "{ide1.ini}", "{med1.ini}", "{pat.age}", "{autre}", "{tel}", "poste {med1.poste}", "Dr {med1.nom}", "{ide1.prenom}", "n° {autre}", "Prélevé le {date.court}",
    "{date.heure}", "{date.jm} {heure}", "Vu {med1.ini}", "IPP {ipp}", "{h1}", "{ville1}", "{date.court} {ide1.ini}", "{pat.age}, {pat.sexe}", "Tél. labo {tel}", "lot {autre}", "{nir}", "{date.court} - {date.court}",
)  # fmt: skip
_PAGES: Final = (
    "Page {n}/{m}", "page {n} sur {m}", "{n}/{m}", "- {n} -", "p.{n}", "pag. {n} de {m}", "suite {n}/{m}", "Page {n} / {m}        suite >>", "\x0cpage {n}", "({n}/{m})", "P {n}",
)  # fmt: skip


# Layouts of fields whose names stand beside, or above, their values.
_BESIDE: Final = ("aligned", "tabs", "bars", "fields", "cell by line", "dotted", "semicolons", "narrow bars")  # fmt: skip
_ABOVE: Final = ("aligned", "tabs", "bars", "markdown", "semicolons", "cell by line", "tight")


def header(writer: Writer) -> list[Piece]:
    """House, patient, sample, in one of many arrangements; ends without a line break."""
    rng = writer.rng
    house = writer.block(rng.choice(_HOUSE)) if rng.random() < 0.6 else []
    patient = _patient(writer)
    if house and rng.random() < 0.35:
        pieces = _beside(house, patient, rng)
    else:
        pieces = _stacked([house, patient] if rng.random() < 0.8 else [patient, house])
    if rng.random() < 0.4:
        pieces = _stacked([pieces, writer.block(rng.choice(_SAMPLES))])
    return pieces


def _stacked(parts: list[list[Piece]]) -> list[Piece]:
    return joined([tuple(part) for part in parts if part], "\n")


def _patient(writer: Writer) -> list[Piece]:
    if writer.rng.random() < 0.3:
        return writer.block(writer.rng.choice(_ONE_LINE))
    return _fields(writer)


def _fields(writer: Writer) -> list[Piece]:
    """Some fields: one a line, several a line, headings above values, names beside values."""
    rng = writer.rng
    chosen = [found for found in _FIELDS if rng.random() < found[2]] or [_FIELDS[0]]
    if rng.random() < 0.15:
        rng.shuffle(chosen)
    pairs = [(rng.choice(names), writer.cell(source)) for names, source, _ in chosen]
    pairs = [(name, value) for name, value in pairs if value]
    if rng.random() < 0.25:
        pairs = [(name.upper(), value) for name, value in pairs]
    draw = rng.random()
    if draw < 0.2:
        grid = Grid([[cell(name), value] for name, value in pairs])
        return layout.lay_out(rng.choice(_BESIDE), grid, rng)
    if draw < 0.4:
        grid = Grid([[value for _, value in pairs]], [cell(name) for name, _ in pairs])
        return layout.lay_out(rng.choice(_ABOVE), grid, rng)
    return _in_lines(pairs, rng)


def _in_lines(pairs: list[tuple[str, Fragment]], rng: Random) -> list[Piece]:
    """ "Nom : X   Prénom : Y" some fields a line."""
    colon = rng.choice((" : ", " : ", ": ", ":", " ", " = ", "  ", "\t"))
    joint = rng.choice(("   ", "  ", " - ", " | ", "\t", "      ", " / ", " "))
    count = rng.choice((1, 1, 2, 2, 3, 4, 9))
    shown: list[Fragment] = [(Piece(name + colon), *value) for name, value in pairs]
    lines = [joined(shown[at : at + count], joint) for at in range(0, len(shown), count)]
    return _stacked(lines)


def _beside(left: list[Piece], right: list[Piece], rng: Random) -> list[Piece]:
    """Two blocks side by side."""
    first, second = _split(left), _split(right)
    width = max(len(text_of(line)) for line in first) + rng.choice((3, 6, 12, 20))
    lines: list[Fragment] = []
    for at in range(max(len(first), len(second))):
        one = first[at] if at < len(first) else ()
        two = second[at] if at < len(second) else ()
        gap = " " * (width - len(text_of(one))) if two else ""
        lines.append((*one, Piece(gap), *two))
    return joined(lines, "\n")


def _split(pieces: list[Piece]) -> list[Fragment]:
    """The lines of these pieces; a mark is cut at a line break."""
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        for place, part in enumerate(piece.text.split("\n")):
            if place:
                lines.append([])
            if part:
                lines[-1].append(piece._replace(text=part))
    return [tuple(line) for line in lines]


def footer(writer: Writer) -> list[Piece]:
    """Signatures and calls, in one to three lines."""
    count = writer.rng.choice((0, 1, 1, 2, 2, 3))
    return _stacked([writer.block(source) for source in writer.rng.sample(_SIGNATURES, count)])


def plain_end(writer: Writer) -> list[Piece]:
    """Page number, software, legend, codes: nothing that identifies."""
    rng = writer.rng
    count = rng.choice((0, 0, 1, 1, 1, 2, 3))
    shown = [writer.block(source) for source in rng.sample(_PLAIN_ENDS, count)]
    joint = rng.choice(("\n", "\n", "   ", "          "))
    return joined([tuple(part) for part in shown], joint)


def page_break(number: int, total: int, shape: str) -> str:
    """The printer's line between two pages."""
    return shape.format(n=number, m=total)


def page_shape(rng: Random) -> str:
    return rng.choice(_PAGES)


def recall(writer: Writer) -> list[Piece]:
    """The patient again, at the head of a second page."""
    shapes = ("{pat.nom} {pat.prenom}", "{pat.nom} {pat.prenom} {pat.ddn}", "{pat.ipp}", "{pat} ({pat.ipp})", "{pat.nda} {pat.nom}")  # fmt: skip
    return writer.block(writer.rng.choice(shapes))


def lonely(writer: Writer) -> list[Piece]:
    """The one thing that identifies on an otherwise anonymous sheet."""
    writer.identified = True
    pieces = writer.block(writer.rng.choice(_LONELY))
    writer.identified = False
    return pieces
