// The pages whose only generated part is a table.
import { parse } from "yaml";
import { table } from "./table.mjs";

/** The inputs and outputs of the GitHub action, from its description. */
export function actionPage(source) {
  const { inputs, outputs } = parse(source);
  const usual = ({ required, default: value }) => (required ? "required" : value && `\`${value}\``);
  return [
    table(
      ["Input", "Meaning", "Default"],
      Object.entries(inputs).map(([name, input]) => [`\`${name}\``, input.description, usual(input)]),
    ),
    table(
      ["Output", "Meaning"],
      Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  ].join("\n\n");
}

/** Every assumption about the service with its source and what happens otherwise. */
export const assumptionsPage = ({ ASSUMPTIONS }) =>
  table(
    ["Assumption", "Source", "If it does not hold"],
    ASSUMPTIONS.map(({ id, says, source, otherwise, check }) => [
      `<a id="${id}"></a>${says} \`${id}\``,
      source,
      typeof check === "function" ? otherwise : `${otherwise} *Not checked: ${check.none}*`,
    ]),
  );

/** Every finding of `sign-in check` and `sign-in verify`. */
export const signInFindingsPage = ({ FINDINGS }) =>
  table(
    ["Finding", "Severity", "Code", "Meaning"],
    Object.entries(FINDINGS).map(([name, [severity, code, summary]]) => [
      `\`${name}\``,
      severity,
      `[${code}](troubleshooting.md#${code})`,
      summary,
    ]),
  );
