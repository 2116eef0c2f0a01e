import { type CommandSpec, command } from "./options/command-spec.js";
import {
  BASE_OPTION,
  formatOption,
  LIVE_OPTION,
  LIVE_WORKSPACE_OPTION,
  many,
  type OptionSpec,
  option,
  QUESTION_FILE_OPTIONS,
  READING_OPTIONS,
  REGION_OPTION,
  SERVICE_OPTIONS,
} from "./options/option-table.js";

const WORKSPACE_OPTION = {
  ...many("--workspace <name>", "only this workspace of the file; repeatable"),
  offers: "workspaces",
} as const satisfies OptionSpec;

const PLANNED_OPTION = option("--planned", "what people will see after the plan, instead of now");

const OF_A_PLAN = [
  ...QUESTION_FILE_OPTIONS,
  BASE_OPTION,
  LIVE_OPTION,
  ...SERVICE_OPTIONS,
] as const satisfies readonly OptionSpec[];

/** Commands that answer questions and change nothing. */
export const INSPECTION_COMMANDS: readonly CommandSpec[] = [
  command({
    name: "who",
    arguments: [
      {
        name: "[what...]",
        description:
          "an e-mail address; an attribute (region), a value of it (region=west) or no value (region=); group:NAME; an object of the data model: field:customers.email, view:…, topic:…, dashboard:…, model:…; or a single word that fits one of these; of several, the people who fit all",
        offers: "people",
      },
    ],
    summary: "show who sees what: everybody, a person, a value, an object",
    description:
      "Without an argument it lists everybody with the effective value of each attribute and its source. For an e-mail address it shows why that person has their values: each source, the winner first, live and as planned; with a data model also the hidden objects and the visible rows. For anything else it lists the people who have it, or reach the object; for a value everybody who sees it, by value, open, or by role; with the values that decide and the grants that they pass. The state `open` means that no value limits them, `tie` that it is undefined which group wins, `unclear` that nobody can be certain whether they reach the object. On a terminal, more than 20 people are counted; a pipe or a file has every line. It sends one request for each person.\nExit codes: 0 done, 1 error, 2 somebody was found (with --detailed-exitcode), 3 the snapshot is of another organization.",
    examples: [
      ["orgform who", "everybody's effective values"],
      ["orgform who ada@northwind.example", "one person, with every source"],
      ["orgform who region=west", "who sees west: by value, open, or by role"],
      ["orgform who field:customers.email --planned", "who will reach a field"],
      ["orgform who region=west field:orders.total", "who sees the total of orders in west"],
      ["orgform who --open", "people who see everything"],
      ["orgform who topic:Payroll --format csv --out payroll.csv", "for an audit"],
    ],
    options: [
      option("--open", "only people without a value, or with a value that hides nothing"),
      PLANNED_OPTION,
      WORKSPACE_OPTION,
      option("--detailed-exitcode", "exit 2 if somebody was found"),
      formatOption("text", "json", "csv", "markdown", "html"),
      ...OF_A_PLAN,
    ],
    load: async () => (await import("../commands/access/who.js")).who,
  }),
  command({
    name: "compare",
    arguments: [
      {
        name: "<from>",
        description: "live, planned, a snapshot, or a git revision or another path of the file",
      },
      { name: "[to]", description: "the same (default: planned)" },
    ],
    summary: "compare who sees what at two points, or with two data models",
    description:
      "Lists people whose values differ and, with a data model, the objects and rows that they gain and lose. To review a change of the data model, compare `live` with `live` and give both models.\nExit codes: 0 compared, 1 error, 3 --fail-on found something, or a snapshot is of another organization.",
    examples: [
      ["orgform compare live", "who sees what before and after the plan"],
      ["orgform compare 2026-q3.json live --format html --out q3.html", "changes since a snapshot"],
      ["orgform compare live live --model-from origin/main --model-to .", "a pull request to the data model"],
    ],
    options: [
      option(
        "--model-from <folder|ref>",
        "the data model at the first point: a folder, or a git revision (default: the folder of today's file, also where the point is a revision)",
      ),
      option("--model-to <folder|ref>", "the data model at the second point, in the same way"),
      {
        flags: "--fail-on <finding>",
        description: "exit 3 if the comparison has any of: widened, opened; repeatable",
        choices: ["widened", "opened"],
        many: true,
      },
      WORKSPACE_OPTION,
      formatOption("text", "json", "markdown", "html", "csv"),
      ...OF_A_PLAN,
    ],
    load: async () => (await import("../commands/access/compare.js")).compare,
  }),
  command({
    name: "show",
    arguments: [{ name: "<file>", description: "a saved plan, a receipt, or the JSON of drift or apply" }],
    summary: "show a saved plan, a receipt or a result again, offline",
    description:
      "Prints the content of a file in any format that its command has: a plan or a drift as text, json, markdown, html, sarif or junit; a receipt, with every value before and after, as text, json, markdown, csv (a row for each field) or html; the events of an apply as text or json. Needs no token and no network.",
    examples: [
      ["orgform show plan.json", "the plan, as `plan` printed it"],
      ["orgform show plan.json --format html --out plan.html", "a page for a reviewer"],
      ["orgform show .orgform/receipts/RUN.jsonl", "what a run did"],
    ],
    options: [formatOption("text", "json", "markdown", "html", "csv", "sarif", "junit")],
    load: async () => (await import("../commands/show/show.js")).show,
  }),
  command({
    name: "review",
    summary: "list who sees what, to decide and sign",
    description:
      "`orgform review` writes NAME.html, a page to read, print and sign, NAME.csv, the same as a list, and NAME.json, the snapshot that both are of; it never writes over a file that exists. Each person has a row in each workspace: role, groups, values with their sources, open attributes, whether the file lists them, and with a data model the objects that they reach; of somebody with an invite also what they will have. With --since, rows also say what changed. First come people whose role limits nothing, then open people, people who are not listed, and changes. The columns decision, reviewer, date and note are empty: orgform does not read them. Carry out what was decided by an edit of the file, and the next review shows that it was done. It sends one request for each person.\nExit codes: 0 written, 1 error, 3 the token or a file is of another organization.",
    examples: [
      ["orgform review --out q3", "the first review"],
      ["orgform review --since q2.json --out q3", "the next one, with what changed since"],
    ],
    options: [
      option("--out <name>", "the path of the files without their extension (default: review)"),
      option(
        "--since <snapshot>",
        "the .json of the last review, or another earlier snapshot: also show what changed",
      ),
      LIVE_WORKSPACE_OPTION,
      ...READING_OPTIONS,
    ],
    load: async () => (await import("../commands/review/review.js")).review,
  }),
  command({
    name: "whoami",
    summary: "show what the token can reach, and if it is enough for the file",
    description:
      "Shows the organization, the reach of the token, the rate limit, the clock and the proxy. If there is a file, it says what the token cannot do for that file.\nExit codes: 0 the token is enough, or there is no file, 1 error, 3 the token is not enough.",
    examples: [
      ["orgform whoami --region eu", "before there is a file"],
      ["orgform whoami --format json", "the first step of a pipeline"],
    ],
    options: [formatOption("text", "json"), ...QUESTION_FILE_OPTIONS, REGION_OPTION, ...SERVICE_OPTIONS],
    load: async () => (await import("../commands/whoami.js")).whoami,
  }),
  command({
    name: "log",
    arguments: [
      {
        name: "[receipts...]",
        description: "receipts, and folders of them (default: .orgform/receipts beside the file)",
      },
    ],
    summary: "list the applied changes: when, by whom, whose access",
    description:
      "Prints a line for each apply, oldest first, from its receipt; `orgform show RECEIPT` has the changes of one. Needs no token and no network. It names receipts that it cannot read, and then exits with 1.",
    examples: [
      ["orgform log", "every run"],
      ["orgform log receipts --format csv --out runs.csv", "for an auditor's spreadsheet"],
    ],
    options: [
      option("--sandbox [file]", "list the runs in a sandbox, which are left out otherwise"),
      formatOption("text", "json", "markdown", "csv", "html"),
    ],
    load: async () => (await import("../commands/log.js")).log,
  }),
];
