import { readFileSync } from "node:fs";
import { isQuickToParse } from "../../live/snapshot/snapshot-file.js";
import type { AsOf, Snapshot } from "../../model/state/snapshot.js";
import { scopeWords } from "../../report/words/as-of.js";
import type { SandboxSeed } from "../../sandbox/start-sandbox.js";
import { visible } from "../../util/escape.js";
import { isRecord } from "../../util/record.js";
import { fail, usageError } from "../context/command-error.js";
import { parsedJson, readText } from "../documents/read-json.js";

const HOW =
  "A seed, a snapshot or the file of a sandbox is one: docs/sandbox.md shows a seed, and `orgform snapshot` writes a snapshot.";

const HEAD_BYTES = 200;

/** The forms of an organization in a file: where one is read, the others are as well. */
type OrganizationForm = "sandbox" | "snapshot" | "seed";

/** The form of a file by how it begins; nothing where it is another file, or is not there. */
export function formOfFile(path: string): OrganizationForm | undefined {
  try {
    return formOf(readFileSync(path));
  } catch {
    return undefined;
  }
}

function formOf(file: Buffer): OrganizationForm | undefined {
  const head = file.subarray(0, HEAD_BYTES).toString("utf8");
  if (head.startsWith('{"orgform_sandbox"')) return "sandbox";
  if (/^\s*\{\s*"format_version"\s*:\s*"[^"]*",\s*"taken_at"/.test(head)) return "snapshot";
  const json = isQuickToParse(file) ? parsedJson(file.toString("utf8")) : undefined;
  // Anything else that orgform writes says its format.
  return isRecord(json) && json.format_version === undefined ? "seed" : undefined;
}

/**
 * The organization in a file, whatever its form, as a seed. Another file ends the command, and so does a snapshot that
 * shows a part of an organization.
 */
export async function readSeed(path: string): Promise<SandboxSeed> {
  const text = await readText(path, HOW);
  switch (formOfFile(path)) {
    case "seed":
      return parsedJson(text) as SandboxSeed;
    case "sandbox":
      return (await import("../../sandbox/start-sandbox.js")).readSandboxFile(path);
    case "snapshot": {
      // Its validator is large.
      const { readSnapshot, asOfSnapshot } = await import("../documents/read-snapshot.js");
      const snapshot = await readSnapshot(path);
      return seedOfSnapshot(path, snapshot, asOfSnapshot(path, snapshot));
    }
    default:
      throw usageError(`${visible(path)} is no organization in JSON`, HOW);
  }
}

/** A whole organization as a seed, in which the user who read it has a token. */
function seedOfSnapshot(path: string, snapshot: Snapshot, { scope }: AsOf): SandboxSeed {
  if (scope !== undefined) {
    const detail = `It is ${scopeWords(scope)}, and the rest would look as if it did not exist. Take one of the whole organization, with the token of an organization admin.`;
    throw fail("error", "snapshot-unusable", `${visible(path)} shows a part of the organization`, detail);
  }
  const { organization, user_id, workspaces } = snapshot;
  const members = workspaces.flatMap((workspace) => workspace.members);
  const users = new Map(members.map(({ role: _, values: __, ...user }) => [user.id, user]));
  const emailsOf = (ids: readonly string[]) => ids.flatMap((id) => users.get(id)?.email ?? []);
  return {
    organization,
    users: [...users.values()],
    tokens: emailsOf([user_id]).map((email) => ({ email, scope: "org_admin" })),
    workspaces: workspaces.map(({ provision_by_default, attributes, groups, ...workspace }) => ({
      ...workspace,
      provision_by_default: provision_by_default ?? false,
      definitions: attributes,
      ...Object.fromEntries(
        groups
          .filter(({ is_all_users }) => is_all_users)
          .map(({ id, name, values }) => ["all_users", { id, name, values }]),
      ),
      groups: groups
        .filter(({ is_all_users }) => !is_all_users)
        .map(({ is_all_users: _, users: ids, ...group }) => ({ ...group, members: emailsOf(ids) })),
      members: workspace.members.map(({ email, role, values }) => ({ email, role, values })),
    })),
  };
}
