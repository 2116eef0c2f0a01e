import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { runOf } from "../../src/apply/receipt.js";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import { type Sandbox, type SandboxSeed, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { receiptText, run } from "../support/receipts.js";
import { orgform } from "../support/run-in-process.js";
import { type Case, readCase } from "./read-case.js";

/** One line of a case's `undo.yaml`: what happened to the run and after it, and what `undo` then does and leaves. */
interface Undo {
  readonly why: string;
  /** What somebody applied since: laid over orgform.yaml as a JSON merge patch. */
  readonly since?: unknown;
  /** Whoever is no member any more. */
  readonly left?: readonly string[];
  /** How each write of the run ended, where they were not done: `already` is done, by somebody else. */
  readonly ended?: "unknown" | "not_started" | "skipped" | "failed" | "already";
  /** The run recorded no ids. */
  readonly without_ids?: true;
  readonly allow?: readonly string[];
  readonly does: readonly string[];
  readonly leaves?: readonly string[];
}

const HERE = fileURLToPath(new URL(".", import.meta.url));
const CASES = readdirSync(HERE).flatMap((name): (Undo & { readonly name: string })[] => {
  const file = join(HERE, name, "undo.yaml");
  if (!existsSync(file)) return [];
  const undos: readonly Undo[] = parse(readFileSync(file, "utf8"), { merge: true });
  return undos.map((undo) => ({ name, ...undo }));
});

it.each(CASES)("$name: $why", async ({ name, ...undo }) => {
  const folder = join(HERE, name);
  const work = mkdtempSync(join(tmpdir(), "orgform-undo-"));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const read = await readCase(folder);
  const sandbox = await startedWith(read.organization);
  const forged = join(folder, "receipt.jsonl");
  const receipt = existsSync(forged) ? readFileSync(forged, "utf8") : await recordedRun(sandbox, read, undo);
  writeFileSync(join(work, "receipt.jsonl"), receipt);
  if (undo.since !== undefined) await applyAll(sandbox, read.patched(undo.since));
  const { url, token } = undo.left === undefined ? sandbox : await startedWith(without(undo.left, sandbox));

  const planned = async (allow: readonly string[]): Promise<PlanJson> => {
    const flags = allow.flatMap((word) => ["--allow", word]);
    const { stdout, stderr } = await orgform(
      ["undo", join(work, "receipt.jsonl"), "--dry-run", "--format", "json", ...flags],
      { cwd: folder, env: { ORGFORM_BASE_URL: url, ORGFORM_TOKEN: token } },
    );
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const plan = await planned(undo.allow ?? []);
  expect(saidBy(plan)).toEqual({ does: undo.does, leaves: undo.leaves ?? [] });
  // The advice can be followed: the flag is named where it takes the change back, and nowhere else.
  const inDoubt = plan.warnings.filter(({ code }) => code === "in-doubt");
  const { warnings, guards } = inDoubt.length === 0 ? plan : await planned(["in-doubt"]);
  const stay = new Set(warnings.map(({ address }) => address));
  // What it takes back is told as allowed, so that an approval covers it.
  const told = guards.flatMap(({ code, addresses }) => (code === "in-doubt" ? addresses : []));
  const advised = inDoubt.flatMap(({ address = "" }) => (stay.has(address) ? [] : [address]));
  if (inDoubt.length > 0) expect([...told].sort()).toEqual(advised.sort());
  for (const { address, detail = "" } of inDoubt)
    expect({ address, isAdvised: detail.includes("--allow in-doubt") }).toEqual({
      address,
      isAdvised: !stay.has(address),
    });
});

async function startedWith(seed: SandboxSeed): Promise<Sandbox> {
  const sandbox = await startSandbox({ seed });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Applies the case's file and returns the receipt, as it would be had the writes ended so. */
async function recordedRun(
  sandbox: Sandbox,
  { desired }: Case,
  { ended, without_ids }: Undo,
): Promise<string> {
  const { plan, events } = await applyAll(sandbox, desired);
  const recorded = runOf(plan, run());
  const written = events.flatMap((event): readonly ApplyEvent[] => {
    if (event.type !== "apply_start" && event.type !== "apply_complete") return [];
    if (ended !== undefined) return endedOtherwise(event, ended);
    return without_ids && "id" in event ? [withoutId(event)] : [event];
  });
  return receiptText({ ...recorded, ...(without_ids ? { identities: {} } : {}) }, written);
}

const withoutId = <T extends { readonly id?: unknown }>({ id: _, ...event }: T) => event;

/** The line of a receipt that stands where a write began or was done. */
function endedOtherwise(
  event: Extract<ApplyEvent, { readonly type: "apply_start" | "apply_complete" }>,
  ended: NonNullable<Undo["ended"]>,
): readonly ApplyEvent[] {
  const { type, step, address, kind, action } = event;
  const ref = { step, address, kind, action };
  if (type === "apply_start") return ended === "not_started" || ended === "skipped" ? [] : [event];
  if (ended === "already") return [{ ...event, already: true }];
  if (ended === "skipped") return [{ type: "apply_skipped", ...ref, because_of: [] }];
  const diagnostic = { severity: "error", code: "api", summary: "refused", detail: "" } as const;
  return ended === "failed" ? [{ type: "apply_errored", ...ref, outcome: "failed", diagnostic }] : [];
}

async function applyAll(sandbox: Sandbox, desired: Case["desired"]) {
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, desired);
  const [, ...events] = await applyAgainst(client, plan);
  return { plan, events };
}

/** The organization as it is, without some of its people. */
function without(emails: readonly string[], sandbox: Sandbox): SandboxSeed {
  const { tokens: _, ...state } = sandbox.state();
  const stays = (email: string): boolean => !emails.includes(email);
  return {
    ...state,
    users: state.users.filter(({ email }) => stays(email)),
    workspaces: state.workspaces.map(({ members = [], groups = [], ...workspace }) => ({
      ...workspace,
      members: members.filter(({ email }) => stays(email)),
      groups: groups.map((group) => ({ ...group, members: group.members?.filter(stays) ?? [] })),
    })),
  };
}

interface PlanJson {
  readonly guards: readonly { readonly code: string; readonly addresses: readonly string[] }[];
  readonly resource_changes: readonly {
    readonly address: string;
    readonly implied_by?: string;
    readonly change: { readonly actions: readonly string[]; readonly after: object | null };
  }[];
  readonly warnings: readonly {
    readonly code: string;
    readonly address?: string;
    readonly message: string;
    readonly detail?: string;
  }[];
}

/** What an undo does, and what it leaves alone and why. */
function saidBy({ resource_changes, warnings }: PlanJson): Required<Pick<Undo, "does" | "leaves">> {
  const changes = resource_changes.filter(({ change }) => change.actions[0] !== "no-op");
  const untouched = "not taken back: ";
  return {
    does: changes.map(({ address, implied_by, change: { actions, after } }) => {
      const fields = after === null ? "" : ` ${JSON.stringify(after)}`;
      const along = implied_by === undefined ? "" : ` with ${implied_by}`;
      return `${actions.join()} ${address}${fields}${along}`;
    }),
    leaves: warnings.flatMap(({ address, message }) =>
      message.startsWith(untouched) ? [`${address}: ${message.slice(untouched.length)}`] : [],
    ),
  };
}
