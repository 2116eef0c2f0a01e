import { expect, it } from "vitest";
import type { ValidFile } from "../../src/config/config.js";
import type { Drift } from "../../src/config/edit/write-drift.js";
import { loadConfig } from "../../src/config/load-config.js";
import { groupValueAddress } from "../../src/model/address.js";
import { withDrift } from "../../src/plan/adopt/adoption.js";
import { openFolder } from "../commands/folder.js";

const GROUPS = 64;
const names = Array.from({ length: GROUPS }, (_, i) => `G${i}`);
const group = (name: string, i: number) => `      ${name}: {precedence: ${i + 1}, values: {region: west}}\n`;

/** A file of many groups, and one whose value a template gives, which no edit of the file's own entries reaches. */
const FILE = `version: 1
organization: {id: org_northwind}
templates:
  shared: {groups: {Shared: {precedence: 900, values: {region: west}}}}
workspaces:
  prod:
    extends: [shared]
    attributes: {region: {data_type: string, label: Region}}
    groups:
${names.map(group).join("")}`;

it("reads a file a few times, however many differences are written, where one of them cannot be", async () => {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  const { desired, ...config } = await loadConfig([folder.path("orgform.yaml")]);
  if (desired === null) throw new Error("the file is not valid");
  let readings = 0;
  const counted = (file: ValidFile): ValidFile => ({
    ...file,
    withTexts: (sources) => {
      readings += 1;
      const { desired, ...others } = file.withTexts(sources);
      return desired === null ? { ...others, desired } : counted({ ...others, desired });
    },
  });
  const drifts = [...names, "Shared"].map(
    (name): Drift => ({
      address: groupValueAddress("prod", name, "region"),
      kind: "group_value",
      fields: { value: "north" },
      isNew: false,
    }),
  );
  const { file, left } = withDrift(counted({ ...config, desired }), drifts);
  expect(left.map(({ address }) => address)).toEqual([groupValueAddress("prod", "Shared", "region")]);
  expect(file.sources[0]?.text.match(/region: north/g)).toHaveLength(GROUPS);
  expect(readings).toBeLessThanOrEqual(4);
});
