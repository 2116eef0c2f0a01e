import { expect, expectTypeOf, it } from "vitest";
import { FILE_OPTIONS, formatOption, many, option } from "../../src/cli/options/option-table.js";
import { areOptionsOf, type OptionsOf, type ParsedOptions } from "../../src/cli/options/option-types.js";

const OPTIONS = [
  ...FILE_OPTIONS,
  formatOption("text", "json"),
  many("--allow <guard=n>", ""),
  option("--dry-run", ""),
  option("--sandbox [file]", ""),
  option("--receipt <file>", ""),
  option("--no-receipt", ""),
  option("--no-color", ""),
] as const;
const ARGUMENTS = [
  { name: "<member>", description: "" },
  { name: "[shell]", description: "", choices: ["bash", "zsh"] },
  { name: "[result-files...]", description: "" },
] as const;

it("gives each option the type that its notation says", () => {
  expectTypeOf<OptionsOf<(typeof OPTIONS)[number], (typeof ARGUMENTS)[number]>>().toMatchObjectType<{
    readonly file?: readonly string[];
    readonly var?: readonly string[];
    readonly format?: "text" | "json";
    readonly allow?: readonly string[];
    readonly dryRun?: true;
    readonly sandbox?: string | true;
    readonly receipt?: string | false;
    readonly color?: false;
    readonly member: string;
    readonly shell?: "bash" | "zsh";
    readonly resultFiles?: readonly string[];
  }>();
});

const fits = (parsed: ParsedOptions): boolean => areOptionsOf(OPTIONS, ARGUMENTS, { member: "a", ...parsed });

it.each([
  [{}],
  [{ file: ["a", "b"], format: "json", dryRun: true, sandbox: true, receipt: false, color: false }],
  [{ sandbox: "org.json", receipt: "r.json", shell: "zsh", resultFiles: [] }],
])("takes what the parser makes of a command line: %j", (parsed) => {
  expect(fits(parsed)).toBe(true);
});

it.each([
  [{ member: undefined }],
  [{ file: "a" }],
  [{ file: [1] }],
  [{ format: "yaml" }],
  [{ dryRun: "yes" }],
  [{ sandbox: false }],
  [{ receipt: true }],
  [{ color: true }],
  [{ shell: "fish" }],
])("refuses what has another type: %j", (parsed) => {
  expect(fits(parsed)).toBe(false);
});
