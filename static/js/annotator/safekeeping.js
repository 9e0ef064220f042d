// @ts-check
/** What keeps work safe around the queue: other tabs, other people, a browser that is closed. */
import { gettext } from "./i18n.js";
import { newId } from "./ops.js";
import { Tabs } from "./tabs.js";
import { canSeal, Vault } from "./vault.js";

const WATCH_MS = 1500;
/** A browser whose store does not answer holds nobody up longer. */
const LONGEST_LOOK_MS = 5000;

/** @typedef {import("./types.js").Op} Op */

/** @param {import("./main.js").NoteCanvas} canvas @param {AbortSignal} signal @returns {(rev: number) => void} to call when something was stored */
export function keepSafe(canvas, signal) {
  watchOwner(canvas, signal);
  const { queueKey, layer } = canvas.payload;
  const tab = newId();
  const vault = queueKey && layer && canSeal() ? new Vault(queueKey, layer, tab) : null;
  const looked = inheritQueue(canvas, vault, signal).then(() => {
    canvas.dataset.recovered = "true";
  });
  // The note is not done before it is known whether a closed browser left something.
  canvas.sync.before = Promise.race([looked, new Promise((resolve) => setTimeout(resolve, LONGEST_LOOK_MS))]);
  return followTabs(canvas, tab, vault, signal);
}

/** @param {import("./main.js").NoteCanvas} canvas @param {string} tab @param {Vault|null} vault @param {AbortSignal} signal */
function followTabs(canvas, tab, vault, signal) {
  const { payload, store, sync, toast } = canvas;
  let told = false;
  const tabs = new Tabs(payload.layer ?? "", tab, signal, {
    rev: () => store.state.rev,
    stored: () => {
      // With ops on the way, the next answer brings the news.
      if (!sync.running && !sync.pending) sync.catchUp();
    },
    met: (other) => {
      vault?.follow(other, (ops) => takeUp(canvas, ops));
      if (!told) toast.show(gettext("Cette note est ouverte dans un autre onglet : les deux restent à jour."), false);
      told = true;
    },
  });
  return (/** @type {number} */ rev) => tabs.stored(rev);
}

/** A sign-in in another tab changes the token: find out whose before anything leaves. @param {import("./main.js").NoteCanvas} canvas @param {AbortSignal} signal */
function watchOwner({ sync }, signal) {
  const look = () => sync.recheck();
  const timer = setInterval(look, WATCH_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  window.addEventListener("focus", look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
}

/** @param {import("./main.js").NoteCanvas} canvas @param {Vault|null} vault @param {AbortSignal} signal */
async function inheritQueue(canvas, vault, signal) {
  if (!vault) return;
  const { store } = canvas;
  /** @type {unknown} */ let last = store.state.pending;
  store.subscribe((_changes, { pending }) => {
    if (pending !== last) vault.keep(pending);
    last = pending;
  });
  window.addEventListener("pagehide", () => vault.flush(), { signal });
  try {
    await vault.inherit((ops) => takeUp(canvas, ops));
  } catch {
    // No store in this browser (private window, full disk): the queue lives in the page only.
  }
}

/** What another page could not send is sent by this one. @param {import("./main.js").NoteCanvas} canvas @param {Op[]} ops */
function takeUp({ store, sync, toast }, ops) {
  const known = new Set([...store.state.log, ...store.state.pending].map(({ op_id }) => op_id));
  const waiting = ops.filter(({ op_id }) => !known.has(op_id));
  for (const op of waiting) store.dispatch({ type: "local", op });
  if (waiting.length) toast.show(gettext("Ce qui attendait à la fermeture du navigateur a été repris."), false);
  if (waiting.length) sync.kick();
}
