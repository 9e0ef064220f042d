import assert from "node:assert/strict";
import { test } from "node:test";

import { areDays, closer, columns, locale, place, turned } from "../../../static/js/charts/data.js";

test("rows become columns in the order of their days, without what is missing", () => {
  const rows = [
    { x: "2026-03-09", values: ["4", ""] },
    { x: "2026-03-02", values: ["1", "0.5"] },
  ];
  assert.ok(areDays(rows));
  assert.deepEqual(columns(rows), [[place("2026-03-02"), place("2026-03-09")], [1, 4], [0.5, null]]);
});

test("numbers are places of their own", () => {
  const rows = [{ x: "10", values: ["3"] }, { x: "0.1", values: ["7"] }];
  assert.equal(areDays(rows), false);
  assert.deepEqual(columns(rows), [[0.1, 10], [7, 3]]);
});

test("a zoom halves the view around a point, and never leaves fewer than two", () => {
  const xs = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  assert.deepEqual(closer(xs, [0, 8], 4), [2, 6]);
  assert.deepEqual(closer(xs, [0, 8], 0), [0, 4]);
  assert.deepEqual(closer([0, 100], [0, 100], 0), [0, 100]);
});

test("lines in rows become places in rows, and a gap stays one", () => {
  const rows = turned([["0.9", ""], ["0.2", "0.4"]]);
  assert.deepEqual(rows, [{ x: "0", values: ["0.9", "0.2"] }, { x: "1", values: ["", "0.4"] }]);
  assert.deepEqual(columns(rows), [[0, 1], [0.9, null], [0.2, 0.4]]);
});

test("a day is written as the page's language writes it elsewhere: the day first", () => {
  const told = (/** @type {string} */ language) =>
    new Intl.DateTimeFormat(locale(language), { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date("2026-11-09"));
  assert.equal(told("en"), "9 Nov");
  assert.equal(told("fr"), "9 nov.");
});
