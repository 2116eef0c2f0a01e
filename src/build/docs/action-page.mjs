import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { table } from "./table.mjs";

/** The inputs and outputs of the GitHub action, from its description. */
export function actionPage() {
  const { inputs, outputs } = parse(readFileSync("action.yml", "utf8"));
  const rows = (parts, more) =>
    Object.entries(parts).map(([name, part]) => [`\`${name}\``, part.description, ...more(part)]);
  const usual = ({ required, default: value }) => [required ? "required" : value && `\`${value}\``];
  return [
    table(["Input", "Meaning", "Default"], rows(inputs, usual)),
    table(
      ["Output", "Meaning"],
      rows(outputs, () => []),
    ),
  ].join("\n\n");
}
