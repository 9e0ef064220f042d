/* Keys of the comparison: digits by their place on the keyboard (AZERTY-safe), arrows along the conflicts. */
const DIGITS = { Digit0: "0", Digit1: "1", Digit2: "2", Digit3: "3", Numpad0: "0", Numpad1: "1", Numpad2: "2", Numpad3: "3" };
const find = (selector) => document.querySelector(selector);

/** Words are written there, or a list is open: the keys are its own. */
function isTyping(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea") !== null;
}

function step(by) {
  const links = [...document.querySelectorAll(".cmp-list a")];
  const here = links.findIndex((link) => link.hasAttribute("aria-current"));
  links[here + by]?.click();
}

/** Shows the next of the empty passages, which are folded away until somebody wants one. */
function unfold() {
  const spare = find("[data-spare][hidden]");
  if (spare) spare.hidden = false;
  find("[data-more]").hidden = find("[data-spare][hidden]") === null;
}

/** The next passage of one's own; after the last an empty one, as long as there is one, then the first. */
function nextRow() {
  const shown = document.querySelectorAll("[data-row]:not([hidden])");
  if (shown[shown.length - 1].classList.contains("is-current")) unfold();
  const rows = [...document.querySelectorAll("[data-row]:not([hidden])")];
  choose(rows[(rows.findIndex((row) => row.classList.contains("is-current")) + 1) % rows.length]);
}

/** Letters and arrows are for this passage from now on. */
function choose(row) {
  for (const one of document.querySelectorAll("[data-row]")) one.classList.toggle("is-current", one === row);
}

/** Passages of one's own: letters choose the label of the current one, arrows with Shift move its edges by a word. */
function ownKey(event) {
  if (!find("[data-own]")?.open) return false;
  const row = find("[data-row].is-current");
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by && event.shiftKey) {
    const edge = row.querySelector(event.ctrlKey ? "[name=start]" : "[name=end]");
    edge.selectedIndex = Math.min(edge.options.length - 1, Math.max(0, edge.selectedIndex + by));
    return true;
  }
  if (event.ctrlKey || event.key.length !== 1) return false;
  const letter = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? event.key.toLowerCase();
  const option = row.querySelector(`[name=label] [data-letter="${CSS.escape(letter)}"]`);
  if (option) option.selected = true;
  return option !== null;
}

function press(key) {
  const control = find(`[data-key="${key}"]`);
  if (control?.tagName === "SUMMARY") {
    if (control.parentElement.open) nextRow();
    control.parentElement.open = true;
    find("[data-keep]").focus({ preventScroll: true }); // the passage stays in sight
    find("[data-row].is-current").scrollIntoView({ block: "nearest" });
  } else control?.click();
  return Boolean(control);
}

function enter(event) {
  if (event.target !== document.body) return false;
  const button = find('[data-key="Enter"]') ?? find(".cmp-choices .btn-primary");
  button?.click();
  return Boolean(button);
}

function handled(event) {
  const digit = DIGITS[event.code];
  if (digit !== undefined && !event.shiftKey && !event.ctrlKey) return press(digit);
  if (ownKey(event)) return true;
  if (event.ctrlKey) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    step(event.key === "ArrowDown" ? 1 : -1);
    return true;
  }
  if (event.key === "=") return press("=");
  return event.key === "Enter" && enter(event);
}

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.altKey || isTyping(event.target)) return;
  if (handled(event)) event.preventDefault();
});

for (const spare of document.querySelectorAll("[data-spare]")) spare.hidden = true;
const more = find("[data-more]");
if (more) {
  more.hidden = find("[data-spare]") === null;
  more.addEventListener("click", () => {
    unfold();
    choose([...document.querySelectorAll("[data-row]:not([hidden])")].at(-1));
  });
}
find(".cmp-conflict[aria-current]")?.scrollIntoView({ block: "center" });
