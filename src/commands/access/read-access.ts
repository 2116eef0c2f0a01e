import type { ReadClient } from "../../api/operations.js";
import { everythingNeeded } from "../../live/everything-needed.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { liveWorkspaceOf } from "../../plan/inputs.js";
import { accessOfWorkspaces, type WorkspaceAccess } from "../../plan/people/access-states.js";
import type { ProductOrigin } from "../../render/as-of.js";
import { nameText } from "../../render/labels.js";
import type { CommandContext } from "../session/context.js";
import type { LoadedFile } from "../session/load-desired.js";
import { type MadePlan, makePlan } from "../session/make-plan.js";
import { named } from "../session/named.js";
import type { QuestionOptions } from "../session/options.js";

/** Where the answer to a question comes from: the live organization now, or a snapshot of it. */
export function originOf(
  { version, now }: CommandContext,
  { organization }: Pick<DesiredState, "organization">,
  asOf: AsOf | undefined,
): ProductOrigin {
  return { organization, version, readAt: now().toISOString(), asOf };
}

/** The workspaces of the file that a question is about; a name that the file does not have ends the command. */
export function workspacesAsked(
  { workspaces }: DesiredState,
  { workspace }: QuestionOptions,
): readonly DesiredWorkspace[] {
  return named(workspaces, ({ name }) => name, workspace, "workspace");
}

/** Plans with all there is to read of some workspaces, and says what everybody in them sees. */
export async function readAccess(
  context: CommandContext,
  options: QuestionOptions,
  file: LoadedFile,
  client: ReadClient,
  asked: readonly DesiredWorkspace[],
): Promise<MadePlan & { readonly perWorkspace: readonly WorkspaceAccess[] }> {
  const also = (known: LiveState) =>
    everythingNeeded({ ...known, workspaces: asked.flatMap((one) => liveWorkspaceOf(known, one) ?? []) });
  const made = await makePlan(context, options, file, client, { also });
  const desired = { ...file.desired, workspaces: asked };
  return { ...made, perWorkspace: accessOfWorkspaces(desired, made.live, made.plan) };
}

/**
 * The workspaces that an answer can be about: for a question about what is, those that exist. The others are named, as
 * a list without their people could be taken for the whole.
 */
export function answerable(
  { stderr }: CommandContext,
  perWorkspace: readonly WorkspaceAccess[],
  { planned }: { readonly planned?: boolean },
): readonly WorkspaceAccess[] {
  if (planned) return perWorkspace;
  for (const { nameIndex, exists } of perWorkspace) {
    if (!exists)
      stderr.write(
        `${nameText(nameIndex.workspace)} does not exist, or this token does not see it: nobody of it is listed.\n`,
      );
  }
  return perWorkspace.filter(({ exists }) => exists);
}
