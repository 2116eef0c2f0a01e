import type { ParsedFile } from "../parse/parse-source.js";
import { toData } from "../parse/to-data.js";
import { entries, entry, isDataMap } from "../text/data.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { spanOf, textOf } from "../text/source-map.js";
import { createSubstitute, type Substitute } from "../text/substitute.js";
import { quote, quoteAll } from "../text/wording.js";

/** Gathers what the files declare under `variables` and returns the substitution that their text goes through. */
export function readVariables(
  files: readonly ParsedFile[],
  { variables = {}, environment = {} }: VariableValues,
): { readonly substitute: Substitute; readonly findings: readonly FileDiagnostic[] } {
  const { defaults, findings } = readDefaults(files);
  const names = [...defaults.keys()];
  const undeclared = Object.keys(variables)
    .filter((name) => !defaults.has(name))
    .map((name) =>
      fileFinding("unknown-variable", `No variable ${quote(name)} is declared`, declareIt(name), {
        suggestion: { text: name, among: names },
      }),
    );
  const substitute = createSubstitute((name) => {
    if (!defaults.has(name)) return undeclaredReference(name, names);
    if (Object.hasOwn(variables, name)) return variables[name] ?? "";
    const [found, ...others] = settingsFor(name, environment);
    if (found === undefined) return defaults.get(name) ?? unset(name);
    const value = environment[found] ?? "";
    if (others.length > 0) return twoSettings(name, [found, ...others]);
    if (value !== "") return value;
    return fileFinding(
      "unknown-variable",
      `${found} is set and empty`,
      "It may be an undefined variable of the pipeline. Give it a value, or unset it for the default.",
    );
  });
  return { substitute, findings: [...findings, ...undeclared, ...unusedSettings(names, environment)] };
}

/** The environment variables that set a variable: the one of its very name, or else those of its name in other letters. */
function settingsFor(
  name: string,
  environment: NonNullable<VariableValues["environment"]>,
): readonly string[] {
  const exact = `ORGFORM_VAR_${name}`;
  if (environment[exact] !== undefined) return [exact];
  return Object.keys(environment).filter((one) => one.toLowerCase() === exact.toLowerCase());
}

const twoSettings = (name: string, found: readonly string[]): FileDiagnostic =>
  fileFinding(
    "unknown-variable",
    `The variable ${quote(name)} has two values`,
    `${quoteAll(found)} differ by letter case only. Keep one, or give \`--var ${name}=…\`.`,
  );

/** Settings of variables that the files do not declare. */
function unusedSettings(
  names: readonly string[],
  environment: NonNullable<VariableValues["environment"]>,
): readonly FileDiagnostic[] {
  const known = new Set(names.map((name) => `orgform_var_${name}`.toLowerCase()));
  return Object.keys(environment)
    .filter((one) => one.startsWith("ORGFORM_VAR_") && !known.has(one.toLowerCase()))
    .map((one) =>
      fileFinding(
        "unknown-variable",
        `${one} sets no variable of the file`,
        "Unset it, or declare the variable.",
        { severity: "warning", suggestion: { text: one.slice("ORGFORM_VAR_".length), among: names } },
      ),
    );
}

function readDefaults(files: readonly ParsedFile[]) {
  const defaults = new Map<string, string | undefined>();
  const findings: FileDiagnostic[] = [];
  for (const file of files) {
    if (!file.root.has("variables")) continue;
    const { data } = toData(file, (text) => ({ text, problems: [] }));
    for (const [name, variable] of entries(entry(data, "variables"))) {
      const text = isDataMap(variable) ? textOf(variable, "default") : undefined;
      const literal = text === undefined ? undefined : substituteDefault(text);
      defaults.set(name, literal?.text);
      const problems = [...(literal?.problems ?? []), ...(literal?.isDeferred ? [OF_PEOPLE] : [])];
      for (const problem of problems) {
        const span = isDataMap(variable) ? spanOf(variable, "default", "value") : undefined;
        findings.push({ ...problem, span });
      }
    }
  }
  return { defaults, findings };
}

const substituteDefault = createSubstitute((name) => {
  const detail = "Defaults are taken literally. For a literal `${` write `$${`.";
  return fileFinding(
    "invalid-value",
    `A default cannot name another variable, such as ${quote(name)}`,
    detail,
  );
});

const OF_PEOPLE = fileFinding(
  "invalid-value",
  "A default cannot name a column or a text of `each`",
  "A default is one text for the whole file. For a literal `${` write `$${`.",
);

function undeclaredReference(name: string, among: readonly string[]): FileDiagnostic {
  const detail = `${among.length > 0 ? `Declared: ${quoteAll(among)}. ` : ""}${declareIt(name)}`;
  const where = { suggestion: { text: name, among } };
  return fileFinding("unknown-variable", `The variable ${quote(name)} is not declared`, detail, where);
}

function declareIt(name: string): string {
  return `Declare it in the file, with or without a default: \`variables: {${name}: {default: …}}\`.`;
}

function unset(name: string): FileDiagnostic {
  const detail = `Give one with \`--var ${name}=…\`, with the environment variable ORGFORM_VAR_${name}, or as \`default\` in the file.`;
  return fileFinding("unknown-variable", `The variable ${quote(name)} has no value`, detail);
}

/** Values of variables from outside the files. */
export interface VariableValues {
  /** The values of `--var`, by name; these win. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Environment variables; those named `ORGFORM_VAR_<name>` win over a default, and may not be empty. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
