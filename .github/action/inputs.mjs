import { getInput, getMultilineInput } from "@actions/core";

/** The inputs of action.yml. The only place that knows their names. Throws if one is empty. */
export function readInputs() {
  const args = lines("arguments");
  return {
    command: word("command"),
    files: lines("file"),
    directory: word("working-directory"),
    arguments: args.join() === "none" ? [] : args.map(asOneArgument),
    base: word("base"),
    workflow: word("apply-workflow"),
    digest: word("digest"),
    package: word("package"),
    labels: isOn("labels"),
    token: word("github-token"),
    author: word("author"),
  };
}

/** A default is a word, so that an empty text is a variable of the workflow that nobody has set. */
function word(name) {
  const text = getInput(name);
  if (text === "") throw new Error(`${name}: it is empty. Is a variable of the workflow not set?`);
  return text;
}

function lines(name) {
  word(name);
  return getMultilineInput(name).filter((line) => line !== "");
}

/** A switch as orgform reads one. */
function isOn(name) {
  const text = word(name);
  if (["1", "true"].includes(text)) return true;
  if (["0", "false"].includes(text)) return false;
  throw new Error(`${name}: it takes true or false.`);
}

/** `--allow delete.group=12` and `--allow 'own-user=ada@northwind.example'` are taken as orgform prints them. */
function asOneArgument(line) {
  const [, option, value] = /^(--[a-z-]+) +(.*)$/.exec(line) ?? [];
  if (option === undefined) return line;
  const quoted = /^'(.*)'$/.exec(value);
  return `${option}=${quoted === null ? value : quoted[1].replaceAll("'\\''", "'")}`;
}
