/**
 * The script of a page: it filters the rows of all sections where there are many, sorts tables by a column
 * and links to rows. Everything is in the page without it; printing unfolds what is folded.
 */
export const PAGE_SCRIPT = `
const form = document.querySelector("form.filter");
const words = form.querySelector("input");
const kind = form.querySelector("select");
const kindsOf = (row) => (row.dataset.kind ?? "").split("|").filter((one) => one !== "");
const all = [...document.querySelectorAll("[data-row]")].map((row) => (
  { row, text: row.textContent.toLowerCase(), kinds: kindsOf(row) }));
const tables = [...document.querySelectorAll("table")].map((table) => (
  { table, rows: all.filter(({ row }) => row.closest("table") === table) }));
function show() {
  const wanted = words.value.toLowerCase().split(/\\s+/);
  let shown = 0;
  for (const { row, text, kinds } of all) {
    row.hidden = !wanted.every((word) => text.includes(word)) || (kind.value !== "" && !kinds.includes(kind.value));
    shown += row.hidden ? 0 : 1;
  }
  form.querySelector("output").value = shown + " of " + all.length;
}
const kinds = [...new Set(all.flatMap((one) => one.kinds))];
for (const name of kinds) kind.add(new Option(name, name));
kind.parentElement.hidden = kinds.length < 2;
function unfold() {
  for (const part of document.querySelectorAll("details")) part.open = true;
}
form.addEventListener("input", () => {
  unfold();
  show();
});
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = all.length < 20;
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
for (const { row } of all) {
  const cells = [...(row.cells ?? row.children)].slice(0, 3);
  const words = cells.map((cell) => cell.textContent).join("-");
  const name = row.closest("section").id + "-" + words.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, "-").slice(0, 80);
  let id = name;
  for (let n = 2; taken.has(id); n += 1) id = name + "-" + n;
  taken.add(id);
  row.id = id;
  const link = document.createElement("a");
  link.href = "#" + encodeURIComponent(id);
  link.className = "row-link";
  link.textContent = "#";
  link.setAttribute("aria-label", "Link to this row");
  const cell = cells[row.matches("li") ? 1 : 0];
  (cell.querySelector("li") ?? cell).append(" ", link);
}
const target = location.hash === "" ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (target !== null) {
  for (let part = target.closest("details"); part !== null; part = part.parentElement.closest("details")) part.open = true;
  target.scrollIntoView();
}
addEventListener("beforeprint", unfold);
show();
`;
