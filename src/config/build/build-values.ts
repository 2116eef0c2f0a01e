import { formatAddress } from "../../model/address.js";
import type { DesiredAttribute, DesiredValue } from "../../model/state/desired-state.js";
import { CONNECTION_ATTRIBUTES, FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { valueProblem } from "../../model/state/value-format.js";
import { sortedBy } from "../../util/order.js";
import type { Data, DataList, DataMap } from "../parse/data.js";
import { textOf } from "../substitute/source-map.js";
import { error, type Where, warning } from "../validate/file-diagnostic.js";
import { findingsOnValue } from "../validate/value-findings.js";
import { quote, suggest } from "../validate/wording.js";
import { at, type BuildContext, mapEntry } from "./build-context.js";

/** The attribute definitions of one workspace by name, as far as the file declares them. */
export type Definitions = ReadonlyMap<string, DesiredAttribute>;

/** The `values` of a group or member, sorted by attribute; `undefined` where the key is absent. */
export function buildValues(
  context: BuildContext,
  definitions: Definitions,
  owner: Data | undefined,
  ownerSegments: readonly string[],
): DesiredValue[] | undefined {
  const map = mapEntry(owner, "values");
  if (map === undefined) return undefined;
  const sound = soundValues(definitions);
  const values: DesiredValue[] = [];
  for (const attribute of Object.keys(map)) {
    const value = scalarAsText(context, map, attribute, map[attribute]);
    if (value === undefined) continue;
    const known = sound.get(attribute)?.get(value);
    if (known !== undefined) {
      values.push(known);
      continue;
    }
    let isSound = true;
    const report: BuildContext["report"] = (finding) => {
      isSound = false;
      context.report(finding);
    };
    const own = { ...context, report };
    const address = () => formatAddress([...ownerSegments, "values", attribute]);
    const atKey = () => at(context, map, attribute, "key", address());
    checkName(own, definitions.get(attribute), attribute, atKey);
    warnOfNearMiss(own, definitions, attribute, atKey);
    const atValue = () => at(context, map, attribute, "value", address());
    checkFormat(own, definitions, attribute, value, atValue);
    for (const finding of findingsOnValue(definitions.get(attribute), attribute, value, atValue))
      report(finding);
    const found = { attribute, value };
    if (isSound) sound.set(attribute, (sound.get(attribute) ?? new Map()).set(value, found));
    values.push(found);
  }
  return isInOrder(values) ? values : sortedBy(values, (v) => v.attribute);
}

function isInOrder(values: readonly DesiredValue[]): boolean {
  return values.every(({ attribute }, i) => i === 0 || (values[i - 1]?.attribute ?? "") < attribute);
}

/** Values by attribute and text. */
type SoundValues = Map<string, Map<string, DesiredValue>>;

const SOUND = new WeakMap<Definitions, SoundValues>();

/**
 * Values of which nothing had to be said, by the definitions that they were held against: a list gives thousands of
 * people the same few.
 */
function soundValues(definitions: Definitions): SoundValues {
  const known = SOUND.get(definitions) ?? new Map();
  SOUND.set(definitions, known);
  return known;
}

/** A scalar entry as a value takes it: the text that the file writes, or what substitution made of it. */
export function scalarAsText(
  { sourceMap }: BuildContext,
  container: DataMap | DataList,
  key: string | number,
  data: Data | undefined,
): string | undefined {
  if (typeof data === "string") return data;
  const isScalar = typeof data === "number" || typeof data === "boolean";
  return isScalar ? (textOf(sourceMap, container, key) ?? String(data)) : undefined;
}

/** Reports a text that does not fit its attribute's data type, where the file declares it. */
export function checkFormat(
  { report }: BuildContext,
  definitions: Definitions,
  attribute: string,
  text: string,
  where: () => Where,
): void {
  const definition = definitions.get(attribute);
  if (definition?.state !== "present") return;
  const problem = valueProblem(text, definition.data_type);
  if (problem === undefined) return;
  const summary = `${quote(text)} is not a ${definition.data_type}, the data type of ${quote(attribute)}`;
  report(error("value-format", summary, problem, where()));
}

/** An attribute that the file does not declare may live all the same; one that is a letter off hardly does. */
export function warnOfNearMiss(
  { report }: BuildContext,
  definitions: Definitions,
  attribute: string,
  where: () => Where,
): void {
  if (definitions.has(attribute)) return;
  const meant = suggest(attribute, [...definitions.keys()]);
  if (meant === undefined) return;
  const detail = `Did you mean ${quote(meant)}? \`orgform plan\` tells whether it exists without being declared.`;
  report(warning("unknown-attribute", `No attribute ${quote(attribute)} is declared`, detail, where()));
}

function checkName(
  { report }: BuildContext,
  definition: DesiredAttribute | undefined,
  attribute: string,
  where: () => Where,
): void {
  if (attribute === FILLED_BY_PRODUCT) {
    const detail = "The product fills in every member's own address. Use another attribute name.";
    report(error("reserved-attribute", 'The attribute "email" cannot be set', detail, where()));
  } else if (CONNECTION_ATTRIBUTES.has(attribute)) {
    const detail =
      "It decides which warehouse connection a member's queries use. Make sure that this is meant.";
    report(
      warning("reserved-attribute", `${quote(attribute)} switches the warehouse connection`, detail, where()),
    );
  }
  if (definition?.state === "absent") {
    const detail = `The workspace says that the attribute is to be absent, and its values go with it. Remove this value or that line.`;
    report(error("definition-missing", `${quote(attribute)} is declared absent`, detail, where()));
  }
}
