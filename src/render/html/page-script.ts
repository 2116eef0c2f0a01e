/**
 * The script of a page: it filters by words over all sections and within one, sorts by a column and links to rows.
 * Everything is in the page without it; printing unfolds all sections.
 */
export const PAGE_SCRIPT = `
const everywhere = document.querySelector("form.everywhere");
const wordsOf = (form) => (form ? form.querySelector("input").value.toLowerCase().split(/\\s+/) : []);
const hasAll = (text, words) => words.every((word) => text.includes(word));
const tables = [...document.querySelectorAll("table")].map((table) => {
  const form = table.closest("section").querySelector("form.filter");
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, text: row.textContent.toLowerCase() }));
  return { table, form, rows };
});
function show() {
  const words = wordsOf(everywhere);
  const counts = new Map();
  for (const { form, rows } of tables) {
    const own = wordsOf(form);
    const kind = form ? form.querySelector("select").value : "";
    for (const { row, text } of rows) {
      row.hidden = !hasAll(text, words) || !hasAll(text, own) || (kind !== "" && row.dataset.kind !== kind);
      for (const place of [form, everywhere]) {
        const [shown, all] = counts.get(place) ?? [0, 0];
        counts.set(place, [shown + (row.hidden ? 0 : 1), all + 1]);
      }
    }
  }
  for (const [form, [shown, all]] of counts) if (form) form.querySelector("output").value = shown + " of " + all;
}
for (const form of document.querySelectorAll("form.filter, form.everywhere")) {
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
}
const inOrder = new Intl.Collator(undefined, { numeric: true }).compare;
for (const { table, rows } of tables) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const textOf = ({ row }) => row.cells[column].textContent;
      const sorted = [...rows].sort((a, b) => inOrder(textOf(a), textOf(b)) * (down ? -1 : 1));
      table.tBodies[0].append(...sorted.map(({ row }) => row));
    });
  });
  for (const { row } of rows) [...row.cells].forEach((cell, i) => (cell.dataset.label = heads[i].textContent));
}
const taken = new Set();
for (const { table, rows } of tables) {
  for (const { row } of rows) {
    const words = [...row.cells].slice(0, 3).map((cell) => cell.textContent).join("-");
    const name = table.closest("section").id + "-" + words.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, "-").slice(0, 80);
    let id = name;
    for (let n = 2; taken.has(id); n += 1) id = name + "-" + n;
    taken.add(id);
    row.id = id;
    const link = document.createElement("a");
    link.href = "#" + encodeURIComponent(id);
    link.className = "row-link";
    link.textContent = "#";
    link.setAttribute("aria-label", "Link to this row");
    row.cells[0].append(" ", link);
  }
}
if (location.hash !== "") document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details")) part.open = true;
});
show();
`;
