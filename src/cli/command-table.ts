import { FILE_COMMANDS } from "./file-commands.js";
import { INSPECTION_COMMANDS } from "./inspection-commands.js";
import { type CommandSpec, command, HELP_GROUPS } from "./options/command-spec.js";
import {
  FILE_OPTIONS,
  formatOption,
  LIVE_OPTION,
  type OptionSpec,
  option,
  PLANNING_OPTIONS,
  planOutOption,
  QUESTION_FILE_OPTIONS,
  REGION_OPTION,
  RUN_OPTIONS,
  SERVICE_OPTIONS,
} from "./options/option-table.js";
import { SIGN_IN_COMMANDS } from "./sign-in-commands.js";

const APPROVAL_OPTIONS = [
  planOutOption("also save the plan"),
  option("--auto-approve", "do not ask"),
  option("--approve <digest>", "apply only if the plan has this digest"),
  option(
    "--receipt <file>",
    "write the receipt, with each change and its values, to this file (default: a new file in .orgform/receipts beside the orgform file); an earlier one is kept as FILE.1",
  ),
  option("--no-receipt", "write no receipt: nothing keeps the values before the run"),
] as const satisfies readonly OptionSpec[];

const TABLE: readonly CommandSpec[] = [
  ...FILE_COMMANDS,
  command({
    name: "validate",
    summary: "check the file, offline",
    description: "Reads the file and reports all errors at once. Needs no token and no network.",
    examples: [
      ["orgform validate", "check orgform.yaml"],
      ["orgform validate -f orgs/ --format json", "check a folder, for an editor or a pipeline"],
    ],
    options: [...QUESTION_FILE_OPTIONS, formatOption("text", "json", "sarif", "junit")],
    load: async () => (await import("../commands/file/validate.js")).validate,
  }),
  command({
    name: "plan",
    summary: "show what would change, and whose data access",
    description:
      "Reads the live organization, compares it with the file and prints the plan. Never writes. With --workspace it plans as if the file and the base had no other workspaces; such a plan invites no organization admin, who would be one in the others, too.\nExit codes: 0 planned, 1 error, 2 differences (with --detailed-exitcode), 3 a guard refused.",
    examples: [
      ["orgform plan", "plan orgform.yaml"],
      ["orgform plan --base origin/main --format markdown", "a comment for a pull request"],
      ["orgform plan --out plan.json", "save the plan, to apply exactly that later"],
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "markdown", "html", "sarif", "junit"),
      planOutOption("also save the plan, for `orgform apply FILE`"),
      option("--detailed-exitcode", "exit 2 if there are differences"),
      ...PLANNING_OPTIONS,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
    ],
    load: async () => (await import("../commands/plan/plan.js")).plan,
  }),
  command({
    name: "apply",
    arguments: [
      {
        name: "[plan-file]",
        description: "a plan from `plan --out`; it approves exactly that plan",
      },
    ],
    summary: "apply the plan, in an order that is safe at every step",
    description:
      "Plans again, shows the plan, asks you, and writes. With a plan file or --approve, it refuses if the plan has changed.\nExit codes: 0 done, 1 error, 3 refused, 4 the approval no longer matches, 5 stopped part-way, 130/143/129 interrupted.",
    examples: [
      ["orgform apply", "plan, ask, apply"],
      ["orgform apply plan.json", "apply a saved and reviewed plan"],
      ["orgform apply --auto-approve --receipt receipt.jsonl", "in a pipeline, with a receipt"],
      [
        "orgform apply --auto-approve --base HEAD --fail-on drift",
        "at night, of the last applied commit: what people who have joined wait for",
      ],
    ],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json"),
      ...APPROVAL_OPTIONS,
      ...PLANNING_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    failure: "events",
    load: async () => (await import("../commands/plan/apply.js")).apply,
  }),
  command({
    name: "drift",
    summary: "check whether the live organization still matches the file",
    description:
      "A plan that cannot write. Limits are not enforced, because nothing is written.\nExit codes: 0 the organization matches the file, 1 error, 2 differences, including ones that the API cannot change and people who are not listed, 3 an expectation does not hold or is undecided for want of the data model, a check with severity error fails, or --fail-on names a finding.",
    examples: [["orgform drift --format markdown", "a nightly report"]],
    options: [
      ...FILE_OPTIONS,
      formatOption("text", "json", "markdown", "html"),
      planOutOption("also save the comparison"),
      ...PLANNING_OPTIONS,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
    ],
    load: async () => (await import("../commands/plan/drift.js")).drift,
  }),
  command({
    name: "adopt",
    arguments: [
      { name: "[address...]", description: "only these things, and what is in them; new ones as well" },
    ],
    summary: "write into the file what somebody did in the product",
    description:
      "The other way to end drift. Writes values, labels, precedences, memberships, roles of pending invites and deletions where the file itself says them; comments, order and quoting stay. Without an address, new things are written only where the file lists all of them. Names what a template, a list, a pattern or a variable gives, and what to change there. Shows who sees something else by the new file; its plan against the present one decides.\nExit codes: 0 written or nothing to write, 1 error, 2 --dry-run has something to write, 3 a guard refuses the new file, or nobody said yes.",
    examples: [
      ["orgform adopt", "see the edit, and say yes"],
      ["orgform adopt --dry-run > drift.patch", "for a pull request"],
      ["orgform adopt 'prod/groups/Sales West' --write", "one group alone"],
    ],
    options: [
      option("--dry-run", "print the edit as a unified diff, and write nothing"),
      option("--write", "do not ask"),
      ...FILE_OPTIONS,
      ...RUN_OPTIONS,
      ...SERVICE_OPTIONS,
    ],
    load: async () => (await import("../commands/file/adopt.js")).adopt,
  }),
  ...INSPECTION_COMMANDS,
  command({
    name: "acceptance",
    summary: "check that the service behaves as orgform assumes",
    description:
      "Creates a workspace of its own, runs every check in it, and archives it. It writes to no other workspace, and sends no invite unless you give an address. It asks first. The record, acceptance.json, holds no name, address or id: send it with a bug report, or run `orgform sandbox --like acceptance.json`.\nExit codes: 0 every assumption that was checked holds, 1 error, 2 some do not hold, 3 refused or not approved, 130/143/129 interrupted (the workspace is archived first).",
    examples: [
      ["orgform acceptance --organization org_123", "ask, check, clean up"],
      ["orgform acceptance --organization org_123 --sandbox", "see what it does, without the service"],
    ],
    options: [
      option("--organization <id>", "the id of the organization; the token must belong to it"),
      option("--invite <email>", "also check invites: this address gets one"),
      option("--auto-approve", "do not ask"),
      option("--out <file>", "write the record to this file (default: acceptance.json)"),
      formatOption("text", "json"),
      REGION_OPTION,
      ...SERVICE_OPTIONS,
    ],
    load: async () => (await import("../commands/acceptance.js")).acceptance,
  }),
  ...SIGN_IN_COMMANDS,
  command({
    name: "sandbox",
    summary: "run a local copy of the service, to try things",
    description:
      "Serves all endpoints on 127.0.0.1 until you interrupt it, and prints the address and a token. With --file it keeps the organization.",
    examples: [
      ["orgform sandbox --port 8080 --file org.json", "keep the organization in a file"],
      ["orgform sandbox --seed world.json", "start with your own data"],
    ],
    options: [
      option("--port <n>", "the port (default: a free one)"),
      option("--file <file>", "keep the organization in this file"),
      option(
        "--seed <file>",
        "start with the organization of this seed, snapshot or file of a sandbox; docs/sandbox.md shows a seed",
      ),
      option("--like <file>", "behave as a real service did: the record that `orgform acceptance` wrote"),
      option("--token <token>", "the token to accept, instead of a random one"),
      option("--faults <file>", "a JSON list of faults, such as lost responses; docs/sandbox.md lists them"),
    ],
    load: async () => (await import("../commands/sandbox.js")).sandbox,
  }),
  command({
    name: "sandbox accept",
    arguments: [
      { name: "<address>", description: "the e-mail address of somebody who is invited; --all takes none" },
      { name: "[file]", description: "the file that you give to --sandbox" },
    ],
    summary: "accept an invite in a sandbox",
    description:
      "In the service, a person accepts an invite by its link. Here they accept all of their invites in the organization of the file. The next apply then gives them their groups and values. Stop a server of the same file before: it does not read the file again.",
    examples: [
      ["orgform sandbox accept ada@northwind.example org.json", "Ada joins"],
      ["orgform sandbox accept --all org.json", "everybody who is invited joins"],
    ],
    options: [{ flags: "--all", description: "accept the invites of everybody" }],
    load: async () => (await import("../commands/sandbox-accept.js")).sandboxAccept,
  }),
  command({
    name: "completion",
    arguments: [
      {
        name: "<shell>",
        description: "bash, zsh, fish or powershell",
        choices: ["bash", "zsh", "fish", "powershell"],
      },
    ],
    summary: "print a completion script for a shell",
    description: "Completes commands, options and their values.",
    examples: [
      ["source <(orgform completion bash)", "for this shell; put it into ~/.bashrc"],
      ["orgform completion fish | source", "the same for fish"],
      ["orgform completion powershell | Out-String | Invoke-Expression", "the same for PowerShell"],
    ],
    options: [],
    load: async () => (await import("./completion/completion.js")).completion,
  }),
  command({
    name: "help",
    arguments: [
      {
        name: "[topic]",
        description: "a command, a diagnostic code, a guard, or a word that `help topics` lists",
      },
    ],
    summary: "explain a command, a diagnostic code, a guard or a topic",
    description:
      "Without a topic it lists all commands. Every error and warning ends with its diagnostic code: `orgform help CODE` says what it means and what to do.",
    examples: [
      ["orgform help plan", "a command with its options and examples"],
      ["orgform help unknown-key", "a diagnostic code"],
      ["orgform help access.windows", "a guard that refused a plan"],
      ["orgform help topics", "everything that help explains"],
      ["orgform help environment", "the environment variables that orgform reads"],
      ["orgform help exit-codes", "what each exit code means"],
      ["orgform help tuning", "options for those who operate pipelines"],
    ],
    options: [],
    load: async () => (await import("./help/help.js")).helpOn(COMMANDS),
  }),
];

const ORDER = HELP_GROUPS.flatMap(({ commands }) => commands);

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandSpec[] = [...TABLE].sort(
  (a, b) => ORDER.indexOf(firstWord(a)) - ORDER.indexOf(firstWord(b)),
);

function firstWord({ name }: CommandSpec): string {
  return name.split(" ")[0] ?? name;
}
