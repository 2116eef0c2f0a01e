import { quote, suggest } from "../../config/text/wording.js";
import { shellWord } from "../../plan/guards/allowance.js";
import { type Askable, type Asked, meaningsOf, namesIn, wordsOf } from "../../plan/people/who-words.js";
import { count } from "../../util/count.js";
import { type CommandError, fail, usageError } from "../context/command-error.js";
import { assertKnown } from "../context/named.js";

const FORMS =
  "`who` takes an address, an attribute (region), one of its values (region=west; region= for no value), a group (group:NAME), or an object of the data model (field:orders.margin, view:…, topic:…, dashboard:…, model:…).";

/** The question that a bare word asks. A word that means nothing, or several things, ends the command. */
export function questionOfWord(word: string, askable: Askable): Asked {
  const [question, ...others] = meaningsOf(word, askable);
  if (question === undefined) {
    const near = nearTo(word, askable);
    const suggestion = near.length > 0 ? undefined : suggest(word, namesIn(askable));
    const guess = suggestion === undefined ? "" : `Did you mean ${quote(suggestion)}? `;
    const detail = near.length > 0 ? `Did you mean one of these?\n${near.join("\n")}` : guess + FORMS;
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

/** The most people whom a word suggests. */
const MOST_NEAR = 8;

/** The command lines that a word which means nothing suggests: for people with this name in their address, and a workspace. */
function nearTo(word: string, { members, views }: Askable): readonly string[] {
  const asked = spelled(word);
  const isNamed = (member: string) =>
    spelled(member.slice(0, member.lastIndexOf("@")))
      .split(/[._+-]/)
      .includes(asked);
  const workspace = views.find((view) => spelled(view.workspace) === asked)?.workspace;
  const people = members.filter(isNamed);
  const rest = people.length - MOST_NEAR;
  return [
    ...people.slice(0, MOST_NEAR).map((member) => `  orgform who ${shellWord(member)}`),
    ...(rest > 0 ? [`  and ${count(rest, "more person", "more people")}`] : []),
    ...(workspace === undefined ? [] : [`  orgform who --workspace ${shellWord(workspace)}`]),
  ];
}

const WITHOUT_UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** A name as addresses spell it: `mueller` for Müller, `rene` for René. */
const spelled = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => WITHOUT_UMLAUTS[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");

/** Ends the command for a question about an attribute or group that does not exist. */
export function assertAskable(question: Asked, { attributes, groups }: Askable): void {
  if (question.kind === "value") assertKnown(attributes, [question.attribute], "attribute");
  if (question.kind === "group") assertKnown(groups, [question.group], "group");
}

/** Ends the command for a value that is nowhere, and differs little from one that is: "nobody" would be believed. */
export function assertNoSlip(question: Asked, known: readonly string[]): void {
  if (question.kind !== "value" || known.includes(question.entry)) return;
  const { attribute, entry } = question;
  const suggestion = suggest(entry, known);
  if (suggestion === undefined) return;
  const like = shellWord(wordsOf({ ...question, entry: suggestion }) ?? "");
  throw usageError(
    `No value of ${quote(attribute)} is ${quote(entry)}, in the file or in the service`,
    `Did you mean ${quote(suggestion)}? Run \`orgform who ${like}\`.`,
  );
}

/** The object of the data model with this name, in its own letter case; an unknown one ends the command. */
export function knownObject(object: string, known: readonly string[] | undefined): string {
  if (known === undefined) {
    const detail = "Name the folder of the data model in the file, as `data_model`.";
    throw usageError(`${object} is an object of a data model, and the file names none`, detail);
  }
  if (known.includes(object)) return object;
  const [found, ...others] = known.filter((one) => one.toLowerCase() === object.toLowerCase());
  if (found !== undefined && others.length === 0) return found;
  throw noSuchObject(object, known);
}

function noSuchObject(object: string, known: readonly string[]): CommandError {
  const kind = object.slice(0, object.indexOf(":") + 1);
  const ofKind = known.filter((one) => one.startsWith(kind));
  const suggestion = suggest(object, ofKind);
  const guess = suggestion === undefined ? "" : `Did you mean ${suggestion}? `;
  const detail = `${guess}Use the names in the model's files: field:VIEW.FIELD, topic:NAME, view:NAME.`;
  return fail("error", "unknown-object", `The data model has no ${object}`, detail);
}
