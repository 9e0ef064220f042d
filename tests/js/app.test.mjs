// Forms ask once, and open again when what comes is a file.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

const heard = {};
let clock = 0;
globalThis.performance = { now: () => clock };
globalThis.HTMLInputElement = class {};
globalThis.DOMParser = class {
  parseFromString = (person) => ({
    body: { dataset: { person } },
    querySelector: () => Object.assign(new HTMLInputElement(), { value: "neuf" }),
  });
};
const told = [];
const shown = [];
const main = { prepend: (notice) => shown.unshift(notice) };
const wrong = { focus: () => (wrong.isFocused = true) };
globalThis.document = {
  createElement: () => ({
    setAttribute() {},
    remove() { shown.splice(shown.indexOf(this), 1); },
    get textContent() { return this.text; },
    set textContent(text) { told.push((this.text = text)); },
  }),
  querySelectorAll: () => [...shown],
  querySelector: (selector) => ({ main, ".who > a": { href: "/compte/" }, "main [aria-invalid=true]": wrong })[selector] ?? null,
  getElementById: () => said,
  body: { addEventListener: (type, listen) => (heard[type] = listen), dataset: { person: "7" } },
  addEventListener: (type, listen) => (heard[type] = listen),
};
globalThis.window = { addEventListener() {} };
const said = { textContent: "" };
mock.timers.enable({ apis: ["setTimeout"] });
await import("../../static/js/app.js");

function form(dataset = {}) {
  const button = { attributes: {}, setAttribute: (name, value) => (button.attributes[name] = value) };
  button.removeAttribute = (name) => delete button.attributes[name];
  const token = Object.assign(new HTMLInputElement(), { value: "vieux" });
  const own = { dataset, token, querySelector: () => token, requestSubmit: () => (own.isSent = send()), method: "post", hasAttribute: () => false, querySelectorAll: () => [button] };
  const send = () => {
    const event = { target: own, submitter: button, preventDefault: () => (event.defaultPrevented = true) };
    heard.submit(event);
    return !event.defaultPrevented;
  };
  return { send, button, own };
}

test("the first field that was refused has the focus", () => {
  assert.equal(wrong.isFocused, true);
});

test("a server that does not answer is told once, until it answers", () => {
  for (let time = 0; time < 3; time++) heard["htmx:sendError"]();
  assert.equal(shown.length, 1);
  heard["htmx:responseError"]({ detail: { xhr: { status: 403 } } });
  heard["htmx:afterOnLoad"]();
  assert.deepEqual(shown.map((notice) => /Action refusée/.test(notice.textContent)), [true]);
  shown.length = told.length = 0;
  said.textContent = "";
});

test("a session that has ended is told apart from a role that does not allow it", () => {
  heard["htmx:responseError"]({ detail: { xhr: { status: 401 } } });
  assert.match(shown[0].textContent, /session est terminée/);
  shown.length = told.length = 0;
  said.textContent = "";
});

test("a form is sent once, and a slow answer is announced", () => {
  const { send, button } = form();
  assert.deepEqual([send(), send()], [true, false]);
  assert.deepEqual([button.attributes, said.textContent], [{}, ""]);
  mock.timers.tick(700);
  assert.equal(button.attributes["aria-busy"], "true");
  assert.match(said.textContent, /réponse arrive/);
  mock.timers.tick(60_000);
  assert.equal(send(), false);
});

test("a file can be asked for again: its answer leaves the page as it is", () => {
  const { send, button } = form({ download: "" });
  assert.deepEqual([send(), send()], [true, false]);
  mock.timers.tick(2000);
  assert.deepEqual([send(), button.attributes], [true, {}]);
});

test("a page open for long asks first whether its own person is signed in, and keeps what was written", async () => {
  clock = 6 * 60_000;
  for (const [type, person, isSent, notice] of [
    ["basic", "7", true, null],
    ["opaqueredirect", "", undefined, /session est terminée/],
    ["basic", "8", undefined, /autre personne.*rien n'a été envoyé/],
    ["basic", "", undefined, /ne répond pas/],
  ]) {
    globalThis.fetch = async () => ({ type, text: async () => person });
    const { send, own } = form();
    told.length = 0;
    assert.equal(send(), false);
    await new Promise((done) => setImmediate(done));
    assert.deepEqual([own.isSent, own.token.value, told.length], [isSent, isSent ? "neuf" : "vieux", notice ? 1 : 0]);
    if (notice) assert.match(told[0], notice);
  }
});

test("who has been in another tab, or whose session ends soon, is asked for before the form goes", () => {
  clock = 0;
  const { send } = form();
  document.hidden = false;
  heard.visibilitychange();
  assert.equal(send(), true);
  document.hidden = true;
  heard.visibilitychange();
  document.hidden = false;
  heard.visibilitychange();
  const asked = [];
  globalThis.fetch = (address) => { asked.push(address); return Promise.reject(new Error("away")); };
  assert.deepEqual([form().send(), asked], [false, ["/compte/"]]);
});
