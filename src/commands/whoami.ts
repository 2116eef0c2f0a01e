import { version as node } from "node:process";
import { regionOf } from "../api/service-address.js";
import { proxyFor } from "../api/transport/proxy.js";
import type { ValidFile } from "../config/config.js";
import { locateDiagnostics } from "../config/text/location.js";
import { duplicateWorkspaces } from "../live/duplicates.js";
import { namedWorkspace } from "../live/name-things.js";
import { wrongOrganization } from "../live/read-live-state.js";
import { readVisibleWorkspaces, type TokenReach } from "../live/visible-workspaces.js";
import { type Diagnostic, hasErrors } from "../model/diagnostic.js";
import type { Outcome } from "../model/plan/plan.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { LiveState } from "../model/state/live-state.js";
import { workspaceProblem } from "../plan/checks/workspace-problems.js";
import { isSame } from "../plan/input/inputs.js";
import { type TokenReport, whoamiText } from "../report/text/whoami-text.js";
import { jsonText } from "../report/words/json-text.js";
import type { CommandContext } from "./context/context.js";
import type { SharedOptions } from "./context/options.js";
import { productStyle, writeOutput } from "./documents/write-output.js";
import { loadDesiredIfAny } from "./session/load-desired.js";
import { inSession, type Session } from "./session/session.js";

type WhoamiOptions = SharedOptions<"text" | "json">;

/**
 * The command `orgform whoami`: shows what the token reaches, and whether that is enough for the file, if
 * there is one: two requests.
 */
export async function whoami(context: CommandContext, options: WhoamiOptions): Promise<Outcome> {
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const report = await reportOn(session);
    const outcome: Outcome = report.file?.fits === false ? "refused" : "ok";
    const text =
      options.format === "json"
        ? jsonText({ format_version: "1.0", outcome, ...report })
        : whoamiText(report, productStyle(context, options));
    await writeOutput(context, options.out, text);
    return outcome;
  });
}

async function reportOn(session: Session<WhoamiOptions, ValidFile | undefined>): Promise<TokenReport> {
  const { context } = session;
  const file = await session.file();
  const { client, baseUrl: base_url } = await session.service();
  const { data: me } = await client.getMe({ signal: context.stop });
  const reach = await readVisibleWorkspaces(client, me, context.stop);
  const { organization, user_id } = me;
  const problems = file && locateDiagnostics(file, tokenProblems(file.desired, organization, reach));
  const proxy = proxyFor(base_url, context.env)?.address;
  const { rateLimit, date } = client.lastAnswer() ?? {};
  const { limit = null, remaining, resetSeconds = null } = rateLimit ?? {};
  return {
    organization,
    user_id,
    token_scope: reach.token_scope,
    workspaces: reach.workspaces.map(({ id, name }) => ({ id, name })),
    service: {
      base_url,
      region: regionOf(base_url) ?? null,
      proxy: proxy === undefined ? null : hostOf(proxy),
    },
    rate_limit: remaining === undefined ? null : { limit, remaining, reset_seconds: resetSeconds },
    clock_ahead_seconds:
      date === undefined ? null : Math.round((context.now().getTime() - date.getTime()) / 1_000),
    versions: { orgform: context.version, node: node.replace(/^v/, "") },
    file: problems === undefined ? null : { fits: !hasErrors(problems), problems },
  };
}

/** A proxy's address may hold a password; only where it is may be shown. */
function hostOf(address: string): string {
  const url = URL.canParse(address) ? address : `http://${address}`;
  return URL.canParse(url) ? new URL(url).host : "an address that cannot be read";
}

/**
 * The things that a token cannot do for a file, before anything is planned: a plan would stop at the errors, and pass over
 * the warnings. Workspaces are matched as a plan does it, by pin or by name.
 */
function tokenProblems(
  desired: DesiredState,
  organization: LiveState["organization"],
  reach: TokenReach,
): readonly Diagnostic[] {
  if (organization.id !== desired.organization.id)
    return [wrongOrganization(organization, desired.organization.id)];
  const unpinned = new Set(desired.workspaces.flatMap(({ id, name }) => (id === undefined ? [name] : [])));
  const duplicates = duplicateWorkspaces(reach.workspaces.filter(({ name }) => unpinned.has(name)));
  const problems = desired.workspaces.flatMap((workspace) => {
    const visible = reach.workspaces.find((one) => isSame(workspace, one));
    return workspaceProblem(workspace, visible && namedWorkspace(visible), reach.token_scope) ?? [];
  });
  return [...duplicates, ...problems];
}
