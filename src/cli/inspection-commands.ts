import { type CommandSpec, handler } from "./command-spec.js";
import {
  COMPARING_OPTIONS,
  FILE_OPTIONS,
  formatOption,
  GENERAL_OPTIONS,
  LIVE_OPTION,
  type OptionSpec,
  REGION_OPTION,
  SERVICE_OPTIONS,
} from "./option-table.js";

const WORKSPACE_OPTION: OptionSpec = {
  flags: "--workspace <name>",
  offers: "workspaces",
  description: "only this workspace of the file; repeatable",
  many: true,
};

const PLANNED_OPTION: OptionSpec = {
  flags: "--planned",
  description: "as the plan leaves it, instead of as it is",
};

const OF_A_PLAN: readonly OptionSpec[] = [
  ...FILE_OPTIONS,
  ...COMPARING_OPTIONS,
  LIVE_OPTION,
  ...SERVICE_OPTIONS,
  ...GENERAL_OPTIONS,
];

/** Commands that answer questions and change nothing. */
export const INSPECTION_COMMANDS: readonly CommandSpec[] = [
  {
    name: "explain",
    arguments: [
      { name: "<member>", description: "the person's e-mail address", offers: "people" },
      { name: "[attribute]", description: "only this attribute" },
    ],
    summary: "show why a member has the values they have",
    description:
      "Shows for each attribute every source that gives the member a value: the winner first, then what it shadows, as it is and as planned. Of somebody who is invited: once they accept, and after the next apply. With a data model also, under Data, what is hidden from them and by which grant, and which rows are left.",
    examples: [
      { command: "orgform explain ada@northwind.example", says: "all attributes, in all workspaces" },
      { command: "orgform explain ada@northwind.example region", says: "one attribute" },
    ],
    options: [WORKSPACE_OPTION, formatOption("text", "json"), ...OF_A_PLAN],
    failure: "document",
    load: async () => handler((await import("../commands/access/explain.js")).explain),
  },
  {
    name: "access",
    summary: "list who ends up with which value",
    description:
      "The effective value of every attribute for every member of the file's workspaces, and where it comes from. With --planned also for those who are invited, marked as arriving. Reads each member's own values: one request a person.",
    examples: [
      { command: "orgform access --open", says: "members who see everything because they have no value" },
      { command: "orgform access --planned --format csv -o access.csv", says: "the end state, for a review" },
      {
        command: "orgform access --group Sales --attribute region",
        says: "one group and attribute",
      },
    ],
    options: [
      { flags: "--open", description: "only members without a value" },
      PLANNED_OPTION,
      { flags: "--attribute <name>", description: "only this attribute; repeatable", many: true },
      {
        flags: "--value <entry>",
        description: "only values that have this entry; an empty one: no value; repeatable",
        many: true,
      },
      { flags: "--group <name>", description: "only members of this group; repeatable", many: true },
      { flags: "--member <email>", description: "only this person; repeatable", many: true },
      WORKSPACE_OPTION,
      formatOption("text", "csv", "json", "markdown", "html"),
      ...OF_A_PLAN,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/access/access.js")).access),
  },
  {
    name: "who",
    arguments: [
      {
        name: "<what>",
        description:
          "attribute=entry, attribute= for no value, or an object: field:customers.email, view:…, topic:…, dashboard:…, model:…",
      },
    ],
    summary: "list everybody who has a value, or who reaches an object of the data model",
    description:
      "The other way round than explain: people with their role, the value that lets them in and where it comes from, and the grants that it passes. State open: only a missing value lets them in; unclear: it is not certain that they reach it. Reads each member's own values: one request a person.\nExit codes: 0, 1 error, 2 there is somebody (with --detailed-exitcode).",
    examples: [
      { command: "orgform who region=west", says: "who sees the west" },
      { command: "orgform who field:customers.email --planned", says: "who will reach a field" },
      { command: "orgform who topic:Payroll --format csv -o payroll.csv", says: "for an audit" },
    ],
    options: [
      PLANNED_OPTION,
      WORKSPACE_OPTION,
      { flags: "--detailed-exitcode", description: "exit 2 when there is somebody" },
      formatOption("text", "json", "csv", "markdown", "html"),
      ...OF_A_PLAN,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/access/who.js")).who),
  },
  {
    name: "compare",
    arguments: [
      { name: "<from>", description: "live, planned, a snapshot, or a git revision of the file" },
      { name: "[to]", description: "the same; default: planned" },
    ],
    summary: "say who sees what at two points, of the organization or of its data model",
    description:
      "People whose values differ and, with a data model, what they gain, lose and see otherwise. --model-from and --model-to take a folder or a git revision: `compare live live` then reviews a change of the data model.\nExit codes: 0 compared, 1 error, 3 --fail-on found something.",
    examples: [
      { command: "orgform compare live", says: "who sees what before and after the plan" },
      { command: "orgform compare 2026-q3.json live --format html -o q3.html", says: "since a snapshot" },
      {
        command: "orgform compare live live --model-from origin/main --model-to .",
        says: "a pull request to the data model",
      },
    ],
    options: [
      { flags: "--model-from <folder|ref>", description: "the data model at the first point" },
      { flags: "--model-to <folder|ref>", description: "the data model at the second point" },
      {
        flags: "--fail-on <finding>",
        description: "exit 3 when there is one of widened, opened; repeatable",
        choices: ["widened", "opened"],
        many: true,
      },
      WORKSPACE_OPTION,
      formatOption("text", "json", "markdown", "html", "csv"),
      ...OF_A_PLAN,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/access/compare.js")).compare),
  },
  {
    name: "graph",
    summary: "draw the order of the plan's writes, or the precedence of groups",
    description:
      "An arrow leads from a write to what waits for it, or from a group to the one that it wins over.",
    examples: [
      { command: "orgform graph", says: "the order of writes, for a Markdown page" },
      {
        command: "orgform graph --what precedence --format dot -o groups.dot",
        says: "who wins, for Graphviz",
      },
    ],
    options: [
      {
        flags: "--what <what>",
        description: "order, precedence (default: order)",
        choices: ["order", "precedence"],
      },
      formatOption("mermaid", "dot"),
      ...OF_A_PLAN,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/access/graph.js")).graph),
  },
  {
    name: "review",
    arguments: [
      { name: "[action]", description: "check: look at a list that came back", choices: ["check"] },
      { name: "[review-file]", description: "the list that came back, CSV" },
    ],
    summary: "list who sees what, for people to decide on and sign; check what came back",
    description:
      "Writes NAME.html, a page to read and print, and NAME.csv, a list to decide in: one row a person and workspace with role, groups, values and their sources, what is open, and where the file names a data model what they reach. With --since what changed and what it does to what they see. Reads each member's own values: one request a person.\n`review check` says who is undecided, what a decision lacks, which rows were edited, taken out or put in, and whose access is not what the list says any more: by the service, or with --live by a snapshot. For each `revoke` it prints the edit of the file, and warns where it would open somebody.\nExit codes: 0 written, or everybody is decided on and nothing has changed, 1 error, 2 the check found something, 3 the list is of another organization.",
    examples: [
      {
        command: "orgform review --live 2026-q3.json --since 2026-q2.json --out q3",
        says: "the quarterly review, from snapshots",
      },
      { command: "orgform review check q3.csv --live 2026-q3.json", says: "was the list tampered with?" },
      { command: "orgform review check q3.csv", says: "has anything changed since?" },
    ],
    options: [
      { flags: "--out <name>", description: "the path of both files without an ending (default: review)" },
      { flags: "--since <snapshot>", description: "the moment to compare with" },
      { flags: "--workspace <name>", description: "only this one, by name or id; repeatable", many: true },
      { ...formatOption("text", "json"), description: "of a check: text, json (default: text)" },
      ...FILE_OPTIONS,
      REGION_OPTION,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/review/review.js")).review),
  },
  {
    name: "whoami",
    summary: "show what the token can reach, and whether that is enough for the file",
    description:
      "Shows organization, reach, rate limit, clock and proxy. With a file at hand it says what the token cannot do for it.\nExit codes: 0 it is enough, or there is no file, 1 error, 3 it is not enough.",
    examples: [
      { command: "orgform whoami --region eu", says: "before there is a file" },
      { command: "orgform whoami --format json", says: "the first step of a pipeline" },
    ],
    options: [
      formatOption("text", "json"),
      ...FILE_OPTIONS,
      REGION_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/whoami.js")).whoami),
  },
];
