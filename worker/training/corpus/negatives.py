"""What looks like an identifier and is none: drugs, doses, scores, values, devices, law, words."""

from collections.abc import Callable
from random import Random
from typing import Final

from worker.training.corpus import tables
from worker.training.corpus.forms.base import digits


def drug(rng: Random) -> str:
    """A brand, or any term of the drug table; in several cases."""
    name = (
        rng.choice(tables.words("drug_brands"))
        if rng.random() < 0.5
        else rng.choice(tables.drugs())
    )
    draw = rng.random()
    return (
        name.upper() if draw < 0.2 else name.lower() if draw < 0.45 else name[:1].upper() + name[1:]
    )


_DOSES: Final = (
    "{n} mg",
    "{n}mg",
    "{n} µg",
    "{n} g",
    "{h},5 mg",
    "{n} mg/j",
    "{n} UI",
    "{n}/{m} mg",
    "{n} mL",
    "{h}.5",
    "{n} cp",
    "{n} mg/kg/j",
    "{n}00 mg",
    "{n} gouttes",
    "{n} mcg/h",
)
_RHYTHMS: Final = ("1-0-1", "1-1-1", "0-0-1", "1-0-0", "1 - 0 - 1", "x 2/j", "x3/j", "matin et soir", "le soir", "1 cp le matin", "2 fois par jour", "/8h", "toutes les 6 heures",
    "si douleur", "au coucher", "1 inj/j", "IVSE", "IVL", "per os", "SC", "1 cp matin, midi et soir", "en continu", "pdt 7 j", "1x/j", "à la demande", "1/2-0-1/2", "1-0-1-0", "1-1-1-1", "0-0-0-1", "2-0-1-0", "1/2-0-0-1/2", "5-5-5-10", "1 j/2", "J1-J3-J5", "")  # fmt: skip


def dose(rng: Random) -> str:
    amount = rng.choice(_DOSES).format(
        n=rng.choice((1, 2, 5, 10, 20, 25, 40, 50, 75, 80, 100, 250, 500, 850, 1000)),
        m=rng.choice((5, 10, 12, 25)),
        h=rng.randrange(10),
    )
    return f"{amount} {rng.choice(_RHYTHMS)}".strip()


_HEADS: Final[dict[str, tuple[str, ...]]] = {
    "maladie": ("maladie de", "maladie de", "maladie de", "mal de"),
    "syndrome": ("syndrome de", "syndrome de", "sd de", "Sd de"),
    "signe": ("signe de", "signe de", "manœuvre de", "manoeuvre de"),
    "score": ("score de", "échelle de", "classification de", "stade de"),
    "traitement": ("intervention de", "technique de", "opération de", "procédure de"),
    "anatomie": ("canal de", "ligament de", "espace de", "région de"),
    "anomalie": ("anomalie de", "angle de", "corps de", "lésion de"),
    "examen": ("test de", "épreuve de", "indice de", "coloration de"),
    "tumeur": ("tumeur de", "sarcome de", "lymphome de"),
    "critères": ("critères de",),
    "microbe": ("infection à", "bactériémie à", "foyer à"),
    "cim10_capitalised": ("maladie de", "affection de"),
}
_SIGN_ENDS: Final = ("", "", "", " négatif", " positif", " +", " -", " absent", " bilatéral")


def eponym(rng: Random) -> str:
    """ "maladie de Crohn", "signe de Babinski négatif"; invented surnames too, after a sure head."""
    term, kind = rng.choice(tables.eponyms())
    is_invented = rng.random() < 0.12
    if is_invented and kind in {"maladie", "syndrome", "signe"}:
        term = tables.last_names().draw(rng)
    head = rng.choice(_HEADS.get(kind, ("syndrome de",)))
    if head.endswith(" de"):
        head = head[:-1] + "'" if term[0].lower() in "aeiouéèh" else head + " "
    else:
        head += " "
    # An invented surname alone would teach that a bare name is none.
    alone = not is_invented and kind in {"signe", "score"} and rng.random() < 0.25
    text = term if alone else head + term
    if kind == "signe":
        text += rng.choice(_SIGN_ENDS)
    return text.upper() if rng.random() < 0.04 else text


