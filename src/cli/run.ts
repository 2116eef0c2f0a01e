import { existsSync } from "node:fs";
import { CommanderError } from "commander";
import { fail, usageError } from "../commands/context/command-error.js";
import { type CommandContext, switchOf } from "../commands/context/context.js";
import { defaultFile } from "../commands/context/default-file.js";
import { noteFiles } from "../commands/documents/note-files.js";
import { reportSandbox } from "../commands/documents/origin.js";
import { isFile } from "../commands/documents/write-output.js";
import { askForFile } from "../config/text/near-file.js";
import { quote } from "../config/text/wording.js";
import { COMMANDS } from "./command-table.js";
import { type CommandSpec, hasOption } from "./options/command-spec.js";
import { checkEnvironment } from "./options/environment.js";
import { exitCodeOf } from "./options/exit-code.js";
import { OUT_OPTION, takesPath } from "./options/option-table.js";
import { keyOf, type ParsedOptions } from "./options/option-types.js";
import { createProgram, type Invocation } from "./program.js";

/** The input of the entry point: the context, the arguments after the program's name, and what interrupted the run. */
interface RunInput {
  readonly argv: readonly string[];
  readonly context: CommandContext;
  readonly interruptedBy: () => NodeJS.Signals | undefined;
}

/** Parses the command line, runs the command and resolves with the exit code. Rejects only with a defect of ours. */
export async function run({ argv: typed, context, interruptedBy }: RunInput): Promise<number> {
  if (typed[0] === "__complete") {
    const { printNextWords } = await import("./completion/print-next-words.js");
    await printNextWords(context, COMMANDS, typed.slice(1));
    return 0;
  }
  const argv = asHelpOption(typed);
  let invocation: Invocation | undefined;
  let errorText = "";
  const output = {
    writeOut: (text: string) => void context.stdout.write(text),
    writeErr: (text: string) => {
      errorText += text;
    },
    columns: Math.min(context.stdout.columns || 80, 100),
  };
  const mistaken = async (said: readonly string[], message: string): Promise<number> => {
    for (const text of said) context.stderr.write(text);
    const { reportMistake } = await import("./failure.js");
    await reportMistake(context, argv, message);
    return 1;
  };
  const mistyped = singleDashed(argv);
  if (mistyped !== undefined) {
    const message = `Error: unknown option '${mistyped}' (Did you mean -${mistyped}?)`;
    return await mistaken([`${message}\n`], message);
  }
  try {
    const onInvoke = (asked: Invocation): void => {
      invocation = asked;
    };
    const program = createProgram(COMMANDS, argv, { version: context.version, output, onInvoke });
    if (argv.length === 0) program.help();
    program.parse([...argv], { from: "user" });
  } catch (error) {
    // Help and version end the parse as well; commander has printed them.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    const { hintFor, inOurWords, withoutValue } = await import("./mistakes.js");
    const hint = hintFor(error, argv) ?? "";
    return await mistaken(
      [inOurWords(errorText, error), hint && `${hint}\n`],
      `${withoutValue(error.message, error)} ${hint}`.trim(),
    );
  }
  if (invocation === undefined) return 1;
  const { command } = invocation;
  let { options } = invocation;
  try {
    // Help is help, whatever the environment says.
    if (command.name !== "help")
      for (const said of checkEnvironment(context.env)) context.stderr.write(`${said}\n`);
    options = withEnvironment(command, options, context.env);
    const execute = await command.load();
    await noteFiles(context, {
      read: [...pathsIn(command, options, false), ...usualFile(command, context.env)],
      written: pathsIn(command, options, true),
    });
    const outcome = await execute(context, options);
    reportSandbox(context, isText(command, options) ? context.stdout : context.stderr);
    return exitCodeOf(outcome, interruptedBy());
  } catch (error) {
    const { failureOf, reportFailure } = await import("./failure.js");
    const failure = failureOf(error);
    const interrupted = context.kill.aborted ? { ...failure, outcome: "interrupted" as const } : failure;
    await reportFailure(context, command, options, interrupted);
    reportSandbox(context, context.stderr);
    return exitCodeOf(interrupted.outcome, interruptedBy());
  }
}

/** An option with one dash, such as `-out=plan.json`: the parser would read it as several short options. */
function singleDashed(argv: readonly string[]): string | undefined {
  const isOption = (name: string) => COMMANDS.some((command) => hasOption(command, `--${name}`));
  return argv.find((word) => {
    const [, name = ""] = /^-([a-z][a-z-]+)(?:=|$)/.exec(word) ?? [];
    return isOption(name);
  });
}

