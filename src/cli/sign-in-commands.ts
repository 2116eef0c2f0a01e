import { type CommandSpec, command } from "./options/command-spec.js";
import { formatOption, NO_SERVICE_OPTION, option, QUESTION_FILE_OPTIONS } from "./options/option-table.js";

const AUTHORITY_OPTION = option("--authority <url>", "the sign-in host of a national cloud");

/** Commands about `warehouse_sign_in`. */
export const SIGN_IN_COMMANDS: readonly CommandSpec[] = [
  command({
    name: "sign-in render",
    summary: "print the set-up for people, scripts and tools",
    description:
      "Renders the file's warehouse_sign_in as manifests, an Azure CLI script, Terraform, SQL, a checklist and the sheet for the service operator. Needs no network. No output contains a secret.",
    examples: [
      { command: "orgform sign-in render --out sign-in", says: "all of them, into a folder" },
      { command: "orgform sign-in render --format sql", says: "what to run in the warehouse" },
    ],
    options: [
      option("--out <folder>", "write the files to this folder instead of stdout"),
      formatOption("all", "portal", "graph", "az", "terraform", "sql", "handoff", "checklist"),
      AUTHORITY_OPTION,
      ...QUESTION_FILE_OPTIONS,
      NO_SERVICE_OPTION,
    ],
    load: async () => (await import("../sign-in/commands/render.js")).signInRender,
  }),
  command({
    name: "sign-in check",
    summary: "compare the set-up with the registered application",
    description:
      "Reports mistakes in warehouse_sign_in, the expiry of the secret, and how an exported application differs.\nExit codes: 0 nothing found, 1 error, 2 drift or warnings, 3 errors in the set-up.",
    examples: [
      {
        command: "az ad app show --id CLIENT_ID | orgform sign-in check --manifest -",
        says: "show the differences",
      },
      { command: "orgform sign-in check --manifest application.json", says: "the same, from a file" },
    ],
    options: [
      option("--manifest <file>", "the exported application; - for stdin"),
      option("--now <date>", "check the secret's expiry as of this date (default: today)"),
      formatOption("text", "json"),
      ...QUESTION_FILE_OPTIONS,
      NO_SERVICE_OPTION,
    ],
    load: async () => (await import("../sign-in/commands/check.js")).signInCheck,
  }),
  command({
    name: "sign-in verify",
    summary: "check whether the warehouse would accept a token",
    description:
      "Gets a token in one of the two flows, or reads one from stdin, and checks it as the warehouse would. The secret comes from ORGFORM_CLIENT_SECRET or stdin. It never prints tokens and secrets.\nExit codes: 0 expected to be accepted, 1 no token to check, 2 expected to be accepted, with a warning, 3 expected to be refused.",
    examples: [
      { command: "orgform sign-in verify --flow app", says: "the application's own token" },
      { command: "orgform sign-in verify --flow user --role ANALYST", says: "a person's, with one role" },
      {
        command: "orgform sign-in verify --token - --jwks keys.json < token",
        says: "an existing token, offline",
      },
    ],
    options: [
      { flags: "--flow <flow>", description: "app, user: get a token this way", choices: ["app", "user"] },
      option("--token <->", "check the token on stdin"),
      option("--role <name>", "a role of the file that the token must carry"),
      AUTHORITY_OPTION,
      option("--secret-stdin", "read the client secret from stdin"),
      option(
        "--loopback",
        "let the browser return to orgform; the application needs http://localhost as a redirect URI",
      ),
      option("--jwks <file>", "with --token: the provider's keys, instead of requesting them"),
      formatOption("text", "json"),
      ...QUESTION_FILE_OPTIONS,
      NO_SERVICE_OPTION,
    ],
    load: async () => (await import("../sign-in/commands/verify.js")).signInVerify,
  }),
];
