// @ts-check
/** Holds the state, applies actions, tells listeners which spans changed. */
import { diff, init, reduce } from "./state.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {(changes: Change[], state: State, action: import("./state.js").Action) => void} Listener */

export class Store {
  /** @param {{rev: number, spans: import("./types.js").Span[], ops?: import("./types.js").Op[]}} payload */
  constructor(payload) {
    /** @type {State} */
    this.state = init(payload);
    /** @type {Set<Listener>} */
    this.listeners = new Set();
  }

  /** @param {import("./state.js").Action} action */
  dispatch(action) {
    const before = this.state;
    this.state = reduce(before, action);
    const changes = before.spans === this.state.spans ? [] : diff(before.spans, this.state.spans);
    for (const listener of this.listeners) listener(changes, this.state, action);
  }

  /** @param {Listener} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
