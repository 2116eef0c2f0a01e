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
  PLANNING_OPTIONS,
  RECEIPT_OPTIONS,
  SERVICE_OPTIONS,
} from "./option-table.js";
import { SIGN_IN_COMMANDS } from "./sign-in-commands.js";

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandSpec[] = [
  ...FILE_COMMANDS,
  {
    name: "validate",
    summary: "check the file, offline",
    description: "Reads the file and reports all its errors at once. Needs no token and no network.",
    examples: [
      { command: "orgform validate", says: "check orgform.yaml" },
      {
        command: "orgform validate -f orgs/ --format json",
        says: "check a folder, for an editor or a pipeline",
      },
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "sarif", "junit"),
      NO_SERVICE_OPTION,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
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
      { flags: "--out <file>", description: "also write the plan as JSON, for `orgform apply FILE`" },
      { flags: "--detailed-exitcode", description: "exit 2 when there are differences" },
      ...PLANNING_OPTIONS,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/plan/plan.js")).plan),
  },
  {
    name: "apply",
    arguments: [
      {
        name: "[plan-file]",
        description: "a plan that `plan --out` wrote: the approval of exactly that plan",
      },
    ],
    summary: "carry out the plan, in an order that is safe at every step",
    description:
      "Plans again, shows the plan, asks, and writes. With a plan file or --approve it refuses when the plan is no longer the same.\nExit codes: 0 done, 1 error, 3 refused, 4 the approval no longer matches, 5 stopped part-way, 130/143 interrupted.",
    examples: [
      { command: "orgform apply", says: "plan, ask, apply" },
      { command: "orgform apply plan.json", says: "apply what was planned and reviewed" },
      {
        command: "orgform apply --auto-approve --receipt receipt.json",
        says: "in a pipeline, with a receipt",
      },
      {
        command: "orgform apply --joined --since last.json --auto-approve",
        says: "at night: what was approved for people who have joined meanwhile",
      },
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json"),
      { flags: "--auto-approve", description: "do not ask" },
      { flags: "--approve <digest>", description: "apply only if the plan has this digest" },
      ...RECEIPT_OPTIONS,
      {
        flags: "--joined",
        description:
          "with --since: nothing but the first memberships and own values of people who were invited then and are members now",
      },
      { flags: "--since <snapshot>", description: "with --joined: the snapshot that says who was invited" },
      ...PLANNING_OPTIONS,
      NO_LIVE_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "events",
    load: async () => handler((await import("../commands/plan/apply.js")).apply),
  },
  {
    name: "drift",
    summary: "check whether the live organization still matches the file",
    description:
      "A plan that cannot write. Limits are not enforced, because nothing is written.\nExit codes: 0 the organization matches the file, 1 error, 2 differences, including ones that the API cannot change, 3 an expectation does not hold, or --fail-on names what was found.",
    examples: [{ command: "orgform drift --format markdown", says: "a nightly report" }],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "markdown", "html"),
      { flags: "--out <file>", description: "also write the comparison as JSON, for `orgform report`" },
      {
        flags: "--since <snapshot>",
        description: "what people wait for who were invited in this snapshot and have joined is no drift",
      },
      ...PLANNING_OPTIONS,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/plan/drift.js")).drift),
  },
  {
    name: "undo",
    arguments: [{ name: "<receipt-file>", description: "what `apply --receipt` wrote" }],
    summary: "undo what an apply did",
    description:
      "Plans the reverse of every change that the receipt says was done, unless somebody has changed the same thing since. Shows the plan, asks, and applies it like any plan, with its own access diff and guards. Things are identified by their ids: what somebody has recreated is left alone. The guards come from the file, or without a file from the receipt.",
    examples: [
      { command: "orgform undo receipt.json --dry-run", says: "only show it" },
      { command: "orgform undo receipt.json", says: "show, ask, apply" },
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "markdown"),
      { flags: "--dry-run", description: "show the plan and end" },
      { flags: "--auto-approve", description: "do not ask" },
      { flags: "--approve <digest>", description: "apply only if the plan has this digest" },
      ...RECEIPT_OPTIONS,
      ...PLANNING_OPTIONS.filter(({ flags }) => !flags.startsWith("--base")),
      NO_LIVE_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
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
      "Serves all endpoints on 127.0.0.1 until it is interrupted, and prints the address and a token. With --file the organization survives.",
    examples: [
      { command: "orgform sandbox --port 8080 --file org.json", says: "an organization that stays" },
      { command: "orgform sandbox --seed world.json", says: "start from a world of your own" },
    ],
    options: [
      { flags: "--port <n>", description: "the port (default: a free one)" },
      { flags: "--file <file>", description: "keep the organization in this file" },
      { flags: "--seed <file>", description: "start from this world, JSON" },
      { flags: "--token <token>", description: "the token to accept, instead of a random one" },
      { flags: "--faults <file>", description: "inject these faults, a JSON list" },
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/sandbox.js")).sandbox),
  },
  {
    name: "completion",
    arguments: [{ name: "<shell>", description: "bash, zsh or fish", choices: ["bash", "zsh", "fish"] }],
    summary: "print a completion script for a shell",
    description: "Completes commands, options and what they take; made from the same tables as this help.",
    examples: [
      { command: "source <(orgform completion bash)", says: "for this shell; put it into ~/.bashrc" },
      { command: "orgform completion fish | source", says: "the same for fish" },
    ],
    options: [...GENERAL_OPTIONS],
    failure: "document",
    load: async () => handler((await import("./completion/completion.js")).completionOf(COMMANDS)),
  },
  {
    name: "version",
    summary: "print the version",
    description: "The version of orgform; `orgform whoami` also prints Node's. --version and -V do the same.",
    examples: [{ command: "orgform version", says: "for a report of a defect" }],
    options: [...GENERAL_OPTIONS],
    failure: "document",
    load: async () => handler((await import("./help/version.js")).printVersion),
  },
  {
    name: "help",
    arguments: [
      { name: "[topic]", description: "a command, a diagnostic code, `environment` or `exit-codes`" },
    ],
    summary: "explain a command, a diagnostic code or a topic",
    description:
      "Without a topic lists all commands. Every message ends in its diagnostic code: `orgform help CODE` says what it means and what to do.",
    examples: [
      { command: "orgform help plan", says: "a command with its options and examples" },
      { command: "orgform help unknown-key", says: "a diagnostic code" },
      { command: "orgform help environment", says: "the environment variables that orgform reads" },
      { command: "orgform help exit-codes", says: "what each exit code means" },
    ],
    options: [...GENERAL_OPTIONS],
    failure: "document",
    load: async () => handler((await import("./help/help.js")).helpOn(COMMANDS)),
  },
];
