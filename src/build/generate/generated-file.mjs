import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Writes a file that says what it was made from: parts with a blank line between them. */
export function writeGenerated(path, source, ...parts) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[`// Generated from ${source}.`, ...parts].join("\n\n")}\n`);
}
