// @ts-check
// The fields of a new study show only while no known study is chosen.

const form = document.querySelector("[data-study-form]");
const study = /** @type {HTMLSelectElement | null} */ (form?.querySelector("[name=study]") ?? null);

function follow() {
  for (const name of ["name", "recipient", "purpose"]) {
    const field = form?.querySelector(`[name=${name}]`)?.closest(".field");
    if (field instanceof HTMLElement) field.hidden = Boolean(study?.value);
  }
}

study?.addEventListener("change", follow);
follow();
