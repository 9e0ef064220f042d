// @ts-check
// Import: the format follows the chosen file's name until somebody chooses one.

const file = /** @type {HTMLInputElement} */ (document.getElementById("id_file"));
const format = /** @type {HTMLSelectElement} */ (document.getElementById("id_format"));
/** @type {Record<string, string>} */
const byExtension = JSON.parse(format.dataset.byExtension ?? "{}");

format.addEventListener("change", () => delete format.dataset.byExtension);
file.addEventListener("change", () => {
  const extension = /\.\w+$/.exec(file.files?.[0]?.name ?? "")?.[0].toLowerCase() ?? "";
  if ("byExtension" in format.dataset) format.value = byExtension[extension] ?? format.value;
});
