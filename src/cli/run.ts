import { CommanderError } from "commander";
import type { CommandContext } from "../commands/session/context.js";
import { defaultFile } from "../commands/session/default-file.js";
import { visible } from "../util/escape.js";
import type { CommandSpec, ParsedOptions } from "./command-spec.js";
import { COMMANDS } from "./command-table.js";
import { exitCodeOf } from "./exit-code.js";
import { keyOf, takesPath } from "./option-table.js";
import { createProgram, type Invocation } from "./program.js";

/** The input of the entry point: the context, the arguments after the program's name, and what interrupted the run. */
export interface RunInput {
  readonly argv: readonly string[];
  readonly context: CommandContext;
  readonly interruptedBy: () => NodeJS.Signals | undefined;
}

/** Parses the command line, runs the command and resolves with the exit code. Rejects only with a defect of ours. */
export async function run({ argv: typed, context, interruptedBy }: RunInput): Promise<number> {
  if (typed[0] === "__complete") {
    const { printNames } = await import("./completion/names.js");
    await printNames(context, typed.slice(1));
    return 0;
  }
  const argv = asHelpOption(typed);
  let invocation: Invocation | undefined;
  const output = {
    writeOut: (text: string) => void context.stdout.write(text),
    writeErr: (text: string) => void context.stderr.write(inOurWords(text)),
    columns: Math.min(context.stdout.columns ?? 100, 110),
  };
  const mistyped = singleDashed(argv);
  if (mistyped !== undefined) {
    const message = `Error: unknown option '${mistyped}' (Did you mean -${mistyped}?)`;
    context.stderr.write(`${message}\n`);
    const { reportMistake } = await import("./failure.js");
    await reportMistake(context, argv, message);
    return 1;
  }
  try {
    const program = createProgram(COMMANDS, argv, context.version, output, (asked) => {
      invocation = asked;
    });
    if (argv.length === 0) program.help();
    program.parse([...argv], { from: "user" });
  } catch (error) {
    // Help and version end the parse as well; commander has printed them.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    const hint = hintFor(error.message, argv);
    if (hint !== undefined) context.stderr.write(`${hint}\n`);
    const { reportMistake } = await import("./failure.js");
    await reportMistake(context, argv, [withoutValue(error.message), hint ?? ""].join(" ").trim());
    return 1;
  }
  if (invocation === undefined) return 1;
  const { command, options } = invocation;
  try {
    const execute = await command.load();
    const written = pathsIn(command, options, true);
    if (written.length > 0) {
      const { assertNoOutputConflicts } = await import("../commands/documents/output-conflicts.js");
      assertNoOutputConflicts(pathsIn(command, options, false), written);
    }
    const asked = options.pager === false ? { ...context, pager: false as const } : context;
    return exitCodeOf(await execute(asked, options), interruptedBy());
  } catch (error) {
    const { failureOf, reportFailure } = await import("./failure.js");
    const failure = failureOf(error);
    const interrupted = context.kill.aborted ? { ...failure, outcome: "interrupted" as const } : failure;
    await reportFailure(context, command, options, interrupted);
    return exitCodeOf(interrupted.outcome, interruptedBy());
  }
}

/** `help plan` as `plan --help`, and `help` alone as `--help`; topics and codes stay with the command `help`. */
function asHelpOption(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first !== "help") return argv;
  const isValue = (i: number): boolean => /^(?:-o|--output)$/.test(rest[i - 1] ?? "");
  const words = rest.filter((word, i) => !word.startsWith("-") && !isValue(i));
  const isCommand = COMMANDS.some(({ name }) => `${name} `.startsWith(`${words.join(" ")} `));
  return words.length === 0 ? ["--help"] : isCommand ? [...words, "--help"] : argv;
}

/** The options that name what a command writes; all others that take a path name what it reads. */
const WRITTEN_TO: ReadonlySet<string> = new Set(["output", "out", "receipt"]);

/** The paths of a command line, either those to write or those to read. */
function pathsIn(command: CommandSpec, options: ParsedOptions, isWritten: boolean): readonly string[] {
  const notations = [
    ...command.options.map(({ flags }) => flags),
    ...(command.arguments ?? []).map(({ name }) => name),
  ];
  return notations.flatMap((notation) => {
    const key = keyOf(notation);
    if (!takesPath(notation) || WRITTEN_TO.has(key) !== isWritten) return [];
    const given = options[key] ?? (notation.startsWith("-f, ") ? defaultFile() : []);
    return [given].flat().filter((path) => typeof path === "string");
  });
}

/** Options of other tools, and what to write here instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  json: "`--format json`",
  target: "`--only PATTERN`",
  "dry-run": "`orgform plan`, which never writes",
  "refresh-only": "`orgform drift`",
  "var-file": "`--var name=value`, or the environment variable ORGFORM_VAR_name",
  parallelism: "`--concurrency N`",
  yes: "`--auto-approve`",
  token: "ORGFORM_TOKEN, or `--token-file FILE`: a flag's value would stay in the history of the shell",
  region: "`service.region` in the file, or `--base-url URL`",
};

function hintFor(message: string, argv: readonly string[]): string | undefined {
  // What follows an option may be its value.
  const isFile = (word: string, i: number): boolean =>
    /\.ya?ml$/i.test(word) && argv[i - 1]?.startsWith("-") !== true;
  if (argv.some(isFile) && message.includes("too many arguments"))
    return `A file is named with -f: \`orgform ${argv.map((word, i) => (isFile(word, i) ? `-f ${visible(word)}` : visible(word))).join(" ")}\`.`;
  const [, name = ""] = /unknown option '--?([a-z-]+)/.exec(message) ?? [];
  const here = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  const [flag] = /--[a-z-]+/.exec(here ?? "") ?? [];
  const command = COMMANDS.find((one) => one.name.split(" ").every((word) => argv.includes(word)));
  const isKnown = flag === undefined || command?.options.some(({ flags }) => flags.includes(flag));
  return here !== undefined && isKnown ? `Here that is ${here}.` : undefined;
}

/** The parser's words: errors begin as ours do, and no guess is made at an option that has another name here. */
function inOurWords(text: string): string {
  const [, name = ""] = /unknown option '--?([a-z-]+)/.exec(text) ?? [];
  const said = withoutValue(text).replace(/^error:/, "Error:");
  return Object.hasOwn(ELSEWHERE, name) ? said.replace(/\n\(Did you mean [^)]*\)/, "") : said;
}

/** A message without the value of an unknown option, which may be a secret. */
function withoutValue(message: string): string {
  return message.replace(/(unknown option '--[^'=]*)=[^']*'/, "$1'");
}

/** `-out=plan.json`, as other tools have it, would be read as `-o` with the value `ut=plan.json`. */
function singleDashed(argv: readonly string[]): string | undefined {
  const candidates = argv.filter((word) => /^-[a-z][a-z-]+(=|$)/.test(word));
  if (candidates.length === 0) return undefined;
  const names = new Set(
    COMMANDS.flatMap(({ options }) => options.map(({ flags }) => /--([a-z-]+)/.exec(flags)?.[1])),
  );
  return candidates.find((word) => names.has(word.slice(1).split("=")[0]));
}
