import { getInput, getMultilineInput } from "@actions/core";

/** The inputs of action.yml. The only place that knows their names. */
export function readInputs() {
  const lines = (name) => getMultilineInput(name).filter((line) => line !== "");
  return {
    command: getInput("command"),
    files: lines("file"),
    directory: getInput("working-directory") || ".",
    arguments: lines("arguments").map(asOneArgument),
    base: getInput("base"),
    digest: getInput("digest"),
    receipts: getInput("receipts"),
    package: getInput("package"),
    labels: isOn("labels"),
    token: getInput("github-token"),
    author: getInput("author"),
  };
}

/** A switch as orgform reads one; nothing where the text is neither yes nor no. */
function isOn(name) {
  const text = getInput(name);
  if (["1", "true"].includes(text)) return true;
  return ["", "0", "false"].includes(text) ? false : undefined;
}

/** `--allow delete.group=12` and `--allow 'own-user=ada@northwind.example'` are taken as orgform prints them. */
function asOneArgument(line) {
  const [, option, value] = /^(--[a-z-]+) +(.*)$/.exec(line) ?? [];
  if (option === undefined) return line;
  const quoted = /^'(.*)'$/.exec(value);
  return `${option}=${quoted === null ? value : quoted[1].replaceAll("'\\''", "'")}`;
}
