import { usageError } from "../../commands/context/command-error.js";
import type { CommandContext } from "../../commands/context/context.js";
import type { SharedOptions } from "../../commands/context/options.js";
import { readText } from "../../commands/documents/read-json.js";
import { readStdin } from "../../commands/documents/read-stdin.js";
import { writeOutput } from "../../commands/documents/write-output.js";
import type { Outcome } from "../../model/plan/plan.js";
import { jsonText } from "../../report/words/json-text.js";
import { checkSignIn } from "../check/check.js";
import { dayOf } from "../check/secret-expiry.js";
import { loadSignIn } from "./sign-in-block.js";
import { signInCheckText } from "./sign-in-text.js";

type SignInCheckOptions = SharedOptions & { readonly manifest?: string; readonly now?: string };

/**
 * The command `orgform sign-in check`: reports errors in the block, and its differences from an exported
 * application.
 */
export async function signInCheck(context: CommandContext, options: SignInCheckOptions): Promise<Outcome> {
  const { block } = await loadSignIn(context, options);
  const manifest = options.manifest === undefined ? undefined : await readManifest(context, options.manifest);
  const check = checkSignIn(block, manifest, nowOf(context, options.now));
  const text =
    options.format === "json" ? jsonText({ format_version: "1.0", ...check }) : signInCheckText(check);
  await writeOutput(context, options.out, text);
  return check.outcome;
}

const EXPORT_IT = "Export it with `az ad app show --id CLIENT_ID`, or pipe it in with `--manifest -`.";

const readManifest = (context: CommandContext, path: string): Promise<string> =>
  path === "-" ? readStdin(context) : readText(path, EXPORT_IT);

function nowOf(context: CommandContext, day: string | undefined): Date {
  if (day === undefined) return context.now();
  const time = dayOf(day);
  if (time !== undefined) return new Date(time);
  throw usageError(`--now ${day} is not a day`, "Write it as YYYY-MM-DD.");
}
