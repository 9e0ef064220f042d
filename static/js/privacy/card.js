// @ts-check
// The drawer of one entity, opened by a click or the keyboard, drawn anew with the note.

/**
 * @param {{form: HTMLFormElement, note: HTMLElement, drawer: HTMLElement, marks: HTMLElement[],
 *   fail: (text: string) => void, translate: (text: string) => string}} parts
 */
export function openCards({ form, note, drawer, marks, fail, translate }) {
  /** Rank of the entity shown, or null. @type {string | null} */
  let shown = null;
  /** The card on its way: a slow one is given up by Escape, and asked for again when the note was drawn anew.
   * @type {{rank: string, takesFocus: boolean} | null} */
  let awaited = null;
  /** @type {AbortController | null} */
  let running = null;
  /** Where the keyboard was before the drawer. @type {HTMLElement | null} */
  let origin = null;

  /** @param {string} rank @param {boolean} takesFocus */
  async function load(rank, takesFocus) {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    awaited = { rank, takesFocus };
    const body = new FormData(form);
    body.set("entity", rank);
    try {
      const response = await fetch(drawer.dataset.url ?? "", { method: "POST", body, signal: mine.signal });
      const answer = await response.json().catch(() => null);
      if (!response.ok || !answer) {
        fail(answer?.error ?? translate("La carte n'a pas pu être lue. Rechargez la page."));
        return;
      }
      put(rank, answer.card, takesFocus);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) {
        fail(translate("Le serveur ne répond pas. Vérifiez la connexion, puis réessayez."));
      }
    } finally {
      if (running === mine) awaited = null;
    }
  }

  /** @param {string} rank @param {string} html @param {boolean} takesFocus */
  function put(rank, html, takesFocus) {
    const isSame = shown === rank && !drawer.hidden;
    const [scroll, opened] = [drawer.scrollTop, isSame && drawer.querySelector("details[open]") !== null];
    const held = !takesFocus && drawer.contains(document.activeElement);
    drawer.innerHTML = html; // rendered and escaped by our own server
    drawer.hidden = false;
    if (opened) drawer.querySelector("details")?.setAttribute("open", "");
    drawer.scrollTop = isSame ? scroll : 0;
    mark(rank);
    if (takesFocus) uncover(rank);
    drawer.dataset.entity = rank;
    drawer.dataset.loads = String(Number(drawer.dataset.loads ?? 0) + 1);
    if (takesFocus || held) {
      /** @type {HTMLElement | null} */ (drawer.querySelector("#pv-card-title"))?.focus({ preventScroll: true });
    }
  }

  /** On a narrow screen the drawer lies over the page: the entity is brought above it. @param {string} rank */
  function uncover(rank) {
    const entity = note.querySelector(`[data-entity="${rank}"]`);
    if (!entity || getComputedStyle(drawer).position !== "fixed") return;
    entity.scrollIntoView({ block: "center" });
    const middle = drawer.getBoundingClientRect().top / 2;
    window.scrollBy(0, entity.getBoundingClientRect().top - middle);
  }

  /** @param {string | null} rank */
  function mark(rank) {
    shown = rank;
    for (const twin of note.querySelectorAll(".is-open")) twin.classList.remove("is-open");
    if (rank === null) return;
    for (const twin of note.querySelectorAll(`[data-entity="${rank}"]`)) twin.classList.add("is-open");
  }

  function close() {
    running?.abort();
    drawer.hidden = true;
    drawer.replaceChildren();
    mark(null);
    origin?.focus({ preventScroll: true });
    origin = null;
  }

  /** @param {EventTarget | null} target @returns {HTMLElement | null} */
  const entityOf = (target) => /** @type {Element} */ (target).closest?.("[data-entity]") ?? null;

  /** One stop for Tab: the entity last reached. @param {HTMLElement} reached */
  function rove(reached) {
    for (const one of marks) one.tabIndex = one === reached ? 0 : -1;
  }

  note.addEventListener("click", (event) => {
    const clicked = entityOf(event.target);
    if (!clicked || window.getSelection()?.toString()) return;
    const twin = marks.find((one) => one.dataset.entity === clicked.dataset.entity);
    if (!twin) return;
    rove(twin);
    origin = twin;
    void load(String(clicked.dataset.entity), true);
  });
  note.addEventListener("keydown", (event) => {
    const at = marks.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      origin = marks[at];
      void load(String(marks[at].dataset.entity), true);
      return;
    }
    const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: marks.length - 1 };
    const next = marks[/** @type {Record<string, number>} */ (steps)[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    rove(next);
    next.focus();
  });
  drawer.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button?.hasAttribute("data-close")) close();
    else if (button?.dataset.card) void load(button.dataset.card, true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (awaited || !drawer.hidden)) close();
  });
  if (marks[0]) rove(marks[0]);

  return {
    /** The card of the entity shown, or asked for, after the note was drawn anew. */
    refresh() {
      if (awaited) void load(awaited.rank, awaited.takesFocus);
      else if (shown !== null && !drawer.hidden) void load(shown, false);
    },
  };
}
