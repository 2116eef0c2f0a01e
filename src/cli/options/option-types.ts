import type { OptionSpec } from "./option-table.js";

/** The options and arguments of a command line by their names in camel case, as the parser hands them over. */
export type ParsedOptions = Readonly<Record<string, unknown>>;

/** An argument of a command, in the notation of commander: `[plan-file]`, `<result-files...>`. */
export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[];
  /** The same as {@link OptionSpec.offers}. */
  readonly offers?: OptionSpec["offers"];
}

/** The long name of an option: `-f, --file <path>` has `file`, `--no-color` has `color`. */
type LongName<Flags> = Flags extends `${string}--no-${infer Word}`
  ? Word
  : Flags extends `${string}--${infer Rest}`
    ? Rest extends `${infer Word} ${string}`
      ? Word
      : Rest
    : never;

type CamelCase<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Words;

/** One of its choices where an option or argument has some, else any text. */
type Word<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

/** The value of each spec alone: two options may share a key, as `--receipt <file>` and `--no-receipt`. */
type OptionValue<Spec> = Spec extends { readonly flags: `${string}--no-${string}` }
  ? false
  : Spec extends { readonly many: true }
    ? readonly Word<Spec>[]
    : Spec extends { readonly flags: `${string}<${string}` }
      ? Word<Spec>
      : Spec extends { readonly flags: `${string}[${string}` }
        ? Word<Spec> | true
        : true;

type BareName<Name> = Name extends `${"<" | "["}${infer Words}${"...>" | "...]"}`
  ? Words
  : Name extends `${"<" | "["}${infer Words}${">" | "]"}`
    ? Words
    : never;

type ArgumentValue<Spec extends ArgumentSpec> = Spec["name"] extends `${string}...${string}`
  ? readonly string[]
  : Word<Spec>;

type Required<Spec> = Extract<Spec, { readonly name: `<${string}` }>;

/** The types that a command's options and arguments have by its table. */
export type OptionsOf<Option extends OptionSpec, Argument extends ArgumentSpec> = {
  readonly [One in Option as CamelCase<LongName<One["flags"]>>]?: OptionValue<One>;
} & {
  readonly [One in Exclude<Argument, Required<Argument>> as CamelCase<
    BareName<One["name"]>
  >]?: ArgumentValue<One>;
} & {
  readonly [One in Required<Argument> as CamelCase<BareName<One["name"]>>]: ArgumentValue<One>;
};

/** The name in camel case by which a command gets an option or argument. */
export function keyOf(notation: string): string {
  const [, long] = /--(?:no-)?([\w-]+)/.exec(notation) ?? [];
  const word = long ?? notation.replace(/[[\]<>.]/g, "");
  return word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
