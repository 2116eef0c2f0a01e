import { type CommandSpec, command } from "./options/command-spec.js";
import { formatOption, option, QUESTION_FILE_OPTIONS } from "./options/option-table.js";

const AUTHORITY_OPTION = option(
  "--authority <url>",
  "the sign-in host of a national cloud, instead of login.microsoftonline.com",
);

export const SIGN_IN_COMMANDS: readonly CommandSpec[] = [
  command({
    name: "sign-in render",
    summary: "print the set-up for people, scripts and tools",
    description:
      "Prints `warehouse_sign_in` of the file as manifests, an Azure CLI script, Terraform, SQL, a checklist and a sheet for the service operator. Needs no network. No output contains a secret.",
    examples: [
      ["orgform sign-in render --out sign-in", "all of them, into a folder"],
      ["orgform sign-in render --format sql", "what to run in the warehouse"],
    ],
    options: [
      option("--out <folder>", "write the files to this folder instead of stdout"),
      formatOption("all", "portal", "graph", "az", "terraform", "sql", "handoff", "checklist"),
      AUTHORITY_OPTION,
      ...QUESTION_FILE_OPTIONS,
    ],
    load: async () => (await import("../sign-in/commands/render.js")).signInRender,
  }),
  command({
    name: "sign-in check",
    summary: "compare the set-up with the registered application",
    description:
      "Reports mistakes in `warehouse_sign_in` of the file, the expiry of the secret, and with --manifest how the registered application differs from the file.\nExit codes: 0 nothing found, 1 error, 2 drift or warnings, 3 errors in the set-up.",
    examples: [
      ["az ad app show --id CLIENT_ID | orgform sign-in check --manifest -", "show the differences"],
      ["orgform sign-in check --manifest application.json", "the same, from a file"],
    ],
    options: [
      option(
        "--manifest <file>",
        "the registered application, as its portal or `az` exports it; - for stdin",
      ),
      option("--now <date>", "check the secret's expiry as of this date (default: today)"),
      formatOption("text", "json"),
      ...QUESTION_FILE_OPTIONS,
    ],
    load: async () => (await import("../sign-in/commands/check.js")).signInCheck,
  }),
  command({
    name: "sign-in verify",
    summary: "check whether the warehouse would accept a token",
    description:
      "Requests a token (--flow) or reads it from stdin (--token -), and checks it as the warehouse would. The secret comes from ORGFORM_CLIENT_SECRET or stdin. It prints neither the token nor the secret.\nExit codes: 0 expected to be accepted, 1 no token to check, 2 expected to be accepted, with a warning, 3 expected to be refused.",
    examples: [
      ["orgform sign-in verify --flow app", "the application's own token"],
      ["orgform sign-in verify --flow user --role ANALYST", "a person's, with one role"],
      ["orgform sign-in verify --token - --jwks keys.json < token", "an existing token, offline"],
    ],
    options: [
      {
        flags: "--flow <flow>",
        description: "request a token: of the application itself (app), or for a person who signs in (user)",
        choices: ["app", "user"],
      },
      option("--token <->", "the only value is `-`: check the token on stdin"),
      option("--role <name>", "a role of the file that the token must contain"),
      AUTHORITY_OPTION,
      option("--secret-stdin", "with --flow: read the client secret from stdin"),
      option(
        "--loopback",
        "with --flow user: let the browser return to orgform; the application needs http://localhost as a redirect URI",
      ),
      option("--jwks <file>", "with --token: a file with the provider's keys, instead of requesting them"),
      formatOption("text", "json"),
      ...QUESTION_FILE_OPTIONS,
    ],
    load: async () => (await import("../sign-in/commands/verify.js")).signInVerify,
  }),
];
