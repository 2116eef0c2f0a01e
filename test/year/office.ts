import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { folderWith, start } from "../faults/built.js";
import { openSandboxWithPort } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { exportOf, FIRST_LIST, FIRST_SHAPE, fileOf, type News, seedOf } from "./company.js";
import type { Dice } from "./dice.js";
import { type Access, accessIn, expectedOf, invitedTo, membershipsIn, membersOf } from "./expected.js";
import { productOf } from "./product.js";

/** What a plan in JSON says, as far as a year looks at it. */
interface PlanJson {
  readonly resource_changes: readonly {
    readonly address: string;
    readonly type: string;
    readonly change: { readonly actions: readonly string[] };
    readonly origin?: string;
  }[];
  readonly has_joined?: readonly { readonly workspace: string; readonly member: string }[];
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

const NIGHT = ["apply", "--auto-approve", "--base", "HEAD", "--fail-on", "drift"];
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
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@n.example", ...args], { cwd: folder });
  const commit = () => {
    git("add", "orgform.yaml", "people.csv");
    git("commit", "--quiet", "--allow-empty", "--message", "a month");
  };
  git("init", "--quiet");
  commit();
  // The last commit that was applied, which a night checks out.
  const applied = join(folder, "applied");
  git("worktree", "add", "--quiet", "--detach", applied);

  let moment = FIRST_DAY;
  let place = name;
  const figures = {
    runs: 0,
    writes: 0,
    killed: 0,
    joined: 0,
    quiet: 0,
    refused: 0,
    stopped: 0,
    afterPart: 0,
  };
  /** What the last commit that was applied says. */
  let last = { list, shape };
  /** False from an apply that did not end with 0 until one does: no night runs. */
  let isWhole = true;
  /** Who was given what they waited for by the newest night. */
  let joinedLast: ReadonlySet<string> = new Set();

  const product = productOf(sandbox);
  const state = () => sandbox.state();
  const live = () => state().workspaces;
  const expected = () => expectedOf(list, shape);
  const expectedAtNight = () => expectedOf(last.list, last.shape);
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

  const run = (may: Watch, args: readonly string[], cwd: string) =>
    watched(may, () =>
      orgform(args, {
        cwd,
        env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
        now: new Date(moment * 1_000),
      }),
    );

  async function must(may: Watch, codes: readonly number[], ...args: string[]) {
    return await mustIn(folder, may, codes, ...args);
  }

  async function mustIn(cwd: string, may: Watch, codes: readonly number[], ...args: string[]) {
    const ended = await run(may, args, cwd);
    expect(
      codes,
      `${place}: orgform ${args.join(" ")} ended with ${ended.exitCode}:\n${ended.printed}`,
    ).toContain(ended.exitCode);
    return ended;
  }

