// @ts-check
/** fetch + CSRF + If-Match; any failure becomes an answer with a status (0: no network). */

/** @typedef {{status: number, body: any}} Answer */
/** @typedef {Pick<import("./api.js").Platform, "fetch"|"csrf">} Caller */

const TIMEOUT_MS = 20000;
/** A request that outlives its page may carry 64 kB in all. */
const KEEPALIVE_CHARACTERS = 15000;

/** @param {Caller} platform @param {string} url @param {unknown} data @param {number} rev @returns {Promise<Answer>} */
export function postJson(platform, url, data, rev) {
  const body = JSON.stringify(data);
  return call(platform, url, {
    method: "POST",
    keepalive: body.length < KEEPALIVE_CHARACTERS,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "If-Match": `"${rev}"`,
      "X-CSRFToken": platform.csrf(),
    },
    body,
  });
}

/** @param {Caller} platform @param {string} url @returns {Promise<Answer>} */
export function readJson(platform, url) {
  return call(platform, url, { headers: { Accept: "application/json" } });
}

/** @param {Caller} platform @param {string} url @param {RequestInit} init @returns {Promise<Answer>} */
async function call(platform, url, init) {
  try {
    const response = await platform.fetch(url, {
      ...init,
      credentials: "same-origin",
      cache: "no-store",
      // A redirect means the sign-in page: it must not be read as an answer.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      return { status: 401, body: {} };
    }
    const body = await parse(response);
    // A page where JSON was due is the sign-in page, served without a redirect.
    return { status: response.ok && !body ? 401 : response.status, body: body ?? { csrf: response.status === 403 } };
  } catch {
    return { status: 0, body: {} };
  }
}

/** @param {Response} response */
async function parse(response) {
  const type = response.headers.get("Content-Type") ?? "";
  // Django's CSRF refusal is an HTML page: the token went stale with the session.
  return type.includes("json") ? response.json() : null;
}

/** The token of Django's cookie (fresh after a new sign-in in another tab), else of the page. */
export function csrfToken() {
  const cookie = /(?:^|;\s*)(?:__Host-|__Secure-)?csrftoken=([^;]+)/.exec(document.cookie);
  if (cookie) return decodeURIComponent(cookie[1]);
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  if (field instanceof HTMLInputElement) return field.value;
  return document.querySelector("meta[name=csrf-token]")?.getAttribute("content") ?? "";
}
