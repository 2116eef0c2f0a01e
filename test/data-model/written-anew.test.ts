import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Document, isMap, isScalar, parse, parseDocument, Scalar, stringify, visit } from "yaml";
import { dataJudge } from "../../src/data-model/answer/people-data.js";
import type { PersonValues } from "../../src/data-model/answer/person-data.js";
import type { ModelDescription } from "../../src/data-model/model-description.js";
import { groupAlike } from "../../src/util/collections.js";
import { type EngineWorld, readWorld } from "../support/engine-answers.js";
import { personWith } from "../support/model.js";

/**
 * Two laws, over every model that the engine's cases and worlds have: compared with itself a model is the same for
 * everybody, and so it is compared with itself written anew by a YAML library. A model of which something was not read is
 * the same only as long as its files are: of other bytes nobody knows what they say.
 */
const textsOf = (user: Readonly<Record<string, string>>): PersonValues =>
  Object.fromEntries(Object.entries(user).map(([name, value]) => [name, [value]]));

type Files = EngineWorld["files"];

const WORLDS = ["./engine-worlds.json", "./engine-cases.json", "./engine-cases-3.json"]
  .flatMap((name): readonly EngineWorld[] => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")))
  .flatMap(({ files, files2, answers, ...world }) => {
    const users = [{}, ...answers.map(({ user }) => user)];
    return [files, ...(files2 ? [files2] : [])].map((some, i) => ({
      name: `${world.case ?? world.seed}${i > 0 ? ", later" : ""}`,
      files: some,
      users: users.map((user): PersonValues => textsOf(user)),
    }));
  });

/** Cases that ask other things of the same files are one model, for the people of all of them. */
const MODELS = groupAlike(WORLDS, ({ files }) => files).map(([world, ...others]) => ({
  ...world,
  users: [world, ...others].flatMap(({ users }) => users),
}));

const YAML = { version: "1.1", logLevel: "error" } as const;

const isYaml = (name: string): boolean => /\.ya?ml$/.test(name);

/** The files with each of them written in another way; one that the library does not read stays as it is. */
const written = (files: Files, write: (text: string) => string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => {
      const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
      return [name, isYaml(name) && isSound(text) ? write(text) : text];
    }),
  );

function isSound(text: string): boolean {
  try {
    parse(text, YAML);
    return parseDocument(text, YAML).contents !== null;
  } catch {
    return false;
  }
}

/** What people write with a list or mapping in several lines: every key in order, nothing quoted that need not be. */
function asBlocks(text: string): string {
  const document = parsed(text);
  visit(document, {
    Collection(_, node) {
      node.flow = false;
      if (isMap(node)) node.items.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
    },
    Scalar(_, node) {
      if (typeof node.value === "string" && !isMergeKey(node)) node.type = Scalar.PLAIN;
    },
  });
  return document.toString({ indent: 4, nullStr: "~", lineWidth: 40, indentSeq: false });
}

/** What a program writes: all in one line, every text in quotes, the last key first. */
function inBrackets(text: string): string {
  const document = parsed(text);
  visit(document, {
    Collection(_, node) {
      node.flow = true;
      if (isMap(node)) node.items.reverse();
    },
    Scalar(_, node) {
      if (typeof node.value === "string" && !isMergeKey(node)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, nullStr: "null" });
}

function parsed(text: string): Document {
  const document = parseDocument(text, YAML);
  // Anchors have to come before their aliases, whatever the order of keys.
  if (/(?:^|[\s[{:,])[&*]\w/.test(text))
    return parseDocument(stringify(document.toJS(), { ...YAML, aliasDuplicateObjects: false }), YAML);
  visit(document, (_, node) => {
    if (node !== null && typeof node === "object" && "comment" in node) node.comment = null;
  });
  return document;
}

const isMergeKey = (node: unknown): boolean => isScalar(node) && node.value === "<<";

const judged = (from: ModelDescription, to: ModelDescription, users: readonly PersonValues[]) => {
  const { judge } = dataJudge(from, to);
  const verdicts = users.map((user) => judge(personWith(user), personWith(user)).verdict);
  return [...new Set(verdicts)].join();
};

const read = Promise.all(MODELS.map(readWorld));

/** The models that are not the same for everybody when written in this way. */
async function otherwise(write: (text: string) => string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [i, { name, files, users }] of MODELS.entries()) {
    const [was, is] = [(await read)[i], await readWorld({ files: written(files, write) })];
    const verdicts = was && judged(was, is, users);
    const isKnown = was?.complete || (was?.source !== undefined && was.source === is.source);
    if (verdicts !== (isKnown ? "same" : "unclear")) found.push(`${name}: ${verdicts}`);
  }
  return found;
}

it.each([
  ["as it is", (text: string) => text],
  ["in blocks", asBlocks],
  ["in brackets", inBrackets],
  ["from its values", (text: string) => stringify(parse(text, YAML), YAML)],
])(
  "a model compared with itself, written %s, is the same for everybody, as far as it was read",
  async (_, write) => {
    expect(await otherwise(write)).toEqual([]);
  },
  60_000,
);
