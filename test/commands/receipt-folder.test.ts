import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const ADA = "ada@northwind.example";
const JOINED = ["apply", "--joined", "--auto-approve"];
const RECEIPTS = ".orgform/receipts";

const FILE = (groups = "Board"): string => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      Sales: {precedence: 10, values: {region: west}, members: [${groups.includes("Sales") ? ADA : ""}]}
      Board: {precedence: 20, values: {region: all}, members: [${groups.includes("Board") ? ADA : ""}]}
    members: {${ADA}: {role: explore}}
`;

/** An organization that has invited Ada by an apply; an hour goes by between two runs. */
async function open(groups?: string) {
  const folder = await openFolder();
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  let hour = 0;
  const at = (moment: number, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    orgform(args, {
      cwd: folder.path(""),
      env: {
        ORGFORM_BASE_URL: sandbox.url,
        ORGFORM_TOKEN: sandbox.token,
        SOURCE_DATE_EPOCH: String(1_788_220_800 + moment * 3600),
        ...more,
      },
    });
  const run = (...args: string[]) => at(hour++, args);
  const receipts = () =>
    readdirSync(folder.path(RECEIPTS))
      .sort()
      .map((name) => join(RECEIPTS, name));
  await folder.write("orgform.yaml", FILE(groups));
  expect(await run("apply", "--auto-approve")).toMatchObject({ exitCode: 0 });
  const product = async (action: string, email = ADA) => {
    const body = JSON.stringify({ workspace: "prod", email });
    expect((await sandbox.fetch(`${sandbox.origin}/_sandbox/${action}`, { method: "POST", body })).ok).toBe(
      true,
    );
  };
  const groupOf = (name: string) => sandbox.state().workspaces[0]?.groups?.find((one) => one.name === name);
  return {
    folder,
    sandbox,
    run,
    at,
    receipts,
    product,
    membersOf: (name: string) => groupOf(name)?.members ?? [],
    /** Puts Ada into a group, or takes her out, as an administrator does in the product. */
    byHand: async (method: "POST" | "DELETE", group: string) => {
      const [prod] = sandbox.state().workspaces;
      const ada = sandbox.state().users?.find(({ email }) => email === ADA)?.id;
      const members = `${sandbox.url}/workspaces/${prod?.id}/groups/${groupOf(group)?.id}/members`;
      const response = await sandbox.fetch(method === "POST" ? members : `${members}/${ada}`, {
        method,
        headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
        ...(method === "POST" ? { body: JSON.stringify({ user_id: ada }) } : {}),
      });
      expect(response.ok).toBe(true);
    },
  };
}

/** Ada was given Board by a run with --joined, and was taken out again by hand. */
async function takenAway() {
  const world = await open();
  await world.product("accept-invite");
  expect((await world.run(...JOINED)).exitCode).toBe(0);
  expect(world.membersOf("Board")).toEqual([ADA]);
  await world.byHand("DELETE", "Board");
  const [approval = "", provided = ""] = world.receipts();
  return { ...world, approval, provided };
}

type Damage = (path: string, text: string) => void;

/** Everything that may come over a receipt between two runs, and the words for it. */
const DAMAGES: Readonly<Record<string, readonly [Damage, string]>> = {
  emptied: [(path) => writeFileSync(path, ""), "is empty"],
  "filled with NUL bytes": [(path, text) => writeFileSync(path, Buffer.alloc(text.length)), "not JSON"],
  "ending in NUL bytes": [(path) => appendFileSync(path, Buffer.alloc(512)), "not JSON|cut off"],
  "beginning with a byte order mark": [
    (path, text) => writeFileSync(path, `\uFEFF${text}`),
    "byte order mark",
  ],
  "beginning with an empty line": [(path, text) => writeFileSync(path, `\n${text}`), "not JSON"],
  "cut in its first line": [(path, text) => writeFileSync(path, text.slice(0, 300)), "not JSON"],
  "cut in its last line": [(path, text) => writeFileSync(path, text.slice(0, -20)), "cut off"],
  "without its last line end": [(path, text) => writeFileSync(path, text.trimEnd()), "cut off"],
  "without its first line": [
    (path, text) => writeFileSync(path, text.slice(text.indexOf("\n") + 1)),
    "not of the type",
  ],
  "in UTF-16": [
    (path, text) => writeFileSync(path, Buffer.from(`\uFEFF${text}`, "utf16le")),
    "not text in UTF-8",
  ],
  "in UTF-16 of text alone": [(path, text) => writeFileSync(path, Buffer.from(text, "utf16le")), "not JSON"],
  "pretty-printed": [
    (path, text) =>
      writeFileSync(
        path,
        text
          .trim()
          .split("\n")
          .map((line) => `${JSON.stringify(JSON.parse(line), undefined, 2)}\n`)
          .join(""),
      ),
    "not JSON",
  ],
  "one list": [(path, text) => writeFileSync(path, `[${text.trim().split("\n").join(",")}]\n`), "Line 1"],
  compressed: [
    (path, text) => {
      rmSync(path);
      writeFileSync(`${path}.gz`, gzipSync(text));
    },
    "not text in UTF-8",
  ],
  "a link": [
    (path) => {
      renameSync(path, "moved.jsonl");
      symlinkSync(join(process.cwd(), "moved.jsonl"), path);
    },
    "is a link",
  ],
  "in a folder of its own": [
    (path, text) => {
      rmSync(path);
      mkdirSync(`${path.replace(".jsonl", "")}/artifact`, { recursive: true });
      writeFileSync(`${path.replace(".jsonl", "")}/artifact/receipt.jsonl`, text);
    },
    "is a folder",
  ],
  "a pipe": [
    (path) => {
      rmSync(path);
      execFileSync("mkfifo", [path]);
    },
    "not a file",
  ],
  "a note": [(path) => writeFileSync(join(path, "../README.md"), "# receipts\n"), "not JSON"],
};

it.each(Object.entries(DAMAGES))(
  "nobody gets anything twice where a receipt is %s",
  async (_, [damage, words]) => {
    const { folder, approval, provided, run, membersOf } = await takenAway();
    const before = process.cwd();
    process.chdir(folder.path(""));
    try {
      damage(provided, readFileSync(provided, "utf8"));
    } finally {
      process.chdir(before);
    }
    for (const command of [
      JOINED,
      [...JOINED, "--since", RECEIPTS],
      [...JOINED, "--since", approval],
      ["drift", "--since", RECEIPTS],
      ["plan", "--since", RECEIPTS],
      ["undo", "--auto-approve"],
    ]) {
      const ended = await run(...command);
      expect({ command, ...ended }).toMatchObject({ exitCode: 1 });
      expect(ended.stderr).toMatch(new RegExp(words));
      expect(ended.stderr).toContain("is not a whole receipt");
    }
    expect(membersOf("Board")).toEqual([]);
    const log = await run("log");
    if (!words.includes("cut off") && !words.includes("link")) expect(log).toMatchObject({ exitCode: 1 });
  },
);

it("a receipt counts under any name", async () => {
  const { folder, provided, run, membersOf } = await takenAway();
  renameSync(folder.path(provided), folder.path(`${RECEIPTS}/renamed.json`));
  expect((await run(...JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([]);
});

it.skipIf(process.getuid?.() === 0)(
  "a folder of receipts that cannot be read is an error, and not empty",
  async () => {
    const { folder, run, membersOf } = await takenAway();
    chmodSync(folder.path(RECEIPTS), 0o300);
    const ended = await run(...JOINED);
    chmodSync(folder.path(RECEIPTS), 0o700);
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("cannot be read (EACCES)") });
    expect(membersOf("Board")).toEqual([]);
  },
);

it("files of version control and desktops may stand there", async () => {
  const { folder, run } = await takenAway();
  for (const name of [".gitignore", ".gitkeep", ".DS_Store"])
    writeFileSync(folder.path(`${RECEIPTS}/${name}`), "*\n");
  expect((await run(...JOINED)).exitCode).toBe(0);
});

it("order is what receipts say of each other: a clock that is behind gives nothing twice", async () => {
  const { at, product, byHand, membersOf } = await open();
  await product("accept-invite");
  // On a machine whose clock is two hours behind.
  expect((await at(-2, JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([ADA]);
  await byHand("DELETE", "Board");
  expect((await at(1, JOINED)).exitCode).toBe(0);
  expect((await at(1, ["drift", "--since", RECEIPTS])).exitCode).toBe(2);
  expect(membersOf("Board")).toEqual([]);
});

it("undo and log take the run of a slow clock for the newest, if its receipt follows the others", async () => {
  const { folder, at } = await open();
  await folder.write("orgform.yaml", FILE().replace("precedence: 10", "precedence: 11"));
  expect((await at(-5, ["apply", "--auto-approve"])).exitCode).toBe(0);
  expect((await at(1, ["undo", "--dry-run"])).stdout).toContain("11 → 10");
  const { runs } = JSON.parse((await at(1, ["log", "--format", "json"])).stdout);
  expect(runs.map((run: { started_at: string }) => run.started_at)).toEqual([
    "2026-09-01T00:00:00.000Z",
    "2026-08-31T19:00:00.000Z",
  ]);
});

it("gives nothing where it cannot be told which run was the later one", async () => {
  const { folder, at, approval, provided, membersOf } = await takenAway();
  // The approval was dated later: the other receipt follows one that is not there.
  const edit = (path: string, hour: string) =>
    writeFileSync(
      folder.path(path),
      readFileSync(folder.path(path), "utf8").replaceAll("2026-09-01T00", `2026-09-01T${hour}`),
    );
  edit(approval, "05");
  expect((await at(6, JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([]);
  edit(provided, "03");
  expect((await at(6, JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([]);
});

it("receipts that say nothing of each other are ordered by their clocks", async () => {
  const { folder, run, receipts, membersOf, byHand, product } = await open();
  const forget = () => {
    for (const path of receipts()) {
      const text = readFileSync(folder.path(path), "utf8");
      writeFileSync(folder.path(path), text.replace(/"follows":\[[^\]]*\],/, ""));
    }
  };
  forget();
  await product("accept-invite");
  expect((await run(...JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([ADA]);
  forget();
  await byHand("DELETE", "Board");
  expect((await run(...JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([]);
});

it("a receipt of a version that did not say what it follows is ordered by its clock among those that do", async () => {
  const { folder, at, receipts } = await open();
  await folder.write("orgform.yaml", FILE().replace("precedence: 10", "precedence: 11"));
  expect((await at(1, ["apply", "--auto-approve"])).exitCode).toBe(0);
  const newest = folder.path(receipts()[1] ?? "");
  writeFileSync(newest, readFileSync(newest, "utf8").replace(/"follows":\[[^\]]*\],/, ""));
  expect((await at(2, ["undo", "--dry-run"])).stdout).toContain("11 → 10");
});

it("two approvals of which neither knew the other give what both approve", async () => {
  const { folder, at, receipts, product, membersOf } = await open("Sales");
  // The same moment on two machines: neither has the other's receipt.
  renameSync(folder.path(RECEIPTS), folder.path("kept"));
  await folder.write("orgform.yaml", FILE("Sales Board").replace("precedence: 10", "precedence: 11"));
  expect((await at(0, ["apply", "--auto-approve"])).exitCode).toBe(0);
  for (const name of readdirSync(folder.path("kept")))
    renameSync(folder.path(`kept/${name}`), folder.path(`${RECEIPTS}/other.jsonl`));
  expect(receipts()).toHaveLength(2);
  await product("accept-invite");
  const ended = await at(1, JOINED);
  expect(ended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("cannot be told") });
  expect([...membersOf("Sales"), ...membersOf("Board")]).toEqual([]);
  expect(await at(1, ["undo", "--dry-run"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("Which run is the newest cannot be told"),
  });
});

it("a later approval replaces the one of a receipt that is named", async () => {
  const { folder, run, receipts, product, membersOf } = await open("Sales Board");
  await folder.write("orgform.yaml", FILE("Sales"));
  expect((await run("apply", "--auto-approve")).exitCode).toBe(0);
  const [older = ""] = receipts();
  await product("accept-invite");
  await folder.write("orgform.yaml", FILE("Sales Board"));
  const ended = await run(...JOINED, "--since", older);
  expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("joined-differently") });
  expect([...membersOf("Sales"), ...membersOf("Board")]).toEqual([]);
  await folder.write("orgform.yaml", FILE("Sales"));
  expect((await run(...JOINED, "--since", older)).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([ADA]);
});

it("a person who has everything already is written down, and gets nothing again", async () => {
  const { folder, run, receipts, product, byHand, membersOf } = await open();
  await product("accept-invite");
  await byHand("POST", "Board");
  expect((await run(...JOINED)).exitCode).toBe(0);
  expect(receipts()).toHaveLength(2);
  expect(readFileSync(folder.path(receipts()[1] ?? ""), "utf8")).toContain(
    `"provided":[{"workspace":"prod","member":"${ADA}"}]`,
  );
  await byHand("DELETE", "Board");
  expect((await run(...JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([]);
  // Nobody is written down twice.
  expect(receipts()).toHaveLength(2);
});

const BOB = "bob@northwind.example";

it("a receipt that a later one follows is missed: nobody gets anything twice", async () => {
  const { folder, run, receipts, product, byHand, membersOf } = await open();
  // Bob is invited with her; she has joined first, was provided for, and was taken out by hand.
  const both = FILE()
    .replace(`members: [${ADA}]}`, `members: [${ADA}, ${BOB}]}`)
    .replace("role: explore}", `role: explore}, ${BOB}: {role: explore}`);
  await folder.write("orgform.yaml", both);
  expect((await run("apply", "--auto-approve")).exitCode).toBe(0);
  await product("accept-invite");
  expect((await run(...JOINED)).exitCode).toBe(0);
  await byHand("DELETE", "Board");
  await product("accept-invite", BOB);
  expect((await run(...JOINED)).exitCode).toBe(0);
  expect(membersOf("Board")).toEqual([BOB]);
  const [first = "", approval = "", lost = ""] = receipts();
  // The oldest ones may go: they came before the approval.
  rmSync(folder.path(first));
  expect((await run(...JOINED)).stderr).not.toContain("is not here");
  const kept = readFileSync(folder.path(lost));
  rmSync(folder.path(lost));
  for (const since of [[], ["--since", RECEIPTS], ["--since", approval]])
    expect(await run(...JOINED, ...since)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("follows a receipt that is not here"),
    });
  expect(membersOf("Board")).toEqual([BOB]);
  writeFileSync(folder.path(lost), kept);
  const ended = await run(...JOINED);
  expect(ended.stderr).not.toContain("is not here");
  expect(membersOf("Board")).toEqual([BOB]);
});

it("a copy of a receipt is no second run", async () => {
  const { folder, run, receipts, product, membersOf } = await open();
  await product("accept-invite");
  const [approval = ""] = receipts();
  writeFileSync(folder.path(`${RECEIPTS}/copy.jsonl`), readFileSync(folder.path(approval)));
  const ended = await run(...JOINED);
  expect(ended.exitCode).toBe(0);
  expect(ended.stderr).not.toContain("cannot be told");
  expect(membersOf("Board")).toEqual([ADA]);
});

it("the folder of another organization is refused, as its receipt is", async () => {
  const { folder, run, approval } = await takenAway();
  mkdirSync(folder.path("others"));
  const text = readFileSync(folder.path(approval), "utf8").replaceAll("org_northwind", "org_888");
  writeFileSync(folder.path("others/a.jsonl"), text);
  for (const since of ["others", "others/a.jsonl"])
    for (const command of [["plan"], ["drift"], JOINED])
      expect(await run(...command, "--since", since)).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining("is of org_888; the file is for org_northwind"),
      });
});

it("a receipt says which it follows: the last one, or each of which no other knew", async () => {
  const { folder, run, receipts } = await open();
  const next = async (precedence: number) => {
    await folder.write("orgform.yaml", FILE().replace("precedence: 10", `precedence: ${precedence}`));
    expect((await run("apply", "--auto-approve")).exitCode).toBe(0);
  };
  const firstLine = (path: string) => readFileSync(folder.path(path), "utf8").split("\n")[0] ?? "";
  const digestOf = (path: string) => createHash("sha256").update(firstLine(path)).digest("hex");
  const followed = (path: string) => (JSON.parse(firstLine(path)) as { follows: string[] }).follows;
  for (const precedence of [11, 12]) await next(precedence);
  const [one = "", two = "", three = ""] = receipts();
  expect([one, two, three].map(followed)).toEqual([[], [digestOf(one)], [digestOf(two)]]);
  // On another machine, which has the first one only.
  for (const path of [two, three]) renameSync(folder.path(path), folder.path(path.split("/").at(-1) ?? ""));
  await next(13);
  const [, other = ""] = receipts();
  expect(followed(other)).toEqual([digestOf(one)]);
  for (const path of [two, three]) renameSync(folder.path(path.split("/").at(-1) ?? ""), folder.path(path));
  await next(14);
  expect(followed(receipts().at(-1) ?? "")).toEqual([digestOf(three), digestOf(other)].sort());
});
