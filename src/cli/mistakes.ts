import type { CommanderError } from "commander";
import { suggest } from "../config/text/wording.js";
import { WITHDRAWN } from "../model/withdrawn.js";
import { shellWord, visible } from "../util/escape.js";
import { own } from "../util/record.js";
import { COMMANDS } from "./command-table.js";
import { type CommandSpec, hasOption } from "./options/command-spec.js";

/** Options of other tools, and what to write here instead. */
const OPTIONS_ELSEWHERE: Readonly<Record<string, string>> = {
  json: "`--format json`",
  o: "`--out FILE`",
  output: "`--out FILE`",
  target: "`--workspace NAME`: a run is of the whole file or of whole workspaces",
  force: "`--allow GUARD=NUMBER`, as a refused plan shows it",
  "allow-archive": "`--allow archive=NAME`",
  user: "`orgform who ADDRESS`, without an option",
  fix: "`orgform apply`",
  quiet: "`2> /dev/null`: progress goes to stderr, and stdout has the result alone",
  watch: "`orgform drift` in a nightly job; it ends with 2 where something differs",
  help: "`--help`",
  strict: "`--fail-on warning`",
  "dry-run": "`orgform plan`, which never writes",
  "refresh-only": "`orgform drift`",
  "var-file": "`--var name=value`, or the environment variable ORGFORM_VAR_name",
  parallelism: "`--concurrency N`",
  y: "`--auto-approve`",
  yes: "`--auto-approve`",
  token: "ORGFORM_TOKEN, or `--token-file FILE`: a flag's value would stay in the history of the shell",
  live: "`orgform plan`, which can read a snapshot; nothing can be written to one",
  sandbox: "nothing: this command contacts no service",
  region: "`service.region` in the file, or `--base-url URL`",
};

/** Options that mean something else with one command, by its name and theirs. */
const OPTIONS_OF_A_COMMAND: Readonly<Record<string, string>> = {
  "init force": "`--out FILE`, or another place for the file that is there: init overwrites nothing",
  "export format": "needless: an export is the YAML of a file; `orgform snapshot` writes JSON",
  "log since": "needless: `orgform log` lists every run with its date",
};

const ABSENT =
  "`state: absent` in the file, at each thing that should go; then `orgform plan` and `orgform apply`";
const LISTS = "`orgform export`, or `orgform who` for what people see";
const TOKEN =
  "ORGFORM_TOKEN, or `--token-file FILE`: there is no session; `orgform whoami` says what it reaches";
const SETTINGS = "the file orgform.yaml, and the variables of `orgform help environment`";
const UPGRADE = "`npm install --global orgform@latest`, or the executable of a newer release";
const FILE_FIRST = "a line in the file; then `orgform plan` and `orgform apply`";

/** Commands of other tools, and what to write here instead. */
const COMMANDS_ELSEWHERE: Readonly<Record<string, string>> = {
  accept: "`orgform sandbox accept ADDRESS FILE`; in the service, people accept for themselves",
  add: FILE_FIRST,
  auth: TOKEN,
  config: SETTINGS,
  console: "`orgform who`, which answers questions about people, values and objects",
  create: FILE_FIRST,
  delete: ABSENT,
  destroy: ABSENT,
  diff: "`orgform plan`",
  docs: "`orgform help TOPIC`; `orgform --help` names the pages",
  graph: "`orgform plan --format html`, which draws who gets which value from where",
  groups: LISTS,
  import: "`orgform init`, which writes what exists into a file; `orgform export` prints it",
  explain: "`orgform who`",
  invite: FILE_FIRST,
  list: LISTS,
  login: TOKEN,
  lint: "`orgform validate`, and `orgform fmt --check` for the form",
  members: LISTS,
  pull: "`orgform adopt`, which writes into the file what somebody did in the product",
  refresh: "`orgform drift`",
  remove: ABSENT,
  settings: SETTINGS,
  status: "`orgform drift`",
  test: "`orgform validate`, or `orgform plan --sandbox`, which needs no service",
  update: UPGRADE,
  upgrade: UPGRADE,
  users: LISTS,
  version: "`orgform --version`",
  state: "`orgform who` or `orgform export`: there is no state file, the live organization is read each time",
  workspace: LISTS,
  workspaces: LISTS,
};

