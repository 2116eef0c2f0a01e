import { expect, test } from "vitest";
import { call, withSandbox } from "./call.js";
import { world } from "./world.js";

const prod = "/workspaces/ws_prod";
const definitions = `${prod}/user_attribute_definitions`;
const west = `${prod}/groups/grp_west/user_attributes`;
const ada = `${prod}/members/usr_ada/user_attributes`;
const set = (user_attribute_definition_id: string, value: string) => ({
  user_attribute_definition_id,
  value,
});

test(
  "a definition's name is taken once, only its label changes",
  withSandbox({ seed: world }, async (sandbox) => {
    const tier = { name: "tier", data_type: "string", label: "Tier" };
    const { status, data } = await call(sandbox, "POST", definitions, tier);
    expect(status).toBe(201);
    expect(data).toEqual({ id: data.id, workspace_id: "ws_prod", ...tier });
    expect((await call(sandbox, "POST", definitions, { ...tier, label: "Other" })).status).toBe(409);
    expect((await call(sandbox, "POST", definitions.replace("ws_prod", "ws_lab"), tier)).status).toBe(201);
    const changed = await call(sandbox, "PATCH", `${definitions}/${data.id}`, { label: "Level" });
    expect(changed.data).toEqual({ ...data, label: "Level" });
    expect((await call(sandbox, "GET", definitions)).data).toContainEqual(changed.data);
    expect((await call(sandbox, "PATCH", `${definitions}/uad_none`, { label: "x" })).status).toBe(404);
  }),
);

test(
  "deleting a definition deletes its values on groups and members",
  withSandbox({ seed: world }, async (sandbox) => {
    await call(sandbox, "POST", ada, set("uad_region", "emea"));
    await call(sandbox, "POST", west, set("uad_quota", "7"));
    expect((await call(sandbox, "DELETE", `${definitions}/uad_region`)).status).toBe(204);
    expect((await call(sandbox, "GET", ada)).data).toMatchObject([{ name: "quota" }]);
    expect((await call(sandbox, "GET", west)).data).toHaveLength(1);
    expect(JSON.stringify(sandbox.state())).not.toContain("uad_region");
    expect((await call(sandbox, "DELETE", `${definitions}/uad_region`)).status).toBe(404);
  }),
);

test(
  "a group's value is set once, changed and removed",
  withSandbox({ seed: world }, async (sandbox) => {
    const { status, data } = await call(sandbox, "POST", west, set("uad_quota", "1.50"));
    expect(status).toBe(201);
    expect(data).toEqual({
      id: data.id,
      user_attribute_definition_id: "uad_quota",
      value: "1.50",
      data_type: "number",
      name: "quota",
      source: "group",
      source_id: "grp_west",
      user_attribute_precedence: 20,
      is_overridden: false,
    });
    expect((await call(sandbox, "POST", west, set("uad_quota", "2"))).status).toBe(409);
    expect((await call(sandbox, "POST", west, set("uad_none", "2"))).status).toBe(404);
    expect((await call(sandbox, "PATCH", `${west}/${data.id}`, { value: "3" })).data.value).toBe("3");
    const elsewhere = `${prod}/groups/grp_execs/user_attributes/${data.id}`;
    expect((await call(sandbox, "PATCH", elsewhere, { value: "4" })).status).toBe(404);
    expect((await call(sandbox, "DELETE", elsewhere)).status).toBe(404);
    expect((await call(sandbox, "DELETE", `${west}/${data.id}`)).status).toBe(204);
    expect((await call(sandbox, "DELETE", `${west}/${data.id}`)).status).toBe(404);
  }),
);

test(
  "a value's text must fit its data type",
  withSandbox({ seed: world }, async (sandbox) => {
    const statuses = async (definition: string, texts: readonly string[]) => {
      const results: [string, number][] = [];
      for (const text of texts) {
        const { status, data } = await call(sandbox, "POST", ada, set(definition, text));
        results.push([text, status]);
        if (status === 201) await call(sandbox, "DELETE", `${ada}/${data.id}`);
      }
      return results.filter(([, status]) => status === 201).map(([text]) => text);
    };
    expect(
      await statuses("uad_quota", ["1", "-1.5", ".5", "1e3", "", " ", "1,5", "0x10", "Infinity", "one"]),
    ).toEqual(["1", "-1.5", ".5", "1e3"]);
    const days = [
      "2026-03-31",
      "2024-02-29",
      "2026-02-30",
      "2026-3-1",
      "31.03.2026",
      "2026-03-31T00:00:00Z",
      "",
    ];
    expect(await statuses("uad_renewal", days)).toEqual(["2026-03-31", "2024-02-29"]);
    expect(await statuses("uad_region", ["", " ", "emea,apac"])).toEqual(["", " ", "emea,apac"]);

    const { data } = await call(sandbox, "POST", ada, set("uad_quota", "1"));
    expect((await call(sandbox, "PATCH", `${ada}/${data.id}`, { value: "many" })).status).toBe(400);
  }),
);

test(
  "a member's values are the own and the inherited ones, of which one a definition is not overridden",
  withSandbox({ seed: world }, async (sandbox) => {
    const sources = async () =>
      (await call(sandbox, "GET", ada)).data.map(
        (row: {
          value: string;
          source_id: string;
          user_attribute_precedence: number;
          is_overridden: boolean;
        }) =>
          [
            row.value,
            row.source_id,
            row.user_attribute_precedence,
            row.is_overridden ? "overridden" : "effective",
          ].join(" "),
      );
    expect(await sources()).toEqual(["west grp_west 20 effective", "no-access grp_all 0 overridden"]);
    await call(sandbox, "POST", `${prod}/groups/grp_execs/user_attributes`, set("uad_region", "all"));
    expect(await sources()).toEqual([
      "all grp_execs 30 effective",
      "west grp_west 20 overridden",
      "no-access grp_all 0 overridden",
    ]);
    const own = await call(sandbox, "POST", ada, set("uad_region", "emea"));
    expect(own.data).toMatchObject({ source: "user", source_id: "usr_ada", user_attribute_precedence: null });
    expect((await sources()).slice(0, 2)).toEqual(["emea usr_ada  effective", "all grp_execs 30 overridden"]);
    await call(sandbox, "DELETE", `${ada}/${own.data.id}`);
    await call(sandbox, "DELETE", `${prod}/groups/grp_execs/members/usr_ada`);
    expect(await sources()).toEqual(["west grp_west 20 effective", "no-access grp_all 0 overridden"]);
  }),
);

test(
  "only a member's own values are written through the member",
  withSandbox({ seed: world }, async (sandbox) => {
    const [inherited] = (await call(sandbox, "GET", ada)).data;
    expect((await call(sandbox, "PATCH", `${ada}/${inherited.id}`, { value: "east" })).status).toBe(404);
    expect((await call(sandbox, "DELETE", `${ada}/${inherited.id}`)).status).toBe(404);
    expect((await call(sandbox, "POST", ada, set("uad_region", "emea"))).status).toBe(201);
    expect((await call(sandbox, "POST", ada, set("uad_region", "emea"))).status).toBe(409);
    const stranger = `${prod}/members/usr_eve/user_attributes`;
    expect((await call(sandbox, "GET", stranger)).status).toBe(404);
    expect((await call(sandbox, "POST", stranger, set("uad_region", "emea"))).status).toBe(404);
  }),
);
