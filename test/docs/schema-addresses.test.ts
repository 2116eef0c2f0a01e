import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(at(path), "utf8"));

it("each schema has the address of its own minor version as its $id", () => {
  const [major, minor] = json("package.json").version.split(".");
  const folder = `https://unpkg.com/orgform@${major}.${minor}/schemas`;
  const schemas = readdirSync(at("schemas")).filter((name) => name.endsWith(".schema.json"));
  const addresses = schemas.map((name) => json(`schemas/${name}`).$id);
  expect(addresses).toEqual(schemas.map((name) => `${folder}/${name}`));
  expect(json(".ci/release/schemastore.json").url).toBe(`${folder}/orgform.schema.json`);
});
