import assert from "node:assert/strict";
import { test } from "node:test";
import { Tabs } from "../../../static/js/annotator/tabs.js";

/** A tab of `layer` that knows revision `rev`. */
function open(layer, id, rev) {
  const abort = new AbortController();
  const tab = { rev, heard: [], met: [], close: () => abort.abort() };
  tab.tabs = new Tabs(layer, id, abort.signal, {
    rev: () => tab.rev,
    stored: (news) => tab.heard.push(news),
    met: (other) => tab.met.push(other),
  });
  return tab;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

test("two tabs of a layer meet, and the one that is behind hears it", async () => {
  const [one, two] = [open("l1", "a", 3), open("l1", "b", 5)];
  await settle();
  assert.deepEqual(one.met, ["b"]);
  assert.deepEqual(two.met, ["a"]);
  assert.deepEqual(one.heard, [5]);
  assert.deepEqual(two.heard, []);
  one.close();
  two.close();
});

test("what one stores the other hears, unless it knows", async () => {
  const [one, two, third] = [open("l2", "a", 1), open("l2", "b", 1), open("elsewhere", "c", 1)];
  await settle();
  one.tabs.stored(2);
  await settle();
  assert.deepEqual(two.heard, [2]);
  two.rev = 2;
  one.tabs.stored(2);
  await settle();
  assert.deepEqual(two.heard, [2]);
  assert.deepEqual(third.heard, []);
  for (const tab of [one, two, third]) tab.close();
});

test("a closed tab neither hears nor disturbs", async () => {
  const [one, two] = [open("l3", "a", 1), open("l3", "b", 1)];
  await settle();
  two.close();
  one.tabs.stored(2);
  await settle();
  assert.deepEqual(two.heard, []);
  one.close();
});

test("without a layer there is nobody to tell", () => {
  open("", "a", 1).tabs.stored(2);
});
