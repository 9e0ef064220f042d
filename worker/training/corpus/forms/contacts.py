"""Written forms of mail addresses and web addresses."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from worker.engine.text.folding import fold
from worker.training.corpus import tables
from worker.training.corpus.forms.base import Form, FormSet, digits
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.names import PersonName, person_name

_PRIVATE: Final = ("gmail.com", "orange.fr", "wanadoo.fr", "free.fr", "hotmail.fr", "hotmail.com", "outlook.fr", "yahoo.fr", "laposte.net",
    "sfr.fr", "example.org", "example.com", "icloud.com", "live.fr", "bbox.fr", "poste.example", "neuf.fr")  # fmt: skip
_WORK: Final = ("ch-{t}.fr", "chu-{t}.fr", "ch-{t}.example", "chu-{t}.example", "{t}.mssante.fr", "medecin.mssante.fr", "clinique-{t}.fr",
    "ch-{t}.mssante.fr", "{t}.apicrypt.org", "labo-{t}.example", "hopital-{t}.fr", "ght-{t}.fr", "chu-{t}.mssante.fr", "ehpad-{t}.fr")  # fmt: skip
_OFFICES: Final = ("secretariat", "sec.cardio", "secretariat.chir", "contact", "accueil", "admissions", "consultation", "rdv", "bloc", "pharmacie",
    "labo", "cadre.neuro", "staff-pediatrie", "secretariat.medical", "ide.hdj", "urgences", "imagerie", "sec-ortho", "dim", "qualite")  # fmt: skip


def slug(text: str, joint: str = "-") -> str:
    """Small letters and digits only."""
    return re.sub(r"[^a-z0-9]+", joint, fold(text)).strip(joint)


@dataclass(frozen=True, slots=True)
class Mailbox:
    user: str
    domain: str


def personal_mailbox(person: PersonName, rng: Random) -> Mailbox:
    return Mailbox(_user(person, rng), rng.choice(_PRIVATE))


def _host(place: str) -> str:
    return slug(place)[:18].strip("-")


def work_domain(place: str, rng: Random) -> str:
    return rng.choice(_WORK).format(t=_host(place))


def work_mailbox(person: PersonName, place: str, rng: Random) -> Mailbox:
    return Mailbox(_user(person, rng), work_domain(place, rng))


def office_mailbox(place: str, rng: Random) -> Mailbox:
    return Mailbox(rng.choice(_OFFICES), work_domain(place, rng))


def _user(person: PersonName, rng: Random) -> str:
    given, name = slug(person.usual), slug(person.surname, "")
    joint = rng.choice((".", ".", ".", "-", "_", ""))
    shapes = (f"{given}{joint}{name}", f"{given}{joint}{name}", f"{given[:1]}{joint}{name}", f"{name}{joint}{given[:1]}", f"{given}{joint}{name}{digits(rng, 2)}",
        f"{name}.{given}", f"dr.{name}", f"{given}{digits(rng, 2)}")  # fmt: skip
    return rng.choice(shapes)


def any_mailbox(rng: Random) -> Mailbox:
    person = person_name(rng, female=rng.random() < 0.5)
    town = tables.towns().draw(rng).name
    draw = rng.random()
    if draw < 0.5:
        return personal_mailbox(person, rng)
    return work_mailbox(person, town, rng) if draw < 0.8 else office_mailbox(town, rng)


def _inside(before: str, after: str) -> Callable[[Any, Random], Fragment]:
    def write(box: Mailbox, rng: Random) -> Fragment:
        return (Piece(before), Piece(f"{box.user}@{box.domain}", "MAIL"), Piece(after))

    return write


def _joined(sign: str) -> Callable[[Any, Random], str]:
    return lambda box, rng: f"{box.user}{sign}{box.domain}"


MAILS: Final = FormSet.of(
    Form("MAIL", name, write, weight, sample=any_mailbox)
    for name, weight, write in (
        ("jean.dupont@x.fr", 14, _joined("@")),
        ("<jean.dupont@x.fr>", 1.2, _inside("<", ">")),
        ("mailto:jean.dupont@x.fr", 0.5, _inside("mailto:", "")),
        ("(jean.dupont@x.fr)", 0.4, _inside("(", ")")),
        ("[jean.dupont@x.fr]", 0.1, _inside("[", "]")),
        ("JEAN.DUPONT@X.FR", 0.7, lambda b, r: f"{b.user}@{b.domain}".upper()),
        ("Jean.Dupont@x.fr", 0.8, lambda b, r: f"{b.user.title()}@{b.domain}"),
        ("jean.dupont @ x.fr", 0.4, _joined(" @ ")),
        ("jean.dupont at x.fr", 0.3, _joined(" at ")),
        ("jean.dupont(at)x.fr", 0.2, _joined("(at)")),
        ("jean.dupont [at] x.fr", 0.2, _joined(" [at] ")),
        ("jean.dupont arobase x.fr", 0.15, _joined(" arobase ")),
        ("jean.dupont@ x.fr", 0.2, _joined("@ ")),
        ("jean.dupont(a)x.fr", 0.1, _joined("(a)")),
    )
)

_PATHS: Final = (
    "",
    "",
    "",
    "/",
    "/rdv",
    "/portail",
    "/imagerie",
    "/patients/documents",
    "/resultats",
    "/consultation?id=",
    "/index.php",
    "/fr/contact.html",
)
_SITES: Final = (
    "rdv-{t}",
    "ch-{t}",
    "chu-{t}",
    "labo-{t}",
    "clinique-{t}",
    "imagerie-{t}",
    "resultats.labo-{t}",
    "portail.ch-{t}",
    "pacs.chu-{t}",
    "{t}-sante",
)


def any_site(rng: Random) -> str:
    """A host without "www."."""
    return site_of(tables.towns().draw(rng).name, rng)


def site_of(place: str, rng: Random) -> str:
    return f"{rng.choice(_SITES).format(t=_host(place))}.{rng.choice(('fr', 'fr', 'example', 'com', 'org', 'net'))}"


def _path(rng: Random) -> str:
    path = rng.choice(_PATHS)
    return path + digits(rng, 5) if path.endswith("=") else path


URLS: Final = FormSet.of(
    Form("URL", name, write, weight, sample=any_site)
    for name, weight, write in (
        ("www.x.fr", 8, lambda s, r: f"www.{s}"),
        ("www.x.fr/page", 3, lambda s, r: f"www.{s}{_path(r)}"),
        ("https://www.x.fr/page", 3, lambda s, r: f"https://www.{s}{_path(r)}"),
        ("https://x.fr/page", 3, lambda s, r: f"https://{s}{_path(r)}"),
        ("http://x.fr", 2, lambda s, r: f"http://{s}{_path(r)}"),
        ("x.fr/page", 1, lambda s, r: f"{s}{_path(r)}"),
        ("WWW.X.FR", 0.5, lambda s, r: f"www.{s}".upper()),
    )
)  # fmt: skip
