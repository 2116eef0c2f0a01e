import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { type Asked, copySources, startBefore } from "../support/copy-of-sources.js";

/**
 * The exercise of docs/development.md: groups get a `description`, attribute definitions may have a `note`, which the
 * service calls `help_text`, members a `department` and workspaces a `time_zone`, in a copy of the sources. Each field
 * takes three changes, in its kind and in two
 * descriptions, and everything else follows: schema, plan, apply, receipt, export, snapshot.
 */
const FILE = readFileSync(fileURLToPath(new URL("./made-up-field/orgform.yaml", import.meta.url)), "utf8");
const WITH_PEOPLE = FILE.replace(
  "  northwind-prod:\n",
  `  northwind-lab: {time_zone: Asia/Tokyo}
  northwind-prod:
    time_zone: Europe/Berlin
    members:
      ada@northwind.example: {role: view, department: Sales}
      bob@northwind.example: {role: explore, department: Board}
`,
);
const copy = copySources("field");
const orgform = (...args: readonly string[]) => copy.orgform(service.env, ...args);

/** The changes that the fields take: three for each. */
function addFields(): void {
  copy.edit(
    "src/kinds/group.ts",
    after('rule: "mutable" },\n', '  description: { api: "description", rule: "mutable" },\n', 2),
  );
  copy.edit(
    "src/kinds/attribute.ts",
    after('label: { api: "label", rule: "mutable" },\n', '  note: { api: "help_text", rule: "mutable" },\n'),
  );
  const instead = 'rule: "unsupported", instead: "Change it in the product." },\n';
  copy.edit("src/kinds/invite.ts", after("= {\n", `  department: { api: "department", ${instead}`));
  copy.edit("src/kinds/workspace.ts", after("= {\n", `  time_zone: { api: "time_zone", ${instead}`));
  copy.edit("schemas/orgform.schema.json", (text) => {
    const schema = JSON.parse(text);
    schema.$defs.group.properties.description = { description: "What the group is for.", type: "string" };
    schema.$defs.attribute.properties.note = { description: "Where to ask.", type: "string" };
    schema.$defs.member.properties.department = { description: "Whom they work for.", type: "string" };
    schema.$defs.workspace.properties.time_zone = { description: "Of its schedules.", type: "string" };
    return JSON.stringify(schema);
  });
  copy.edit("schemas/openapi.yaml", (text) => {
    const api = parse(text);
    const { Group, GroupCreate, GroupUpdate, ...schemas } = api.components.schemas;
    for (const schema of [Group, GroupCreate, GroupUpdate])
      schema.properties.description = { type: "string" };
    Group.required.push("description");
    const { AttributeDefinition, AttributeDefinitionCreate, AttributeDefinitionUpdate } = schemas;
    for (const schema of [AttributeDefinition, AttributeDefinitionCreate, AttributeDefinitionUpdate])
      schema.properties.help_text = { type: ["string", "null"] };
    delete AttributeDefinitionUpdate.required;
    const { Member, Invite, InviteCreate, Workspace, WorkspaceCreate } = schemas;
    for (const schema of [Member, Invite, InviteCreate])
      schema.properties.department = { type: ["string", "null"] };
    for (const schema of [Workspace, WorkspaceCreate]) schema.properties.time_zone = { type: "string" };
    return JSON.stringify(api);
  });
}

/** Adds lines after the nth occurrence of a text. */
const after =
  (text: string, lines: string, nth = 1) =>
  (source: string): string => {
    const parts = source.split(text);
    return [parts.slice(0, nth).join(text), parts.slice(nth).join(text)].join(text + lines);
  };

/** What the service keeps beside what the sandbox knows: the fields, by id, or by a person's address. */
const kept = new Map<string, object>();
const writes: string[] = [];