/**
 * The arguments with `help plan` as `plan --help`, and `help` alone as `--help`; topics and codes stay with
 * the command `help`.
 */
function asHelpOption(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first !== "help") return argv;
  const words = rest.filter((word, i) => !word.startsWith("-") && rest[i - 1] !== "--out");
  const isCommand = COMMANDS.some(({ name }) => `${name} `.startsWith(`${words.join(" ")} `));
  if (words.length === 0) return ["--help"];
  return isCommand ? [...words, "--help"] : argv;
}

/** The options that name what a command writes; all others that take a path name what it reads. */
const WRITTEN_TO: ReadonlySet<string> = new Set(["out", "receipt", "split", "export people"]);

/** The paths of a command line, either those to write or those to read. */
function pathsIn(command: CommandSpec, options: ParsedOptions, isWritten: boolean): readonly string[] {
  const notations = [
    ...command.options.map(({ flags }) => flags),
    ...command.arguments.map(({ name }) => name),
  ];
  return notations.flatMap((notation) => {
    const key = keyOf(notation);
    const isOutput = WRITTEN_TO.has(key) || WRITTEN_TO.has(`${command.name} ${key}`);
    if (!takesPath(notation) || isOutput !== isWritten) return [];
    const paths = options[key] ?? (notation.startsWith("-f, ") ? defaultFile() : []);
    return [paths].flat().filter((path) => typeof path === "string");
  });
}

/**
 * The organization's file, also for a command that does not read it: its product must not replace it either. `init`
 * writes it, and never over one that is there.
 */
function usualFile({ name, options }: CommandSpec, env: CommandContext["env"]): readonly string[] {
  const isItsOwn = name === "init" || options.some(({ flags }) => flags.startsWith("-f, "));
  return isItsOwn ? [] : [env.ORGFORM_FILE || defaultFile()];
}

/** Returns true if stdout has a text for people, and neither a document nor nothing. */
function isText({ options: known }: CommandSpec, options: ParsedOptions): boolean {
  const [usual] = known.find(({ flags }) => flags.startsWith("--format "))?.choices ?? [];
  const isInFile = known.includes(OUT_OPTION) && typeof options.out === "string" && isFile(options.out);
  return (options.format ?? usual) === "text" && !isInFile;
}

/**
 * The options with those that the environment gives where the command line does not: ORGFORM_FILE is `--file`,
 * ORGFORM_SANDBOX is `--sandbox`.
 */
function withEnvironment(
  { options }: CommandSpec,
  { sandbox: flag, ...parsed }: ParsedOptions,
  env: CommandContext["env"],
): ParsedOptions {
  const takes = (start: string): boolean => options.some(({ flags }) => flags.startsWith(start));
  const { ORGFORM_FILE: file = "", ORGFORM_SANDBOX: usual = "" } = env;
  // Somebody who names another place on the command line means that one.
  const isElsewhere = parsed.live !== undefined || parsed.baseUrl !== undefined;
  const sandbox =
    flag === undefined
      ? takes("--sandbox") && !isElsewhere && asSandbox("ORGFORM_SANDBOX", usual)
      : flag === true || asSandbox("--sandbox", String(flag));
  return {
    ...(file !== "" && takes("-f, --file") && { file: [parsed.file === undefined ? existing(file) : file] }),
    ...(sandbox !== false && { sandbox }),
    ...parsed,
  };
}

/** The file that a variable names: of one that does not exist nobody would see where its name comes from. */
function existing(file: string): string {
  if (existsSync(file)) return file;
  const detail = `${askForFile(file)}ORGFORM_FILE names it. Correct the variable, unset it, or name the file with -f.`;
  throw fail("error", "file-not-found", `There is no file ${quote(file)}`, detail);
}

/** The sandbox that a switch asks for. */
function asSandbox(name: string, text: string): boolean | string {
  const sandbox = switchOf(text);
  if (sandbox !== undefined) return sandbox;
  const detail =
    "It takes 1 or true for a new sandbox, 0 or false for none, or the file of one, which has a slash or ends in .json, such as ./org. Arguments go before --sandbox, and the file of workspaces is named with -f.";
  throw usageError(`${name} cannot be ${quote(text)}`, detail);
}
