import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENDPOINTS, FIELDS } from "../../src/model/generated/service.js";

const W = "/workspaces/{workspace_id}";
const G = `${W}/groups/{group_id}`;
const M = `${W}/members/{user_id}`;
const D = `${W}/user_attribute_definitions`;

/** What the service offers, written down apart from its description. */
const OFFERED = [
  ["GET /me", "Me"],
  ["GET /workspaces", "Workspace[]"],
  ["POST /workspaces", "CreatedWorkspace"],
  [`DELETE ${W}`, undefined],
  [`GET ${W}/groups`, "Group[]"],
  [`POST ${W}/groups`, "Group"],
  [`GET ${G}`, "Group"],
  [`PATCH ${G}`, "Group"],
  [`DELETE ${G}`, undefined],
  [`GET ${G}/members`, "Member[]"],
  [`POST ${G}/members`, "Group"],
  [`DELETE ${G}/members/{user_id}`, undefined],
  [`GET ${W}/members`, "Member[]"],
  [`GET ${W}/invites`, "Invite[]"],
  [`POST ${W}/invites`, "Invite"],
  [`GET ${D}`, "AttributeDefinition[]"],
  [`POST ${D}`, "AttributeDefinition"],
  [`PATCH ${D}/{user_attribute_definition_id}`, "AttributeDefinition"],
  [`DELETE ${D}/{user_attribute_definition_id}`, undefined],
  ...[G, M].flatMap((owner) => [
    [`GET ${owner}/user_attributes`, "AttributeValue[]"],
    [`POST ${owner}/user_attributes`, "AttributeValue"],
    [`PATCH ${owner}/user_attributes/{user_attribute_id}`, "AttributeValue"],
    [`DELETE ${owner}/user_attributes/{user_attribute_id}`, undefined],
  ]),
];

describe("the tables that are generated from the description", () => {
  it("have all 27 endpoints and what each answers", () => {
    const generated = Object.values(ENDPOINTS).map((endpoint) => [
      `${endpoint.method} ${endpoint.path}`,
      "answer" in endpoint ? endpoint.answer : undefined,
    ]);
    expect(generated).toHaveLength(27);
    expect(new Set(generated.map((row) => row.join(" ")))).toEqual(
      new Set(OFFERED.map((row) => row.join(" "))),
    );
  });

  it("take what a body needs, and archived workspaces when they are asked for", () => {
    expect(ENDPOINTS.createGroup.body).toBe("GroupCreate");
    expect(ENDPOINTS.listWorkspaces.query).toEqual(["include_archived"]);
    expect(ENDPOINTS.updateMemberValue.body).toBe("AttributeValueUpdate");
  });

  it("keep an invite's address of a person, and not the address that lets somebody join", () => {
    expect(FIELDS.Invite).toEqual(["id", "workspace_id", "email", "role", "created_date"]);
    const types = readFileSync(new URL("../../src/model/generated/service.ts", import.meta.url), "utf8");
    expect(types).not.toContain("invite_url");
  });
});
