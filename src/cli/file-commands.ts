import { type CommandSpec, command } from "./options/command-spec.js";
import {
  FILE_OPTIONS,
  LIVE_WORKSPACE_OPTION,
  option,
  READING_OPTIONS,
  REGION_OPTION,
  SERVICE_OPTIONS,
} from "./options/option-table.js";

/** Commands that make files and keep them in shape. */
export const FILE_COMMANDS: readonly CommandSpec[] = [
  command({
    name: "init",
    summary: "write a first file from the live organization",
    description:
      "Writes orgform.yaml with everything that exists in the organization, so the first plan is empty. With --people the people come from a list: the first plan is what the list changes. An organization without a workspace gets one for them. It never overwrites a file.",
    examples: [
      ["orgform init --region eu", "start from the live organization"],
      ["orgform init --people people.csv --region eu", "start from a list of people"],
      ["orgform init --sandbox", "try it without an organization"],
    ],
    options: [
      option(
        "--people <list>",
        "take the people from this list, a .csv file; a column explains the members of each group that exists, and otherwise makes a group for each text that many people share",
      ),
      option("--out <file>", "the file to write, or - for stdout (default: orgform.yaml)"),
      REGION_OPTION,
      ...SERVICE_OPTIONS,
    ],
    load: async () => (await import("../commands/file/init.js")).init,
  }),
  command({
    name: "export",
    summary: "print the live organization as a file",
    description:
      "The plan of an exported file is empty. The members include people with a pending invite. The file never contains secrets or invite links. If there is an orgform file, only the address of the service, the organization's id and each workspace's `arrive_by` come from it.",
    examples: [
      ["orgform export --out orgform.yaml", "everything in one file"],
      ["orgform export --split orgs", "a file for each workspace; plan them with -f orgs"],
      ["orgform export --workspace northwind-prod", "one workspace only"],
    ],
    options: [
      LIVE_WORKSPACE_OPTION,
      option("--split <folder>", "write a file for each workspace, and one for common settings"),
      ...READING_OPTIONS,
    ],
    load: async () => (await import("../commands/file/export.js")).exportFile,
  }),
  command({
    name: "snapshot",
    summary: "save the readable state of the organization in one file",
    description:
      "Reads workspaces, groups, members with their own values, and invites; it sends one request for each person. The snapshot contains no token and no invite link. Its lines have a fixed order, so you can compare two snapshots. Commands with --live read it instead of the service. If there is an orgform file, only the address of the service and the organization's id come from it.",
    examples: [["orgform snapshot --out 2026-q3.json", "the organization as it is now"]],
    options: [LIVE_WORKSPACE_OPTION, ...READING_OPTIONS],
    load: async () => (await import("../commands/snapshot.js")).snapshot,
  }),
  command({
    name: "fmt",
    summary: "format files",
    description:
      "Rewrites each file as a whole, and prints the names of changed files. Keeps comments, anchors, the order of keys, and the meaning.\nExit codes: 0 done, 1 a file is not well-formed (then it writes none), 3 with --check if a file would change.",
    examples: [
      ["orgform fmt", "format orgform.yaml"],
      ["orgform fmt --check -f orgs", "in a pipeline: only list files that would change"],
      ["orgform fmt --check --diff", "show what would change"],
    ],
    options: [
      option("--check", "write nothing; exit 3 if a file is not in its canonical form"),
      option("--diff", "also print what changes, or with --check what would change"),
      ...FILE_OPTIONS.filter(({ flags }) => flags.includes("--file")),
    ],
    load: async () => (await import("../commands/file/fmt.js")).fmt,
  }),
];
