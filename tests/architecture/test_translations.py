"""English is complete: every sentence is found, translated, compiled, and shown where it should be."""

from __future__ import annotations

import ast
import gettext
import itertools
import re
import shutil
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.core.management import call_command
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.utils import translation

from annotation.domain.formats.losses import LOSS_TEXTS
from annotation.domain.formats.registry import FORMATS
from deidweb.accounts.models import Membership
from deidweb.management.commands.typeset import write
from deidweb.sentences import COUNTED, FIXED, TEMPLATES, localised
from deidweb.settings.base import FRENCH_TYPOGRAPHY, SENTENCES
from deidweb.typography import plain
from tests.architecture import page_scene
from tests.integration.stack import ROOT

DOMAINS = ("django", "djangojs")
MESSAGES = ROOT / "locale" / "en" / "LC_MESSAGES"
SOURCES = ("annotation", "deidweb", "icdcoder", "privacy", "worker", "templates", "static/js")
HOLE = re.compile(r"%%|%\(\w+\)[-0-9]*[sd]|%[sd]")


@pytest.fixture(autouse=True)
def back_to_french():
    """A request leaves its language behind it."""
    with translation.override("fr"):
        yield


@cache
def catalog(domain: str, folder: Path = MESSAGES) -> Catalog:
    """To read one takes half a second to a whole one."""
    with (folder / f"{domain}.po").open("rb") as stream:
        return read_po(stream, locale="en")


