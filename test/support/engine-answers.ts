import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ReadModel, readDataModel } from "../../src/config/model-files/read-model.js";
import { dataOf } from "../../src/data-model/answer/person-data.js";
import { type PersonView, viewOf } from "../../src/data-model/answer/person-view.js";
import { compileModel } from "../../src/data-model/compile/compile-model.js";
import { UNREAD } from "../../src/model/address.js";

/** What the vendor's engine (metrics_layer 0.16.41) answered: which objects a person reaches, and the SQL that it adds to a query of a place. */
export interface EngineWorld {
  readonly case?: string;
  readonly seed?: number;
  /** A file's text, or what it holds. */
  readonly files: Readonly<Record<string, string | object>>;
  readonly answers: readonly EngineAnswer[];
  /** The files after a change, and the answers for the same people. */
  readonly files2?: EngineWorld["files"];
  readonly answers2?: readonly EngineAnswer[];
}

export interface EngineAnswer {
  readonly user: Readonly<Record<string, string>>;
  /** The engine refuses the person, or the project. */
  readonly error?: string;
  readonly models?: readonly string[];
  readonly views?: readonly string[];
  readonly fields?: readonly string[];
  readonly topics?: readonly string[];
  readonly dashboards?: readonly string[];
  readonly conditions?: readonly EngineCondition[];
}

export interface EngineCondition {
  readonly topic: string | null;
  readonly view: string;
  readonly sql: string | null | { readonly error: string };
}

/** How orgform's answers differ from the engine's. */
export interface Differences {
  objects: number;
  conditions: number;
  unclear: number;
  readonly found: string[];
}

