// Pages of the annotator without a browser: the real queue, state and ops, driven by JSON lines.
// Every request waits until the driver answers it or lets it fail; timers fire when told.
import { createInterface } from "node:readline";
import { Sync } from "../../../static/js/annotator/api.js";
import * as ops from "../../../static/js/annotator/ops.js";
import { ordered } from "../../../static/js/annotator/queries.js";
import { redoOp, undoOp } from "../../../static/js/annotator/state.js";
import { Store } from "../../../static/js/annotator/store.js";

/** @type {Map<string, any>} */
const pages = new Map();
let fresh = [];
let lastRequest = 0;

function open({ editor, payload }) {
  const store = new Store(payload);
  const page = { store, timers: new Map(), waiting: new Map(), settled: new Set(), choice: "mine", asked: 0 };
  let lastTimer = 0;
  store.subscribe((_changes, _state, action) => {
    if (action.type === "replace") page.settled.add(action.op_id);
    if (action.type === "rewrite") page.before.forEach((id) => page.settled.add(id));
    page.before = store.state.pending.map(({ op_id }) => op_id);
  });
  page.before = [];
  page.sync = new Sync({
    store,
    urls: payload.urls,
    owner: payload.me,
    platform: {
      fetch: (url, init) => new Promise((resolve, reject) => {
        const id = String(++lastRequest);
        page.waiting.set(id, { resolve, reject });
        fresh.push({ editor, id, url, method: init.method ?? "GET", match: init.headers["If-Match"] ?? null, body: init.body ?? null });
      }),
      csrf: () => "token",
      setTimeout: (run) => (page.timers.set(++lastTimer, run), lastTimer),
      clearTimeout: (timer) => page.timers.delete(timer),
      online: () => true,
      random: () => 0.5,
    },
    ask: async () => (page.asked++, page.choice),
  });
  pages.set(editor, page);
}

/** An op on the page's spans, or null when the gesture means nothing there. */
function made({ store }, { kind, rank, start, end, label, subtype }) {
  const all = ordered(store.state.spans);
  const one = all.length ? all[rank % all.length] : null;
  const gestures = {
    add: () => ops.addOp(ops.manualSpan({ start, end, label, subtype }, "user")),
    accept: () => one && ops.acceptOp(one),
    remove: () => one && ops.removeOp(one),
    relabel: () => one && ops.relabelOp(one, label, subtype),
    resize: () => one && one.state !== "rejected" && ops.resizeOp(one, start, end),
    flag: () => one && ops.flagOp(one, !one.doubt),
    undo: () => undoOp(store.state),
    redo: () => redoOp(store.state),
  };
  return gestures[kind]() || null;
}

const commands = {
  open,
  gesture(asked) {
    const page = pages.get(asked.editor);
    page.choice = asked.choice;
    const op = made(page, asked);
    if (op) page.sync.push(op);
    return { op };
  },
  answer({ editor, id, status, body }) {
    const waiting = pages.get(editor)?.waiting.get(id);
    if (!waiting) return;
    pages.get(editor).waiting.delete(id);
    waiting.resolve({ status, ok: status < 300, type: "basic", headers: { get: () => "application/json" }, json: async () => body });
  },
  fail({ editor, id }) {
    pages.get(editor)?.waiting.get(id)?.reject(new TypeError("network"));
    pages.get(editor)?.waiting.delete(id);
  },
  tick({ editor }) {
    const page = pages.get(editor);
    const due = [...page.timers.values()];
    page.timers.clear();
    due.forEach((run) => run());
  },
  news({ editor }) {
    const { sync } = pages.get(editor);
    if (!sync.running && !sync.pending) sync.catchUp();
  },
  kick: ({ editor }) => pages.get(editor).sync.kick(),
  inherit({ editor, waiting }) {
    const { store, sync } = pages.get(editor);
    const known = new Set(store.state.log.map(({ op_id }) => op_id));
    for (const op of waiting.filter(({ op_id }) => !known.has(op_id))) store.dispatch({ type: "local", op });
    sync.kick();
  },
  kill: ({ editor }) => void pages.delete(editor),
};

function report(editor) {
  const page = pages.get(editor);
  if (!page) return {};
  const { state } = page.store;
  return {
    phase: page.sync.phase, running: page.sync.running, rev: state.rev, pending: state.pending,
    log: state.log.map(({ op_id }) => op_id), spans: ordered(state.spans), settled: [...page.settled], asked: page.asked,
    timers: page.timers.size,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  const result = commands[command.name](command) ?? {};
  // Everything that follows without the network.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.stdout.write(`${JSON.stringify({ ...result, requests: fresh.splice(0), page: report(command.editor) })}\n`);
}
