// @ts-check
// Charts that can be zoomed: uPlot draws what the table beside holds. Without it the server's own picture stays.
// Mouse: drag to zoom, double click for all. Keys: ← → along the points, + zooms there, 0 or Escape shows all.

import { areDays, closer, columns, locale, turned } from "./data.js";

const HEIGHT = 220;
const FEW = 8; // points that each have their own mark on the axis
const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
const translate = (/** @type {string} */ text) =>
  typeof window["gettext"] === "function" ? window["gettext"](text) : text;
const language = locale(document.documentElement.lang || "fr");
/** @type {WeakMap<Element, {again: () => void}>} */
const drawn = new WeakMap();

/** @param {Element} figure */
function read(figure) {
  const table = /** @type {HTMLTableElement} */ (figure.querySelector("table[data-points]"));
  const heads = [...table.tHead.rows[0].cells];
  const body = [...table.tBodies[0].rows];
  const areProfiles = table.dataset.points === "profiles"; // a row is a line, a column a place with a name
  const named = areProfiles ? body.map((row) => row.cells[0]) : heads.filter((cell) => cell.hasAttribute("data-line"));
  const lines = named.map((cell, n) => ({
    name: (cell.dataset.line || cell.textContent || "").trim(),
    right: cell.dataset.axis === "right",
    log: cell.dataset.scale === "log",
    percent: cell.dataset.unit === "percent",
    key: Number(cell.dataset.key || n + 1),
    dash: cell.dataset.dash,
  }));
  const rows = body.map((row) => ({ x: row.dataset.x || "", values: values(row) }));
  const places = areProfiles ? heads.slice(1).map((cell) => (cell.textContent || "").trim()) : [];
  return { lines, rows: areProfiles ? turned(body.map(values)) : rows, places, isLog: table.dataset.points === "log" };
}

/** @param {HTMLTableRowElement} row @returns {string[]} */
function values(row) {
  return [...row.cells].filter((cell) => cell.hasAttribute("data-v")).map((cell) => cell.dataset.v || "");
}

/** @param {{key: number, dash?: string}} line @returns {number[]} its own strokes, else those of its colour */
function dashes(line) {
  return line.dash === undefined ? DASHES[(line.key - 1) % DASHES.length] : line.dash.split(" ").filter(Boolean).map(Number);
}

/** @param {boolean} percent @param {number} most */
function numbers(percent, most = 1) {
  const format = new Intl.NumberFormat(language, percent ? { style: "percent", maximumFractionDigits: most } : { maximumFractionDigits: 2 });
  return (/** @type {number | null} */ value) => (value === null || value === undefined ? "–" : format.format(value));
}

