import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { execute } from "./execute.mjs";
import { withoutSecrets } from "./secrets.mjs";

/** Where this action lies, seen from its bundle: with the orgform of the same commit. */
const OWN = fileURLToPath(new URL("../../..", import.meta.url));

/** orgform itself, with a fresh folder for what it writes. */
export function openOrgform({ inputs, env, runner }) {
  const folder = join(env.RUNNER_TEMP, "orgform");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const product = (name) => join(folder, name);
  const at = inputs.package === "auto" ? OWN : resolve(inputs.package);
  const main = join(at, "dist/main.js");
  const files = inputs.files.map((file) => `--file=${file}`);

  return {
    /** The program. */
    main,

    /** Where a file that orgform writes belongs, and what it holds once it is there. */
    product,
    read: (name) => (existsSync(product(name)) ? readFileSync(product(name), "utf8") : undefined),

    /** Keeps what a run printed, for later steps of the job; returns the text. */
    write(name, text) {
      writeFileSync(product(name), text, { mode: 0o600 });
      return text;
    },

    /** Runs a command, on the file unless it shows another; what it prints is in the log as well, where the runner takes it for text only. */
    async run(command, ...args) {
      const log = runner.quote();
      const given = [command, ...args, ...(command === "show" ? [] : files)];
      log.write(`$ orgform ${given.join(" ")}\n`);
      const ended = await execute(process.execPath, [main, ...given], {
        cwd: inputs.directory,
        env: withoutSecrets(env, { keepOrgform: true }),
        write: log.write,
      });
      log.end();
      return ended;
    },
  };
}
