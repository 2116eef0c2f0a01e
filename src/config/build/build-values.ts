import type { FileEntry } from "../../kinds/kind.js";
import { type ListedResources, listHeldBy } from "../../kinds/resources.js";
import { formatSegment } from "../../model/address.js";
import { listAddress } from "../../model/state/contents.js";
import { CONNECTION_ATTRIBUTES, FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { type DesiredPerson, type DesiredResource, dataTypeOf } from "../../model/state/resource.js";
import { isSameValue, valueProblem } from "../../model/state/value-format.js";
import { type Data, type DataList, type DataMap, entries } from "../text/data.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import { type EntryPlace, placeOf, textOf } from "../text/source-map.js";
import { quote, quoteAll, suggest } from "../text/wording.js";
import { findingsOnValue } from "../validate/value-findings.js";
import { type BuildContext, mapEntry, NOTHING_LISTED, type WorkspaceContext } from "./build-context.js";

const NOT_LISTED =
  "Correct the name, or add the attribute to `attributes`, because orgform deletes attributes that are not listed there.";

/** The service has these without a definition. */
const RESERVED: ReadonlySet<string> = new Set([FILLED_BY_PRODUCT, ...CONNECTION_ATTRIBUTES]);

/** The group or member whose values they are. */
interface ValueOwner {
  readonly kind: "group_value" | "member_value";
  readonly owner: string;
  readonly person?: DesiredPerson;
}

/** Values as texts by attribute, each with its place, looked up on demand. */
export interface ValueTexts {
  readonly texts: ReadonlyMap<string, string>;
  readonly placeOf: (attribute: string) => EntryPlace | undefined;
}

/** The `values` of an entry of the file; `undefined` where it gives none. */
export function valuesIn(data: Data | undefined): ValueTexts | undefined {
  const map = mapEntry(data, "values");
  if (map === undefined) return undefined;
  const texts = entries(map).flatMap(([attribute, value]) => {
    const text = scalarAsText(map, attribute, value);
    return text === undefined ? [] : [[attribute, text] as const];
  });
  return { texts: new Map(texts), placeOf: (key) => placeOf({ in: map, key }) };
}

/** The values of a group or member, sorted by attribute. */
export function buildValues(
  context: WorkspaceContext,
  placed: ValueTexts | undefined,
  { kind, owner, person }: ValueOwner,
): ListedResources {
  if (placed === undefined) return NOTHING_LISTED;
  const { workspace, definitions, sound } = context;
  const values: FileEntry[] = [];
  for (const [attribute, value] of placed.texts) {
    const known = sound.get(attribute)?.get(value);
    const keys = known ?? { value };
    values.push({ name: attribute, keys, person });
    if (known !== undefined) continue;
    let isSound = true;
    const report: BuildContext["report"] = (finding) => {
      isSound = false;
      context.report(finding);
    };
    const own = { ...context, report };
    const address = () => `${listAddress(kind, workspace, owner)}/${formatSegment(attribute)}`;
    const keyPlace = () => ({ span: placed.placeOf(attribute)?.key, address: address() });
    const valuePlace = () => ({ span: placed.placeOf(attribute)?.value, address: address() });
    checkName(own, attribute, keyPlace);
    if (!RESERVED.has(attribute)) checkDeclared(own, attribute, NOT_LISTED, keyPlace);
    checkFormat(own, attribute, value, valuePlace);
    checkAllowed(own, definitions.get(attribute), value, valuePlace);
    findingsOnValue(definitions.get(attribute), attribute, value, valuePlace).forEach(report);
    if (isSound) sound.set(attribute, (sound.get(attribute) ?? new Map()).set(value, keys));
  }
  return listHeldBy(owner, workspace, kind, values);
}

/** A scalar entry as a value takes it: the text that the file writes, or what substitution made of it. */
export function scalarAsText(
  container: DataMap | DataList,
  key: string | number,
  data: Data | undefined,
): string | undefined {
  if (typeof data === "string") return data;
  const isScalar = typeof data === "number" || typeof data === "boolean";
  return isScalar ? (textOf(container, key) ?? String(data)) : undefined;
}

/** Reports a text that does not fit its attribute's data type, where the file declares it. */
export function checkFormat(
  { report, definitions }: WorkspaceContext,
  attribute: string,
  text: string,
  where: () => Where,
): void {
  const definition = definitions.get(attribute);
  if (definition?.state !== "present") return;
  const dataType = dataTypeOf(definition);
  const problem = valueProblem(text, dataType);
  if (problem === undefined) return;
  const summary = `${quote(text)} is not a ${dataType}, the data type of ${quote(attribute)}`;
  report(fileFinding("value-format", summary, problem, where()));
}

/** What a definition says of its values; no `allowed` allows any. */
interface ListedValues extends Pick<DesiredResource, "name" | "managed"> {
  readonly allowed?: readonly string[] | undefined;
}

/** Reports a text that `allowed` of its attribute does not list, as a whole or entry by entry. */
export function checkAllowed(
  { report }: BuildContext,
  definition: ListedValues | undefined,
  text: string,
  where: () => Where & Partial<Pick<FileDiagnostic, "severity">>,
): void {
  if (definition?.allowed === undefined) return;
  const { name, allowed } = definition;
  const dataType = dataTypeOf(definition);
  const isAllowed = (part: string) => allowed.some((value) => isSameValue(value, part, dataType));
  const parts =
    dataType === "string" && !isAllowed(text) ? text.split(",").map((part) => part.trim()) : [text];
  const other = parts.find((part) => !isAllowed(part));
  if (other === undefined) return;
  const summary = `${quote(other)} is not an allowed value of ${quote(name)}`;
  const detail = `\`allowed\` of the attribute lists ${quoteAll(allowed)}. Correct the value, or add it there.`;
  report(
    fileFinding("invalid-value", summary, detail, {
      ...where(),
      suggestion: { text: other, among: allowed },
    }),
  );
}

/**
 * Reports an attribute that the file does not declare: an error where the file lists all of them, otherwise a warning if it
 * is near one that is declared, since the live workspace may have it.
 */
export function checkDeclared(
  { report, workspace, definitions, hasAllAttributes }: WorkspaceContext,
  attribute: string,
  advice: string,
  where: () => Where,
): void {
  if (definitions.has(attribute)) return;
  const among = [...definitions.keys()];
  if (hasAllAttributes) {
    const summary = `${quote(workspace)} has no attribute ${quote(attribute)}, and lists all of them (\`exact\`)`;
    const suggestion = { text: attribute, among };
    report(fileFinding("unknown-attribute", summary, advice, { ...where(), suggestion }));
    return;
  }
  const nearest = suggest(attribute, among);
  if (nearest === undefined) return;
  const detail = `Did you mean ${quote(nearest)}? \`orgform plan\` tells whether it exists without being declared.`;
  report(
    fileFinding("unknown-attribute", `No attribute ${quote(attribute)} is declared`, detail, {
      ...where(),
      severity: "warning",
    }),
  );
}

function checkName({ report, definitions }: WorkspaceContext, attribute: string, where: () => Where): void {
  if (attribute === FILLED_BY_PRODUCT) {
    const detail = "The product fills in every member's own address. Use another attribute name.";
    report(fileFinding("reserved-attribute", 'The attribute "email" cannot be set', detail, where()));
  } else if (CONNECTION_ATTRIBUTES.has(attribute)) {
    const detail =
      "It decides which warehouse connection a member's queries use. Make sure that this is meant.";
    const summary = `${quote(attribute)} switches the warehouse connection`;
    report(fileFinding("reserved-attribute", summary, detail, { ...where(), severity: "warning" }));
  }
  if (definitions.get(attribute)?.state === "absent") {
    const detail = `The workspace has the attribute with \`state: absent\`, which also deletes its values. Remove this value, or the attribute's \`state\`.`;
    report(fileFinding("unknown-attribute", `${quote(attribute)} is declared absent`, detail, where()));
  }
}
