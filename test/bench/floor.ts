import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { organizationFiles } from "./organization.js";
import { FLOOR_CLIENT, orgform, startService, timeOf } from "./run-process.js";
import { duration, type Row, ratioRow } from "./table.js";

const ROUNDS = 9;
const CONCURRENCY = "10";
/** What the service takes for an answer, in milliseconds. */
const LATENCY = 25;
/** Without latency the floor says nothing: it neither reads a file nor looks at an answer. */
const MOST = 1.15;
/** Of a small plan the start is a larger part, and Node 20 compiles all code at each. */
const MOST_SMALL = Number.parseInt(process.versions.node, 10) < 22 ? 1.25 : 1.2;
const SIZES = [
  { groups: 100, most: MOST_SMALL },
  { groups: 500, most: MOST },
];
const PEOPLE = 1_000;

/**
 * Planning against a bare client that sends the same requests at the same concurrency, Node's own start included. It
 * sends them in rounds: no client can ask for what hangs on ids before it was told the ids.
 */
export async function floor({ folder }: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { groups, most } of SIZES) {
    const sizes = { groups, members: groups * 3, latency: LATENCY };
    const { file, fullSeed, resources } = organizationFiles(folder, sizes);
    rows.push(await measure(folder, `${resources} resources, nothing to change`, file, fullSeed, most));
  }
  const { fullSeed } = organizationFiles(folder, { groups: 100, members: PEOPLE, latency: LATENCY });
  const file = join(folder, "everybody.yaml");
  writeFileSync(file, CHANGE_FOR_EVERYBODY);
  rows.push(await measure(folder, `a change that touches ${PEOPLE} people`, file, fullSeed));
  return rows;
}

const CHANGE_FOR_EVERYBODY = `version: 1
organization: {id: org_bench}
workspaces:
  prod:
    groups:
      All Users: {values: {attribute_0: no-access}}
`;

async function measure(folder: string, what: string, file: string, seed: string, most = MOST): Promise<Row> {
  const service = await startService(seed);
  try {
    const plan = orgform(["plan", "-f", file], service);
    await timeOf(plan);
    const rounds = inRounds(await service.takeRequests());
    const list = join(folder, "rounds.json");
    writeFileSync(list, JSON.stringify(rounds));
    const bare = { argv: [process.execPath, FLOOR_CLIENT, list, CONCURRENCY], env: service.env };
    const times = await inTurn(ROUNDS, { plan: () => timeOf(plan), floor: () => timeOf(bare) });
    const figures = `${duration(times.plan)} : ${duration(times.floor)}, ${rounds.flat().length} requests`;
    return ratioRow(`plan over the floor at ${LATENCY} ms, ${what}`, times.plan / times.floor, most, figures);
  } finally {
    await service.stop();
  }
}

/** What a path's ids hang on comes in an earlier round. */
const DEPTHS = [
  /^\/me$/,
  /^\/workspaces(\?|$)/,
  /^\/workspaces\/[^/]+\/(groups|user_attribute_definitions|members|invites)$/,
  /^\/workspaces\/[^/]+\/groups\/[^/]+\/user_attributes$/,
  /^\/workspaces\/[^/]+\/members\/[^/]+\/user_attributes$/,
];

function inRounds(paths: readonly string[]): readonly (readonly string[])[] {
  return DEPTHS.map((depth) => paths.filter((path) => depth.test(path))).filter((round) => round.length > 0);
}