_SCORES: Final = (
    "Glasgow {g}", "GCS {g}", "score de Glasgow à {g}", "MMSE {m}/30", "MMS {m}/30", "MMS à {m}", "ASA {a}", "ASA{a}", "score ASA {a}", "NYHA {r}", "NYHA stade {r}", "Killip {r}", "EVA {d}/10",
    "EVA {d}", "EN {d}/10", "GIR {h}", "ADL {h}/6", "IADL {h}/8", "Karnofsky {k} %", "OMS {a}", "PS {a}", "Child {c}{v}", "Child-Pugh {c}", "MELD {m}", "Apgar {d}/10/10", "Apgar 8-9-10", "NIHSS {m}",
    "Rankin {a}", "mRS {a}", "CHA2DS2-VASc {h}", "CHADS-VASc à {h}", "HAS-BLED {a}", "Wells {d}", "Genève {d}", "Gleason {h} (3+4)", "Gleason 7 (4+3)", "Braden {m}", "Norton {g}", "Tinetti {m}/28",
    "IGS II {s}", "SOFA {d}", "qSOFA {a}", "Ranson {a}", "Balthazar {c}", "BISAP {a}", "Garden {r}", "Gustilo {r}", "Mallampati {a}", "Cormack {a}", "Lee {a}", "Apfel {a}", "Fazekas {a}",
    "TIMI {a}", "GRACE {s}", "Forrest {r}b", "Hinchey {r}", "Bosniak {r}", "BIRADS {a}", "ACR {a}", "TIRADS {a}", "PI-RADS {a}", "ECOG {a}", "FIB-4 {a},{d}", "SCORAD {s}", "PASI {d},{h}", "DAS28 {a},{d}",
    "Mini-GDS {a}/4", "MADRS {s}", "Hamilton {m}", "Zarit {s}", "RUD : risque élevé", "CAGE {a}/4", "Fagerström {d}", "Epworth {d}/24", "IPSS {m}", "Waterlow {d}", "Ramsay {a}", "RASS -{a}",
    "Silverman {a}", "Ballard {s}", "Kellgren {a}", "Fitzpatrick {r}", "Breslow {a},{h} mm", "Clark {r}", "Dukes {c}", "Metavir A{a}F{a}", "SBS", "items 1-{d} : {a}-{a}-{h}", "item {h} bis : {a}/4", "HAD {a}-{a}-{h}-{a} = {m}/42", "NIHSS 1a:{a} 1b:{a} = {d}/42", "total {m}/30", "{a}+{a}+{h} = {m}", "Lille {a}", "Maddrey {s}",
)  # fmt: skip


def score(rng: Random) -> str:
    return rng.choice(_SCORES).format(
        g=rng.randrange(3, 16), m=rng.randrange(5, 31), a=rng.randrange(1, 5), r=rng.choice(("I", "II", "III", "IV")), d=rng.randrange(0, 11), h=rng.randrange(1, 8),
        k=rng.choice((50, 60, 70, 80, 90, 100)), c=rng.choice("ABC"), v=rng.choice(("", "5", "7", "8")), s=rng.randrange(20, 99),
    )  # fmt: skip


_UNITS: Final = (
    "g/dL",
    "g/L",
    "mmol/L",
    "µmol/L",
    "mg/L",
    "UI/L",
    "G/L",
    "ng/mL",
    "%",
    "mUI/L",
    "pg/mL",
    "/mm3",
    "T/L",
    "fL",
    "µg/L",
    "mg/24h",
    "mmHg",
    "nmol/l",
    "U/l",
    "",
)
_VALUES: Final = (
    "{a}",
    "{a},{b}",
    "{a}.{b}",
    "{a}{b}{b}",
    "< {a}",
    "> {a}{b}",
    "{a} {b}{b}{b}",
    "{a}0",
    "à {a},{b}",
    ": {a},{b}",
    "= {a}{b}",
    "{a},{b} (N : {a}-{b}{a})",
)
_SHORT_TESTS: Final = ("Hb", "GB", "Plq", "CRP", "Na", "K", "Créat", "créat", "TP", "INR", "Tropo", "TSH", "BNP", "ASAT", "ALAT", "PAL", "GGT", "Bili", "LDH", "VS", "PCT", "DFG", "HbA1c", "PSA", "CA 19-9", "ACE",
    "Ca", "Ph", "Mg", "lipase", "CPK", "D-Dim", "pH", "PaO2", "PaCO2", "HCO3-", "lactates", "ferritine", "CST", "vit D", "albumine", "gly", "dextro", "ECBU", "urée", "NT-proBNP", "bHCG", "AFP")  # fmt: skip


