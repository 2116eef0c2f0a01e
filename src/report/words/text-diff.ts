import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { visible } from "../../util/escape.js";
import { palette } from "./palette.js";

/** The changes of a text as a unified diff that `git apply` takes; empty where nothing changes. */
export function textPatch(filename: string, before: string, after: string): string {
  if (before === after) return "";
  const patch = structuredPatch(`old/${filename}`, `new/${filename}`, before, after, "", "", {
    context: 3,
  });
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

/** The same for people: with colour, and nothing hidden. */
export function textDiff(filename: string, before: string, after: string, color: boolean): string {
  if (before === after) return "";
  const paint = palette(color);
  const lines = textPatch(filename, before, after).replace(/\n$/, "").split("\n").map(visible);
  const painted = lines.map((line, i) => {
    if (i < 2) return paint.strong(line);
    if (line.startsWith("+")) return paint.create(line);
    return line.startsWith("-") ? paint.delete(line) : line;
  });
  return `${painted.join("\n")}\n`;
}
