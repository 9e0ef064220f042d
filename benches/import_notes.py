"""Invented notes of realistic length for the import bench."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

LAST: Final = ("Durand", "Morel", "Roblin", "Petitjean", "Garnier", "Vautrin", "Lescure", "Maillot")
FIRST: Final = ("Jeanne", "Luc", "Amélie", "Paul", "Nadia", "Hugo", "Claire", "Karim")
CITIES: Final = (("21000", "Dijon"), ("25000", "Besançon"), ("70000", "Vesoul"), ("39000", "Dole"))
PARTS: Final = (
    "Motif : douleur thoracique évoluant depuis le matin, sans irradiation.",
    "Examen : tension 130/80, fréquence cardiaque 78, auscultation sans particularité.",
    "Biologie : hémoglobine 12,4 g/dL, créatinine 78 µmol/L, CRP < 5 mg/L.",
    "L'électrocardiogramme montre un rythme sinusal, sans trouble de la repolarisation.",
    "Le scanner ne retrouve pas d'embolie pulmonaire ; les parenchymes sont clairs.",
    "Traitement de sortie : paracétamol 1 g trois fois par jour pendant cinq jours.",
    "L'évolution est favorable, sans fièvre ni récidive de la douleur.",
    "Il n'y a pas d'antécédent notable en dehors d'une appendicectomie.",
)


def note(number: int) -> dict[str, Any]:
    """Note `number`: about 2,500 characters, ten entities, three notes a patient."""
    draw = random.Random(number)
    who = random.Random(number // 3)
    last, first = who.choice(LAST), who.choice(FIRST)
    postcode, city = who.choice(CITIES)
    day, month = draw.randint(1, 28), draw.randint(1, 12)
    text, entities = "", []

    def write(piece: str, label: str = "", subtype: str = "") -> None:
        nonlocal text
        if label:
            entities.append(
                {
                    "start": len(text),
                    "end": len(text) + len(piece),
                    "label": label,
                    "subtype": subtype,
                }
            )
        text += piece

    write("Compte rendu d'hospitalisation\n\nPatient : ")
    write(last, "PER", "NOM")
    write(" ")
    write(first, "PER", "PRENOM")
    write(", né le ")
    write(
        f"{who.randint(1, 28):02}/{who.randint(1, 12):02}/{who.randint(1930, 2005)}",
        "DATE",
        "DATE_NAISSANCE",
    )
    write(", ")
    write(f"{who.randint(1, 99)} rue des Lilas", "LOC", "ADRESSE")
    write(", ")
    write(postcode, "LOC", "ZIP")
    write(" ")
    write(city, "LOC", "VILLE")
    write("\nIPP : ")
    write(f"{8_000_000 + number // 3}", "QID", "IPP")
    write("\nHospitalisé le ")
    write(f"{day:02}/{month:02}/2024", "DATE", "DATE")
    write(".\n\n")
    for _paragraph in range(6):
        write(" ".join(draw.sample(PARTS, 5)) + "\n\n")
    write("Dr ")
    write(draw.choice(LAST), "PER", "NOM")
    write(", tél. ")
    write(
        f"03 80 {draw.randint(10, 99)} {draw.randint(10, 99)} {draw.randint(10, 99)}", "TEL", "TEL"
    )
    patient = {"id": f"p{number // 3}", "last_name": [last], "first_name": [first], "city": city}
    return {
        "id": f"n{number}",
        "text": text,
        "patient": patient,
        "meta": {"type": "CRH", "date": f"2024-{month:02}-{day:02}"},
        "entities": entities,
    }


def write_file(path: Path, count: int) -> int:
    """Writes `count` notes as JSONL; returns the size in bytes."""
    with path.open("w", encoding="utf-8") as target:
        for line in _lines(count):
            target.write(line)
    return path.stat().st_size


def _lines(count: int) -> Iterator[str]:
    for number in range(count):
        yield json.dumps(note(number), ensure_ascii=False) + "\n"