def lab(rng: Random) -> str:
    """A test with its value and unit; now and then several in a row, or a titre like 1/1280."""
    draw = rng.random()
    if draw > 0.95:
        return gene(rng)
    if draw < 0.2:
        return ", ".join(_one_lab(rng) for _ in range(rng.randrange(2, 5)))
    if draw < 0.25:
        return f"{rng.choice(('FAN', 'AAN', 'sérologie Lyme', 'TPHA', 'anticorps anti-DNA', 'FR', 'Wright'))} 1/{rng.choice((80, 160, 320, 640, 1280, 2560))}"
    return _one_lab(rng)


def _one_lab(rng: Random) -> str:
    name = rng.choice(_SHORT_TESTS) if rng.random() < 0.6 else rng.choice(tables.lab_tests())
    value = rng.choice(_VALUES).format(a=rng.randrange(1, 100), b=rng.randrange(10))
    unit = rng.choice(_UNITS) if rng.random() < 0.7 else ""
    return f"{name} {value}{rng.choice((' ', '')) if unit else ''}{unit}"


def vitals(rng: Random) -> str:
    systolic, diastolic = rng.randrange(80, 200), rng.randrange(40, 110)
    pool = (
        rng.choice((f"TA {systolic // 10}/{diastolic // 10}", f"TA {systolic}/{diastolic} mmHg", f"PA {systolic}/{diastolic}", f"TA: {systolic // 10}/{diastolic // 10}", f"TA={systolic}/{diastolic}")),
        rng.choice((f"FC {rng.randrange(45, 150)}", f"FC {rng.randrange(45, 150)}/min", f"pouls {rng.randrange(45, 150)}", f"FC: {rng.randrange(45, 150)} bpm")),
        rng.choice((f"SpO2 {rng.randrange(80, 101)} % AA", f"sat {rng.randrange(80, 101)}%", f"SaO2 {rng.randrange(80, 101)} % sous {rng.randrange(1, 9)} L")),
        rng.choice((f"T° {rng.randrange(35, 41)},{rng.randrange(10)}", f"T {rng.randrange(35, 41)}.{rng.randrange(10)}°C", f"T°{rng.randrange(35, 41)}", f"apyrétique à {rng.randrange(36, 38)},{rng.randrange(10)} °C")),
        rng.choice((f"FR {rng.randrange(10, 40)}", f"FR {rng.randrange(10, 40)}/min")),
        rng.choice((f"Poids {rng.randrange(38, 140)} kg", f"{rng.randrange(38, 140)} kg pour 1m{rng.randrange(45, 99)}", f"IMC {rng.randrange(16, 45)}", f"dextro {rng.randrange(1, 4)},{rng.randrange(10)} g/L", f"diurèse {rng.randrange(2, 30)}00 mL")),
    )  # fmt: skip
    shown = [value for value in pool if rng.random() < 0.6] or [pool[0]]
    return rng.choice((", ", ", ", " ; ", " - ", " ", " / ")).join(shown)


def device(rng: Random) -> str:
    return rng.choice(tables.words("devices" if rng.random() < 0.8 else "equipment"))


def anatomy(rng: Random) -> str:
    return rng.choice(tables.words("anatomy"))


