import { join } from "node:path";
import { hasErrors } from "../model/diagnostic.js";
import type { Outcome } from "../model/plan.js";
import { diagnosticsText } from "../render/diagnostics-text.js";
import { parseAuthority } from "../sign-in/authority.js";
import { renderSignIn, type SignInFormat } from "../sign-in/render.js";
import { type CommandContext, wantsColor, widthOf } from "./context.js";
import { emit, makeFolder, writeOut } from "./emit.js";
import { Halt } from "./halt.js";
import type { CommonOptions, FileOptions } from "./options.js";
import { loadSignIn } from "./sign-in-block.js";
import { signInFindings } from "./sign-in-findings.js";

/** Options of `sign-in render`. */
export type SignInRenderOptions = FileOptions &
  CommonOptions & { readonly out?: string; readonly authority?: string };

/** A secret that has expired is a reason to render: the next one is made and handed over by what this gives. */
const EXPIRY = "warehouse_sign_in/client_secret/expires_on";

/** `orgform sign-in render`: the set-up in the forms that people, scripts and tools take. No network, no secret. */
export async function signInRender(context: CommandContext, options: SignInRenderOptions): Promise<Outcome> {
  const { block, config } = await loadSignIn(context, options);
  const authority = parseAuthority(options.authority);
  if ("finding" in authority) throw new Halt("error", [authority.finding]);
  const look = { color: wantsColor(context, context.stderr, options.color), width: widthOf(context.stderr) };
  const findings = [...authority.warnings, ...(await signInFindings(context, config))];
  if (hasErrors(findings.filter(({ address }) => address !== EXPIRY))) throw new Halt("error", findings);
  context.stderr.write(diagnosticsText(findings, look));

  // The command line allows no other format.
  const { files } = renderSignIn(block, (options.format ?? "all") as SignInFormat, authority.origin);
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
  await emit(context, options.output, product);
  return "ok";
}
