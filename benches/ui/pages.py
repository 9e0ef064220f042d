"""The pages of a big project, one reader, nobody else at work. See `benches.ui.server_scene`."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from benches.ui.served import give_back, people_of, session_of, summary

WARM_UP: Final = 8  # readers at once, twice the processes of either server
PAGE_QUERIES: Final = 3  # how often a page is opened in this process before its queries are counted


def measure_pages(project: Any, port: int, times: int) -> dict[str, Any]:
    """Each page `times` times, one reader, nobody else at work; first with one reader a note and
    notes by age, then with two readers and the riskiest first."""
    from annotation.models import WorkSettings
    from benches.ui.people import Browser

    person = people_of(1)[0]
    browser = Browser(port, session_of(person))
    found: dict[str, Any] = {}
    for title, readers, order in (("", 1, "oldest"), (" (2 lecteurs, par risque)", 2, "risk")):
        WorkSettings.objects.filter(project=project).update(readers=readers, order=order)
        for name, path in _addresses(project, is_short=bool(title)).items():
            queries = _queries(person, path)
            _warm(browser, path)
            answers = [browser.send("GET", path) for _time in range(times)]
            found[name + title] = {"queries": queries, **_told(answers, 200)}
        found["note suivante" + title] = _next_notes(project, port, times, readers)
    WorkSettings.objects.filter(project=project).update(readers=1, order="oldest")
    return found


def _warm(browser: Any, path: str) -> None:
    """Each process of the server has compiled the page's templates once."""
    with ThreadPoolExecutor(WARM_UP) as pool:
        list(pool.map(lambda _number: browser.send("GET", path), range(2 * WARM_UP)))


def _addresses(project: Any, *, is_short: bool) -> dict[str, str]:
    from django.urls import reverse

    from annotation.models import DatasetSnapshot, Document

    def page(name: str, *rest: object) -> str:
        return reverse(f"annotation:{name}", args=[project.pk, *rest])

    note = Document.objects.filter(project=project, state="preannotated")[0]
    some = {"accueil": reverse("home"), "une note": page("document-detail", note.pk)}
    if is_short:
        return some
    listing = page("document-list")
    return {
        "projet (notes)": listing,
        "notes, page 1900": f"{listing}?page=1900",
        "notes d'un type, par date": f"{listing}?doc_type=TYPE3&sort=-date",
        "notes d'un état, par type": f"{listing}?state=preannotated&sort=type",
        **some,
        "suivi": page("dashboard"),
        "suivi, moi": page("dashboard-personal"),
        "accord": page("agreement"),
        "jeux": page("dataset-list"),
        "un jeu": page("dataset-detail", DatasetSnapshot.objects.get(project=project).pk),
        "répartition": page("work"),
        "à comparer": page("adjudication-list"),
    }


def _queries(person: Any, path: str) -> int:
    """Counted in this process, once the caches that every process keeps are warm."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    for _time in range(PAGE_QUERIES):
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
    return len(queries)


def _next_notes(project: Any, port: int, times: int, readers: int) -> dict[str, Any]:
    """« Annoter la note suivante », each time by somebody with nothing open; given back afterwards."""
    from django.urls import reverse

    from benches.ui.people import Browser

    path = reverse("annotation:queue-next", args=[project.pk])
    people = people_of(times + 1)[1:]
    answers = [Browser(port, session_of(person)).send("POST", path) for person in people]
    notes = give_back()
    told = _told(answers, 302)
    if len(notes) != len(people) or max(Counter(notes).values(), default=0) > readers:
        told["failures"].append(f"{len(notes)} places prises par {len(people)} personnes")
    return told


def _told(answers: list[tuple[int, bytes, float]], expected: int) -> dict[str, Any]:
    failures = [f"statut {status}" for status, _body, _time in answers if status != expected]
    return {"failures": failures, **summary([time for _status, _body, time in answers])}
