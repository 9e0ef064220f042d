// Seeded randomness, texts with every trap, and a server of the protocol in memory.
import { applyOps, fits } from "../../../static/js/annotator/state.js";

/** Mulberry32: the same numbers on every machine. */
export function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const pick = (random, list) => list[Math.floor(random() * list.length)];

const PIECES = [
  "a", "Durand", "l'hôpital", "M.DUPONT", "e\u0301te\u0301", "œdème", " ", "  ", "\n", "\n\n", "\u00a0", "\u2028",
  "so\u00adft", "👩‍⚕️", "👨‍👩‍👧", "🇫🇷", "𝔘", "12/03/1984", "06.12.34.56.78", ",", "–", "\t", "75013Paris", "\u0085", "\r",
];

export function randomText(random, pieces = 30) {
  return Array.from({ length: 1 + Math.floor(random() * pieces) }, () => pick(random, PIECES)).join("");
}

export function span(id, start, end, more = {}) {
  return {
    id, start, end, label: "PER", subtype: "NOM", score: 0.9, source: "rule:titre",
    state: "suggested", doubt: false, comment: "", ...more,
  };
}

/** The protocol, with knobs: what `faults` returns for a request decides how it goes wrong. */
export class FakeServer {
  constructor(spans = []) {
    this.initial = spans;
    this.spans = new Map(spans.map((one) => [one.id, one]));
    this.log = [];
    this.rev = 0;
    this.submitted = false;
    this.session = true;
    /** @type {() => null|"lost"|"down"|"busy"} */
    this.faults = () => null;
    this.requests = [];
    this.fetch = async (url, init = {}) => this.#answer(url, init);
  }

  store(op) {
    this.rev += 1;
    this.spans = applyOps(this.spans, [op]);
    this.log.push({ ...op, rev: this.rev });
  }

  since(rev) {
    return this.log.filter((op) => op.rev > rev);
  }

  #answer(url, init) {
    const fault = this.faults();
    if (fault === "down") throw new TypeError("network");
    if (fault === "busy") return json(503, { error: "occupé" });
    this.requests.push({ url, ...init });
    const answer = this.#route(url, init);
    if (fault === "lost") throw new TypeError("network");
    return answer;
  }

  #route(url, init) {
    if (!this.session) return json(401, { error: "Session terminée." });
    if (init.method !== "POST") {
      return json(200, { rev: this.rev, ops: this.since(Number(new URL(url, "http://x").searchParams.get("since"))) });
    }
    if (init.headers["X-CSRFToken"] !== "tok") return json(403, null);
    const rev = Number(/^"(\d+)"$/.exec(init.headers["If-Match"])?.[1]);
    return url === "/submit" ? this.#submit(rev) : this.#op(JSON.parse(init.body), rev);
  }

  #submit(rev) {
    if (this.submitted) return json(409, { error: "La note est validée.", rev: this.rev, missed: [], spans: [] });
    if (rev !== this.rev) return json(412, { error: "périmé", rev: this.rev, missed: this.since(rev) });
    this.submitted = true;
    return json(200, { next: "/next", gold: 1 });
  }

  #op(op, rev) {
    if (this.log.some((one) => one.op_id === op.op_id)) {
      return json(200, { rev: this.rev, op_id: op.op_id, duplicate: true, saved_at: "2026-01-31T14:02:00Z" });
    }
    if (this.submitted) return json(409, { error: "La note est validée.", rev: this.rev, missed: [], spans: [] });
    if (rev !== this.rev) return json(412, { error: "périmé", rev: this.rev, missed: this.since(rev) });
    if (op.changes.some(({ after }) => after?.comment === "refusé")) return json(422, { error: "non", field: "comment" });
    if (!fits(this.spans, op)) {
      return json(409, { error: "conflit", rev: this.rev, missed: [], spans: op.changes.map(({ id }) => id) });
    }
    this.store(op);
    return json(200, { rev: this.rev, op_id: op.op_id, saved_at: "2026-01-31T14:02:00Z" });
  }
}

function json(status, body) {
  return {
    status, ok: status < 300, type: "basic",
    headers: { get: () => (body ? "application/json" : "text/html") },
    json: async () => structuredClone(body),
  };
}
