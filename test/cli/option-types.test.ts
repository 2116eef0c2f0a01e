import { expectTypeOf, it } from "vitest";
import { FILE_OPTIONS, formatOption, many, option } from "../../src/cli/options/option-table.js";
import type { OptionsOf } from "../../src/cli/options/option-types.js";

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