/** @param {HTMLElement} figure */
function draw(figure) {
  const { lines, rows, places, isLog } = read(figure);
  if (rows.length < 2 || !window["uPlot"]) return;
  const data = columns(rows);
  const xs = /** @type {number[]} */ (data[0]);
  const days = areDays(rows);
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
  const told = days
    ? (/** @type {number} */ x) => day.format(new Date(x * 1000))
    : places.length
      ? (/** @type {number} */ x) => places[x] ?? ""
      : numbers(false);

  const place = document.createElement("div");
  place.className = "chart-canvas";
  place.tabIndex = 0;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", `${figure.dataset.chart}. ${translate("Flèches : d'un point à l'autre ; + : agrandir ; 0 : tout voir.")}`);
  const readout = document.createElement("p");
  readout.className = "chart-readout muted";
  readout.setAttribute("aria-live", "polite");
  const tools = document.createElement("p");
  tools.className = "chart-tools";
  const nearer = button(translate("Agrandir"));
  const all = button(translate("Tout voir"));
  tools.append(nearer, all);
  const before = figure.querySelector("details, .table-scroll");
  for (const one of [place, readout, tools]) figure.insertBefore(one, before);
  figure.classList.add("is-drawn");

  let at = xs.length - 1;
  while (at > 0 && data[1][at] === null) at -= 1; // a forecast stands after the last known point
  const say = () => {
    const values = lines.map((line, n) => `${line.name} ${numbers(line.percent)(data[n + 1][at])}`);
    readout.textContent = `${days ? "" : `${figure.dataset.x || ""} `}${told(xs[at])} · ${values.join(" · ")}`;
  };

  /** @type {any} */
  let plot;
  const make = () => {
    plot?.destroy();
    const style = getComputedStyle(figure);
    const ink = style.getPropertyValue("--ink-2").trim();
    const grid = { stroke: style.getPropertyValue("--line").trim(), width: 1 };
    const axis = { stroke: ink, grid, ticks: grid, font: `12px ${style.fontFamily}` };
    const sides = ["left", "right"].filter((side) => lines.some((line) => line.right === (side === "right")));
    const scales = Object.fromEntries(sides.map((side) => [side, scale(lines.filter((line) => line.right === (side === "right")), data, lines)]));
    plot = new window["uPlot"](
      {
        width: place.clientWidth || 320,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: true, y: false }, y: false },
        scales: { x: { time: false, distr: isLog ? 3 : 1, range: (_u, least, most) => [least, most] }, ...scales }, // else to the next power of ten
        axes: [
          { ...axis, space: 64, values: (_u, ticks) => ticks.map((tick) => (tick === null ? "" : told(tick))), ...(isLog || xs.length <= FEW ? { splits: (u) => xs.filter((x) => x >= u.scales.x.min && x <= u.scales.x.max), filter: (_u, splits) => splits } : {}), ...(days ? { incrs: [1, 2, 7, 14, 28, 91, 364].map((n) => n * 86400) } : {}) },
          ...sides.map((side) => ({
            ...axis,
            scale: side,
            side: side === "right" ? 1 : 3,
            size: 56,
            grid: side === "right" && sides.length > 1 ? { show: false } : grid,
            values: (_u, ticks) => ticks.map((tick) => (tick === null ? "" : numbers(lines.some((line) => line.percent && line.right === (side === "right")), 0)(tick))),
          })),
        ],
        series: [
          {},
          ...lines.map((line, n) => ({
            label: line.name,
            scale: line.right ? "right" : "left",
            stroke: colour(figure, line.key),
            width: 2,
            dash: dashes(line),
            spanGaps: true,
            points: { show: true, size: 6 },
          })),
        ],
        hooks: {
          setCursor: [
            (u) => {
              if (typeof u.cursor.idx === "number" && u.cursor.left >= 0) {
                at = u.cursor.idx;
                say();
              }
            },
          ],
        },
      },
      data,
      place,
    );
  };
  make();
  say();

  const everything = () => plot.setScale("x", { min: xs[0], max: xs[xs.length - 1] });
  const zoom = () => {
    const seen = plot.scales.x;
    const [min, max] = closer(xs, [seen.min, seen.max], xs[at]);
    plot.setScale("x", { min, max });
  };
  nearer.addEventListener("click", zoom);
  all.addEventListener("click", everything);
  place.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      at = Math.min(xs.length - 1, Math.max(0, at + step));
      plot.setCursor({ left: plot.valToPos(xs[at], "x"), top: 0 });
      say();
    } else if (event.key === "+") zoom();
    else if (event.key === "0" || event.key === "Escape") everything();
    else return;
    event.preventDefault();
  });
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT })).observe(place);
  drawn.set(figure, { again: make });
}

/** From nought (lower where a value is), or by powers of ten; shares from 0 to 1. */
function scale(own, data, lines) {
  if (own.every((line) => line.log)) return { distr: 3 };
  if (own.every((line) => line.percent)) return { range: [0, 1] };
  const all = own.flatMap((line) => data[lines.indexOf(line) + 1].filter((v) => v !== null));
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  return { range: [least * 1.08, most * 1.08 || 1] };
}

/** The colour of the legend's key (from 1), so that light and dark come from the style sheet. @param {Element} figure @param {number} key */
function colour(figure, key) {
  const told = figure.querySelector(`figcaption .chart-line-${key}`);
  if (told) return getComputedStyle(told).color;
  const probe = document.createElement("span");
  probe.className = `chart-key chart-${((key - 1) % 4) + 1}`;
  figure.append(probe);
  const found = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return found;
}

/** @param {string} text */
function button(text) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn-quiet";
  made.textContent = text;
  return made;
}

/** @param {ParentNode} root */
function drawAll(root) {
  for (const figure of root.querySelectorAll("figure[data-chart]")) {
    if (!figure.querySelector(".chart-canvas")) draw(/** @type {HTMLElement} */ (figure));
  }
}

drawAll(document);
document.addEventListener("htmx:afterSettle", () => drawAll(document));
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  for (const figure of document.querySelectorAll("figure[data-chart]")) drawn.get(figure)?.again();
});
