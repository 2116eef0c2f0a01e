import { describe, expect, it } from "vitest";
import { ENDPOINTS, type Endpoint } from "../../src/api/endpoints.js";
import { FIELDS } from "../../src/api/shapes.js";
import { description } from "../support/openapi-check.js";

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly $ref: string };
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>;
}

const lastPart = (ref: string | undefined) => ref?.split("/").at(-1);

/** The description in the words of the client's table. */
function describedEndpoints(): Record<string, Endpoint> {
  const entries = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => method !== "parameters")
      .map(([method, operation]) => {
        const { operationId, parameters = [], requestBody, responses } = operation as Described;
        const success = lastPart((responses[200] ?? responses[201] ?? responses[204])?.$ref);
        const query = parameters.filter((p) => p.in === "query").map((p) => p.name);
        const body = lastPart(requestBody?.$ref);
        const answer = success === "Done" ? undefined : success?.replace(/List$/, "[]");
        return [
          operationId,
          {
            method: method.toUpperCase(),
            path,
            ...(query.length > 0 ? { query } : {}),
            ...(body ? { body } : {}),
            ...(answer ? { answer } : {}),
          },
        ];
      }),
  );
  return Object.fromEntries(entries);
}

describe("the table of endpoints", () => {
  it("agrees with the OpenAPI description, all 27 of it", () => {
    expect(ENDPOINTS).toEqual(describedEndpoints());
    expect(Object.keys(ENDPOINTS)).toHaveLength(27);
  });

  it("keeps the fields that the description gives each shape, but an invite's URL", () => {
    const described = Object.keys(FIELDS).map((shape) => {
      const schema = description.components.schemas[shape] as { properties: object };
      return [shape, Object.keys(schema.properties).filter((field) => field !== "invite_url")];
    });
    const kept = Object.entries(FIELDS).map(([shape, fields]) => [shape, Object.keys(fields)]);
    expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(described));
  });
});
