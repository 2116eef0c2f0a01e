import { count } from "../../util/english.js";
import { visible } from "../../util/escape.js";

/** A sentence on people of the list who are in no workspace: a list may be wider, or a text in it is misspelt. */
export function unplacedText({
  rows,
  first,
}: {
  readonly rows: number;
  readonly first: readonly string[];
}): string {
  const more = rows > first.length ? ", …" : "";
  return `${count(rows, "person", "people")} of the list ${rows === 1 ? "is" : "are"} in no workspace: ${first.map(visible).join(", ")}${more}.`;
}
