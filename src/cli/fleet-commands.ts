import { type CommandSpec, command } from "./options/command-spec.js";
import {
  FILE_OPTIONS,
  formatOption,
  many,
  NO_SERVICE_OPTION,
  OUTSIDE_OPTION,
  option,
} from "./options/option-table.js";

/** Commands about many organizations at once. */
export const FLEET_COMMANDS: readonly CommandSpec[] = [
  command({
    name: "fleet jobs",
    arguments: [{ name: "<folder>", description: "the folder of organizations" }],
    summary: "list the organizations of a folder, as the jobs of a pipeline",
    description:
      "Each file of the folder that names an organization is one entry, and so is each subfolder whose files name one. Needs no token and no network.\nFormats: json is a list, also for Argo's withParam; github is a matrix for GitHub Actions; gitlab is a parallel:matrix. Each is one line. With --chunk it prints several lines, for engines that limit a matrix: GitHub Actions allows 256 jobs, GitLab 200.",
    examples: [
      { command: "orgform fleet jobs orgs", says: "all organizations" },
      {
        command: "orgform fleet jobs orgs --base origin/main --format github",
        says: "only organizations that a change touches",
      },
    ],
    options: [
      option(
        "--base <ref|folder>",
        "the previous version of the folder: list only organizations whose desired state differs from it",
      ),
      option("--chunk <n>", "print several lines, each with at most this many organizations"),
      ...FILE_OPTIONS.filter(({ flags }) => flags.startsWith("--var")),
      OUTSIDE_OPTION,
      formatOption("text", "json", "github", "gitlab"),
      NO_SERVICE_OPTION,
    ],
    load: async () => (await import("../commands/fleet/jobs.js")).fleetJobs,
  }),
  command({
    name: "fleet report",
    arguments: [
      {
        name: "<result-files...>",
        description: "JSON of plan or drift, and receipts; with --jobs, the folder that holds them",
      },
    ],
    summary: "combine the results of many organizations into one report",
    description:
      "Lists the runs that need attention first, with the reason. A missing file counts as a failed run. With --jobs it expects FOLDER/ORGANIZATION_ID.json for each organization that `orgform fleet jobs` printed. The exit code is that of the worst run, in this order: error, partial, refused, stale, interrupted, differences, ok.",
    examples: [
      { command: "orgform fleet report results/*.json", says: "one table" },
      {
        command: "orgform fleet report results --jobs jobs.json --format markdown",
        says: "one result for each organization, for a job's summary page",
      },
    ],
    options: [
      option(
        "--jobs <file>",
        "the list that `orgform fleet jobs` wrote as json, github or gitlab: expect a result for each organization in it",
      ),
      formatOption("text", "json", "markdown"),
    ],
    load: async () => (await import("../commands/fleet/report.js")).fleetReport,
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
      "Prints a line for each run of apply and undo, oldest first, from its receipt. With --member or --group it prints only runs that changed them, with the changes. Needs no token and no network. It names receipts that it cannot read, and then exits with 1.",
    examples: [
      { command: "orgform log", says: "every run" },
      { command: "orgform log --member ada@northwind.example", says: "changes of one person" },
      { command: "orgform log receipts --format csv --out runs.csv", says: "for an auditor's spreadsheet" },
    ],
    options: [
      many("--member <email>", "only changes of this person; repeatable"),
      many("--group <name>", "only changes of this group; repeatable"),
      option("--sandbox [file]", "list the runs in a sandbox, which are left out otherwise"),
      formatOption("text", "json", "markdown", "csv", "html"),
    ],
    load: async () => (await import("../commands/fleet/log.js")).log,
  }),
];
