// The action itself, bundled into dist/ with its libraries. The exit code is the one of the orgform command.
import { readFileSync } from "node:fs";
import { apply } from "./apply.mjs";
import { drift } from "./drift.mjs";
import { openGithub } from "./github.mjs";
import { readInputs } from "./inputs.mjs";
import { fileKey } from "./marker.mjs";
import { openOrgform } from "./orgform.mjs";
import { plan } from "./plan.mjs";
import { openRunner } from "./runner.mjs";
import { applied, setup } from "./setup.mjs";

const COMMANDS = { plan, apply, drift, setup, applied };

const { env } = process;
try {
  process.exitCode = await run(readInputs());
} catch (error) {
  openRunner(env, ".").error(error.message);
  process.exitCode = 1;
}

async function run(inputs) {
  const runner = openRunner(env, inputs.directory);
  const command = Object.hasOwn(COMMANDS, inputs.command) ? COMMANDS[inputs.command] : undefined;
  if (command === undefined) throw new Error(`command: it takes ${Object.keys(COMMANDS).join(", ")}.`);
  for (const secret of [inputs.token, env.ORGFORM_TOKEN]) runner.hide(secret);
  const key = { file: fileKey(inputs), author: inputs.author };
  return await command({
    inputs,
    env,
    runner,
    event: JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8")),
    github: openGithub({
      apiUrl: env.GITHUB_API_URL,
      repository: env.GITHUB_REPOSITORY,
      token: inputs.token,
    }),
    orgform: openOrgform({ inputs, env, runner }),
    runUrl: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
    about: (kind) => ({ ...key, kind }),
  });
}
