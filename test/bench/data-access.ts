import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { readDataModel } from "../../src/config/model-files/read-model.js";
import { dataJudge, dataReaderOf } from "../../src/data-model/answer/people-data.js";
import { personWith } from "../support/model.js";
import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { amountRow, duration, type Row } from "./table.js";

const VIEWS = 2_000;
const FIELDS = 25;
const TOPICS = 400;
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
  const changed = {
    ...description,
    views: description.views.map((view, v) =>
      v % 100 === 0 ? { ...view, table: "other", filters: [] } : view,
    ),
  };
  const compared = await timed(() => {
    const { judge } = dataJudge({ ...description }, changed);
    for (let i = 0; i < 500; i += 1) {
      const person = personWith({ region: [`r${i % VALUES}`], team: [`t${i % 7}`] });
      judge(person, person);
    }
  });
  const people = PEOPLE.toLocaleString("en");
  const views = VIEWS.toLocaleString("en");
  return [
    amountRow(
      `data model of ${views} views × ${FIELDS} fields and ${TOPICS} topics, beyond 1.3 × the YAML library (${duration(read)} : ${duration(yaml)})`,
      (read - 1.3 * yaml) / 1_000,
      2,
      "s",
    ),
    amountRow(`the same beside a changed one, for 500 people`, compared / 1_000, 2, "s"),
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
  writeFileSync(root, `type: model\nname: m\nconnection: c\naccess_grants:\n${grants.join("")}`);
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
  mkdirSync(join(folder, "topics"), { recursive: true });
  const topics = Array.from({ length: TOPICS }, (_, t) => {
    const path = join(folder, "topics", `t${t}.yml`);
    const joined = Array.from(
      { length: 5 },
      (_, k) =>
        `  v${t * 5 + k}: {override_access_filters: ${k % 2 === 0}, join: {join_type: left_outer, sql_on: "\${v${t}.f0} = \${v${k}.f0}"}}\n`,
    );
    writeFileSync(
      path,
      `type: topic\nlabel: Topic ${t}\nmodel_name: m\nbase_view: v${t * 5}\naccess_filters:\n  - {field: v${t * 5}.f2, user_attribute: region}\nviews:\n${joined.join("")}`,
    );
    return path;
  });
  return [root, ...views, ...topics];
}
