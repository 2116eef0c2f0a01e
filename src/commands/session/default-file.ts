const { existsSync } = process.getBuiltinModule("node:fs");

/** The names of the file that commands are about unless told otherwise, in the order in which they are looked for. */
const NAMES = ["orgform.yaml", "orgform.yml"] as const;

/** The one of the working directory, or the name that a first one gets. */
export function defaultFile(): string {
  return NAMES.find((name) => existsSync(name)) ?? NAMES[0];
}
