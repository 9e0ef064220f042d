"""Gestures through the page's own editor, and what the page believes, for the procedures F10 to F13."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.integration.stack import wait_until

CANVAS = "document.querySelector('note-canvas')"
Place = tuple[int, int]


def wait_ready(page: Page) -> None:
    page.wait_for_selector("note-canvas[data-ready]")


def add_span(page: Page, start: int, end: int, subtype: str = "NOM") -> None:
    """As a drag over these characters and the label's key."""
    page.evaluate(
        f"""([s, e, subtype]) => {{ const canvas = {CANVAS};
            const entry = canvas.payload.labels.find((one) => one.subtype === subtype);
            canvas.editor.create({{ s, e, exact: true }}, entry); }}""",
        [start, end, subtype],
    )


def remove_span(page: Page, place: Place) -> None:
    """As a click on the span and Delete."""
    page.evaluate(
        f"""([s, e]) => {{ const canvas = {CANVAS};
            const span = canvas.spans.find((one) => one.start === s && one.end === e && one.state !== 'rejected');
            canvas.editor.select(span.id, {{ focus: false, reveal: false }});
            canvas.editor.remove(); }}""",
        list(place),
    )


def spans_of(page: Page) -> list[Place]:
    """Bounds of the spans the page shows."""
    found = page.evaluate(
        f"{CANVAS}.spans.filter((one) => one.state !== 'rejected').map((one) => [one.start, one.end])"
    )
    return [(start, end) for start, end in found]


def status(page: Page) -> dict[str, Any]:
    """`phase` and `pending`."""
    return page.evaluate(
        f"(() => {{ const {{ phase, pending }} = {CANVAS}.sync.status; return {{ phase, pending }}; }})()"
    )


def idle(page: Page, seconds: float = 30) -> None:
    """Until everything is stored."""
    rest = {"phase": "idle", "pending": 0}
    wait_until(lambda: status(page) == rest, seconds, f"everything is stored: {status(page)}")


def letters(text: str, start: int, count: int, step: int = 1) -> list[Place]:
    """`count` places of one letter each, from `start` on, `step` apart in the list of letters."""
    places = [(at, at + 1) for at in range(start, len(text)) if text[at].isalpha()]
    chosen = places[::step][:count]
    assert len(chosen) == count
    return chosen


def dump(page: Page) -> str:
    """Everything the browser keeps for the site: all stores, caches and cookies, as one string."""
    kept = page.evaluate(
        """async () => {
            const done = (request) => new Promise((resolve, reject) => {
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
            });
            const text = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value)
                ? new TextDecoder('latin1').decode(value)
                : value && typeof value === 'object'
                    ? Object.entries(value).map(([k, v]) => `${k}=${text(v)}`).join(';')
                    : String(value);
            const bases = {};
            for (const { name } of await indexedDB.databases()) {
                const base = await done(indexedDB.open(name));
                for (const table of base.objectStoreNames) {
                    const store = base.transaction(table).objectStore(table);
                    bases[`${name}/${table}`] = text(await done(store.getAll()));
                }
                base.close();
            }
            const cached = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys())
                    cached.push(request.url + await (await cache.match(request)).text());
            }
            return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, bases, cached, document.cookie]);
        }"""
    )
    return kept + str(page.context.cookies())


def five_grams(text: str) -> set[str]:
    """Every run of five characters with a letter or digit at least four times, folded."""
    runs = {text[at : at + 5].casefold() for at in range(len(text) - 4)}
    return {run for run in runs if sum(c.isalnum() for c in run) >= 4}
