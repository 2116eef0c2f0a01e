// Writes the child pipeline: node fleet.mjs jobs.json > fleet.yml
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** How many organizations are worked on at once. GitLab bounds jobs by groups of which one runs at a time. */
const AT_ONCE = 10;

const { BASE = "", CI_PIPELINE_SOURCE } = process.env;
const organizations = JSON.parse(readFileSync(process.argv[2] ?? "jobs.json", "utf8"));

/** An organization keeps its group, so no two runs of it meet, of whatever pipeline. */
const groupOf = (id) => `orgform-fleet-${createHash("sha256").update(id).digest().readUInt32BE() % AT_ONCE}`;

const job = (command, variables, more = {}) => ({
  [`${command} ${variables.ORGFORM_NAME}`]: {
    extends: `.${command}`,
    variables: { ...variables, BASE },
    // Where this organization's ORGFORM_TOKEN for this command is.
    environment: {
      name: `${variables.ORGFORM_NAME}/${command}`,
      action: command === "apply" ? "start" : "access",
    },
    resource_group: groupOf(variables.ORGFORM_ORGANIZATION_ID),
    ...more,
  },
});

const each = (command, more) => organizations.map((variables) => job(command, variables, more?.(variables)));

const report = (stage, folder, more = {}) => ({
  [stage]: { extends: ".report", stage, variables: { BASE, FOLDER: folder }, ...more },
});

/** On main one organization's failure holds up no other: it is not applied, and the report at the end is red. */
const GO_ON = { allow_failure: true };

function jobs() {
  if (organizations.length === 0)
    return [{ report: { stage: "report", before_script: [], script: ['echo "No organization changes."'] } }];
  switch (CI_PIPELINE_SOURCE) {
    case "schedule":
      return [...each("drift"), report("report", "results")];
    case "merge_request_event":
      return [...each("plan"), report("report", "plans")];
    default:
      return [
        ...each("plan", () => GO_ON),
        report("plans", "plans", GO_ON),
        { approve: { extends: ".approve" } },
        ...each("apply", ({ ORGFORM_NAME }) => ({ needs: [`plan ${ORGFORM_NAME}`, "approve"] })),
        report("report", "results"),
      ];
  }
}

process.stdout.write(readFileSync(new URL("organizations.gitlab-ci.yml", import.meta.url), "utf8"));
// JSON is YAML: a name can end no line of it.
for (const one of jobs())
  for (const [name, body] of Object.entries(one))
    process.stdout.write(`\n${JSON.stringify(name)}: ${JSON.stringify(body)}\n`);
