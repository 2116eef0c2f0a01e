import { type CommandSpec, handler } from "./command-spec.js";
import { FILE_OPTIONS, formatOption, many, NO_SERVICE_OPTION, option } from "./option-table.js";

/** Commands about many organizations at once. */
export const FLEET_COMMANDS: readonly CommandSpec[] = [
  {
    name: "matrix",
    arguments: [{ name: "<folder>", description: "the folder of organizations" }],
    summary: "list the organizations of a folder, as the jobs of a pipeline",
    description:
      "Each file in the folder that names an organization is one entry. A subfolder whose files name an organization is also one entry. Needs no token and no network. With --base it lists only organizations whose desired state differs. Formats: json is a matrix for GitHub Actions, gitlab a parallel:matrix, argo the items of withParam, each on one line. With --chunk it prints several lines, for engines that limit a matrix: GitHub Actions allows 256 jobs, GitLab 200.",
    examples: [
      { command: "orgform matrix orgs", says: "all organizations" },
      {
        command: "orgform matrix orgs --base origin/main --format json",
        says: "only organizations that a change touches",
      },
    ],
    options: [
      option(
        "--base <ref|folder>",
        "the previous version of the folder: list only organizations that differ from it",
      ),
      option("--chunk <n>", "print a matrix on each line, with at most this many organizations"),
      ...FILE_OPTIONS.filter(({ flags }) => flags.startsWith("--var")),
      formatOption("text", "json", "gitlab", "argo"),
      NO_SERVICE_OPTION,
    ],
    load: async () => handler((await import("../commands/fleet/matrix.js")).matrix),
  },
  {
    name: "report",
    arguments: [
      {
        name: "<result-files...>",
        description: "plans and drifts as JSON, and receipts; with --matrix, the folder with them",
      },
    ],
    summary: "combine the results of many organizations into one report",
    description:
      "Lists runs that need attention first, with the reason. A missing file counts as a failed run. With --matrix it expects a result FOLDER/ORGANIZATION_ID.json for each organization that `orgform matrix` printed. The exit code is that of the run that needs attention most: error, partial, refused, stale, interrupted, differences, ok.",
    examples: [
      { command: "orgform report results/*.json", says: "one table" },
      {
        command: "orgform report results --matrix matrix.json --format markdown",
        says: "one result for each organization, for a job's summary page",
      },
    ],
    options: [
      option("--matrix <file>", "the output of `orgform matrix`: it says which results to expect"),
      formatOption("text", "json", "markdown"),
    ],
    load: async () => handler((await import("../commands/fleet/report.js")).report),
  },
  {
    name: "log",
    arguments: [
      {
        name: "[receipts...]",
        description: "receipts, and folders of them (default: .orgform/receipts beside the file)",
      },
    ],
    summary: "list the applied changes: when, by whom, from which commit, whose access",
    description:
      "Prints a line for each run of apply and undo, oldest first, from its receipt. With --member or --group it prints only runs that changed them, with the changes. Needs no token and no network. If it cannot read a receipt, it names it, and the exit code is 1.",
    examples: [
      { command: "orgform log", says: "every run" },
      { command: "orgform log --member ada@northwind.example", says: "changes of one person" },
      { command: "orgform log receipts --format csv -o runs.csv", says: "for an auditor's spreadsheet" },
    ],
    options: [
      many("--member <email>", "only changes of this person; repeatable"),
      many("--group <name>", "only changes of this group; repeatable"),
      formatOption("text", "json", "markdown", "csv"),
    ],
    load: async () => handler((await import("../commands/fleet/log.js")).log),
  },
];
