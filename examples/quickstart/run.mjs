// Plays the quickstart: the service as a sandbox on loopback, then plan, apply, and a second plan that is empty. All in a
// copy of this folder, so that nothing stays behind here.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const orgform = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), "orgform-quickstart-"));
for (const name of ["orgform.yaml", "organization.json"])
  copyFileSync(new URL(name, import.meta.url), join(cwd, name));

const steps = [
  ["What would change, and whose data access? (reads only)", "plan"],
  ["Do it, in an order that is safe at every step.", "apply", "--auto-approve"],
  ["Again: nothing is left to do.", "plan", "--detailed-exitcode"],
];

say("A live organization, from organization.json.", "sandbox --seed organization.json");
const sandbox = spawn(process.execPath, [orgform, "sandbox", "--seed", "organization.json"], {
  cwd,
  stdio: ["ignore", "pipe", "ignore"],
});
try {
  const [lines] = await once(sandbox.stdout, "data");
  process.stdout.write(`${lines}`);
  const target = Object.fromEntries(
    [...`${lines}`.matchAll(/^export (\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]),
  );
  for (const [what, ...command] of steps) {
    say(what, command.join(" "));
    const { status } = spawnSync(process.execPath, [orgform, ...command], {
      cwd,
      stdio: "inherit",
      env: { ...process.env, ...target },
    });
    if (status !== 0) throw new Error(`orgform ${command[0]} ended with ${status}`);
  }
  process.stdout.write('\nThis was a full cycle. Next: "Your own organization" in README.md.\n');
} finally {
  sandbox.kill();
  rmSync(cwd, { recursive: true, force: true });
}

function say(what, command) {
  process.stdout.write(`\n# ${what}\n$ orgform ${command}\n\n`);
}