/** A service that has the fields: groups always a description, definitions a note once one was given. */
async function startService() {
  const sandbox = await startSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [
        {
          id: "ws_1",
          name: "northwind-prod",
          definitions: [{ id: "uad_1", name: "region", data_type: "string", label: "Region" }],
          groups: [{ id: "grp_1", name: "Sales", precedence: 10 }],
          members: [{ email: "ada@northwind.example", role: "view" }],
        },
      ],
    },
  });
  kept.set("grp_1", { description: "Old words" });
  kept.set("ws_1", { time_zone: "Europe/Berlin" });
  kept.set("ada@northwind.example", { department: "Sales" });
  return startBefore(sandbox, async (asked, ask) => {
    const [, collection = "", id] =
      asked.path.match(/\/(workspaces|groups|user_attribute_definitions|members|invites)(?:\/(\w+))?$/) ?? [];
    if (collection === "") return ask(asked);
    const keyOf = (row: { readonly id: string; readonly email?: string }) => row.email ?? row.id;
    const withFields = (row: { readonly id: string }) => ({
      ...row,
      ...(collection === "groups" ? { description: "" } : {}),
      ...kept.get(keyOf(row)),
    });
    const sent = asked.body === "" ? {} : JSON.parse(asked.body);
    const isOurs = ([field]: readonly [string, unknown]) => FIELDS.includes(field);
    const given = Object.fromEntries(Object.entries(sent).filter(isOurs));
    const known = Object.fromEntries(Object.entries(sent).filter((one) => !isOurs(one)));
    if (asked.method !== "GET") writes.push(`${asked.method} ${collection} ${asked.body}`);
    const isEmpty = asked.method === "PATCH" && Object.keys(known).length === 0;
    // A change of nothing that the sandbox knows: it says how the row is.
    const request: Asked = isEmpty
      ? { ...asked, method: "GET", path: asked.path.replace(/\/\w+$/, ""), body: "" }
      : { ...asked, body: asked.body === "" ? "" : JSON.stringify(known) };
    const answer = await ask(request);
    if (answer.text === "" || answer.status >= 400) return answer;
    const { data, meta } = JSON.parse(answer.text);
    const row = isEmpty ? data.find((one: { id: string }) => one.id === id) : data;
    if (!Array.isArray(row)) kept.set(keyOf(row), { ...kept.get(keyOf(row)), ...given });
    const shown = Array.isArray(row) ? row.map(withFields) : withFields(row);
    return { status: answer.status, text: JSON.stringify({ data: shown, meta }) };
  });
}

const FIELDS = ["description", "help_text", "department", "time_zone"];

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  addFields();
  await copy.build();
  writeFileSync(join(copy.folder, "orgform.yaml"), FILE);
  service = await startService();
}, 180_000);
afterAll(async () => {
  await service?.close();
  copy.remove();
});

