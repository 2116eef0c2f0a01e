import { describe, expect, it } from "vitest";
import { KINDS } from "../../src/kinds/registry.js";
import { groupAddress, memberAddress } from "../../src/model/address.js";
import { ENDPOINTS } from "../../src/model/generated/service.js";
import type { ResourceKind } from "../../src/model/resource-kind.js";
import { description } from "../support/openapi-check.js";

const ADDRESSES: Readonly<Record<ResourceKind, string>> = {
  workspace: "prod",
  attribute: "prod/attributes/region",
  group: groupAddress("prod", "Sales"),
  group_value: `${groupAddress("prod", "Sales")}/values/region`,
  group_membership: `${groupAddress("prod", "Sales")}/members/ada@n.example`,
  invite: memberAddress("prod", "ada@n.example"),
  member_value: `${memberAddress("prod", "ada@n.example")}/values/region`,
};

const placeholders = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

function bodyOf(operation: string): { required: readonly string[]; all: readonly string[] } {
  const endpoint = ENDPOINTS[operation as keyof typeof ENDPOINTS];
  const schema = description.components.schemas["body" in endpoint ? endpoint.body : ""] as
    | { required?: string[]; properties: object }
    | undefined;
  return { required: schema?.required ?? [], all: Object.keys(schema?.properties ?? {}) };
}

describe.each(Object.entries(KINDS))("how %s is read and written", (name, kind) => {
  const address = ADDRESSES[name as ResourceKind];
  const { api } = kind;
  const parents = Object.keys(api.parents(address));
  const references = Object.keys(api.references?.(address) ?? {});
  const own = api.id === undefined ? [] : [api.id];
  const words = Object.values(kind.fields).flatMap(({ api: word }) => word ?? []);

  it("names every id that a path asks for", () => {
    for (const list of api.lists)
      expect(parents).toEqual(expect.arrayContaining(placeholders(ENDPOINTS[list].path)));
    expect(parents).toEqual(expect.arrayContaining(placeholders(ENDPOINTS[api.create].path)));
    for (const operation of [api.update, api.delete]) {
      if (typeof operation !== "string") continue;
      const known = [...parents, ...references, ...own];
      expect(known, operation).toEqual(expect.arrayContaining(placeholders(ENDPOINTS[operation].path)));
    }
  });

  it("sends what a creation needs, and words that the service knows", () => {
    const creation = bodyOf(api.create);
    expect([...words, ...references]).toEqual(expect.arrayContaining([...creation.required]));
    for (const word of words) {
      const known = [api.create, ...(api.update === undefined ? [] : [api.update])].flatMap(
        (o) => bodyOf(o).all,
      );
      expect(known, word).toContain(word);
    }
    if (api.update === undefined) return;
    const mutable = Object.values(kind.fields).filter(({ rule }) => rule === "mutable");
    expect(bodyOf(api.update).all).toEqual(expect.arrayContaining(mutable.map(({ api: word }) => word)));
  });
});
