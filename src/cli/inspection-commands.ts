import { type CommandSpec, handler } from "./command-spec.js";
import {
  COMPARING_OPTIONS,
  FILE_OPTIONS,
  formatOption,
  LIVE_OPTION,
  LIVE_WORKSPACE_OPTION,
  many,
  type OptionSpec,
  option,
  READING_OPTIONS,
  REGION_OPTION,
  SERVICE_OPTIONS,
} from "./option-table.js";

const WORKSPACE_OPTION: OptionSpec = {
  ...many("--workspace <name>", "only this workspace of the file; repeatable"),
  offers: "workspaces",
};

const PLANNED_OPTION: OptionSpec = option("--planned", "after the plan, instead of live");

const OF_A_PLAN: readonly OptionSpec[] = [
  ...FILE_OPTIONS,
  ...COMPARING_OPTIONS,
  LIVE_OPTION,
  ...SERVICE_OPTIONS,
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
      "Shows for each attribute every source of a value: the winner first, then the shadowed ones, both live and as planned. For an invited person it shows the values once they accept, and after the next apply. With a data model, the section Data lists hidden objects with the grant that hides them, and the visible rows.",
    examples: [
      { command: "orgform explain ada@northwind.example", says: "all attributes, in all workspaces" },
      { command: "orgform explain ada@northwind.example region", says: "one attribute" },
    ],
    options: [WORKSPACE_OPTION, formatOption("text", "json"), ...OF_A_PLAN],
    load: async () => handler((await import("../commands/access/explain.js")).explain),
  },
  {
    name: "access",
    summary: "list the effective value of each member",
    description:
      "Lists the effective value of every attribute for every member of the file's workspaces, with its source. With --planned it also lists invited people, marked as arriving. It reads each member's own values, with one request for each person.",
    examples: [
      { command: "orgform access --open", says: "members who see everything because no value limits them" },
      { command: "orgform access --planned --format csv -o access.csv", says: "the end state, for a review" },
      {
        command: "orgform access --group Sales --attribute region",
        says: "one group and attribute",
      },
    ],
    options: [
      option("--open", "only what is without a value, or has one that hides nothing"),
      PLANNED_OPTION,
      many("--attribute <name>", "only this attribute; repeatable"),
      many("--value <entry>", "only values with this entry; an empty entry stands for no value; repeatable"),
      many("--group <name>", "only members of this group; repeatable"),
      many("--member <email>", "only this person; repeatable"),
      WORKSPACE_OPTION,
      formatOption("text", "csv", "json", "markdown", "html"),
      ...OF_A_PLAN,
    ],
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
    summary: "list everybody who has a value or reaches an object of the data model",
    description:
      "Lists people with their role, the value that gives them access, its source, and the grants that it passes. The state `open` means that they have access because they have no value; `unclear` means that it is not certain that they reach the object. It reads each member's own values, with one request for each person.\nExit codes: 0 done, 1 error, 2 the list is not empty (with --detailed-exitcode).",
    examples: [
      { command: "orgform who region=west", says: "who sees the west" },
      { command: "orgform who field:customers.email --planned", says: "who will reach a field" },
      { command: "orgform who topic:Payroll --format csv -o payroll.csv", says: "for an audit" },
    ],
    options: [
      PLANNED_OPTION,
      WORKSPACE_OPTION,
      option("--detailed-exitcode", "exit 2 if the list is not empty"),
      formatOption("text", "json", "csv", "markdown", "html"),
      ...OF_A_PLAN,
    ],
    load: async () => handler((await import("../commands/access/who.js")).who),
  },
  {
    name: "compare",
    arguments: [
      { name: "<from>", description: "live, planned, a snapshot, or a git revision of the file" },
      { name: "[to]", description: "the same; default: planned" },
    ],
    summary: "compare who sees what at two points, of the organization or of its data model",
    description:
      "Lists people whose values differ and, with a data model, the objects and rows that they gain and lose. --model-from and --model-to take a folder or a git revision: with them, `compare live live` reviews a change of the data model.\nExit codes: 0 compared, 1 error, 3 --fail-on found something.",
    examples: [
      { command: "orgform compare live", says: "who sees what before and after the plan" },
      {
        command: "orgform compare 2026-q3.json live --format html -o q3.html",
        says: "changes since a snapshot",
      },
      {
        command: "orgform compare live live --model-from origin/main --model-to .",
        says: "a pull request to the data model",
      },
    ],
    options: [
      option("--model-from <folder|ref>", "the data model at the first point"),
      option("--model-to <folder|ref>", "the data model at the second point"),
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
    load: async () => handler((await import("../commands/access/compare.js")).compare),
  },
  {
    name: "graph",
    summary: "draw the order of the plan's writes, or the precedence of groups",
    description:
      "An arrow leads from a write to the writes that wait for it, or from a group to the group that it overrides.",
    examples: [
      { command: "orgform graph", says: "the order of writes, for a Markdown page" },
      {
        command: "orgform graph --what precedence --format dot -o groups.dot",
        says: "the precedence of groups, for Graphviz",
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
    load: async () => handler((await import("../commands/access/graph.js")).graph),
  },
  {
    name: "review",
    arguments: [
      { name: "[action]", description: "check: check a list with decisions", choices: ["check"] },
      { name: "[review-file]", description: "the list with decisions, CSV" },
    ],
    summary: "list who sees what, for people to decide and sign; check the signed list",
    description:
      "Writes NAME.html, a page to read and print, and NAME.csv, a list for the decisions. A row for each person and workspace has the role, groups, values with their sources, open attributes, and with a data model the objects that they reach. With --since it also has the changes and their effect. It reads each member's own values, with one request for each person.\n`review check` lists people without a decision, incomplete decisions, rows that were edited, removed or added, and people whose access has changed since: it compares with the service, or with --live with a snapshot. For each `revoke` it prints the edit of the file, and warns if this would open somebody.\nExit codes: 0 written, or each person has a decision and nothing has changed, 1 error, 2 the check found something, 3 the list is from another organization.",
    examples: [
      {
        command: "orgform review --live 2026-q3.json --since 2026-q2.json --out q3",
        says: "the quarterly review, from snapshots",
      },
      { command: "orgform review check q3.csv --live 2026-q3.json", says: "was the list tampered with?" },
      { command: "orgform review check q3.csv", says: "has anything changed since?" },
    ],
    options: [
      option("--out <name>", "the path of both files without their extension (default: review)"),
      option("--since <snapshot>", "the snapshot to compare with"),
      LIVE_WORKSPACE_OPTION,
      { ...formatOption("text", "json"), description: "with check: text, json (default: text)" },
      ...READING_OPTIONS,
    ],
    load: async () => handler((await import("../commands/review/review.js")).review),
  },
  {
    name: "whoami",
    summary: "show what the token can reach, and whether that is enough for the file",
    description:
      "Shows the organization, the reach of the token, the rate limit, the clock and the proxy. If there is a file, it says what the token cannot do for that file.\nExit codes: 0 the token is enough, or there is no file, 1 error, 3 the token is not enough.",
    examples: [
      { command: "orgform whoami --region eu", says: "before there is a file" },
      { command: "orgform whoami --format json", says: "the first step of a pipeline" },
    ],
    options: [formatOption("text", "json"), ...FILE_OPTIONS, REGION_OPTION, ...SERVICE_OPTIONS],
    load: async () => handler((await import("../commands/whoami.js")).whoami),
  },
];
