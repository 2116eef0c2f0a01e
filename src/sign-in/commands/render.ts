import { join } from "node:path";
import { CommandError } from "../../commands/context/command-error.js";
import type { CommandContext } from "../../commands/context/context.js";
import type { SharedOptions } from "../../commands/context/options.js";
import { reportDiagnostics } from "../../commands/documents/report-diagnostics.js";
import { makeFolder, writeOut, writeOutput } from "../../commands/documents/write-output.js";
import { signInFindings } from "../../commands/session/sign-in-findings.js";
import { hasErrors } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";
import { renderSignIn, type SignInFormat } from "../render/render.js";
import { parseAuthority } from "../terms/authority.js";
import { loadSignIn } from "./sign-in-block.js";

type SignInRenderOptions = SharedOptions<SignInFormat> & { readonly authority?: string };

/** An expired secret does not prevent rendering: the rendered files are needed to make and hand over the next one. */
const EXPIRY = "warehouse_sign_in/client_secret/expires_on";

/**
 * The command `orgform sign-in render`: writes the set-up in the forms that people, scripts and tools use,
 * without any secret.
 */
export async function signInRender(context: CommandContext, options: SignInRenderOptions): Promise<Outcome> {
  const file = await loadSignIn(context, options);
  const authority = parseAuthority(options.authority);
  if ("finding" in authority) throw new CommandError("error", [authority.finding]);
  const findings = [...authority.warnings, ...(await signInFindings(context, file))];
  if (hasErrors(findings.filter(({ address }) => address !== EXPIRY)))
    throw new CommandError("error", findings);
  reportDiagnostics(context, options, findings);

  const { files } = renderSignIn(file.block, options.format ?? "all", authority.origin);
  if (options.out !== undefined) {
    await makeFolder(options.out);
    for (const { name, text } of files) await writeOut(join(options.out, name), text);
    context.stderr.write(files.map(({ name }) => `${join(options.out ?? "", name)}\n`).join(""));
    return "ok";
  }
  const [only, ...others] = files;
  const product =
    only !== undefined && others.length === 0
      ? only.text
      : files.map(({ name, text }) => `==> ${name} <==\n${text}\n`).join("");
  await writeOutput(context, undefined, product);
  return "ok";
}
