import { type CommandSpec, handler } from "./command-spec.js";
import { FILE_COMMANDS } from "./file-commands.js";
import { FLEET_COMMANDS } from "./fleet-commands.js";
import { INSPECTION_COMMANDS } from "./inspection-commands.js";
import {
  FILE_OPTIONS,
  formatOption,
  GENERAL_OPTIONS,
  LIVE_OPTION,
  NO_LIVE_OPTION,
  NO_SERVICE_OPTION,
  option,
  PLANNING_OPTIONS,
  RECEIPT_OPTIONS,
  SERVICE_OPTIONS,
} from "./option-table.js";
import { SIGN_IN_COMMANDS } from "./sign-in-commands.js";

const APPROVAL_OPTIONS = [
  option("--auto-approve", "do not ask"),
  option("--approve <digest>", "apply only if the plan has this digest"),
  ...RECEIPT_OPTIONS,
];

const TABLE: readonly CommandSpec[] = [
  ...FILE_COMMANDS,
  {
    name: "validate",
    summary: "check the file, offline",
    description: "Reads the file and reports all errors at once. Needs no token and no network.",
    examples: [
      { command: "orgform validate", says: "check orgform.yaml" },
      {
        command: "orgform validate -f orgs/ --format json",
        says: "check a folder, for an editor or a pipeline",
      },
    ],
    options: [...FILE_OPTIONS, formatOption("text", "json", "sarif", "junit"), NO_SERVICE_OPTION],
    load: async () => handler((await import("../commands/file/validate.js")).validate),
  },
  {
    name: "plan",
    summary: "show what would change, and whose data access",
    description:
      "Reads the live organization, compares it with the file and prints the plan. Never writes.\nExit codes: 0 planned, 1 error, 2 differences (with --detailed-exitcode), 3 a guard refused.",
    examples: [
      { command: "orgform plan", says: "plan orgform.yaml" },
      { command: "orgform plan --base origin/main --format markdown", says: "a comment for a pull request" },
      { command: "orgform plan --out plan.json", says: "save the plan, to apply exactly that later" },
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "markdown", "html", "sarif", "junit"),
      option("--out <file>", "also write the plan as JSON, for `orgform apply FILE`"),
      option("--detailed-exitcode", "exit 2 if there are differences"),
      ...PLANNING_OPTIONS,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
    ],
    load: async () => handler((await import("../commands/plan/plan.js")).plan),
  },
  {
    name: "apply",
    arguments: [
      {
        name: "[plan-file]",
        description: "a plan from `plan --out`; it approves exactly that plan",
      },
    ],
    summary: "apply the plan, in an order that is safe at every step",
    description:
      "Plans again, shows the plan, asks you, and writes. With a plan file or --approve, it refuses if the plan has changed.\nExit codes: 0 done, 1 error, 3 refused, 4 the approval no longer matches, 5 stopped part-way, 130/143 interrupted.",
    examples: [
      { command: "orgform apply", says: "plan, ask, apply" },
      { command: "orgform apply plan.json", says: "apply a saved and reviewed plan" },
      {
        command: "orgform apply --auto-approve --receipt receipt.json",
        says: "in a pipeline, with a receipt",
      },
      {
        command: "orgform apply --joined --since last.json --auto-approve",
        says: "at night: approved changes for people who have joined",
      },
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json"),
      ...APPROVAL_OPTIONS,
      option(
        "--joined",
        "with --since: apply only the first memberships and own values of people who were invited then and are members now",
      ),
      option("--since <snapshot>", "with --joined: the earlier snapshot, with the invites of that time"),
      ...PLANNING_OPTIONS,
      NO_LIVE_OPTION,
      ...SERVICE_OPTIONS,
    ],
    failure: "events",
    load: async () => handler((await import("../commands/plan/apply.js")).apply),
  },
  {
    name: "drift",
    summary: "check whether the live organization still matches the file",
    description:
      "A plan that cannot write. Limits are not enforced, because nothing is written.\nExit codes: 0 the organization matches the file, 1 error, 2 differences, including ones that the API cannot change, 3 an expectation does not hold, a check with severity error fails, or --fail-on names a finding.",
    examples: [{ command: "orgform drift --format markdown", says: "a nightly report" }],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "markdown", "html"),
      option("--out <file>", "also write the comparison as JSON, for `orgform report`"),
      option(
        "--since <snapshot>",
        "do not count the first memberships and own values of people who were invited in this snapshot and have joined",
      ),
      ...PLANNING_OPTIONS,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
    ],
    load: async () => handler((await import("../commands/plan/drift.js")).drift),
  },
  {
    name: "undo",
    arguments: [{ name: "<receipt-file>", description: "a receipt that an apply wrote" }],
    summary: "undo the changes of an apply",
    description:
      "Plans the reverse of every change that the receipt records as done, unless somebody has changed the same thing since. Shows the plan, asks you, and applies it like any plan, with its own access diff and guards. It identifies things by their ids, so it leaves a recreated thing alone. The guards come from the file, or without a file from the receipt.",
    examples: [
      { command: "orgform undo receipt.json --dry-run", says: "only show it" },
      { command: "orgform undo receipt.json", says: "show, ask, apply" },
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "markdown"),
      option("--dry-run", "only show the plan"),
      ...APPROVAL_OPTIONS,
      ...PLANNING_OPTIONS.filter(({ flags }) => !flags.startsWith("--base")),
      NO_LIVE_OPTION,
      ...SERVICE_OPTIONS,
    ],
    failure: "events",
    load: async () => handler((await import("../commands/plan/undo.js")).undo),
  },
  ...INSPECTION_COMMANDS,
  ...FLEET_COMMANDS,
  ...SIGN_IN_COMMANDS,
  {
    name: "sandbox",
    summary: "run a local copy of the service, to try things",
    description:
      "Serves all endpoints on 127.0.0.1 until you interrupt it, and prints the address and a token. With --file it keeps the organization.",
    examples: [
      { command: "orgform sandbox --port 8080 --file org.json", says: "keep the organization in a file" },
      { command: "orgform sandbox --seed world.json", says: "start with your own data" },
    ],
    options: [
      option("--port <n>", "the port (default: a free one)"),
      option("--file <file>", "keep the organization in this file"),
      option("--seed <file>", "start with this organization, JSON"),
      option("--token <token>", "the token to accept, instead of a random one"),
      option("--faults <file>", "inject these faults, a JSON list"),
    ],
    load: async () => handler((await import("../commands/sandbox.js")).sandbox),
  },
  {
    name: "completion",
    arguments: [{ name: "<shell>", description: "bash, zsh or fish", choices: ["bash", "zsh", "fish"] }],
    summary: "print a completion script for a shell",
    description: "Completes commands, options and their values.",
    examples: [
      { command: "source <(orgform completion bash)", says: "for this shell; put it into ~/.bashrc" },
      { command: "orgform completion fish | source", says: "the same for fish" },
    ],
    options: [],
    load: async () => handler((await import("./completion/completion.js")).completionOf(COMMANDS)),
  },
  {
    name: "version",
    summary: "print the version",
    description:
      "Prints the version of orgform. --version and -V do the same. `orgform whoami` also prints the version of Node.",
    examples: [{ command: "orgform version", says: "for a bug report" }],
    options: [],
    load: async () => handler((await import("./help/version.js")).printVersion),
  },
  {
    name: "help",
    arguments: [
      { name: "[topic]", description: "a command, a diagnostic code, `environment` or `exit-codes`" },
    ],
    summary: "explain a command, a diagnostic code or a topic",
    description:
      "Without a topic it lists all commands. Every error and warning ends with its diagnostic code: `orgform help CODE` says what it means and what to do.",
    examples: [
      { command: "orgform help plan", says: "a command with its options and examples" },
      { command: "orgform help unknown-key", says: "a diagnostic code" },
      { command: "orgform help environment", says: "the environment variables that orgform reads" },
      { command: "orgform help exit-codes", says: "what each exit code means" },
    ],
    options: [],
    load: async () => handler((await import("./help/help.js")).helpOn(COMMANDS)),
  },
];

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandSpec[] = TABLE.map((command) => ({
  ...command,
  options: [...command.options, ...GENERAL_OPTIONS],
}));
