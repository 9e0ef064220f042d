// @ts-check
/** Tells the other tabs that show the same layer that something was stored. Only revisions and ids of pages pass, never words. */

/** @typedef {{kind: "hello"|"here"|"stored", rev: number, tab: string}} News */
/** @typedef {{rev: () => number, stored: (rev: number) => void, met: (tab: string) => void}} Listener */

export class Tabs {
  /** @param {string} layer @param {string} tab an id of this page @param {AbortSignal} signal @param {Listener} on */
  constructor(layer, tab, signal, on) {
    this.tab = tab;
    if (!layer || typeof BroadcastChannel !== "function") return;
    this.channel = new BroadcastChannel(`layer:${layer}`);
    this.channel.addEventListener("message", ({ data }) => this.#heard(data, on));
    signal.addEventListener("abort", () => this.channel?.close());
    this.#say("hello", on.rev());
  }

  /** @param {News} news @param {Listener} on */
  #heard(news, on) {
    if (news.kind === "hello") this.#say("here", on.rev());
    if (news.kind !== "stored") on.met(news.tab);
    if (news.rev > on.rev()) on.stored(news.rev);
  }

  /** @param {number} rev */
  stored(rev) {
    this.#say("stored", rev);
  }

  /** @param {News["kind"]} kind @param {number} rev */
  #say(kind, rev) {
    /** @type {News} */
    const news = { kind, rev, tab: this.tab };
    this.channel?.postMessage(news);
  }
}