def hour(rng: Random) -> str:
    hour, minute = (
        rng.randrange(24),
        rng.choice((0, 5, 10, 15, 20, 30, 40, 45, 50, rng.randrange(60))),
    )
    return rng.choice(
        (f"{hour}h{minute:02d}", f"{hour}h{minute:02d}", f"{hour}h", f"{hour} h {minute:02d}", f"{hour:02d}:{minute:02d}", f"{hour} h", f"{hour}H{minute:02d}", f"{hour:02d}h{minute:02d}", f"{hour} heures", f"{hour}:{minute:02d}")
    )  # fmt: skip


def protocol_day(rng: Random) -> str:
    day = rng.randrange(0, 30)
    return rng.choice(
        (
            f"J{day}",
            f"J{day}",
            f"J+{day}",
            f"J {day}",
            f"C{day % 8 + 1}",
            f"C{day % 8 + 1}J{day % 15 + 1}",
            f"H{day * 2}",
            f"M{day % 12 + 1}",
            f"J{day}-J{day + 1}",
            f"S{day % 12 + 1}",
            f"cycle {day % 8 + 1}",
            f"J{day} post-op",
            f"cure n° {day % 8 + 1}",
            f"J1 J{day % 5 + 2} J{day % 5 + 8}",
            f"J1-J{day % 7 + 2}-J{day % 7 + 9}",
            f"H0 H{day % 5 + 1} H{day % 5 + 6}",
        )
    )


def future(rng: Random) -> str:
    """A treatment's length or an interval to come."""
    count, unit = rng.randrange(2, 22), rng.choice(("jours", "semaines", "mois", "j", "heures"))
    return rng.choice((f"pendant {count} {unit}", f"dans {count} {unit}", f"pour {count} {unit}", f"à {count} {unit}", f"d'ici {count} {unit}", f"toutes les {count} {unit}", f"sur {count} {unit}", f"durant {count} {unit}",
        f"pdt {count} {unit}", "dans un an", "dans six mois", "pendant dix jours", "la semaine prochaine", "dans une dizaine de jours", "d'ici la fin du mois", "demain", "lundi prochain"))  # fmt: skip


def number(rng: Random) -> str:
    return rng.choice(
        (
            str(rng.randrange(1, 10)),
            str(rng.randrange(1, 10)),
            str(rng.randrange(10, 100)),
            str(rng.randrange(100, 2000)),
            f"{rng.randrange(1, 99)},{rng.randrange(10)}",
            rng.choice(("deux", "trois", "quatre", "une dizaine de")),
        )
    )


def size(rng: Random) -> str:
    a, b, c = (rng.randrange(2, 95) for _ in range(3))
    return rng.choice(
        (
            f"{a} mm",
            f"{a} x {b} mm",
            f"{a}x{b} mm",
            f"{a} x {b} x {c} mm",
            f"{a % 12 + 1} cm",
            f"{a % 12},{b % 10} x {b % 9},{c % 10} cm",
            f"{a}mm",
            f"{a} × {b} mm",
            f"{a}*{b} mm",
            f"{a} cc",
            f"{a} mL",
        )
    )


def reference(rng: Random) -> str:
    """A bibliographic or guideline reference; authors are drawn, so that nobody learns three names."""
    if rng.random() < 0.35:
        first, second = tables.last_names().draw(rng), tables.last_names().draw(rng)
        journal = rng.choice(
            (
                "Lancet",
                "N Engl J Med",
                "BMJ",
                "JAMA",
                "Rev Prat",
                "Presse Med",
                "Ann Chir",
                "Circulation",
                "Gut",
                "J Clin Oncol",
                "Eur Heart J",
                "Chest",
            )
        )
        year, volume = rng.randrange(1985, 2025), rng.randrange(10, 400)
        return rng.choice((
            f"{first} {rng.choice('ABCDEFGJLMPRS')} et al., {journal} {year};{volume}:{digits(rng, 3)}-{digits(rng, 2)}", f"({first} et al., {year})", f"{first} et {second}, {journal} {year}",
            f"{first} {rng.choice('ABCDJLM')}, {second} {rng.choice('ABCDJLM')}. {journal}. {year}", f"[{first}, {year}]", f"selon {first} et coll. ({year})",
        ))  # fmt: skip
    return rng.choice(tables.words("biblio"))


