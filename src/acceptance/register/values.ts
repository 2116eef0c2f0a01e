import type { AttributeDefinition } from "../../model/generated/service.js";
import type { Assumption } from "../bench/assumption.js";
import { checkOutcome, checkRefusal, type Workbench } from "../bench/workbench.js";

/** Assumptions about attribute definitions and values, and about the value that counts. */
export const VALUES: readonly Assumption[] = [
  {
    id: "attribute-names-are-unique",
    says: "A second attribute of the same name is refused with 409.",
    source: "specification",
    otherwise: "Two definitions of one name stop the run, which names both ids.",
    expected: "409",
    async check({ client, workspace_id, attribute }) {
      const { name } = await attribute();
      const body = { name, data_type: "string", label: "Again" } as const;
      return await checkOutcome(client.createAttributeDefinition({ workspace_id, body }));
    },
  },
  {
    id: "email-is-not-listed",
    says: "The reserved attribute `email` is not among the definitions.",
    source: "none",
    otherwise: "It is shown as unmanaged, and exported files leave it out.",
    expected: "not listed",
    async check({ client, workspace_id, settle }) {
      await settle();
      const { data } = await client.listAttributeDefinitions({ workspace_id });
      return data.some(({ name }) => name === "email") ? "listed" : "not listed";
    },
  },
  {
    id: "label-changes-alone",
    says: "The label of an attribute can be changed at any time, and its values stay.",
    source: "specification",
    otherwise: "A refusal is reported; the rest of the run goes on.",
    expected: "changed",
    async check(bench) {
      const { client, workspace_id } = bench;
      const { group, attribute } = await bench.groupWithValue("kept");
      const user_attribute_definition_id = attribute.id;
      const body = { label: "Another label" };
      await client.updateAttributeDefinition({ workspace_id, user_attribute_definition_id, body });
      if ((await bench.valuesOf(group)).length !== 1) return "values lost";
      const { data: definitions } = await client.listAttributeDefinitions({ workspace_id });
      return definitions.find(({ id }) => id === attribute.id)?.label === body.label
        ? "changed"
        : "not changed";
    },
  },
  {
    id: "deleted-attribute-takes-its-values",
    says: "The DELETE of an attribute removes all its values.",
    source: "description",
    otherwise: "Values without an attribute stop the run as incomplete.",
    expected: "values gone",
    async check(bench) {
      const { client, workspace_id } = bench;
      const { group, attribute } = await bench.groupWithValue("going");
      const user_attribute_definition_id = attribute.id;
      await client.deleteAttributeDefinition({ workspace_id, user_attribute_definition_id });
      return (await bench.valuesOf(group)).length === 0 ? "values gone" : "values kept";
    },
  },
  {
    id: "second-value-is-a-conflict",
    says: "A second value of the same attribute on one group is refused with 409.",
    source: "description",
    otherwise: "After a lost answer the values are read again; two of them stop the run.",
    expected: "409",
    async check(bench) {
      const { group, attribute } = await bench.groupWithValue("one");
      return await checkOutcome(bench.groupValue(group, attribute, "two"));
    },
  },
  {
    id: "texts-are-kept",
    says: "A text value is kept as it was sent, with blanks, commas and in its letter case.",
    source: "specification",
    otherwise:
      "The write is reported with the text that the service keeps; until the file has it, every plan shows the difference.",
    expected: "kept",
    check: (bench) => kept(bench, "string", " West, EAST "),
  },
  {
    id: "numbers-keep-their-text",
    says: "A number is kept in the form in which it was sent (`1.50`).",
    source: "none",
    otherwise: "Nothing changes: orgform compares numbers, and not their texts.",
    expected: "kept",
    check: (bench) => kept(bench, "number", "1.50"),
  },
  {
    id: "empty-text-is-a-value",
    says: "The empty text can be set as a value.",
    source: "none",
    otherwise: "The refusal is reported, and what depends on the value is skipped.",
    expected: "kept",
    check: (bench) => kept(bench, "string", ""),
  },
  {
    id: "numbers-are-checked",
    says: "A number attribute refuses a text that is no number.",
    source: "specification",
    otherwise: "Nothing changes: orgform refuses such a value before it sends anything.",
    expected: "refused",
    check: (bench) => refused(bench, "number", "many"),
  },
  {
    id: "dates-are-checked",
    says: "A date attribute refuses a day that does not exist.",
    source: "specification",
    otherwise: "Nothing changes: orgform refuses such a value before it sends anything.",
    expected: "refused",
    check: (bench) => refused(bench, "date", "2026-02-30"),
  },
  {
    id: "highest-precedence-wins",
    says: "Of two groups of a member, the value of the one with the higher precedence counts.",
    source: "documentation",
    otherwise: "Everything that orgform says about access would be wrong. Do not use it.",
    expected: "higher",
    async check(bench) {
      const attribute = await bench.attribute();
      const low = await bench.group({ precedence: 101 });
      const high = await bench.group({ precedence: 102 });
      await bench.groupValue(low, attribute, "lower");
      await bench.groupValue(high, attribute, "higher");
      await bench.join(low);
      await bench.join(high);
      return await winnerOf(bench, attribute);
    },
  },
  {
    id: "own-value-wins",
    says: "A member's own value counts before the values of their groups.",
    source: "documentation",
    otherwise: "Everything that orgform says about access would be wrong. Do not use it.",
    expected: "own",
    async check(bench) {
      const { client, workspace_id, user_id } = bench;
      const { group, attribute } = await bench.groupWithValue("group");
      await bench.join(group);
      const body = { user_attribute_definition_id: attribute.id, value: "own" };
      await client.createMemberValue({ workspace_id, user_id, body });
      return await winnerOf(bench, attribute);
    },
  },
  {
    id: "winner-of-a-tie",
    says: "If two groups have the same precedence, the group that the member joined first decides. orgform does not rely on this.",
    source: "none",
    otherwise:
      "Nothing changes: orgform calls the winner of a tie undefined. During a run it allows only ties of which either winner is right.",
    expected: "first",
    async check(bench) {
      const attribute = await bench.attribute();
      const first = await bench.group({ name: "Tie A", precedence: 500 });
      const last = await bench.group({ name: "Tie B", precedence: 500 });
      await bench.groupValue(first, attribute, "first");
      await bench.groupValue(last, attribute, "last");
      await bench.join(first);
      await bench.join(last);
      return await winnerOf(bench, attribute);
    },
  },
];

/** The value that counts for the token's user. */
async function winnerOf(bench: Workbench, attribute: AttributeDefinition): Promise<string> {
  const winners = (await bench.valuesNow(attribute)).filter(({ is_overridden }) => !is_overridden);
  return winners.length === 1 ? (winners[0]?.value ?? "none") : "several";
}

/** Sets a value on a group of its own and reads it back. */
async function kept(bench: Workbench, type: "string" | "number", value: string): Promise<string> {
  const [group, attribute] = [await bench.group(), await bench.attribute(type)];
  const outcome = await checkOutcome(bench.groupValue(group, attribute, value));
  if (outcome !== "accepted") return outcome;
  const [found] = await bench.valuesOf(group);
  return found?.value === value ? "kept" : "changed";
}

/** Returns `accepted`, or `refused` for every status of a refusal of a value that does not fit its type. */
async function refused(bench: Workbench, type: "number" | "date", value: string): Promise<string> {
  const [group, attribute] = [await bench.group(), await bench.attribute(type)];
  return await checkRefusal(bench.groupValue(group, attribute, value));
}
