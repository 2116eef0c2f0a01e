import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { execute } from "./execute.mjs";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** orgform itself, as a program and as a library, with a fresh folder for what it writes. */
export async function openOrgform({ inputs, env, runner }) {
  const folder = join(env.RUNNER_TEMP, "orgform");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const product = (name) => join(folder, name);
  const at = inputs.package === "" ? await install({ env, runner }) : resolve(inputs.package);
  const files = inputs.files.map((file) => `--file=${file}`);

  return {
    /** Where a file that orgform writes belongs, and what it holds once it is there. */
    product,
    read: (name) => (existsSync(product(name)) ? readFileSync(product(name), "utf8") : undefined),

    library: () => import(pathToFileURL(join(at, "dist/index.js")).href),

    /** Runs a command on the file; what it prints is in the log as well, where the runner takes it for text only. */
    async run(command, ...args) {
      const log = runner.quote();
      log.write(`$ orgform ${[command, ...args, ...files].join(" ")}\n`);
      const argv = [join(at, "dist/main.js"), command, ...args, ...files];
      const ended = await execute(process.execPath, argv, {
        cwd: inputs.directory,
        env: without(env, /^(INPUT_|ACTIONS_|GITHUB_TOKEN$|GH_TOKEN$)/),
        write: log.write,
      });
      log.end();
      return ended;
    },
  };
}

/** The version that belongs to this action, from the registry. No install script runs, and no secret is in reach. */
async function install({ env, runner }) {
  const prefix = join(env.RUNNER_TEMP, "orgform-package");
  const log = runner.quote();
  const args = [
    "install",
    "--prefix",
    prefix,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    `orgform@${version}`,
  ];
  const { exitCode } = await execute("npm", args, {
    env: without(env, /^(INPUT_|ACTIONS_|ORGFORM_|GITHUB_TOKEN$|GH_TOKEN$)/),
    write: log.write,
  });
  log.end();
  if (exitCode !== 0)
    throw new Error(
      `orgform ${version} cannot be installed. Install it in an earlier step and name its folder in \`package\`.`,
    );
  return join(prefix, "node_modules/orgform");
}

function without(env, pattern) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !pattern.test(name)));
}
