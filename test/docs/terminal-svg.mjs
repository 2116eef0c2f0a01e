const FONT_SIZE = 13;
const COLUMN = 7.85;
const LINE = 18;
const PADDING = 16;

/** SGR parameters that orgform's palette uses, as classes; 22 and 39 end what they began. */
const CLASSES = { 1: "strong", 2: "faint", 31: "red", 32: "green", 33: "yellow" };
const SGR = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`);
const ENDS = { 22: ["strong", "faint"], 39: ["red", "green", "yellow"] };

/** A terminal's screen as an SVG picture of text: `columns` wide, with its colours, every character escaped. */
export function terminalSvg(output, { columns, label }) {
  const lines = output.replace(/\r/g, "").trimEnd().split("\n");
  const width = Math.ceil(columns * COLUMN + 2 * PADDING);
  const height = lines.length * LINE + 2 * PADDING;
  const rows = lines.map(
    (line, i) => `<text x="${PADDING}" y="${PADDING + i * LINE + FONT_SIZE}">${spans(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">
<style>text { font: ${FONT_SIZE}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre; }
.strong { font-weight: bold; } .faint { fill: #9aa4ae; } .red { fill: #ff7b72; } .green { fill: #56d364; } .yellow { fill: #e3b341; }</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join("\n")}
</svg>
`;
}

function spans(line) {
  const on = new Set();
  return line
    .split(SGR)
    .map((part, i) => {
      if (i % 2 === 1) {
        for (const code of part.split(";")) {
          if (CLASSES[code]) on.add(CLASSES[code]);
          else for (const name of ENDS[code] ?? on) on.delete(name);
        }
        return "";
      }
      if (part === "") return "";
      return on.size === 0
        ? escapeXml(part)
        : `<tspan class="${[...on].join(" ")}">${escapeXml(part)}</tspan>`;
    })
    .join("");
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text) => text.replace(/[&<>"]/g, (char) => ENTITIES[char]);
