// Writes the objects of every organization in a list of jobs: node fleet.mjs jobs.json | kubectl apply --filename -
import { readFileSync } from "node:fs";

/** Drift starts in this many minutes from 3:00 on, evenly; how many run at once is what the quota says. */
const MINUTES = 120;

const organizations = JSON.parse(readFileSync(process.argv[2] ?? "jobs.json", "utf8"));
const template = readFileSync(new URL("organization.yaml", import.meta.url), "utf8");

organizations.forEach(({ name, path, organization_id: id }, index) => {
  if (!/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(name))
    throw new Error(`${name}: Kubernetes takes 32 lower-case letters, digits and dashes. Rename the file.`);
  if (!/\.ya?ml$/.test(path)) throw new Error(`${path}: a ConfigMap holds one file, not a folder.`);
  const minute = Math.floor((index * MINUTES) / organizations.length);
  // In one pass: what is put in is never taken for a placeholder.
  const values = {
    org_northwind: id,
    northwind: name,
    '"17 3 * * *"': `"${minute % 60} ${3 + Math.floor(minute / 60)} * * *"`,
  };
  process.stdout.write(
    `${template.replace(/org_northwind|northwind|"17 3 \* \* \*"/g, (word) => values[word])}---\n`,
  );
  const file = { [`${name}.yaml`]: readFileSync(path, "utf8") };
  const metadata = { name: `orgform-${name}`, namespace: "orgform" };
  process.stdout.write(
    `${JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data: file })}\n---\n`,
  );
});
