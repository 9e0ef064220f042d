// @ts-check
// Security keys: the server's challenge goes to the browser's authenticator, its answer back as a form. Nothing is kept here.

import { csrfToken } from "../annotator/http.js";

const failure = /** @type {HTMLElement} */ (document.getElementById("key-error"));
const waiting = /** @type {HTMLElement} */ (document.getElementById("key-wait"));
const translate = (/** @type {string} */ text) =>
  typeof window["gettext"] === "function" ? window["gettext"](text) : text;

/** @param {string} text */
function fail(text) {
  failure.textContent = text;
  failure.hidden = !text;
}

/** Says what to do; meanwhile a second press would spoil what the key is asked. @param {boolean} is */
function wait(is) {
  waiting.textContent = is ? translate("Touchez la clé, ou faites ce que le navigateur demande.") : "";
  for (const button of document.querySelectorAll("form[data-key] button")) {
    if (is) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}

/** @param {string} text base64url */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} url @param {string} purpose */
async function challenge(url, purpose) {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ purpose }),
    headers: { "X-CSRFToken": csrfToken() },
  });
  const answer = response.headers.get("Content-Type")?.includes("json") ? await response.json() : {};
  if (!response.ok) throw new Error(answer.error ?? translate("Rechargez la page et recommencez."));
  return answer;
}

/** @param {any} options @returns {Promise<object>} */
async function added(options) {
  const credential = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: described(options.excludeCredentials),
      },
    })
  );
  const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
  return {
    ...named(credential),
    response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) },
  };
}

/** @param {any} options @returns {Promise<object>} */
async function shown(options) {
  const credential = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        allowCredentials: described(options.allowCredentials),
      },
    })
  );
  const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
  return {
    ...named(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

/** @param {{id: string}[] | undefined} list */
function described(list) {
  return (list ?? []).map((item) => ({ type: /** @type {const} */ ("public-key"), id: bytes(item.id) }));
}

/** @param {PublicKeyCredential} credential */
function named(credential) {
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type };
}

/** @param {Error} error of the browser, or ours, which says why in words */
function reason(error) {
  if (!(error instanceof DOMException)) return error.message;
  if (error.name === "InvalidStateError") return translate("Cette clé est déjà enregistrée.");
  return translate("La clé n'a pas répondu, ou la demande a été annulée.");
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-key]"))) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (waiting.textContent) return;
    fail("");
    wait(true);
    const purpose = form.dataset.key ?? "";
    try {
      if (!navigator.credentials || !window.PublicKeyCredential) {
        throw new Error(translate("Ce navigateur ne connaît pas les clés de sécurité."));
      }
      const options = await challenge(form.dataset.options ?? "", purpose);
      const answer = await (purpose === "add" ? added(options) : shown(options));
      /** @type {HTMLInputElement} */ (form.elements.namedItem("answer")).value = JSON.stringify(answer);
      form.submit();
    } catch (error) {
      wait(false);
      fail(reason(/** @type {Error} */ (error)));
    }
  });
}
