import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import type { Fault } from "../../src/sandbox/start-sandbox.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { serve } from "../api/hostile-server.js";
import { type Ended, folderWith, runHere, start, startShell, writtenIn } from "./built.js";
import { firstOf } from "./form.js";
import { bootstrap, mixed } from "./scenarios.js";

const APPLY = ["apply", "--auto-approve"];
const STACK = /\n {4}at |defect in orgform/;
const WRITES = 15;

const effectsIn = (sandbox: Sandbox): number => sandbox.log().filter(({ effect }) => effect !== null).length;

async function sandboxOf(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ seed: bootstrap.seed, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

describe("a reader that leaves", () => {
  it.each(["", "--format json"])("does not end what was begun (%s)", async (format) => {
    const sandbox = await sandboxOf();
    const { ended } = startShell(
      folderWith(bootstrap.text ?? ""),
      sandbox,
      `orgform apply --auto-approve ${format} | head -1; echo $\{PIPESTATUS[0]}`,
    );
    const { stdout, stderr } = await ended;
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stdout).toMatch(/\n0\n$/);
    expect(stderr).toBe("");
    expect(effectsIn(sandbox)).toBe(WRITES);
  });
});

describe.skipIf(!existsSync("/dev/full"))("a full disk", () => {
  const cases: readonly (readonly [readonly string[], number])[] = [
    [[...APPLY, "--receipt", "/dev/full"], 0],
    [["plan", "--out", "/dev/full"], 0],
    [["plan", "--format", "json", "--out", "/dev/full"], 0],
    [[...APPLY, "--out", "/dev/full"], 0],
    [["export", "--out", "/dev/full"], 0],
  ];

  it.each(firstOf(2, cases))(
    "is said of `%s`, before any write where nothing was written yet",
    async (args, writes) => {
      const sandbox = await sandboxOf();
      const { code, stdout, stderr } = await start(folderWith(bootstrap.text ?? ""), sandbox, args).ended;
      expect({ code, writes: effectsIn(sandbox) }).toEqual({ code: 1, writes });
      expect(stdout + stderr).toContain("/dev/full cannot be written (ENOSPC)");
      expect(stdout + stderr).not.toMatch(STACK);
      expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
    },
  );

  const commands: readonly (readonly [string, number])[] = [
    ["apply --auto-approve", WRITES],
    ["apply --auto-approve --format json", WRITES],
    ["plan", 0],
  ];

  it.each(firstOf(1, commands))(
    "behind stdout is said of `%s`, and what was begun is finished",
    async (command, writes) => {
      const sandbox = await sandboxOf();
      const { ended } = startShell(
        folderWith(bootstrap.text ?? ""),
        sandbox,
        `orgform ${command} > /dev/full`,
      );
      const { code, stderr } = await ended;
      const said = "Error: the output cannot be written (ENOSPC)";
      // 1 would say that nothing was written in the service.
      expect({ code, stderr }).toEqual(
        writes === 0
          ? { code: 1, stderr: `${said}\n` }
          : {
              code: 5,
              stderr: `${said}. The run has written all the same; \`orgform plan\` shows if anything is left\n`,
            },
      );
      expect(effectsIn(sandbox)).toBe(writes);
    },
  );
});

describe("a file that is named for output", () => {
  it.each([
    ["plan", ["plan"]],
    ["a list in pieces", ["who", "--format", "json"]],
  ])(
    "replaces one that is there, by way of a link if it is one, for its owner's eyes only: %s",
    async (_, command) => {
      const sandbox = await sandboxOf();
      const folder = folderWith(bootstrap.text ?? "");
      mkdirSync(join(folder, "elsewhere"));
      writeFileSync(join(folder, "elsewhere", "old.json"), "old", { mode: 0o644 });
      symlinkSync("elsewhere/old.json", join(folder, "plan.json"));
      expect((await runHere(folder, sandbox, [...command, "--out", "plan.json"])).code).toBe(0);
      expect(lstatSync(join(folder, "plan.json")).isSymbolicLink()).toBe(true);
      expect(JSON.parse(readFileSync(join(folder, "elsewhere", "old.json"), "utf8"))).toHaveProperty(
        "outcome",
      );
      expect(readdirSync(join(folder, "elsewhere"))).toEqual(["old.json"]);
      expect([...writtenIn(folder).keys()].sort()).toEqual(["plan.json"]);
    },
  );

  it("is no folder, and leaves nothing behind", async () => {
    const folder = folderWith(bootstrap.text ?? "");
    mkdirSync(join(folder, "out"));
    for (const command of [["plan"], ["export"], ["who", "--format", "json"]]) {
      const { code, stdout, stderr } = await runHere(folder, await sandboxOf(), [...command, "--out", "out"]);
      expect({ code, said: stdout + stderr }).toMatchObject({
        code: 1,
        said: expect.stringMatching(/out cannot be written \(EISDIR\)/),
      });
    }
    expect(writtenIn(folder).size).toBe(0);
  });

  it("may be a device or a pipe, which stays what it is", async () => {
    const { ended } = startShell(
      folderWith(bootstrap.text ?? ""),
      await sandboxOf(),
      "orgform plan --out /dev/null >&2 && orgform plan --out >(cat >&2) && test -c /dev/null && sleep 0.2",
    );
    expect(await ended).toMatchObject({ code: 0, stderr: expect.stringContaining("Plan: 15 to add") });
  });
});