/** A word of a command line as somebody can copy it. */
const typed = (word: string): string => visible(shellWord(word));

/** A mistake as the parser reports it: its code stays the same in every release, and its message quotes a word. */
type Mistake = Pick<CommanderError, "code" | "message">;

/** The unknown option or command of a mistake; the other one, and both of another mistake, are empty. */
function unknownIn({ code, message }: Mistake): { readonly option: string; readonly command: string } {
  const [, option = ""] = (code === "commander.unknownOption" && /'--?([a-z-]+)/.exec(message)) || [];
  const [, command = ""] = (code === "commander.unknownCommand" && /'([a-z-]+)'/i.exec(message)) || [];
  return { option, command };
}

/** Returns true if the parser makes a guess, which is a line of its own. */
const isGuessed = ({ message }: Mistake): boolean => message.includes("\n");

/** A hint about a mistake in the command line: the command or option that was probably intended. */
export function hintFor(mistake: Mistake, argv: readonly string[]): string | undefined {
  const hasTooMany = mistake.code === "commander.excessArguments";
  // A word after an option may be its value.
  const isArgument = (word: string, i: number, ending: RegExp): boolean =>
    ending.test(word) && argv[i - 1]?.startsWith("-") !== true;
  const isFile = (word: string, i: number): boolean => isArgument(word, i, /\.ya?ml$/i);
  if (hasTooMany && argv.some(isFile))
    return `A file is named with -f: \`orgform ${argv.map((word, i) => (isFile(word, i) ? `-f ${typed(word)}` : typed(word))).join(" ")}\`.`;
  const gone = withdrawn(mistake, argv);
  if (gone !== undefined) return `That was withdrawn. Instead: ${gone}.`;
  const here = elsewhere(mistake, argv);
  if (here !== undefined) return `Here that is ${here}.`;
  const { command, option } = unknownIn(mistake);
  if (command !== "") return isGuessed(mistake) ? undefined : nearCommand(command);
  const shown = argv.find((word, i) => isArgument(word, i, /\.jsonl?$/i));
  if (hasTooMany && argv[0] === "plan" && shown !== undefined)
    return `A saved plan is printed by \`orgform show ${typed(shown)}\`, and applied by \`orgform apply ${typed(shown)}\`.`;
  if (hasTooMany) return aboutArguments(argv);
  const known = commandOf(argv);
  const [example] = known?.examples ?? [];
  if (mistake.code === "commander.missingArgument" && example) return `For example: \`${example[0]}\`.`;
  if (known !== undefined && argv[0]?.startsWith("-"))
    return `Options follow the command: \`orgform ${known.name} --${option || "help"} …\`.`;
  const others = option === "" ? undefined : optionOfOthers(`--${option}`);
  return others && `--${option} is ${others}.`;
}

/** What to do instead of a command or an option that orgform had once. */
function withdrawn(mistake: Mistake, argv: readonly string[]): string | undefined {
  const { command, option } = unknownIn(mistake);
  return (
    own(WITHDRAWN.commands, command) ??
    own(WITHDRAWN.commands, argv.slice(0, 2).join(" ")) ??
    own(WITHDRAWN.options, `${argv[0]} ${option}`) ??
    own(WITHDRAWN.options, option)
  );
}

function nearCommand(word: string): string {
  const names = COMMANDS.map(({ name }) => name);
  const near = suggest(word, names) ?? names.find((name) => name === word.toLowerCase());
  return near === undefined
    ? "Every day: plan, apply, drift, who, validate. `orgform help topics` lists all commands."
    : `(Did you mean ${near}?)`;
}

/** A hint about arguments that a command does not take. */
function aboutArguments(argv: readonly string[]): string | undefined {
  const command = commandOf(argv);
  const takesValue = (word: string) => command?.options.some(({ flags }) => flags.includes(`${word} <`));
  const lacking = argv.find((word, i) => takesValue(word) && argv[i + 1]?.startsWith("--"));
  if (lacking !== undefined) return `${lacking} takes a value, and another option follows it.`;
  if (argv.indexOf("help") > 0) return `Help is \`orgform help ${command?.name ?? ""}\`.`;
  if (argv.includes("=")) return "Write NAME=VALUE without spaces around the equals sign.";
  const second = argv.slice(1).find((word) => COMMANDS.some(({ name }) => name === word));
  if (second !== undefined) return `\`orgform ${second}\` is a command of its own: one command a line.`;
  return command?.arguments.length ? "Put an argument of several words in quotes." : undefined;
}

/** A hint that names the commands which have an option that this command lacks. */
function optionOfOthers(flag: string): string | undefined {
  const names = COMMANDS.filter((command) => hasOption(command, flag)).map(
    ({ name }) => `\`orgform ${name}\``,
  );
  return names.length === 0 || names.length > 6 ? undefined : `an option of ${names.join(", ")}`;
}

/** The command that is asked for; `help` at the end of a line is a wish, and not the command. */
function commandOf(argv: readonly string[]): CommandSpec | undefined {
  const named = COMMANDS.filter((one) => one.name.split(" ").every((word) => argv.includes(word)));
  return named.findLast(({ name }) => name !== "help") ?? named.at(-1);
}

function elsewhere(mistake: Mistake, argv: readonly string[]): string | undefined {
  const { command: unknown, option } = unknownIn(mistake);
  const special = own(OPTIONS_OF_A_COMMAND, `${argv[0]} ${option}`);
  if (special !== undefined) return special;
  const command = knownElsewhere(COMMANDS_ELSEWHERE, unknown, mistake);
  if (command !== undefined) return command;
  const known = commandOf(argv);
  const isFormat = ["o", "output"].includes(option) && argv.some((word) => isFormatOf(known, word));
  const here = isFormat
    ? "`--format FORMAT`; `--out FILE` names a file"
    : knownElsewhere(OPTIONS_ELSEWHERE, option, mistake);
  const [flag = "--help"] = /--[a-z-]+/.exec(here ?? "") ?? [];
  if (here === undefined || flag === "--help" || hasOption(known, flag)) return here;
  const others = optionOfOthers(flag);
  return others && `${here}, ${others}`;
}

/** What a word of another tool is here; of one with a slip as well, where nothing here is near to it. */
function knownElsewhere(
  known: Readonly<Record<string, string>>,
  word: string,
  mistake: Mistake,
): string | undefined {
  const near = isGuessed(mistake) ? undefined : suggest(word, Object.keys(known));
  return own(known, word) ?? own(known, near ?? "");
}

/** Returns true if the word that follows is a format of the command, as in `-o json`. */
function isFormatOf(command: CommandSpec | undefined, word: string): boolean {
  const format = command?.options.find(({ flags }) => flags.startsWith("--format"));
  const value = word.replace(/^(?:-o|--output)=?/, "");
  return format?.choices?.includes(value) === true || value === "yaml";
}

/** What the parser wrote, in our words: it begins as our errors do, and guesses at nothing that has another name here. */
export function inOurWords(written: string, mistake: Mistake): string {
  const text = withoutValue(written.charAt(0).toUpperCase() + written.slice(1), mistake);
  const { option, command } = unknownIn(mistake);
  const isElsewhere =
    own(OPTIONS_ELSEWHERE, option) ??
    own(WITHDRAWN.options, option) ??
    own(COMMANDS_ELSEWHERE, command) ??
    own(WITHDRAWN.commands, command);
  return isElsewhere === undefined ? text : text.replace(/\n\([^)]*\)/, "");
}

/** A text without the value of an unknown option, which may be a secret. */
export function withoutValue(text: string, { code }: Mistake): string {
  return code === "commander.unknownOption" ? text.replace(/('--?[^'=]*)=[^']*'/, "$1'") : text;
}
