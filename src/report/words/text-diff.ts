import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { visible } from "../../util/escape.js";
import { palette } from "./palette.js";

/** The changes of a text as a unified diff with three lines around each change; empty where nothing does. */
export function textDiff(filename: string, before: string, after: string, color: boolean): string {
  if (before === after) return "";
  const patch = structuredPatch(`old/${filename}`, `new/${filename}`, before, after, "", "", {
    context: 3,
  });
  const paint = palette(color);
  const lines = formatPatch(patch, FILE_HEADERS_ONLY).replace(/\n$/, "").split("\n").map(visible);
  const painted = lines.map((line, i) => {
    if (i < 2) return paint.strong(line);
    if (line.startsWith("+")) return paint.create(line);
    return line.startsWith("-") ? paint.delete(line) : line;
  });
  return `${painted.join("\n")}\n`;
}
