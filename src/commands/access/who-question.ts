import { entriesOf } from "../../access/values/grants.js";
import type { ListFacts } from "../../config/people/list-facts.js";
import { quote, quoteAll, suggest } from "../../config/text/wording.js";
import type { DataReader } from "../../data-model/answer/people-data.js";
import type { Moments, View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import {
  type Askable,
  type Asked,
  meaningsOf,
  namesIn,
  thingsNamed,
  wordsOf,
} from "../../plan/people/who-words.js";
import { compact } from "../../util/collections.js";
import { shellWord } from "../../util/escape.js";
import { fail, usageError } from "../context/command-error.js";
import { assertKnown } from "../context/named.js";

const FORMS =
  "`who` takes an address, an attribute (region), one of its values (region=west; region= for no value), a group (group:NAME), or an object of the data model (field:orders.margin, view:…, topic:…, dashboard:…, model:…). Put a name of several words in quotes.";

/** The question that a bare word asks. A word that means nothing, or several things, ends the command. */
export function questionOfWord(word: string, askable: Askable, people: ListFacts | undefined): Asked {
  const [question, ...others] = meaningsOf(word, askable);
  if (question === undefined) {
    const near = nearTo(word, askable, people);
    const detail = near.length > 0 ? `Did you mean one of these?\n${near.join("\n")}` : FORMS;
    throw usageError(`Nothing here is called ${quote(word)}`, detail);
  }
  // Every other meaning has a form of its own, which an attribute has not.
  if (others.length === 0 || question.kind === "attribute") return question;
  const lines = [question, ...others].map((one) => `  orgform who ${shellWord(wordsOf(one) ?? "")}`);
  throw usageError(
    `${quote(word)} has several meanings here`,
    `Write the one that you mean:\n${lines.join("\n")}`,
  );
}

/** The most questions that a word suggests. */
const MOST_NEAR = 8;

/**
 * The command lines that a word which means nothing suggests: for what has these words in its name, workspaces too; or
 * else for the few people of the list whose row has them, for names with words that begin so, or for the nearest name.
 */
function nearTo(word: string, askable: Askable, people: ListFacts | undefined): readonly string[] {
  // A kind that there is not may stand before the name, as in `grp:Sales`.
  const asked = wordsIn(word.slice(word.indexOf(":") + 1));
  if (asked.length === 0) return [];
  const has = (name: string): boolean => {
    const words = new Set(wordsIn(name));
    return asked.every((one) => words.has(one));
  };
  const begins = (name: string): boolean =>
    asked.every((one) => one.length > 2 && wordsIn(name).some((other) => other.startsWith(one)));
  const inList = people?.peopleWith(has).filter((email) => askable.members.includes(email)) ?? [];
  // A text that many rows have is no name of somebody.
  const few = inList.length > MOST_NEAR ? [] : inList.map((email) => shellWord(email));
  const nearest = suggest(word, [...askable.views.map(({ workspace }) => workspace), ...namesIn(askable)]);
  const isNearest = (name: string): boolean => name === nearest;
  const all = [namedBy(askable, has), few, namedBy(askable, begins), namedBy(askable, isNearest)];
  const found = all.find((lines) => lines.length > 0) ?? [];
  return compact([
    ...found.slice(0, MOST_NEAR).map((line) => `  orgform who ${line}`),
    found.length > MOST_NEAR && `  and ${found.length - MOST_NEAR} more`,
  ]);
}

/** The arguments of `who` about everything whose name this holds for. */
function namedBy(askable: Askable, fits: (name: string) => boolean): readonly string[] {
  const workspaces = askable.views.filter(({ workspace }) => fits(workspace));
  return [
    ...workspaces.map(({ workspace }) => `--workspace ${shellWord(workspace)}`),
    ...thingsNamed(askable, fits).map((one) => shellWord(wordsOf(one) ?? "")),
  ];
}

/** The words of a name, each as addresses spell it. */
const wordsIn = (name: string): readonly string[] => compact(spelled(name).split(/[^\p{L}\p{N}]+/u));

const WITHOUT_UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** A name as addresses spell it: `mueller` for Müller, `rene` for René. */
const spelled = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => WITHOUT_UMLAUTS[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");

/**
 * Ends the command, before anything is read, for a value of several entries, and for a value beside a field or view whose
 * rows are not filtered by it: nobody sees fewer of them by another value.
 */
export function assertAnswerable(questions: readonly (Asked | undefined)[], reader: DataReader | undefined) {
  for (const question of questions) {
    if (question?.kind !== "value" || question.entry === "") continue;
    const { attribute, entry } = question;
    if (entry.includes(",")) {
      const detail = `Ask about one: \`orgform who ${shellWord(`${attribute}=${entriesOf(entry)[0] ?? ""}`)}\`. Several questions ask for the people who fit all of them.`;
      throw usageError(`${quote(entry)} has several entries`, detail);
    }
    for (const other of questions) {
      const [, view] = (other?.kind === "object" && /^(?:field|view):([^.]*)/.exec(other.object)) || [];
      const place = reader?.model.places.find((one) => one.place === `view:${view}`);
      if (other === undefined || place === undefined || reader?.model.complete === false) continue;
      const by = [...place.filters, ...place.templates].map((one) => one.attribute);
      if (place.isUncertain || by.includes(attribute) || by.includes(null)) continue;
      const filters = by.flatMap((name) => name ?? []);
      throw usageError(
        `Rows of ${place.place} are not filtered by ${quote(attribute)}`,
        filters.length === 0 ? "They are not filtered at all." : `They are filtered by ${quoteAll(filters)}.`,
      );
    }
  }
}

/** Ends the command for a question about an attribute or group that does not exist. */
export function assertAskable(question: Asked, { attributes, groups }: Askable): void {
  if (question.kind === "value") assertKnown(attributes, [question.attribute], "attribute");
  if (question.kind === "group") assertKnown(groups, [question.group], "group");
}

/**
 * A sentence on a value that is nowhere: "nobody" alone would be believed. Where nobody is in the answer by their value,
 * one that differs little from a known value ends the command.
 */
export function unknownValueText(
  question: Asked,
  desired: DesiredState,
  moments: readonly Moments[],
  isAnswered: boolean,
): string | undefined {
  if (question.kind !== "value" || question.entry === "") return undefined;
  const { attribute, entry } = question;
  const known = knownValues(attribute, desired, moments);
  // A value that excludes an entry names it as well.
  if (known.includes(entry) || known.includes(`-${entry}`)) return undefined;
  const summary = `No value of ${quote(attribute)} is ${quote(entry)}, in the file or in the service`;
  const suggestion = suggest(entry, known);
  if (suggestion === undefined)
    return known.length === 0 ? undefined : `${summary}. Its values: ${quoteAll(known)}.\n`;
  const like = shellWord(wordsOf({ ...question, entry: suggestion }) ?? "");
  const detail = `Did you mean ${quote(suggestion)}? Run \`orgform who ${like}\`.`;
  if (isAnswered) return `${summary}. ${detail}\n`;
  throw usageError(summary, detail);
}

/** The object of the data model with this name, in its own letter case; an unknown one ends the command. */
function knownObject(object: string, reader: DataReader | undefined): string {
  if (reader === undefined) {
    const detail = "Name the folder of the data model in the file, as `data_model`.";
    throw usageError(`${object} is an object of a data model, and the file names none`, detail);
  }
  const known = objectsOf(reader);
  if (known.includes(object)) return object;
  const [found, ...others] = known.filter((one) => one.toLowerCase() === object.toLowerCase());
  if (found !== undefined && others.length === 0) return found;
  const kind = object.slice(0, object.indexOf(":") + 1);
  const suggestion = suggest(
    object,
    known.filter((one) => one.startsWith(kind)),
  );
  const guess = suggestion === undefined ? "" : `Did you mean ${suggestion}? `;
  const detail = `${guess}Use the names in the model's files: field:VIEW.FIELD, topic:NAME, view:NAME.`;
  throw reader.model.complete
    ? fail("error", "unknown-object", `The data model has no ${object}`, detail)
    : fail(
        "error",
        "unknown-object",
        `It is unclear who reaches ${object}: the data model cannot be read completely, and the rest of it may have this object`,
        `${detail} \`orgform validate\` says what is not read.`,
      );
}

/** An object is looked up before anything is read of the service. */
export const withKnownObject = (
  question: Asked | undefined,
  reader: DataReader | undefined,
): Asked | undefined =>
  question?.kind === "object" ? { ...question, object: knownObject(question.object, reader) } : question;

const objectsOf = ({ model }: DataReader): readonly string[] =>
  model.classes.flatMap(({ objects }) => objects);

/** Everything that a question can be about, at the points that were read. */
export function askableOf(
  moments: readonly Moments[],
  views: readonly View[],
  reader: DataReader | undefined,
): Askable {
  const all = (of: (view: View) => readonly string[]) => [
    ...new Set(moments.flatMap(({ start, planned }) => [...of(start), ...of(planned)])),
  ];
  return {
    attributes: [...new Set([...all(({ attributes }) => attributes), FILLED_BY_PRODUCT])],
    groups: all(({ groups }) => groups),
    members: all(({ members }) => members),
    objects: reader === undefined ? [] : objectsOf(reader),
    views,
  };
}

/** The entries of every value of an attribute, in the file and in the parts of the service that were read. */
function knownValues(
  attribute: string,
  { workspaces }: DesiredState,
  moments: readonly Moments[],
): readonly string[] {
  const desired = workspaces
    .map(contentsOf)
    .flatMap(({ of }) => [...of("group_value"), ...of("member_value")])
    .flatMap(({ name, managed }) => (name === attribute ? String(managed.value) : []));
  const present = moments.flatMap(({ start, planned }) =>
    attribute === FILLED_BY_PRODUCT
      ? planned.members.map((member) => planned.person(member)?.address ?? member)
      : start.assignedValues(attribute),
  );
  const texts = [...desired, ...present].flatMap((value) => [value, ...entriesOf(value)]);
  return [...new Set(texts)];
}
