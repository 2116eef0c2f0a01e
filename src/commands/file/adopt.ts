import { relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ValidFile } from "../../config/config.js";
import type { Drift } from "../../config/edit/write-drift.js";
import { loadSources } from "../../config/load-config.js";
import { askFor } from "../../config/text/wording.js";
import { type Address, ancestorAddress } from "../../model/address.js";
import type { Outcome } from "../../model/plan/plan.js";
import {
  adoptionOf,
  asIfManaged,
  isWithin,
  type LeftDrift,
  thingsIn,
  withDrift,
} from "../../plan/adopt/adoption.js";
import { adoptionPage } from "../../report/plan/plan-page.js";
import { pageText } from "../../report/text/page-text.js";
import { textDiff, textPatch } from "../../report/words/text-diff.js";
import { count } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { fail, usageError } from "../context/command-error.js";
import { type CommandContext, isInteractive, outputStyleOf } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { realPath, repositoryOf } from "../documents/paths.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { rewrite, writeOutput } from "../documents/write-output.js";
import { leadsOut, treePath } from "../git/tree.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan, type RunSources } from "../session/make-plan.js";
import { inSession, type Session } from "../session/session.js";

interface AdoptOptions extends SharedOptions {
  readonly address?: readonly Address[];
  readonly dryRun?: true;
  readonly write?: true;
}

/** The command `orgform adopt`: writes into the file what somebody did in the product, if the plan of that file allows it. */
export async function adopt(context: CommandContext, options: AdoptOptions): Promise<Outcome> {
  const { dryRun, write, workspace: workspaces } = options;
  if (dryRun === write && (dryRun || !isInteractive(context)))
    throw usageError(
      "adopt needs --dry-run or --write here",
      "--dry-run prints the edit, and --write makes it. On a terminal, adopt asks.",
    );
  return await inSession(context, options, { file: loadDesired }, async (session) => {
    const present = await session.file();
    const { desired, asked } = asIfManaged(present.desired, options.address ?? []);
    const managed = { ...present, desired };
    const before = await makePlan(compared(session, managed, managed), { purpose: "drift", workspaces });
    const { drifts, left } = adoptionOf(before.plan, { desired: present.desired, live: before.live }, asked);
    const known = [
      ...Object.keys(thingsIn(present.desired)),
      ...[...drifts, ...left].map(({ address }) => address),
    ];
    const unknown = options.address?.find((one) => !known.some((address) => isWithin([one], address)));
    if (unknown !== undefined)
      throw usageError(
        `There is no ${visible(unknown)}`,
        `${askFor(unknown, [...known, ...before.plan.unmanaged.map(({ address }) => address)])}\`orgform drift --full\` lists the addresses that differ.`,
      );
    const edited = withDrift(present, drifts);
    context.stderr.write(leftText(present, [...left, ...byHand(edited.left)]));
    if (edited.left.length === drifts.length) {
      reportPlanErrors(context, options, before.plan);
      context.stderr.write("There is nothing to write.\n");
      return before.plan.errored ? "error" : "ok";
    }
    const changed = edited.file.sources.flatMap(({ filename, text }, i) => {
      const { text: old = text } = present.sources[i] ?? {};
      return text === old ? [] : [{ filename, text, old }];
    });
    const { color, isTerminal } = outputStyleOf(context, context.stdout, options.color);
    // Byte for byte where a program reads it.
    const diffs = changed.map(({ filename, text, old }) =>
      isTerminal ? textDiff(filename, old, text, color) : textPatch(nameInPatch(filename), old, text),
    );
    await writeOutput(context, options.out, diffs.join(""));
    const after = await makePlan(compared(session, edited.file, present), { workspaces });
    const style = { ...outputStyleOf(context, context.stderr, options.color), full: options.full === true };
    context.stderr.write([...pageText(adoptionPage(after.plan), style)].join(""));
    if (after.plan.outcome !== "ok") return after.plan.outcome;
    if (dryRun) return "differences";
    if (!write && !(await isConfirmed(context))) {
      context.stderr.write("Nothing was written.\n");
      return context.stop.aborted ? "interrupted" : "refused";
    }
    const { sources } = await loadSources(pathsOf(options));
    if (!isDeepStrictEqual(sources, present.sources))
      throw fail(
        "error",
        "output",
        "The file has changed since it was read",
        "Nothing was written. Try again.",
      );
    for (const { filename, text } of changed) await rewrite(filename, text);
    context.stderr.write(`Wrote ${changed.map(({ filename }) => visible(filename)).join(", ")}.\n`);
    return "ok";
  });
}

/** The name by which `git apply` finds a file from here, or at the root of its repository if it is elsewhere. */
function nameInPatch(filename: string): string {
  const [here, path] = [realPath("."), realPath(filename)];
  const root = leadsOut(relative(here, path)) ? repositoryOf(path) : here;
  return treePath(relative(root ?? here, path));
}

/** The sources of a run with other versions of the file. */
const compared = (session: Session<AdoptOptions>, file: ValidFile, base: ValidFile): RunSources => ({
  ...session,
  file: async () => file,
  base: async () => ({ file: base, findings: [] }),
  baseModel: session.model,
});

/** Things that no text of the file says alone; what is in a new one, or in one that is gone, goes with it. */
function byHand(drifts: readonly Drift[]): readonly LeftDrift[] {
  const wholes = new Set(drifts.flatMap(({ address, fields, isNew }) => (isNew || !fields ? [address] : [])));
  const isNamed = ({ address }: Drift) => wholes.has(address) || !wholes.has(ancestorAddress(address, 3));
  return drifts.filter(isNamed).map(({ address, fields, isNew }) => {
    const says = Object.entries(fields ?? {}).map(([field, value]) => `has the ${field} ${value}`);
    const what = fields === null ? "is gone" : isNew ? "is new" : says.join(", ");
    return { address, advice: `${what} in the product: change this by hand` };
  });
}

/** The differences that are not written, with their places. */
function leftText(file: ValidFile, left: readonly LeftDrift[]): string {
  if (left.length === 0) return "";
  const lines = left.map(({ address, advice }) => {
    const { filename, start } = file.locate(address)?.range ?? {};
    const place = start === undefined ? "" : `${filename}:${start.line}:${start.column} `;
    return `  ${visible(`${place}${address} ${advice}`)}\n`;
  });
  return `${count(left.length, "difference is", "differences are")} not written (by hand: a template, list, pattern, variable or anchor gives it, or the file needs it elsewhere):\n${lines.join("")}`;
}

async function isConfirmed({ stdin, stdout, stop: signal }: CommandContext): Promise<boolean> {
  const { askLine } = await import("../../tui/ask-line.js");
  stdout.write('\nWrite this into the file?\n  Only "yes" is accepted.\n\n');
  return (await askLine({ stdin, stdout, signal }, "  Enter a value: ")).line === "yes";
}