describe("time", () => {
  it("may jump: neither waits nor ends depend on the wall clock", async () => {
    const folder = folderWith(bootstrap.text ?? "");
    writeFileSync(
      join(folder, "jump.mjs"),
      "const real = Date; let n = 0; const hour = 3_600_000;\n" +
        "globalThis.Date = class extends real { constructor(...a) { super(...(a.length ? a : [Date.now()])); }\n" +
        "  static now() { n += 1; return real.now() + (n % 2 ? 30 : -30) * hour; } };\n",
    );
    const sandbox = await sandboxOf({
      seed: { ...bootstrap.seed, settings: { rate_limit: { limit: 8, window_seconds: 1 } } },
      faults: [{ kind: "status", status: 503, times: 3, match: { method: "GET" } }],
    });
    const begun = performance.now();
    const args = [...APPLY, "--receipt", "receipt.jsonl", "--timeout", "60"];
    expect((await start(folder, sandbox, args, { NODE_OPTIONS: "--import ./jump.mjs" }).ended).code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(effectsIn(sandbox)).toBe(WRITES);
  });

  const limited: readonly (readonly [readonly string[], number])[] = [
    [APPLY, 5],
    [["plan"], 1],
  ];

  it.each(firstOf(1, limited))("that is given to `%s` is all it takes", async (args, code) => {
    const hang: Fault = {
      kind: "timeout",
      match: args === APPLY ? { method: "POST", nth: 4 } : {},
      times: 99,
    };
    const sandbox = await sandboxOf({ faults: [hang] });
    const begun = performance.now();
    const ended = await start(folderWith(bootstrap.text ?? ""), sandbox, [...args, "--timeout", "3"]).ended;
    expect(ended).toMatchObject({ code });
    expect(`${ended.stdout}${ended.stderr}`).toMatch(/did not answer (within|in time)/);
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

describe("a storm of refusals for load", () => {
  it.each(firstOf(1, ["json", "text"]))("is waited out, said in %s, and loses nothing", async (format) => {
    const sandbox = await sandboxOf({
      seed: { ...bootstrap.seed, settings: { rate_limit: { limit: 3, window_seconds: 1 } } },
    });
    const args = [...APPLY, "--concurrency", "10", "--format", format];
    const { code, stdout, stderr } = await start(folderWith(bootstrap.text ?? ""), sandbox, args).ended;
    expect(code).toBe(0);
    if (format === "text") {
      expect(stderr).toMatch(/^Waiting: the rate limit is used up \[[A-Z]+ .*\], going on in \d+ seconds?$/m);
    } else {
      const events: readonly ApplyEvent[] = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const waits = events.filter((event) => event.type === "apply_progress");
      expect(waits[0]).toMatchObject({
        message: expect.stringContaining("the rate limit is used up"),
        wait_seconds: expect.any(Number),
      });
      expect(events.at(-1)).toMatchObject({ type: "apply_summary", outcome: "ok" });
      expect(stderr).toBe("");
    }
    expect(effectsIn(sandbox)).toBe(WRITES);
    // It learns from the first refusals: a window later there are none.
    expect(sandbox.log().filter(({ status }) => status === 429).length).toBeLessThan(WRITES);
  });
});

describe("a token", () => {
  const place = "http://elsewhere.example/token";

  it("goes nowhere else, and is in no output, whatever fails", async () => {
    const seen: unknown[] = [];
    const elsewhere = await serve((request, response) => {
      seen.push(request.headers);
      response.end("{}");
    });
    const faults: readonly Fault[] = [
      { kind: "redirect-elsewhere", location: elsewhere },
      { kind: "redirect-loop" },
      { kind: "status", status: 401 },
      { kind: "status", status: 403 },
      { kind: "html", status: 200 },
      { kind: "html", status: 502, body: place },
    ];
    for (const fault of firstOf(3, faults)) {
      const sandbox = await sandboxOf({
        seed: mixed.seed,
        faults: [{ ...fault, match: { path: "/workspaces" } }],
      });
      const args = ["plan", "--verbose", "--format", "json", "--out", "plan.json", "--timeout", "1"];
      const { code, stdout } = await runHere(folderWith(mixed.text ?? ""), sandbox, args);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ outcome: "error", applyable: false });
    }
    expect(seen).toEqual([]);
  });

  it("and the link of an invite are in no product of any command", async () => {
    const folder = folderWith(bootstrap.text ?? "");
    const sandbox = await sandboxOf({
      seed: {
        ...bootstrap.seed,
        workspaces: [{ name: "prod", invites: [{ email: "bob@northwind.example" }] }],
      },
    });
    for (const args of [
      ["plan", "--out", "plan.json"],
      [...APPLY, "--receipt", "receipt.jsonl", "--format", "json", "--out", "applied.json"],
      ["drift"],
      ["export", "--out", "-"],
      ["whoami"],
      ["who", "--format", "json"],
    ]) {
      expect((await runHere(folder, sandbox, [...args, "--verbose"])).code).toBe(0);
    }
    expect(writtenIn(folder).size).toBe(3);
  });
});

describe("names that a terminal would obey", () => {
  const names = [
    "\u001b[31mred\u001b[0m",
    "line\nfeed",
    "back\u0008\u007f",
    "\u202eturn\u2066",
    "\u009b2J",
    "a\u0000b",
  ];

  it.each(firstOf(2, ["plan", "apply --auto-approve", "drift", "plan --format markdown", "export --out -"]))(
    "do nothing in `%s`",
    async (command) => {
      const sandbox = await sandboxOf({
        seed: {
          organization: { id: "org_northwind", name: names[0] ?? "" },
          workspaces: [
            {
              name: "prod",
              groups: names.map((name, i) => ({ name, precedence: i + 1, members: ["x@n.example"] })),
            },
          ],
        },
      });
      const text = `version: 1\norganization: {id: org_northwind}\nlimits: {delete: {count: 99}}\nworkspaces:\n  prod:\n    groups: {Keep: {precedence: 50}}\n    exact: {groups: true}\n`;
      const allow = /plan|apply|drift/.test(command) ? ["--allow", "delete.group=9"] : [];
      const { stdout, stderr, code }: Ended = await runHere(folderWith(text), sandbox, [
        ...command.split(" "),
        ...allow,
      ]);
      expect(code, stderr).not.toBe(1);
      expect(`${stdout}${stderr}`.match(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)).toBeNull();
    },
  );
});

describe("a file that costs too much", () => {
  const head = "version: 1\norganization: {id: org_northwind}\n";
  const times = (count: number, line: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => line(i)).join("");
  /** Valid ones are planned, so that their requests and the plan's text are bounded too. */
  const bombs: readonly (readonly [name: string, text: string, code: 0 | 1])[] = [
    [
      "aliases that multiply",
      `${head}x-0: &a0 [x,x,x,x,x,x,x,x,x]\n${times(12, (i) => `x-${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join()}]\n`)}workspaces: {w: {groups: {g: {precedence: 1, members: *a12}}}}\n`,
      1,
    ],
    ["JSON nested 100,000 deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, 1],
    [
      "keys of prototypes",
      `${head}__proto__: {polluted: true}\nworkspaces: {__proto__: {groups: {constructor: {precedence: 1}}}, constructor: {}}\n`,
      1,
    ],
    [
      "templates that multiply",
      `${head}templates:\n${times(30, (i) => `  t${i}: {extends: [t${i + 1}, t${i + 1}]}\n`)}  t30: {}\nworkspaces: {w: {extends: [t0]}}\n`,
      0,
    ],
    [
      "a scalar of seven megabytes",
      `${head}workspaces:\n  w:\n    attributes: {a: {data_type: string}}\n    groups:\n      g: {precedence: 1, values: {a: "${"x".repeat(7_000_000)}"}}\n`,
      0,
    ],
    ["half a million keys", `${head}${times(500_000, (i) => `x-${i}: 1\n`)}`, 1],
  ];

  it.each(firstOf(3, bombs))("in bounded time and memory: %s", async (_, text, wanted) => {
    const sandbox = await sandboxOf();
    const begun = performance.now();
    const { code, stderr, stdout } = await start(folderWith(text), sandbox, ["plan"], {
      NODE_OPTIONS: "--max-old-space-size=512",
    }).ended;
    expect(code).toBe(wanted);
    expect(stderr.length).toBeLessThan(100_000);
    expect(`${stdout}${stderr}`).not.toMatch(STACK);
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(sandbox.log()).toHaveLength(wanted === 1 ? 0 : 2);
  });
});