/** Reads the files of a world as they would lie in a folder. */
export async function readWorld({ files }: Pick<EngineWorld, "files">): Promise<ReadModel> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-world-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 1));
    }
    return await readDataModel(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares the answers about one person, and adds to what was found. */
export function compareAnswer(
  model: ReadModel,
  where: string,
  answer: EngineAnswer,
  into: Differences,
): void {
  const compiled = compileModel(model);
  const values = Object.fromEntries(Object.entries(answer.user).map(([name, value]) => [name, [value]]));
  const seen = viewOf(compiled, dataOf(compiled, values));
  // What stands for all that was not read is no object of the engine.
  const view = { ...seen, unclear: seen.unclear.filter(({ object }) => object !== UNREAD) };
  const differs = (what: string): void => {
    into.found.push(`${where} ${JSON.stringify(answer.user)}: ${what}`);
  };
  const isOpen = mayBeUnclear(model, answer);
  const isUnread = !model.complete && model.refused !== true;
  if (answer.error !== undefined && isOpen) {
    // Whatever the engine refuses as a whole is unclear to us.
    if (view.reached.length + view.hidden.length > 0 && model.refused)
      differs("is refused, and something is certain");
    into.unclear += view.unclear.length;
    return;
  }
  compareObjects(view, answer, { differs, isOpen, isUnread, into });
  compareConditions(view, answer.conditions ?? [], { differs, isOpen, isUnread, into });
}

interface Comparing {
  readonly differs: (what: string) => void;
  readonly isOpen: boolean;
  /** A part of the model is not read, and what stands there is not known. */
  readonly isUnread: boolean;
  readonly into: Differences;
}

/** Says whether the contract lets an answer be unclear: several entries, several definitions, or a refused model. */
function mayBeUnclear(model: ReadModel, { user }: EngineAnswer): boolean {
  const { grants, diagnostics, refused } = model;
  return (
    refused === true ||
    diagnostics.some(({ code }) => code === "model-unread") ||
    Object.values(user).some((value) => value.includes(",")) ||
    diagnostics.some(({ code }) => code === "model-duplicate") ||
    grants.some(({ isBroken }) => isBroken)
  );
}

function compareObjects(
  view: PersonView,
  answer: EngineAnswer,
  { differs, isOpen, isUnread, into }: Comparing,
): void {
  const engine = new Set([
    // A name that is a truth value is written in lower case.
    ...(answer.models ?? []).map(
      (name) => `model:${name.replace(/^(True|False)$/, (truth) => truth.toLowerCase())}`,
    ),
    ...(answer.views ?? []).map((name) => `view:${name}`),
    ...(answer.fields ?? []).map((name) => `field:${name}`),
    // A topic without a name has its label, whatever the engine writes.
    ...(answer.topics ?? []).map((name) => `topic:${name === "None" ? "T" : name}`),
    ...(answer.dashboards ?? []).map((name) => `dashboard:${name}`),
  ]);
  const reached = new Set(view.reached);
  const hidden = new Set(view.hidden.map(({ object }) => object));
  const unclear = new Set(view.unclear.map(({ object }) => object));
  for (const object of reached) if (!engine.has(object)) differs(`${object} is reached, not in the engine`);
  for (const object of hidden) {
    if (engine.has(object)) differs(`${object} is hidden, and the engine shows it`);
    if (reached.has(object)) differs(`${object} is both reached and hidden`);
  }
  for (const object of engine)
    if (!isUnread && !reached.has(object) && !hidden.has(object) && !unclear.has(object))
      differs(`${object} is not known`);
  if (unclear.size > 0 && !isOpen) differs(`${[...unclear].join(", ")} is unclear`);
  into.objects += reached.size + hidden.size;
  into.unclear += unclear.size;
}

function compareConditions(
  { rows }: PersonView,
  conditions: readonly EngineCondition[],
  { differs, isOpen, isUnread, into }: Comparing,
): void {
  const places = new Set<string>();
  for (const { topic, view, sql } of conditions) {
    const place = topic === null ? `view:${view}` : `topic:${topic}/view:${view}`;
    places.add(place);
    const ours = rows.filter((row) => row.place === place);
    if (isUnread && ours.length === 0) continue;
    if (ours.some(({ meaning }) => meaning === "unclear")) {
      const isTemplate = ours.every(({ meaning, field }) => meaning !== "unclear" || field !== "");
      if (!isOpen && !isTemplate) differs(`${place} is unclear`);
      into.unclear += 1;
      continue;
    }
    into.conditions += 1;
    const refuses = typeof sql === "object" && sql !== null;
    const meant = refuses ? [] : saidBy(sql);
    if (refuses || meant.some(({ kind }) => kind === "none")) {
      if (!ours.some(({ meaning }) => meaning === "none"))
        differs(`${place}: the engine refuses, ours ${JSON.stringify(ours)}`);
      continue;
    }
    const said = ours.map(({ meaning, entries = [], field }) => ({ kind: meaning, entries, column: field }));
    if (!areAlike(said, meant)) differs(`${place}: the engine says ${sql}, ours ${JSON.stringify(ours)}`);
  }
  for (const { place } of isOpen ? [] : rows)
    if (!places.has(place)) differs(`${place} is no place of theirs`);
}

interface Said {
  readonly kind: string;
  readonly entries: readonly string[];
  readonly column: string;
}

/** Conditions that say the same of the same columns, in any order. */
function areAlike(ours: readonly Said[], engine: readonly Said[]): boolean {
  const left = [...engine];
  const patterns = new Set<string>();
  for (const { kind, entries, column } of ours) {
    // Patterns say nothing of which they are, so that those of one column are one.
    if (kind === "pattern" && patterns.has(column)) continue;
    if (kind === "pattern") patterns.add(column);
    const isSame = (one: Said): boolean =>
      one.kind === kind &&
      fits(column, one.column) &&
      JSON.stringify(plain(one)) === JSON.stringify(plain({ kind, entries, column }));
    const at = left.findIndex(isSame);
    if (at < 0) return false;
    const same = kind === "pattern" ? left.filter(isSame) : left.slice(at, at + 1);
    for (const one of same) left.splice(left.indexOf(one), 1);
  }
  return left.length === 0;
}

const plain = ({ entries }: Said): readonly string[] =>
  entries.map((entry) =>
    /^[-+]?[\d.]+$/.test(entry) && Number(entry) !== 0 ? String(Number(entry)) : entry,
  );

/** `view.dim_1` is the column `view.d1` of the random worlds; of a time group the column has no timeframe. */
function fits(field: string, column: string): boolean {
  const [view = "", name = ""] = column.split(".");
  if (!/^\w+\.\w+$/.test(column)) return true;
  // In minimal models, columns of one letter stand for fields of any name.
  if (name.length === 1) return field.startsWith(`${view}.`);
  return field.startsWith(`${view}.${name.replace(/^d(\d)/, "dim_$1").toLowerCase()}`);
}

/** What conditions in SQL say, read without any of the rules that are tested. */
export function saidBy(sql: string | null): readonly Said[] {
  if (sql === null) return [];
  const texts: string[] = [];
  const masked = sql.replace(
    /'((?:[^']|'')*)'/g,
    (_, text: string) => `'${texts.push(text.replaceAll("''", "'")) - 1}'`,
  );
  const unmask = (part: string): string =>
    part.replace(/'(\d+)'/g, (_, i: string) => `'${texts[Number(i)] ?? ""}'`);
  return masked.split(" and ").map((part): Said => {
    const like = /^LOWER\((.*?)\) (NOT )?LIKE LOWER\('(\d+)'\)$/.exec(part);
    if (like) {
      const [, column = "", not, i] = like;
      const isAll = not === undefined && texts[Number(i)] === "%%";
      return { kind: isAll ? "all" : "pattern", entries: [], column };
    }
    if (/ IS (NOT )?NULL$/.test(part))
      return { kind: "pattern", entries: [], column: part.split(" IS ")[0] ?? "" };
    const list = /^(.*?) (NOT )?IN \((.*)\)$/.exec(part);
    const one = /^(.*?)(<>|=|>=|<=|>|<)([^=<>]*)$/.exec(part);
    const [column = "", operator = "", values = ""] = list
      ? [unmask(list[1] ?? ""), list[2] ? "<>" : "=", list[3]]
      : [unmask(one?.[1] ?? ""), one?.[2], one?.[3]];
    const entries = values.split(",").map((value) => {
      const quoted = /^'(\d+)'$/.exec(value);
      return quoted ? { text: texts[Number(quoted[1])] ?? "", isBare: false } : { text: value, isBare: true };
    });
    // No database compares a column with these.
    if (entries.some(({ text, isBare }) => isBare && /^[-+]?(nan|inf)$/.test(text)))
      return { kind: "none", entries: [], column };
    const isOrder = operator !== "=" && operator !== "<>";
    const isDate = !list && entries.some(({ text }) => /^\d{4}-\d\d-\d\dT/.test(text));
    if (isOrder || isDate || (!list && /^(true|false)$/i.test(values)))
      return { kind: "pattern", entries: [], column };
    return {
      kind: operator === "=" ? "these" : "all-but-these",
      entries: entries.map(({ text }) => text),
      column,
    };
  });
}