  /** The built command, killed at a write. */
  async function kill(may: Watch, args: readonly string[], most: number, cwd = folder) {
    const at = dice.between(1, most);
    isWhole = false;
    await watched(may, async () => {
      const started = start(cwd, sandbox, args);
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

  /** Who has nothing yet of what the applied commit gives them, and what a run creates for them. */
  const joiners = (): ReadonlyMap<string, readonly string[]> => {
    const { differences, givenTo } = expectedAtNight();
    const members = membersNow();
    return new Map(
      [...differences(live())].flatMap(([who, changes]) => {
        const [workspace = "", mail = ""] = who.split(" ");
        const { groups = [], own = {} } = givenTo({ workspace, mail }) ?? {};
        const creations = changes.filter((change) => change.startsWith("create "));
        const isAll = creations.length === groups.length + Object.keys(own).length;
        return members.has(who) && creations.length > 0 && isAll ? [[who, creations]] : [];
      }),
    );
  };

  /** What nobody who has joined waits for: somebody's hand, in the words of a plan. */
  const others = (): readonly string[] => {
    const given = new Set([...joiners().values()].flat());
    return [...expectedAtNight().differences(live()).values()].flat().filter((one) => !given.has(one));
  };

  /** What everybody has once some people have what the list gives them. */
  const accessWith = (people: ReadonlySet<string>): Access => {
    const then = expectedAtNight().access(live());
    return new Map(
      [...accessIn(live())].map(([who, values]) => {
        const person = who.slice(0, who.lastIndexOf(" "));
        return [who, people.has(person) ? (then.get(who) ?? []) : values];
      }),
    );
  };

  const lines = (access: Access) =>
    [...access].map(([who, values]) => `${who}: ${values.join(" | ")}`).sort();

  /** `drift` of the applied commit names what differs from the list, whom it does not name, and nothing else. */
  async function drift() {
    const notListed = expectedAtNight().notListed(live());
    const differences = [...joiners().values(), others()].flat();
    const isQuiet = differences.length + notListed.length === 0;
    if (isQuiet) figures.quiet += 1;
    const asked = ["drift", "--base", "HEAD", "--format", "json"];
    const ended = await mustIn(applied, "nobody", [isQuiet ? 0 : 2], ...asked);
    const plan: PlanJson = JSON.parse(ended.stdout);
    const changes = plan.resource_changes.map(({ address, change }) => `${change.actions.join()} ${address}`);
    same(changes.sort(), differences.sort(), "what drift names");
    same([...new Set(plan.resource_changes.map(({ origin }) => origin))].slice(1), [], "what is no drift");
    const joined = (plan.has_joined ?? []).map(({ workspace, member }) => `${workspace} ${member}`);
    same(joined.sort(), [...joiners().keys()].sort(), "who has joined");
    same(
      plan.not_listed.map(({ workspace, member, invite }) => `${workspace} ${member} ${invite}`).sort(),
      notListed.map(({ workspace, mail, invite }) => `${workspace} ${mail} ${invite}`).sort(),
      "who is not listed",
    );
    same(plan.unsupported, [], "what nobody can change");
  }

  /** A night gives people who have joined what they wait for where nothing else differs, and otherwise writes nothing. */
  async function night({ isKilled = false } = {}) {
    const [people, byHand] = [joiners(), others()];
    if (!isWhole) {
      // A pipeline runs none now. Where one ran all the same, what the part of an apply has written would stop it.
      if (byHand.length === 0) return;
      await mustIn(applied, "nobody", [1, 3], ...NIGHT);
      figures.afterPart += 1;
      return;
    }
    if (byHand.length > 0) {
      const { stdout } = await mustIn(applied, "nobody", [3], ...NIGHT, "--format", "json");
      for (const one of byHand)
        expect(stdout, place).toContain(JSON.stringify(one.split(" ").slice(1).join(" ")));
      figures.stopped += 1;
      return;
    }
    const [before, after] = [accessIn(live()), accessWith(new Set(people.keys()))];
    const writes = [...people.values()].flat().length;
    if (isKilled && writes > 0) return await kill([before, after], NIGHT, writes, applied);
    const invites = live().flatMap(invitedTo).length;
    await mustIn(applied, [before, after], [0], ...NIGHT);
    same(effects, writes, "the writes of a night");
    same(lines(accessIn(live())), lines(after), "what people have after a night");
    same(live().flatMap(invitedTo).length, invites, "who was invited at night");
    joinedLast = new Set(people.keys());
    figures.joined += people.size;
  }

  async function apply({ isKilled = false } = {}) {
    const [before, after] = [accessIn(live()), expected().access(live())];
    const planned = await must("nobody", [0], "plan", "--out", "plan.json");
    const plan: PlanJson = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
    same([plan.guards, plan.exposure.windows], [[], []], "what a month is refused for");
    expect(planned.stderr, `${place}: warnings of a month's plan`).not.toContain("Error");
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
    isWhole = true;
    last = { list, shape };
    execFileSync("git", ["checkout", "--quiet", "--detach", String(git("rev-parse", "HEAD")).trim()], {
      cwd: applied,
    });
  }

  /** Nothing of the list is believed. */
  async function refuses() {
    for (const args of [["plan"], ["apply", "--auto-approve"], ["drift"]])
      await must("nobody", [1, 3], ...args);
    figures.refused += 1;
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
    /** An administrator takes somebody out of one of two groups, and removes somebody else from the workspace. */
    async takeAway() {
      const { givenTo } = expectedAtNight();
      const all = live().flatMap(membersOf);
      const inTwo = all.filter((place) => (givenTo(place)?.groups.length ?? 0) > 1);
      const one = dice.of(inTwo.filter((who) => !others().some((change) => change.includes(who.mail))));
      await product.takeOutOf(one, givenTo(one)?.groups[0] ?? "");
      await product.remove(dice.of(all.filter((who) => who.mail !== one.mail && givenTo(who) !== undefined)));
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
      commit();
    },
    drift,
    night,
    apply,
    refuses,
  };
}
