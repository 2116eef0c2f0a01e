import { mkdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = "version: 1\norganization: {id: org_northwind}\nworkspaces:\n  northwind-prod: {}\n";
const PROXIED = { ORGFORM_TOKEN: "abc", ORGFORM_BASE_URL: "https://service.example/api/v2" };

test.each([
  [["plan", "--sandbox", "./d"], {}, "d is a folder"],
  [["plan", "--sandbox", "no/such.json"], {}, "no does not exist, or no file can be created in it"],
  [["plan", "--sandbox", "./orgform.yaml"], {}, "is not a sandbox file"],
  [
    ["plan", "--sandbox", "--base", "v1"],
    {},
    "--base v1 is not a file, and this folder is not in a git repository",
  ],
  [
    ["apply", "--sandbox", "--auto-approve", "--receipt", "no/such/r.json"],
    {},
    "There is no folder no/such.",
  ],
  [["plan"], { ORGFORM_TOKEN: '"abc"' }, "The token begins and ends with a quote"],
  [["plan"], { ORGFORM_TOKEN: "abc" }, "Nothing listens at 127.0.0.1:9"],
  [["plan", "--region", "eu"], {}, "`service.region` in the file"],
  [["export", "--sandbox", "--split", "d", "--out", "e.yaml"], {}, "--split and --out cannot be given"],
  [["plan", "--concurrency", "0"], {}, "--concurrency 0 cannot be used"],
  [["sandbox", "--faults", "no.json"], {}, "An example: https://unpkg.com/orgform@"],
  [["review", "check", "q3.csv"], {}, "decide by an edit of the file; `orgform review --since SNAPSHOT`"],
  [["review", "--carry", "q3.csv"], {}, "`--since SNAPSHOT` shows what changed since the last review"],
  [["export", "--people", "p.csv"], {}, "`orgform init --people FILE`"],
  [["log", "no"], {}, "There is no file or folder no"],
  [["sandbox", "--token", ""], {}, "It is empty; a variable may be unset."],
  [["sandbox", "--token", "two words"], {}, "--token cannot be used as a token"],
  [["sandbox", "--token", "$(id)"], {}, "--token cannot be used as a token"],
  [["plan"], { ...PROXIED, HTTPS_PROXY: "proxy.example:3128" }, "HTTPS_PROXY is not a web address"],
  [["plan"], { ...PROXIED, HTTPS_PROXY: "127.0.0.1:3128" }, "HTTPS_PROXY is not a web address"],
])("%j with %j says %s", async (args, env, text) => {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  await mkdir(folder.path("d"));
  const { stderr, exitCode } = await orgform(args, {
    cwd: folder.path(""),
    env: { ORGFORM_BASE_URL: "http://127.0.0.1:9/api/v2", ...env },
  });
  expect(stderr).toContain(text);
  expect(stderr).not.toMatch(/Did you mean --version|\.json\.\d/);
  expect(exitCode).toBe(1);
});
