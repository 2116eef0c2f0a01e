import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Config, parseConfig } from "../../src/config/config.js";
import { loadConfig } from "../../src/config/load-config.js";
import { readDataModel } from "../../src/config/model-files/read-model.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import type { TestOptions } from "../support/plan-against.js";

/** Options of a plan as a file can say them. */
interface CaseOptions extends Omit<TestOptions, "allow"> {
  readonly allow?: Readonly<Record<string, string>>;
  /** Reads with the token of a workspace, in the place of one for the whole organization. */
  readonly token?: "workspace";
}

/** A case with a part of its file or its options changed, and what its guards then say. */
export interface Variant {
  readonly why: string;
  /** Laid over orgform.yaml as a JSON merge patch: null takes something out. */
  readonly file?: unknown;
  /** `GUARD=VALUE`, as after `--allow`. */
  readonly allow?: readonly string[];
  /** The guards that refuse, each with its number. */
  readonly refuses: readonly string[];
  /** The messages of these guards, where they matter. */
  readonly says?: readonly string[];
}

/** A folder of test/cases. */
export interface Case {
  readonly config: Config;
  readonly desired: DesiredState;
  readonly organization: SandboxSeed;
  readonly options: TestOptions;
  readonly token: "workspace" | undefined;
  readonly variants: readonly Variant[];
  /** What the file says once a patch is laid over it. */
  patched(patch: unknown): DesiredState;
}

export async function readCase(folder: string): Promise<Case> {
  const text = (name: string): string | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : undefined;
  const load = async (name: string) => {
    const config = await loadConfig([join(folder, name)]);
    return { config, desired: stateOf(config) };
  };
  const { allow, token, ...given }: CaseOptions = JSON.parse(text("options.json") ?? "{}");
  const { config, desired } = await load("orgform.yaml");
  const base = text("base.yaml") === undefined ? undefined : await load("base.yaml");
  const { written } = config;
  return {
    config,
    desired,
    organization: JSON.parse(text("organization.json") ?? "{}"),
    options: {
      ...given,
      ...(allow === undefined ? {} : { allow: new Map(Object.entries(allow)) }),
      ...(base && {
        base: { desired: base.desired, written: base.config.written },
        file: { locate: () => undefined, diagnostics: [], written },
      }),
      ...(existsSync(join(folder, "model")) ? { dataModel: await readDataModel(join(folder, "model")) } : {}),
    },
    token,
    variants: parse(text("variants.yaml") ?? "[]", { merge: true }),
    patched(patch) {
      const file = JSON.stringify(merged(parse(text("orgform.yaml") ?? "{}"), patch));
      return stateOf(parseConfig([{ filename: "orgform.yaml", text: file }]));
    },
  };
}

function stateOf({ desired, diagnostics }: Config): DesiredState {
  if (desired === null) throw new Error(JSON.stringify(diagnostics, null, 2));
  return desired;
}

/** RFC 7396. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result = isRecord(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch))
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  return result;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
