import { loadSources } from "../../config/load-config.js";
import { formatConfig } from "../../config/print/format-config.js";
import type { Outcome } from "../../model/plan/plan.js";
import { visible } from "../../util/escape.js";
import { CommandError } from "../context/command-error.js";
import { type CommandContext, outputStyleOf } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { rewrite, writeOutput } from "../documents/write-output.js";

type FmtOptions = SharedOptions & { readonly check?: boolean; readonly diff?: boolean };

/**
 * The command `orgform fmt`: rewrites files in their canonical form, or checks it. Prints their names; with
 * an invalid one writes none.
 */
export async function fmt(context: CommandContext, options: FmtOptions): Promise<Outcome> {
  const { sources, diagnostics } = await loadSources(pathsOf(options));
  const formatted = sources.map(({ filename, text }) => ({
    filename,
    before: text,
    ...formatConfig(text, filename),
  }));
  const problems = [...diagnostics, ...formatted.flatMap((file) => file.diagnostics)];
  if (problems.length > 0) throw new CommandError("error", problems);
  const changed = formatted.filter(({ before, text }) => before !== text);
  const text = await named(context, options, changed);
  if (!options.check) for (const { filename, text } of changed) await rewrite(filename, text);
  await writeOutput(context, options.out, text);
  return options.check && changed.length > 0 ? "refused" : "ok";
}

interface Changed {
  readonly filename: string;
  readonly before: string;
  readonly text: string;
}

/** The names of files that change, one a line, each with its diff where that is asked for. */
async function named(
  context: CommandContext,
  { diff, out, color }: FmtOptions,
  changed: readonly Changed[],
): Promise<string> {
  const names = changed.map(({ filename }) => `${visible(filename)}\n`);
  if (!diff) return names.join("");
  const { textDiff } = await import("../../report/words/text-diff.js");
  const style = outputStyleOf(context, context.stdout, out === undefined ? color : false);
  return changed
    .map(({ filename, before, text }, i) => names[i] + textDiff(filename, before, text, style.color))
    .join("");
}