def forms(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


# --- the catalogs


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_entry_is_translated_and_none_is_a_guess(domain):
    messages = [message for message in catalog(domain) if message.id]
    assert len(messages) > 100
    assert [m.id for m in messages if m.fuzzy or not all(forms(m.string))] == []
    assert not catalog(domain).obsolete


@pytest.mark.parametrize("domain", DOMAINS)
def test_holes_are_the_same_on_both_sides(domain):
    def holes(text: str) -> list[str]:
        return sorted(HOLE.findall(text))

    wrong = [
        message.id
        for message in catalog(domain)
        if message.id
        for source, target in zip(forms(message.id), forms(message.string), strict=True)
        if holes(source) != holes(target)
    ]
    assert wrong == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_thing_has_one_english_word(domain):
    """That of `docs/glossary.md`; an option of the command line is spelled as it is."""
    others = re.compile(r"\bdatasets?\b|(?<!--)\boverrides?\b", re.I)
    told = [text for entry in catalog(domain) for text in forms(entry.string)]
    assert [text for text in told if others.search(text)] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_file_says_what_the_text_file_says(domain):
    with (MESSAGES / f"{domain}.mo").open("rb") as stream:
        compiled = gettext.GNUTranslations(stream)
    for message in catalog(domain):
        if not message.id:
            continue
        singular, *plural = forms(message.id)
        if plural:
            found = tuple(compiled.ngettext(singular, plural[0], n) for n in (1, 2))
        elif message.context:
            found = (compiled.pgettext(message.context, singular),)
        else:
            found = (compiled.gettext(singular),)
        assert found == forms(message.string), "run: make messages"


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_sentence_of_the_sources_is_missing(domain, tmp_path, monkeypatch, settings):
    """Extracts from a copy: the command writes beside what it reads."""
    assert shutil.which("xgettext"), "Debian's gettext is missing: run .ci/system-packages"
    other = shutil.ignore_patterns("data", "__pycache__", "*.gz", "*.csv", "*.txt", "*.json")
    for source in SOURCES:
        shutil.copytree(ROOT / source, tmp_path / source, ignore=other)
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", domain=domain, verbosity=0)
    found = catalog(domain, tmp_path / "locale" / "en" / "LC_MESSAGES")
    known = {(m.context, m.id) for m in catalog(domain)}
    missing = {(m.context, m.id) for m in found} - known
    assert missing == set(), "run: make messages, then translate locale/en"


# --- sentences of pure code and of the database

REPORTED = {"LineError", "ChainReport"}  # made, not raised
SAID = {"reason", "why"}  # names of what a later line raises
PURE = ("annotation/domain", "annotation/services", "privacy/domain", "privacy/services/keep_keys.py",
        "privacy/services/wrap_key.py", "icdcoder/domain", "deidweb/audit/services.py")  # fmt: skip
CONSOLE = {"annotation/domain/files.py"}  # commands speak French


def written(node: ast.expr) -> str | None:
    """The sentence that a literal makes, with 7 in every hole; None when it isn't one."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(p.value if isinstance(p, ast.Constant) else "7" for p in parts)
    return None


def pure_sentences() -> Iterator[str]:
    every = [path for part in PURE for path in _files(ROOT / part)]
    files = [path for path in every if str(path.relative_to(ROOT)) not in CONSOLE]
    for path in files:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for said in told_by(node):
                sentence = written(said)
                yield from [sentence] if sentence and FRENCH.search(sentence) else []
            for keyword in node.keywords if isinstance(node, ast.Call) else ():
                if keyword.arg == "warning" and isinstance(keyword.value, ast.Name):
                    value = getattr(import_module(module), keyword.value.id, None)
                    yield from [value] if isinstance(value, str) else []


def told_by(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement says to a person: the last argument of an error, of a refusal, a reason."""
    match node:
        case ast.Raise(exc=ast.Call(args=[*_, last])):
            yield last
        case ast.Call(func=ast.Attribute(attr="refuse"), args=[*_, last]):
            yield last
        case ast.Call(func=ast.Name(id=name), args=[*_, last]) if name in REPORTED:
            yield last
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in SAID:
            yield from (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def test_every_sentence_of_pure_code_has_an_english_form():
    sentences = set(pure_sentences())
    assert len(sentences) > 50
    with translation.override("en"):
        assert sorted(s for s in sentences if localised(s) == s) == []


def test_names_of_formats_and_of_losses_are_listed_for_the_translators():
    """Else `make messages` drops their English from the catalogue, as of what is no longer said."""
    titles = {one.title for one in FORMATS.values()}
    assert {*titles, *LOSS_TEXTS.values()} - {*FIXED} == set()


def stored_with_holes() -> Iterator[str]:
    """Sentences that a worker fills in and stores: `_("…%(n)d…") % …` in its tasks."""
    for path in _files(ROOT / "worker" / "tasks"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.BinOp(op=ast.Mod(), left=ast.Call(func=ast.Name(id="_"), args=[text])):
                    yield written(text) or ""


def test_what_workers_store_is_found_again():
    """Its holes are filled in the worker's language: only a template brings it into the reader's."""
    stored = set(stored_with_holes())
    assert len(stored) >= 4
    assert stored - set(TEMPLATES) == set()


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("", ""),
        ("unlisted", "unlisted"),
        ("plus de 200 caractères", "more than 200 characters"),
        ("bornes inversées ou vides (-1, 5)", "reversed or empty offsets (-1, 5)"),
        ("3 erreurs trouvées", "3 errors found"),
        ("1 erreur trouvée", "1 error found"),
        (
            "Rien n'a été importé : 1 erreur trouvée. Ligne 2, champ « id » : JSON invalide : "
            "nombre hors limites.",
            "Nothing was imported: 1 error found. Line 2, field “id”: invalid JSON: "
            "number out of range.",
        ),
        (
            "apprentissage : 98,4 % des mots bien étiquetés",
            "learning: 98.4% of words labelled correctly",
        ),
        (
            "Un lecteur ne peut pas distinguer deux âges à 3 ans d'écart mieux qu'à 1,3 contre 1.",
            "A reader cannot distinguish two ages 3 years apart at better odds than 1.3 to 1.",
        ),
        (
            "Un lecteur ne peut pas distinguer deux communes de même taille à 50 km l'une de "
            "l'autre mieux qu'à plus de 1 000 contre 1.",
            "A reader cannot distinguish two towns of the same size 50 km apart at better odds "
            "than more than 1,000 to 1.",
        ),
    ],
)
def test_stored_sentences_are_read_back(french, english):
    with translation.override("en"):
        assert localised(french) == english
    with translation.override("fr"):
        assert localised(french) == french


def test_counted_sentences_are_those_of_the_sources():
    assert set(COUNTED) <= {message.id for message in catalog("django")}


# --- the pages

FRENCH = re.compile(
    r"[àâçèéêëîïôùûœÀÇÉÈÊŒ«»°]|\w\s[:;?!]|\d\s%|\b(?:le|la|les|des|du|une|est|dans|pour|avec|aucune?|vous|votre|sur"
    r"|pas|par|ou|et|ne|ce|cette|mot de passe|travail|travaux|journal|niveau)\b",
    re.IGNORECASE,
)
ENGLISH = re.compile(
    r"\b(?:the|this|your|please|submit|cancel|password|username|required|save|delete|sign|with"
    r"|from|are|validated|task|steward|field|choose|enter a)\b",
    re.IGNORECASE,
)
# of labels and sub-types, where no word of either language is written like them (annotation/presentation/label_names.py)
CODE = re.compile(
    r"\b(?:PER|LOC|QID|PRENOM|HOPITAL|DATE_NAISSANCE|DEPARTEMENT|REGION|DUREE|SECU|ADRESSE)\b"
)
COMMAND = re.compile(r"[«“] manage\.py [^»”]* ?[»”]|“manage\.py [^”]*”")  # of no language
SPOKEN = ("aria-label", "title", "placeholder", "data-confirm", "alt", "content")
UNSEEN = {"script", "style", "code", "progress"}
OF_A_LANGUAGE = {"button", "span", "ul"}  # a choice of languages, quotations of notes


class Visible(HTMLParser):
    """What a person reads or hears of a page, without the names of regions and languages."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        of_regions = tag == "select" and given.get("name") == "area"
        if tag in UNSEEN or of_regions or (tag in OF_A_LANGUAGE and "lang" in given):
            self._inside.append(tag)
        if tag != "meta" and not self._inside:
            self.words += [given[name] or "" for name in SPOKEN if name in given]

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.words.append(data)


def visible(html: str) -> list[str]:
    parser = Visible()
    parser.feed(html)
    return [" ".join(words.split()) for words in parser.words if words.strip()]


def test_the_eye_sees_what_it_should():
    html = (
        '<html lang="fr"><p title="Vu">Ici<script>là</script></p><button lang="en">English</button>'
    )
    assert visible(html) == ["Vu", "Ici"]
    assert FRENCH.search("Aucune note")
    assert not FRENCH.search("3 of 4 notes validated")


def named_patterns(
    resolver: URLResolver, space: str = "", held: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in resolver.url_patterns:
        arguments = (*held, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from named_patterns(pattern, inner, arguments)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield f"{space}{pattern.name}", arguments


def addresses(values: dict[str, list[object]]) -> Iterator[str]:
    for name, arguments in named_patterns(get_resolver()):
        for chosen in itertools.product(*(values[argument] for argument in arguments)):
            try:
                yield reverse(name, kwargs=dict(zip(arguments, chosen, strict=True)))
            except NoReverseMatch as error:
                raise AssertionError(f"no value for {name} {arguments}") from error


BAD_FORMS = (  # (address name, of the project, what is sent)
    ("project-create", False, {"description": "x"}),
    ("members:list", True, {"username": "a b", "role": "x"}),
    ("annotation:import-create", True, {}),
    ("privacy:export-create", True, {"epsilon": "900", "reference_date": "x"}),
)


@pytest.fixture
def people(scene, project, admin, annotator, steward, make_user):
    """One person a role, and one who may do everything."""
    chief = make_user("chief", project, *Membership.RoleChoice.values)
    chief.is_superuser = True
    chief.save()
    others = [make_user(role, project, role) for role in ("reviewer", "auditor")]
    return [chief, annotator, steward, admin, *others]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "foreign"), [("en", FRENCH), ("fr", ENGLISH)], ids=["en", "fr"]
)
def test_every_page_speaks_one_language(language, foreign, scene, people, project, client):
    """GET of every page for every role, then forms that are refused."""
    pages: dict[tuple[str, str], list[str]] = {}
    client.cookies["django_language"] = language
    asked = sorted(set(addresses(scene)))
    for person in people:
        client.force_login(person)
        opened = []
        for address in asked:
            answer = client.get(address)
            assert answer.status_code < 500, address
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                pages[person.username, address] = visible(answer.content.decode())
                if answer.status_code == 200:
                    opened.append(address)
        # the first may do everything: where she finds no page, the others find none
        asked = opened if person is people[0] else asked
    client.force_login(people[0])
    for name, in_project, data in BAD_FORMS:
        answer = client.post(reverse(name, args=[project.pk] if in_project else []), data)
        pages["refused", name] = visible(answer.content.decode())
    client.logout()  # forgets the cookies, too
    client.cookies["django_language"] = language
    login = reverse("accounts:login")
    for answer in (client.get(login), client.post(login, {"username": "x", "password": "y"})):
        pages["nobody", f"{login} {answer.status_code}"] = visible(answer.content.decode())
    assert len(pages) > 100
    names = {person.username for person in people} | {page_scene.TEXT}
    wrong = {
        (words, page[1])
        for page, found in pages.items()
        for words in found
        if words not in names and (foreign.search(COMMAND.sub("", words)) or CODE.search(words))
    }
    assert not wrong, "\n".join(f"{page}: {words}" for words, page in sorted(wrong))


def test_the_canvas_gets_its_labels_in_english(client, annotator, project):
    note = page_scene.begun(project, annotator)
    client.force_login(annotator)
    client.cookies["django_language"] = "en"
    page = client.get(reverse("annotation:document-detail", args=[project.pk, note.pk]))
    labels = page.context["payload"]["labels"]
    assert {"NOM": "Last name", "DUREE": "Time elapsed"}.items() <= {
        label["subtype"]: label["name"] for label in labels
    }.items()
    assert all(". Examples: “" in label["guideline"] for label in labels)


@pytest.mark.parametrize(("language", "said"), [("en", True), ("fr", False)])
def test_the_scripts_get_their_sentences(language, said, client, db):
    client.cookies["django_language"] = language
    script = client.get(reverse("javascript-catalog")).content.decode()
    assert ("Nothing to undo" in script) is said


# --- French as it is set


def french(domain: str, folder: Path = FRENCH_TYPOGRAPHY) -> dict[object, str]:
    with (folder / "fr" / "LC_MESSAGES" / f"{domain}.mo").open("rb") as stream:
        said = gettext.GNUTranslations(stream)._catalog
    return {key: value for key, value in said.items() if key}  # but for the header


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_french_catalogue_is_the_sentences_themselves_with_unbroken_blanks(domain, tmp_path):
    write(domain, tmp_path)
    assert french(domain) == french(domain, tmp_path), "run: manage.py typeset"
    counted = forms_known(domain)
    wrong = [
        (key, value)
        for key, value in french(domain).items()
        if plain(value) not in (key, *counted.get(key, ()))
        and not str(key).startswith("abbrev. month\x04")  # Django's, not ours
    ]
    assert wrong == []


def forms_known(domain: str) -> dict[object, tuple[str, ...]]:
    """By what a compiled catalogue knows them: (singular, place of the form)."""
    counted = [forms(m.id) for m in catalog(domain) if len(forms(m.id)) > 1]
    return {(one, place): (one, many) for one, many in counted for place in (0, 1)}


def test_french_pages_break_no_line_before_a_sign_and_count_nought_in_the_singular(settings):
    settings.LOCALE_PATHS = [SENTENCES, FRENCH_TYPOGRAPHY]
    with translation.override("fr"):
        assert (
            translation.gettext("Import refusé : %(reason)s") == "Import refusé\u00a0: %(reason)s"
        )
        none = translation.ngettext("%(count)d erreur trouvée", "%(count)d erreurs trouvées", 0)
        assert none == "%(count)d erreur trouvée"
    # what a worker stored in set French is found again by a reader of English
    with translation.override("en"):
        assert (
            localised("JSON invalide\u00a0: nombre hors limites")
            == localised("JSON invalide : nombre hors limites")
            != "JSON invalide : nombre hors limites"
        )
