/* Keys of the comparison: digits by their place on the keyboard (AZERTY-safe), arrows along the conflicts. */
const DIGITS = { Digit0: "0", Digit1: "1", Digit2: "2", Digit3: "3", Numpad0: "0", Numpad1: "1", Numpad2: "2", Numpad3: "3" };

function isTyping(target) {
  return target instanceof Element && target.closest("input, select, textarea") !== null;
}

function step(by) {
  const links = [...document.querySelectorAll(".cmp-rail a")];
  const here = links.findIndex((link) => link.hasAttribute("aria-current"));
  links[here + by]?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const key = DIGITS[event.code];
  if (key !== undefined) {
    const control = document.querySelector(`[data-key="${key}"]`);
    if (!control) return;
    event.preventDefault();
    control.click();
    if (control.tagName === "SUMMARY") document.querySelector("[name=start]")?.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && event.target === document.body) {
    document.querySelector('[data-key="Enter"]')?.click();
  }
});

document.querySelector(".cmp-conflict[aria-current]")?.scrollIntoView({ block: "center" });
