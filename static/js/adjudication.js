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

/** The next passage of one's own, the first one after the last. */
function nextRow() {
  const rows = [...document.querySelectorAll("[data-row]")];
  const here = rows.findIndex((row) => row.classList.contains("is-current"));
  rows.forEach((row, at) => row.classList.toggle("is-current", at === (here + 1) % rows.length));
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
    find("[data-keep]").focus();
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

find(".cmp-conflict[aria-current]")?.scrollIntoView({ block: "center" });
