import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.js";
import { type NeighbourService, startNeighbourService } from "./neighbour-service.js";
import { organizationFiles } from "./organization.js";
import { type Command, orgform, startService, type Usage, usageOf } from "./run-process.js";
import { duration, type Row } from "./table.js";

/** What either service takes for an answer, in milliseconds. */
const LATENCY = 25;
/** 455 roles with their permissions are 910 writes, as many as orgform has to send for 100 groups. */
const ROLES = 455;
const CHANGED = 10;
const PERMISSIONS = ["read:orders", "write:orders", "read:people", "write:people", "read:plans"].map(
  (name) => ({
    permission_name: name,
    resource_server_identifier: "https://northwind.example",
  }),
);

interface Run extends Usage {
  readonly milliseconds: number;
  readonly requests: number;
}

/**
 * The same kind of work by auth0-deploy-cli against the part of its own service that it needs: a dry run of nothing to
 * change, a change of 10, and 910 creations. It needs `a0deploy` on the PATH. Its service is asked over TLS, since the
 * command knows no other way; it limits itself to 8 requests a second, so that its time says less than its CPU.
 */
export async function neighbour({ folder, quick }: Bench): Promise<readonly Row[]> {
  const script = spawnSync("sh", ["-c", "command -v a0deploy"], { encoding: "utf8" }).stdout.trim();
  if (script === "")
    return [{ what: "auth0-deploy-cli", target: "", measured: "not measured", met: undefined }];
  const service = await startNeighbourService(folder, LATENCY);
  try {
    const theirs = await runsOfNeighbour(folder, realpathSync(script), service, quick);
    const ours = await runsOfOrgform(folder);
    return Object.entries(ours).flatMap(([what, run]) => {
      const other = theirs[what as keyof typeof ours];
      return other === undefined ? [] : [rowOf(what, run, other)];
    });
  } finally {
    await service.stop();
  }
}

const rowOf = (what: string, ours: Run, theirs: Run): Row => ({
  what: `${what}: orgform, auth0-deploy-cli`,
  target: "",
  measured: `${figures(ours)} · ${figures(theirs)}`,
  met: undefined,
});

const figures = ({ cpuMilliseconds, peakMegabytes, requests, milliseconds }: Run): string =>
  `CPU ${duration(cpuMilliseconds)}, ${Math.round(peakMegabytes)} MB, ${requests} requests, ${duration(milliseconds)}`;

async function measured(command: Command, takeRequests: () => Promise<number> | number): Promise<Run> {
  await takeRequests();
  const start = performance.now();
  const usage = await usageOf(command);
  return { ...usage, milliseconds: performance.now() - start, requests: await takeRequests() };
}

async function runsOfNeighbour(folder: string, script: string, service: NeighbourService, quick: boolean) {
  const names = Array.from({ length: ROLES }, (_, i) => `Role ${i}`);
  const fileOf = (name: string, described: (role: string, i: number) => string): string => {
    const path = join(folder, `${name}.yaml`);
    const roles = names.map((role, i) => ({
      name: role,
      description: described(role, i),
      permissions: PERMISSIONS,
    }));
    writeFileSync(path, JSON.stringify({ roles }));
    return path;
  };
  const same = fileOf("same", (role) => role);
  const changed = fileOf("changed", (role, i) => (i < CHANGED ? `${role}, changed` : role));
  const command = (file: string, ...more: string[]): Command => ({
    argv: [process.execPath, script, "import", "--input_file", file, ...more],
    env: {
      AUTH0_DOMAIN: service.domain,
      AUTH0_ACCESS_TOKEN: "bench",
      AUTH0_INCLUDED_ONLY: '["roles"]',
      NODE_EXTRA_CA_CERTS: service.certificate,
    },
    cwd: folder,
  });
  const run = (seeded: readonly string[], file: string, ...more: string[]): Promise<Run> => {
    service.seed(seeded, PERMISSIONS);
    return measured(command(file, ...more), () => service.takeRequests());
  };
  return {
    "a plan of nothing to change": await run(names, same, "--dry-run"),
    "a change of 10": await run(names, changed),
    ...(quick ? {} : { "910 creations": await run([], same) }),
  };
}

async function runsOfOrgform(folder: string) {
  const { file, fullSeed, emptySeed } = organizationFiles(folder, {
    groups: 100,
    members: 300,
    latency: LATENCY,
  });
  const changed = join(folder, "changed.yaml");
  // Of 100 groups there are ten attributes: each gets another label.
  writeFileSync(changed, readFileSync(file, "utf8").replaceAll("label: ", "label: Another "));
  const run = async (seed: string, ...args: string[]): Promise<Run> => {
    const service = await startService(seed);
    try {
      return await measured(orgform(args, service), async () => (await service.takeRequests()).length);
    } finally {
      await service.stop();
    }
  };
  return {
    "a plan of nothing to change": await run(fullSeed, "plan", "-f", file),
    "a change of 10": await run(fullSeed, "apply", "--auto-approve", "-f", changed),
    "910 creations": await run(emptySeed, "apply", "--auto-approve", "-f", file),
  };
}
