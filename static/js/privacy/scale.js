// @ts-check
// The slider's logarithmic scale: two decades, 0.1 to 10.

export const STEPS = 200;

/** ε of a slider position: 0.1 at 0, 1 in the middle, 10 at the end. @param {number} step */
export function epsilonAt(step) {
  const value = 10 ** ((2 * step) / STEPS - 1);
  return value < 1 ? Math.round(value * 100) / 100 : Math.round(value * 20) / 20;
}

/** Slider position nearest to an ε. @param {number} value */
export function stepOf(value) {
  return Math.round(((Math.log10(value) + 1) * STEPS) / 2);
}

const translate = (/** @type {string} */ text) =>
  typeof window["gettext"] === "function" ? window["gettext"](text) : text;

/** Says what an ε must be once a wrong one has been typed: the page still shows the one before.
 * @param {HTMLInputElement} epsilon @param {(text: string) => void} fail */
export function refuseWrong(epsilon, fail) {
  epsilon.addEventListener("change", () => {
    if (epsilon.value && epsilon.checkValidity()) return;
    fail(translate("ε va de 0,1 à 10, avec deux décimales au plus. La page montre encore le niveau de bruit d'avant."));
    epsilon.setAttribute("aria-invalid", "true");
  });
  epsilon.addEventListener("input", () => {
    if (epsilon.value && epsilon.checkValidity() && epsilon.hasAttribute("aria-invalid")) {
      epsilon.removeAttribute("aria-invalid");
      fail("");
    }
  });
}
