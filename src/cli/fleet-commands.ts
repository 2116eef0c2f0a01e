import { type CommandSpec, handler } from "./command-spec.js";
import { FILE_OPTIONS, formatOption, GENERAL_OPTIONS, NO_SERVICE_OPTION } from "./option-table.js";

/** Commands about many organizations at once. */
export const FLEET_COMMANDS: readonly CommandSpec[] = [
  {
    name: "matrix",
    arguments: [{ name: "<folder>", description: "the folder of organizations" }],
    summary: "list the organizations of a folder, as the jobs of a pipeline",
    description:
      "Each file of the folder that names an organization is one; so is a folder below it, with everything in it, whose files name one. Needs no token and no network. With --base only those whose desired state differs. Formats: json is a matrix of GitHub Actions, gitlab a parallel:matrix, argo the items of withParam, each on one line. With --chunk there are several lines, for engines that limit a matrix: GitHub Actions takes 256 jobs, GitLab 200.",
    examples: [
      { command: "orgform matrix orgs", says: "what there is" },
      {
        command: "orgform matrix orgs --base origin/main --format json",
        says: "a job for each organization that a change touches",
      },
    ],
    options: [
      { flags: "--base <ref|folder>", description: "the folder as it was: only what differs from it" },
      { flags: "--chunk <n>", description: "a matrix a line, each of at most this many organizations" },
      ...FILE_OPTIONS.filter(({ flags }) => flags.startsWith("--var")),
      formatOption("text", "json", "gitlab", "argo"),
      NO_SERVICE_OPTION,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/fleet/matrix.js")).matrix),
  },
  {
    name: "report",
    arguments: [
      {
        name: "<result-files...>",
        description: "plans, drifts as JSON, and receipts of applies; with --matrix the folder of them",
      },
    ],
    summary: "combine the results of many organizations into one report",
    description:
      "Those that need somebody come first, with why; a file that is missing counts as a run that failed. With --matrix the results are named by what `orgform matrix` printed: of each of its organizations FOLDER/ORGANIZATION_ID.json. Exits like the run that needs somebody most: error, partial, refused, stale, interrupted, differences, ok.",
    examples: [
      { command: "orgform report results/*.json", says: "one table" },
      {
        command: "orgform report results --matrix matrix.json --format markdown",
        says: "one result of each organization, for a job's summary page",
      },
    ],
    options: [
      {
        flags: "--matrix <file>",
        description: "what `orgform matrix` printed: the results that there should be",
      },
      formatOption("text", "json", "markdown"),
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
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
    summary: "list what was applied: when, by whom, from which commit, whose access",
    description:
      "One line for each run of apply and undo, oldest first, from the receipts that the runs left. With --member or --group only runs in which something happened to them, and what. Needs no token and no network. A receipt that cannot be read is named, and the exit code is 1.",
    examples: [
      { command: "orgform log", says: "every run" },
      { command: "orgform log --member ada@northwind.example", says: "what happened to a person" },
      { command: "orgform log receipts --format csv -o runs.csv", says: "for an auditor's spreadsheet" },
    ],
    options: [
      { flags: "--member <email>", description: "only what happened to this person; repeatable", many: true },
      { flags: "--group <name>", description: "only what happened to this group; repeatable", many: true },
      formatOption("text", "json", "markdown", "csv"),
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/fleet/log.js")).log),
  },
];
