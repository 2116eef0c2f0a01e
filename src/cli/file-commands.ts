import { type CommandSpec, handler } from "./command-spec.js";
import {
  FILE_OPTIONS,
  GENERAL_OPTIONS,
  LIVE_OPTION,
  NO_SERVICE_OPTION,
  REGION_OPTION,
  SERVICE_OPTIONS,
} from "./option-table.js";

/** Commands that make files and keep them in shape. */
export const FILE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "init",
    summary: "write a first file from the live organization",
    description:
      "Writes orgform.yaml (or --output) with all that lives, so that the first plan is empty; with --empty only whose organization it is, and a start in comments. An existing file is kept unless --force is given.",
    examples: [
      { command: "orgform init --region eu", says: "start from what there is" },
      { command: "orgform init --empty --region us", says: "start from nothing" },
      { command: "orgform init --people people.csv --region eu", says: "start from a list of people" },
      { command: "orgform init --sandbox", says: "try it without an organization" },
    ],
    options: [
      { flags: "--empty", description: "only look up the organization; read nothing else" },
      {
        flags: "--people <list>",
        description: "start from this list of people: what its columns look like stands there as comments",
      },
      { flags: "--force", description: "overwrite the file if it exists" },
      REGION_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/file/init.js")).init),
  },
  {
    name: "export",
    summary: "print the live organization as a file",
    description:
      "The plan of an exported file is empty. Pending invites stand among the members; secrets and invite links are never in it. A file at hand only says where the service is and whose organization it must be.",
    examples: [
      { command: "orgform export -o orgform.yaml", says: "everything in one file" },
      { command: "orgform export --split orgs", says: "a file a workspace; plan them with -f orgs" },
      { command: "orgform export --people people.csv -o orgform.yaml", says: "people in a list" },
      { command: "orgform export --workspace northwind-prod", says: "one workspace only" },
    ],
    options: [
      {
        offers: "workspaces",
        flags: "--workspace <name>",
        description: "only this one, by name or id; repeatable",
        many: true,
      },
      {
        flags: "--people <list>",
        description: "write people with role, groups and own values to this .csv, and a file that reads it",
      },
      { flags: "--split <folder>", description: "write one file a workspace, and one with what they share" },
      ...FILE_OPTIONS,
      REGION_OPTION,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/file/export.js")).exportFile),
  },
  {
    name: "snapshot",
    summary: "save the readable state of the organization in one file",
    description:
      "Reads workspaces, groups, members with their own values, and invites: one request a person. The file holds no token and no invite link, is in one order, so that two of them can be compared, and stands for the service where a command takes --live. A file at hand only says where the service is and whose organization it must be.",
    examples: [
      { command: "orgform snapshot -o 2026-q3.json", says: "the organization as it is now" },
      {
        command: "orgform snapshot --live 2026-q3.json --pseudonyms -o report.json",
        says: "for a bug report: no names, no addresses",
      },
    ],
    options: [
      {
        offers: "workspaces",
        flags: "--workspace <name>",
        description: "only this one, by name or id; repeatable",
        many: true,
      },
      {
        flags: "--pseudonyms",
        description: "made-up names, ids and addresses for people, groups, workspaces and the organization",
      },
      ...FILE_OPTIONS,
      REGION_OPTION,
      LIVE_OPTION,
      ...SERVICE_OPTIONS,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/snapshot/snapshot.js")).snapshot),
  },
  {
    name: "fmt",
    summary: "format files",
    description:
      "Rewrites files whole or not at all, and prints the names of those that it changed. Comments, anchors, the order of keys and all meaning stay.\nExit codes: 0 done, 1 a file is not well-formed (then none is written), 3 with --check when a file would change.",
    examples: [
      { command: "orgform fmt", says: "format orgform.yaml" },
      { command: "orgform fmt --check -f orgs", says: "in a pipeline: only say which files are not" },
    ],
    options: [
      { flags: "--check", description: "write nothing; exit 3 when a file is not in its canonical form" },
      ...FILE_OPTIONS.filter(({ flags }) => flags.includes("--file")),
      NO_SERVICE_OPTION,
      ...GENERAL_OPTIONS,
    ],
    failure: "document",
    load: async () => handler((await import("../commands/file/fmt.js")).fmt),
  },
];
