// The long form: `npm run test:faults -- --schedules 1000 [--seed 1]`. Every figure it prints is what it played.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { schedules: { type: "string", default: "1000" }, seed: { type: "string" } },
});
const vitest = ["vitest", "run", "--config", "test/vitest.config.ts"];
const { status } = spawnSync("npx", [...vitest, "test/faults", "test/properties", "test/year"], {
  stdio: "inherit",
  env: {
    ...process.env,
    ORGFORM_FAULTS: values.schedules,
    ORGFORM_WORLDS: "200",
    ...(values.seed === undefined ? {} : { ORGFORM_FAULTS_SEED: values.seed }),
  },
});
process.exitCode = status ?? 1;