describe("a field that is added to a kind by its rule and two descriptions", () => {
  it("is known to the types", async () => {
    const tsc = join(copy.folder, "node_modules/typescript/bin/tsc");
    const config = { extends: "./tsconfig.json", include: ["src"] };
    writeFileSync(join(copy.folder, "tsconfig.src.json"), JSON.stringify(config));
    const args = [tsc, "--noEmit", "-p", "tsconfig.src.json"];
    const said = promisify(execFile)(process.execPath, args, { cwd: copy.folder }).catch((error) => error);
    expect((await said).stdout).toBe("");
  }, 180_000);

  it("is checked in the file", async () => {
    writeFileSync(join(copy.folder, "wrong.yaml"), FILE.replace("Everybody who sells", "[Everybody]"));
    const wrong = orgform("validate", "-f", "wrong.yaml").catch((error) => error.stderr + error.stdout);
    await expect(wrong).resolves.toContain('"description" must be text');
  });

  it("is planned and written, and then there is nothing left to do", async () => {
    const plan = await orgform("plan");
    expect(plan).toContain('~ groups/Sales  description "Old words" → "Everybody who sells"');
    expect(plan).toMatch(/\+ groups\/Board .*description "Whoever signs: three people"/);
    expect(plan).toMatch(/~ attributes\/region +note .*Ask the desk/);
    await orgform("apply", "--auto-approve", "--receipt", "receipt.jsonl");
    expect(writes.sort()).toEqual([
      'PATCH groups {"description":"Everybody who sells"}',
      'PATCH user_attribute_definitions {"help_text":"Ask the desk"}',
      'POST groups {"name":"Board","user_attribute_precedence":30,"description":"Whoever signs: three people"}',
      'POST user_attribute_definitions {"label":"Desk","name":"desk","data_type":"string"}',
    ]);
    expect(await orgform("plan")).toContain("No changes.");
  });

  it("is exported as the file has it, and left out where there is none", async () => {
    const { attributes, groups } = parse(await orgform("export")).workspaces["northwind-prod"];
    expect(groups).toMatchObject({
      Board: { precedence: 30, description: "Whoever signs: three people" },
      Sales: { precedence: 10, description: "Everybody who sells" },
    });
    expect(attributes).toEqual({
      desk: { data_type: "string", label: "Desk" },
      region: { data_type: "string", label: "Region", note: "Ask the desk" },
    });
  });

  it("is in a snapshot, as its schema says, with which the file is compared as with the service", async () => {
    await orgform("snapshot", "--out", "snapshot.json");
    const read = (path: string) => JSON.parse(readFileSync(join(copy.folder, path), "utf8"));
    const snapshot = read("snapshot.json");
    expect(snapshot.workspaces[0]).toMatchObject({
      attributes: [{ name: "desk" }, { name: "region", note: "Ask the desk" }],
      groups: [{ is_all_users: true }, { name: "Board" }, { description: "Everybody who sells" }],
    });
    const schema = read("schemas/snapshot.schema.json");
    const ajv = new Ajv2020({ strict: false });
    expect([ajv.validate(schema, snapshot), ajv.errors]).toEqual([true, null]);
    expect(await orgform("plan", "--live", "snapshot.json")).toContain("No changes.");
  });

  it("stands in the receipt as it was", async () => {
    expect(await orgform("show", "receipt.jsonl")).toContain('"Old words"');
  });

  it("is sent with an invite and a new workspace, compared, exported and in a snapshot", async () => {
    writeFileSync(join(copy.folder, "orgform.yaml"), WITH_PEOPLE);
    const plan = await orgform("plan");
    expect(plan).toMatch(/\+ members\/bob@northwind.example +role explore, department Board/);
    expect(plan).toMatch(/northwind-lab .*time_zone Asia\/Tokyo/);
    expect(plan).not.toMatch(/ada@northwind.example|Europe/);
    writes.length = 0;
    await orgform("apply", "--auto-approve", "--no-receipt");
    const sent = (start: string) =>
      writes.flatMap((line) => (line.startsWith(start) ? [JSON.parse(line.slice(start.length))] : []));
    expect(sent("POST workspaces ")).toMatchObject([{ name: "northwind-lab", time_zone: "Asia/Tokyo" }]);
    expect(sent("POST invites ")).toEqual([
      { email: "bob@northwind.example", role: "explore", department: "Board" },
    ]);
    expect(await orgform("plan")).toContain("No changes.");
    const exported = parse(await orgform("export")).workspaces;
    expect(exported).toMatchObject({
      "northwind-lab": { time_zone: "Asia/Tokyo" },
      "northwind-prod": {
        time_zone: "Europe/Berlin",
        members: {
          "ada@northwind.example": { role: "view", department: "Sales" },
          "bob@northwind.example": { role: "explore", department: "Board" },
        },
      },
    });
    await orgform("snapshot", "--out", "snapshot.json");
    expect(await orgform("plan", "--live", "snapshot.json")).toContain("No changes.");
  });

  it("is told apart where no endpoint changes it", async () => {
    const other = WITH_PEOPLE.replace("Europe/Berlin", "Europe/Rome").replace(
      "department: Sales",
      "department: HR",
    );
    writeFileSync(join(copy.folder, "other.yaml"), other);
    const plan = await orgform("plan", "-f", "other.yaml");
    expect(plan).toMatch(/ada@northwind.example.*department/);
    expect(plan).toMatch(/time_zone/);
    expect(plan).toContain("Change it in the product.");
  });
});
