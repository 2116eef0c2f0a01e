import { parse } from "yaml";

/** The inputs and outputs of the GitHub action, from its description. */
export function actionPage(source) {
  const { inputs, outputs } = parse(source);
  return [
    "| Input | Meaning | Default |",
    "|---|---|---|",
    ...Object.entries(inputs).map(
      ([name, input]) => `| \`${name}\` | ${input.description} | ${fallback(input)} |`,
    ),
    "",
    "| Output | Meaning |",
    "|---|---|",
    ...Object.entries(outputs).map(([name, { description }]) => `| \`${name}\` | ${description} |`),
  ].join("\n");
}

function fallback({ required, default: value }) {
  if (required) return "required";
  return value === "" ? "" : `\`${value}\``;
}
