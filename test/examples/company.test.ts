import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { EXAMPLES, openWorkshop } from "./workshop.js";

/** The same without a list, as a script would write it: every group and every person in every workspace. */
function longHand(csv: string): string {
  const people = csv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.replace(/"[^"]*"/, "").split(","))
    .map(([, , mail = "", status, department, region, cloud = "", level, role = "", customer = ""]) => ({
      ...{ mail, status, department, region, cloud, level, role, customer },
    }))
    .filter(({ status }) => status === "active");
  const departments =
    "Sales Finance Marketing Operations Support Legal People Product Engineering Design Research Security Facilities";
  const lines = [
    "version: 1",
    "organization: {id: org_contoso, name: Contoso}",
    'protect: ["*-prod", "*/groups/All Users/**"]',
    "workspaces:",
  ];
  for (const cloud of ["eu", "us"]) {
    for (const stage of ["dev", "test", "prod"]) {
      const here = people.filter((person) => [cloud, "both"].includes(person.cloud));
      const chair = cloud === "eu" && stage === "prod" ? ["chair@contoso.example"] : [];
      lines.push(
        `  contoso-${cloud}-${stage}:`,
        "    exact: {groups: true}",
        "    attributes:",
        "      region: {data_type: string, label: Region, required: true}",
        "      department: {data_type: string, label: Department, required: true}",
        "      customer_id: {data_type: string, label: Customer}",
        "    groups:",
        "      All Users: {values: {region: no-access, department: no-access, customer_id: no-access}}",
      );
      for (const department of departments.split(" ")) {
        for (const region of ["west", "east", "north"]) {
          const members = here.filter((p) => p.department === department && p.region === region);
          lines.push(
            `      ${department} ${region}:`,
            "        precedence: 10",
            `        values: {region: ${region}, department: ${department}}`,
            `        members: [${members.map(({ mail }) => mail).join(", ")}]`,
          );
        }
      }
      const executives = here.filter(({ level }) => level === "C").map(({ mail }) => mail);
      lines.push(
        "      Executives:",
        "        precedence: 20",
        '        values: {region: "west,east,north"}',
        `        members: [${[...executives, ...chair].join(", ")}]`,
        "    members:",
      );
      for (const { mail, role, customer } of here) {
        const said = stage === "dev" ? "develop" : role;
        const of = customer === "" ? "{}" : `{customer_id: ${customer}}`;
        lines.push(`      ${mail}: {${said === "" ? "" : `role: ${said}, `}values: ${of}}`);
      }
      if (chair.length > 0) lines.push("      chair@contoso.example: {role: view}");
    }
  }
  for (const cloud of ["eu", "us"]) {
    const groups = departments.split(" ").map((department) => `${department} west`);
    lines.push(
      ...(cloud === "eu" ? ["expect:"] : []),
      `  - {workspace: contoso-${cloud}-prod, attribute: region, never: [west], except_groups: [${groups.join(", ")}, Executives]}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

it("plans in at most 80 lines what takes thousands without a list: the digests are equal", async () => {
  const { folder, run, close } = await openWorkshop({ organization: { id: "org_contoso", name: "Contoso" } });
  onTestFinished(close);
  const long = longHand(readFileSync(join(EXAMPLES, "company/people.csv"), "utf8"));
  writeFileSync(join(folder, "company/long.yaml"), long);
  const short = readFileSync(join(EXAMPLES, "company/orgform.yaml"), "utf8");
  expect(short.split("\n").length).toBeLessThanOrEqual(80);
  expect(long.split("\n").length).toBeGreaterThan(883);
  const digest = async (file: string) => {
    const { stdout } = await run(`orgform plan -f ${file} --format json`, "company");
    const { plan_digest, summary, guards } = JSON.parse(stdout);
    return { plan_digest, summary, guards };
  };
  const { exitCode, output } = await run("orgform validate && orgform fmt --check", "company");
  expect(exitCode, output).toBe(0);
  const planned = await digest("orgform.yaml");
  expect(planned.summary).toMatchObject({ access: { arriving: 301 } });
  expect(await digest("long.yaml")).toEqual(planned);
});
