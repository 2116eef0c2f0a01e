import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appliedForNight } from "./last-applied.mjs";

/** Puts `orgform` on the path of the steps that follow: the one that belongs to this action, without a registry. */
export function setup({ env, orgform, runner }) {
  const folder = join(env.RUNNER_TEMP, "orgform-bin");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "orgform");
  const [node, main] = [process.execPath, orgform.main].map((path) => `'${path.replaceAll("'", "'\\''")}'`);
  writeFileSync(program, `#!/bin/sh\nexec ${node} ${main} "$@"\n`);
  chmodSync(program, 0o755);
  runner.addPath(folder);
  return 0;
}

/** The same for a night, and the commit that it runs. */
export async function applied(job) {
  job.runner.output("commit", await appliedForNight(job));
  return setup(job);
}