def law(rng: Random) -> str:
    return rng.choice(tables.words("legal"))


def homograph(rng: Random) -> str:
    return rng.choice(tables.words("homographs"))


_MICROBES: Final = ("Escherichia coli", "E. coli", "E coli BLSE", "Staphylococcus aureus", "S. aureus méti-R", "SARM", "Pseudomonas aeruginosa", "P. aeruginosa", "Klebsiella pneumoniae", "Enterococcus faecalis",
    "Clostridium difficile", "Candida albicans", "Proteus mirabilis", "Streptococcus pneumoniae", "pneumocoque", "Haemophilus influenzae", "Serratia marcescens", "Morganella morganii", "Legionella", "Aspergillus fumigatus",
    "SARS-CoV-2", "VRS", "grippe A H1N1", "Helicobacter pylori", "Listeria", "Borrelia burgdorferi", "Rothia", "Brucella", "Bartonella henselae", "EBV", "CMV", "parvovirus B19", "Coxsackie", "Norovirus")  # fmt: skip


def microbe(rng: Random) -> str:
    return rng.choice(_MICROBES)


def code(rng: Random) -> str:
    """A nomenclature's code (CIM-10, CCAM, NGAP, ADICAP, GHM)."""
    letter = rng.choice("ABCDEFGHIJKLMNOPQRSTZ")
    acts = "".join(rng.choice("ABCDEFGHJKLMNPQR") for _ in range(4))
    return rng.choice(
        (
            f"{letter}{digits(rng, 2)}.{digits(rng, 1)}",
            f"{letter}{digits(rng, 3)}",
            f"{acts}{digits(rng, 3)}",
            f"{digits(rng, 2)}{rng.choice('CMKZ')}{digits(rng, 3)}",
            f"BHGS A7A{digits(rng, 1)}",
            f"{acts}001",
            f"{acts}{digits(rng, 3)}/{rng.randrange(1, 5)}",
            f"AMI {rng.randrange(1, 5)},{rng.randrange(10)}",
        )
    )


def gene(rng: Random) -> str:
    """An exon, a variant or an HLA type: "exon 12", "c.1799del", "HLA B27"."""
    return rng.choice((
        f"exon {rng.randrange(2, 40)}", f"exons {rng.randrange(2, 12)}-{rng.randrange(13, 40)}", f"c.{rng.randrange(60, 9000)}{rng.choice(('del', 'dup', 'C>T', 'G>A', 'A>G'))}",
        f"p.{rng.choice(('Arg', 'Gly', 'Val', 'Leu'))}{rng.randrange(10, 1800)}{rng.choice(('His', 'Cys', 'Glu', '*'))}", f"HLA B{rng.choice((7, 8, 27, 35, 44, 51))}",
        f"HLA-{rng.choice(('A', 'B', 'DRB1', 'DQB1'))}*{rng.randrange(1, 69):02d}:{rng.randrange(1, 9):02d}",
    ))  # fmt: skip


_STATUSES: Final = ("PU-PH", "PU-PH", "PUPH", "MCU-PH", "PH", "PH", "PHC", "PHC", "PH temps plein", "CCA", "CCA-AH", "AHU", "FFI", "interne", "assistant", "assistante", "PAA", "DJ", "praticien attaché",
    "praticien hospitalier", "praticien associé", "chef de clinique", "Dr Junior", "biologiste", "SASPAS")  # fmt: skip


def status(rng: Random) -> str:
    """A professional status in brackets: "(PU-PH)"; never a mark."""
    return f"({rng.choice(_STATUSES)})"


PLAIN: Final[dict[str, Callable[[Random], str]]] = {
    "medicament": drug, "posologie": dose, "eponyme": eponym, "score": score, "labo": lab, "constantes": vitals, "dispositif": device, "anatomie": anatomy, "heure": hour, "jp": protocol_day,
    "avenir": future, "nombre": number, "taille": size, "biblio": reference, "legal": law, "homographe": homograph, "microbe": microbe, "code": code,
}  # fmt: skip
