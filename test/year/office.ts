import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { folderWith, start } from "../faults/built.js";
import { openSandboxWithPort } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { exportOf, FIRST_LIST, FIRST_SHAPE, fileOf, type News, seedOf } from "./company.js";
import type { Dice } from "./dice.js";
import {
  type Access,
  accessIn,
  expectedOf,
  invitedTo,
  keyOf,
  membershipsIn,
  type Place,
} from "./expected.js";
import { productOf } from "./product.js";

/** What a plan in JSON says, as far as a year looks at it. */
interface PlanJson {
  readonly resource_changes: readonly {
    readonly address: string;
    readonly type: string;
    readonly change: { readonly actions: readonly string[] };
    readonly origin?: string;
  }[];
  readonly not_listed: readonly {
    readonly workspace: string;
    readonly member: string;
    readonly invite: boolean;
  }[];
  readonly unsupported: readonly unknown[];
  readonly guards: readonly unknown[];
  readonly exposure: { readonly windows: readonly unknown[] };
}

/** Whose writes are looked at: those of a run, which may lead from one moment to another only. */
type Watch = "people" | "nobody" | readonly [before: Access, after: Access];

const SINCE = ["--since", ".orgform/receipts"];
const FIRST_DAY = Date.UTC(2027, 0, 4) / 1_000;
const DAY = 86_400;

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** Whoever runs orgform at a company: a folder with the file and the list, and the organization as it should be. */
export async function openOffice(name: string, dice: Dice) {
  let [list, shape] = [FIRST_LIST, FIRST_SHAPE];
  let watch: Watch = "people";
  let effects = 0;
  let onWrite: (() => void) | undefined;
  const wrong: string[] = [];
  const sandbox = await openSandboxWithPort({
    seed: seedOf(list, shape),
    onEffect({ method, path }, state) {
      if (watch === "people") return;
      effects += 1;
      onWrite?.();
      if (watch === "nobody") return void wrong.push(`${method} ${path}`);
      const [before, after] = watch;
      for (const [who, now] of accessIn(state().workspaces)) {
        const may = [...(before.get(who) ?? []), ...(after.get(who) ?? [])];
        if (now.length === 0 || !now.every((value) => may.includes(value)))
          wrong.push(`${who} has ${now.join(" | ")} instead of ${may.join(", ")} after ${method} ${path}`);
      }
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = folderWith(fileOf(shape));
  writeFileSync(join(folder, "people.csv"), exportOf(list, []));
  mkdirSync(join(folder, ".orgform/receipts"), { recursive: true });

  let moment = FIRST_DAY;
  let place = name;
  const figures = { runs: 0, writes: 0, killed: 0, joined: 0, quiet: 0, refused: 0 };
  /** What was approved with people's invites, by the newest apply. */
  let approved = new Map<string, string>();
  /** What a killed night may have given: while it is not there, nobody knows whether somebody took it away. */
  let doubtful: ReadonlySet<string> = new Set();
  /** Who was given that by the newest run for people who have joined. */
  let joinedLast: ReadonlySet<string> = new Set();

  const product = productOf(sandbox);
  const state = () => sandbox.state();
  const live = () => state().workspaces;
  const expected = () => expectedOf(list, shape);
  const givenText = (who: Place): string => JSON.stringify(expected().givenTo(who) ?? null);
  const same = <T>(now: T, then: T, what: string) => expect(now, `${place}: ${what}`).toEqual(then);

  /** Runs a command while its writes are watched. */
  async function watched<T>(may: Watch, run: () => Promise<T>): Promise<T> {
    moment += 60;
    watch = may;
    effects = 0;
    figures.runs += 1;
    try {
      return await run();
    } finally {
      watch = "people";
      figures.writes += effects;
      same(wrong.slice(0, 5), [], "what nobody should have");
    }
  }

  const run = (may: Watch, args: readonly string[]) =>
    watched(may, () =>
      orgform(args, {
        cwd: folder,
        env: {
          ORGFORM_BASE_URL: sandbox.url,
          ORGFORM_TOKEN: sandbox.token,
          SOURCE_DATE_EPOCH: String(moment),
        },
      }),
    );

  async function must(may: Watch, codes: readonly number[], ...args: string[]) {
    const ended = await run(may, args);
    expect(
      codes,
      `${place}: orgform ${args.join(" ")} ended with ${ended.exitCode}:\n${ended.printed}`,
    ).toContain(ended.exitCode);
    return ended;
  }

  /** The built command, killed at a write. */
  async function kill(may: Watch, args: readonly string[], most: number) {
    const at = dice.between(1, most);
    await watched(may, async () => {
      const started = start(folder, sandbox, args, { SOURCE_DATE_EPOCH: String(moment) });
      onWrite = () => effects === at && started.kill("SIGKILL");
      same((await started.ended).code, "SIGKILL", "how a killed run ends");
      onWrite = undefined;
      // What it had sent may still be under way.
      for (let seen = -1; seen !== sandbox.log().length; await setTimeout(20)) seen = sandbox.log().length;
    });
    figures.killed += 1;
  }

  const membersNow = (): ReadonlySet<string> =>
    new Set(live().flatMap((w) => (w.members ?? []).map(({ email }) => `${w.name} ${email}`)));

  /** Who has joined and gets what was approved with their invite, and nothing else. */
  const joiners = (): ReadonlyMap<string, readonly string[]> => {
    const differences = expected().differences(live());
    const members = membersNow();
    return new Map(
      [...approved].flatMap(([who, then]) => {
        const [workspace = "", mail = ""] = who.split(" ");
        const changes = differences.get(who);
        const isDoubtful = changes?.some((change) => doubtful.has(change.split(" ").slice(1).join(" ")));
        return members.has(who) &&
          changes !== undefined &&
          !isDoubtful &&
          givenText({ workspace, mail }) === then
          ? [[who, changes]]
          : [];
      }),
    );
  };

  /** What everybody has once some people have what the list gives them. */
  const accessWith = (people: ReadonlySet<string>): Access => {
    const then = expected().access(live());
    return new Map(
      [...accessIn(live())].map(([who, values]) => {
        const person = who.slice(0, who.lastIndexOf(" "));
        return [who, people.has(person) ? (then.get(who) ?? []) : values];
      }),
    );
  };

  const lines = (access: Access) =>
    [...access].map(([who, values]) => `${who}: ${values.join(" | ")}`).sort();

  /** `drift --since` names what differs from the list, whom it does not name, and nothing else. */
  async function drift() {
    const joined = joiners();
    const differences = [...expected().differences(live())].filter(([who]) => !joined.has(who));
    const notListed = expected().notListed(live());
    const isQuiet = differences.length + notListed.length === 0;
    if (isQuiet) figures.quiet += 1;
    const ended = await must("nobody", [isQuiet ? 0 : 2], "drift", ...SINCE, "--format", "json");
    const plan: PlanJson = JSON.parse(ended.stdout);
    const changes = (isJoined: boolean) =>
      plan.resource_changes
        .filter(({ origin }) => (origin === "joined") === isJoined)
        .map(({ address, change }) => `${change.actions.join()} ${address}`)
        .sort();
    same(changes(false), differences.flatMap(([, addresses]) => addresses).sort(), "what drift names");
    same(changes(true), [...joined.values()].flat().sort(), "who has joined");
    same(
      plan.not_listed.map(({ workspace, member, invite }) => `${workspace} ${member} ${invite}`).sort(),
      notListed.map(({ workspace, mail, invite }) => `${workspace} ${mail} ${invite}`).sort(),
      "who is not listed",
    );
    same(plan.unsupported, [], "what nobody can change");
  }

  /** `apply --joined` gives people what was approved with their invites, and touches nobody else. */
  async function joined({ isKilled = false } = {}) {
    const people = joiners();
    const [before, after] = [accessIn(live()), accessWith(new Set(people.keys()))];
    const args = ["apply", "--joined", "--auto-approve"];
    const writes = [...people.values()].flat().length;
    if (isKilled && writes > 0) {
      await kill([before, after], args, writes);
      // What was begun is finished.
      doubtful = new Set(doubtfulIn(folder));
      return joined();
    }
    await must([before, after], [0], ...args);
    same(lines(accessIn(live())), lines(after), "what people have after a night");
    // Who has everything gets nothing again, whoever gave it.
    const waiting = expected().differences(live());
    for (const who of membersNow()) if (!waiting.has(who)) approved.delete(who);
    joinedLast = new Set(people.keys());
    figures.joined += people.size;
  }

  async function apply({ isKilled = false } = {}) {
    const [before, after] = [accessIn(live()), expected().access(live())];
    // Of somebody who left before they accepted, it is approved that they get nothing.
    const gone = expected().notListed(live());
    const arriving = [...expected().outside(live()), ...gone.filter(({ invite }) => invite)];
    const planned = await must("nobody", [0], "plan", "--out", "plan.json");
    const plan: PlanJson = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
    same([plan.guards, plan.exposure.windows], [[], []], "what a month is refused for");
    expect(planned.stderr, `${place}: warnings of a month's plan`).not.toContain("Error");
    approved = new Map(arriving.map((who) => [keyOf(who), givenText(who)]));
    doubtful = new Set();
    if (isKilled) {
      return await kill(
        [before, after],
        ["apply", "plan.json", "--auto-approve"],
        plan.resource_changes.length,
      );
    }
    await must([before, after], [0], "apply", "plan.json");
    same(lines(accessIn(live())), lines(after), "what people have after an apply");
    same(membershipsIn(live()), expected().memberships(live()), "who is in which group after an apply");
    return undefined;
  }

  /** Nothing of the list is believed. */
  async function refuses() {
    for (const args of [
      ["plan"],
      ["apply", "--auto-approve"],
      ["drift", ...SINCE],
      ["apply", "--joined", "--auto-approve"],
    ])
      await must("nobody", [1, 3], ...args);
    figures.refused += 1;
  }

  /** Runs an apply, and takes it back. */
  async function applyAndUndo() {
    const [before, members] = [accessIn(live()), membershipsIn(live())];
    await apply();
    await must([before, accessIn(live())], [0], "undo", "--auto-approve");
    same(lines(accessIn(live())), lines(before), "what people have after an undo");
    same(membershipsIn(live()), members, "who is in which group after an undo");
    // What was approved was taken back.
    approved = new Map();
  }

  return {
    product,
    folder,
    figures,
    state,
    list: () => list,
    shape: () => shape,
    joinedLast: () => joinedLast,
    invited: () => live().flatMap(invitedTo),
    /** An administrator removes the members whom drift names; an invite waits until somebody accepts it. */
    async removeNotListed() {
      for (const { invite, ...somebody } of expected().notListed(live()))
        if (!invite) await product.remove(somebody);
    },
    startMonth(month: number) {
      moment = FIRST_DAY + month * 30 * DAY;
      place = `${name}, month ${month}`;
    },
    rename(executives: string) {
      shape = { ...shape, executives: { name: executives, previously: shape.executives.name } };
    },
    open(region: string) {
      shape = { ...shape, regions: [...shape.regions, region] };
    },
    publish(news: News) {
      list = news.list;
      writeFileSync(join(folder, "orgform.yaml"), fileOf(shape));
      writeFileSync(join(folder, "people.csv"), exportOf(list, news.left));
    },
    drift,
    joined,
    apply,
    applyAndUndo,
    refuses,
  };
}

/** The addresses of the writes in the newest receipt that have a start and no end. */
function doubtfulIn(folder: string): readonly string[] {
  const receipts = join(folder, ".orgform/receipts");
  const newest = readdirSync(receipts).sort().at(-1);
  const events = readFileSync(join(receipts, newest ?? ""), "utf8")
    .split("\n")
    .filter((line) => /"type":"apply_(start|complete)"/.test(line))
    .map((line): { readonly type: string; readonly address: string } => JSON.parse(line));
  const ended = new Set(events.filter(({ type }) => type === "apply_complete").map(({ address }) => address));
  return events.map(({ address }) => address).filter((address) => !ended.has(address));
}
