// Plays the quickstart: the service as a sandbox on loopback, then plan, apply, and a second plan that is empty.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const orgform = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const cwd = fileURLToPath(new URL(".", import.meta.url));

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
}

function say(what, command) {
  process.stdout.write(`\n# ${what}\n$ orgform ${command}\n\n`);
}
