// @ts-check
/** Tells the other tabs that show the same layer that something was stored. Only revisions pass, never words. */

/** @typedef {{kind: "hello"|"here"|"stored", rev: number}} News */

export class Tabs {
  /**
   * @param {string} layer @param {AbortSignal} signal
   * @param {{rev: () => number, stored: (rev: number) => void, met: () => void}} on
   */
  constructor(layer, signal, on) {
    if (!layer || typeof BroadcastChannel !== "function") return;
    this.channel = new BroadcastChannel(`layer:${layer}`);
    this.channel.addEventListener("message", ({ data }) => this.#heard(data, on));
    signal.addEventListener("abort", () => this.channel?.close());
    this.#say({ kind: "hello", rev: on.rev() });
  }

  /** @param {News} news @param {{rev: () => number, stored: (rev: number) => void, met: () => void}} on */
  #heard(news, on) {
    if (news.kind === "hello") this.#say({ kind: "here", rev: on.rev() });
    if (news.kind !== "stored") on.met();
    if (news.rev > on.rev()) on.stored(news.rev);
  }

  /** @param {number} rev */
  stored(rev) {
    this.#say({ kind: "stored", rev });
  }

  /** @param {News} news */
  #say(news) {
    this.channel?.postMessage(news);
  }
}
