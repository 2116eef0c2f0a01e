/** The inputs of action.yml, as the runner hands them over. The only place that knows their names. */
export function readInputs(env) {
  const text = (name) => (env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
  const lines = (name) =>
    text(name)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  return {
    command: text("command"),
    files: lines("file"),
    directory: text("working-directory") || ".",
    arguments: lines("arguments").map(asOneArgument),
    base: text("base"),
    digest: text("digest"),
    package: text("package"),
    labels: text("labels") === "true",
    token: text("github-token"),
    author: text("author"),
  };
}

/** `--allow delete.group=12` and `--allow 'own-user=ada@northwind.example'` are taken as orgform prints them. */
function asOneArgument(line) {
  const [, option, value] = /^(--[a-z-]+) +(.*)$/.exec(line) ?? [];
  if (option === undefined) return line;
  const quoted = /^'(.*)'$/.exec(value);
  return `${option}=${quoted === null ? value : quoted[1].replaceAll("'\\''", "'")}`;
}
