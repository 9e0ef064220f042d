// @ts-check
// What every page needs: an answer to failed htmx requests, and forms that ask once.

const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const translate = (/** @type {string} */ text) =>
  typeof window["gettext"] === "function" ? window["gettext"](text) : text;

/** Takes the notice of this sentence away, if there is one. @param {string} text */
function withdraw(text) {
  for (const one of document.querySelectorAll("main > .notice[role=alert]")) if (one.textContent === text) one.remove();
}

/** Says a sentence to screen readers and shows it as a notice, once: who asks every other second is refused as often.
 * @param {string} text */
function announce(text) {
  live.textContent = text;
  withdraw(text);
  const list = document.querySelector("main");
  const notice = document.createElement("p");
  notice.className = "notice notice-danger";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  list?.prepend(notice);
}

const unreached = () => translate("Le serveur ne répond pas. Vérifiez la connexion ; rien n'est perdu.");
const over = () =>
  translate("Votre session est terminée. Ce que vous avez écrit reste dans cette page : reconnectez-vous dans un autre onglet, puis envoyez de nouveau.");
document.body.addEventListener("htmx:sendError", () => announce(unreached()));
document.body.addEventListener("htmx:afterOnLoad", () => withdraw(unreached())); // it answers again
document.body.addEventListener("htmx:responseError", (event) => {
  const status = /** @type {CustomEvent} */ (event).detail.xhr.status;
  if (status === 401) {
    announce(over());
  } else if (status === 403) {
    announce(translate("Action refusée : votre rôle ne la permet pas, ou vous vous êtes reconnecté depuis l'ouverture de cette page. Rechargez-la."));
  } else if (status !== 404) {
    announce(translate("Le serveur a refusé la demande. Rechargez la page et réessayez."));
  }
});

/** On a narrow screen the entries of a project, and those of a group of pages, slide in one row each: the page's own is
 * seen, and a little of its neighbour. */
function slide() {
  for (const current of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(":is(.nav, .subnav) > [aria-current]"))) {
    const row = /** @type {HTMLElement} */ (current.parentElement);
    row.scrollLeft = current.offsetLeft - row.offsetLeft - 48;
  }
}
slide();

// What was refused is where the person goes on: the first wrong field, not the top of a long page.
/** @type {HTMLElement | null} */ (document.querySelector("main [aria-invalid=true]"))?.focus();

// A form is sent once: a second click while the first is on its way does nothing. An answer that takes its time is
// announced, on the button and to screen readers. A file that comes leaves the page as it is: its form opens again.
const SLOW_MS = 700;
const FILE_MS = 2000;

/** @param {HTMLFormElement} form */
function reopen(form) {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
}

/** A page open for so long may have outlived its session: what was written on it would be lost. */
const LONG_MS = 5 * 60_000;
const opened = performance.now();
/** Whoever turned to another tab may have signed out in it; a session that ends sooner says so (seconds). */
let wasLeft = false;
document.addEventListener("visibilitychange", () => (wasLeft ||= document.hidden));
const left = Number(document.body.dataset.sessionLeft ?? Infinity) * 1000;
const mayBeOver = () => wasLeft || performance.now() - opened > Math.min(LONG_MS, left);

/** Sends the form if the person of this page is still signed in, else says what to do; what was written stays either way.
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter @param {string} own */
async function sendSignedIn(form, submitter, own) {
  try {
    const answer = await fetch(own, { redirect: "manual", cache: "no-store" });
    if (answer.type === "opaqueredirect") {
      announce(over());
    } else {
      const now = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!now.body.dataset.person) throw new Error(`${answer.status}`); // a proxy's page
      if (now.body.dataset.person === document.body.dataset.person) {
        send(form, submitter, now);
        return;
      }
      announce(translate("Une autre personne s'est connectée dans ce navigateur : rien n'a été envoyé. Ce que vous avez écrit reste dans cette page : reconnectez-vous à votre nom dans un autre onglet, puis envoyez de nouveau."));
    }
  } catch {
    announce(unreached());
  }
  document.querySelector("main .notice[role=alert]")?.scrollIntoView({ block: "nearest" });
}

/** With the token of the session that was asked: should another begin meanwhile, the server refuses the form.
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter @param {Document} now */
function send(form, submitter, now) {
  const [old, fresh] = [form, now].map((part) => part.querySelector("input[name=csrfmiddlewaretoken]"));
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement) old.value = fresh.value;
  form.dataset.checked = "1";
  form.requestSubmit(submitter);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const question = form.dataset.confirm;
  const isChecked = "checked" in form.dataset;
  if (question && !isChecked && !window.confirm(question)) {
    event.preventDefault();
    return;
  }
  delete form.dataset.checked;
  const own = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".who > a"))?.href;
  const isOld = mayBeOver() && form.method === "post" && !event.defaultPrevented;
  if (own && isOld && !isChecked && !form.dataset.sent) {
    event.preventDefault();
    void sendSignedIn(form, /** @type {HTMLElement | null} */ (event.submitter), own);
    return;
  }
  if (form.dataset.sent && form.method === "post" && !form.hasAttribute("hx-post")) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "1";
  if (event.defaultPrevented) return;
  if ("download" in form.dataset) {
    setTimeout(() => reopen(form), FILE_MS);
    return;
  }
  setTimeout(() => {
    if (!form.dataset.sent || form.hasAttribute("hx-post")) return;
    event.submitter?.setAttribute("aria-busy", "true");
    live.textContent = translate("Demande envoyée : la réponse arrive.");
  }, SLOW_MS);
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) reopen(form);
});
