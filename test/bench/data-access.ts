import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { dataReaderOf } from "../../src/access/data/people-data.js";
import { readDataModel } from "../../src/config/data-model/read-model.js";
import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { amountRow, duration, type Row, ratioRow } from "./table.js";

const VIEWS = 2_000;
const FIELDS = 50;
const PEOPLE = 50_000;
const VALUES = 200;

/** Reading a large data model, over the YAML library alone, and asking it about everybody of a large organization. */
export async function dataAccess({ folder }: Bench): Promise<readonly Row[]> {
  const model = join(folder, "model");
  const files = writeModel(model);
  const { read, yaml } = await inTurn(3, {
    read: () => timed(() => readDataModel(model)),
    yaml: () => timed(() => files.map((file) => parseAllDocuments(readFileSync(file, "utf8")).length)),
  });
  const description = await readDataModel(model);
  const asked = await timed(() => {
    const reader = dataReaderOf({ ...description });
    for (let i = 0; i < PEOPLE; i += 1) {
      const valuesOf = (k: number) => ({ region: [`r${k % VALUES}`], team: [`t${(k % VALUES) % 7}`] });
      reader.compare(reader.read(valuesOf(i)), reader.read(valuesOf(i + 1)));
    }
  });
  const people = PEOPLE.toLocaleString("en");
  const views = VIEWS.toLocaleString("en");
  return [
    ratioRow(
      `data model of ${views} views × ${FIELDS} fields, over the YAML library alone`,
      read / yaml,
      3,
      `${duration(read)} : ${duration(yaml)}`,
    ),
    amountRow(`what ${people} people see of it before and after`, asked / 1_000, 5, "s"),
  ];
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function writeModel(folder: string): readonly string[] {
  mkdirSync(join(folder, "views"), { recursive: true });
  const grants = Array.from(
    { length: 20 },
    (_, i) => `  - {name: g${i}, user_attribute: team, allowed_values: [t${i % 7}, t${(i + 1) % 7}]}\n`,
  );
  const root = join(folder, "model.yml");
  writeFileSync(root, `type: model\nname: m\naccess_grants:\n${grants.join("")}`);
  const views = Array.from({ length: VIEWS }, (_, v) => {
    const path = join(folder, "views", `v${v}.yml`);
    const fields = Array.from(
      { length: FIELDS },
      (_, f) =>
        `  - name: f${f}\n    field_type: dimension\n    type: string\n    sql: \${TABLE}.f${f}\n    description: Field ${f} of the view ${v}\n${f % 10 === 0 ? `    required_access_grants: [g${f % 20}]\n` : ""}`,
    );
    writeFileSync(
      path,
      `type: view\nname: v${v}\nmodel_name: m\naccess_filters:\n  - {field: v${v}.f1, user_attribute: region}\nfields:\n${fields.join("")}`,
    );
    return path;
  });
  return [root, ...views];
}
