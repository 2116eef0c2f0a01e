import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { COMMANDS } from "../../src/cli/command-table.js";
import { validate } from "../../src/commands/file/validate.js";
import { plan } from "../../src/commands/plan/plan.js";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { signInCheck } from "../../src/sign-in/commands/check.js";
import { signInRender } from "../../src/sign-in/commands/render.js";
import { signInVerify } from "../../src/sign-in/commands/verify.js";
import { SIGN_IN_FORMATS } from "../../src/sign-in/sign-in.js";
import { BLOCK, NOW } from "../sign-in/block.js";
import { type Entra, startEntra } from "../sign-in/entra-server.js";
import { type TestContextOptions, testContext } from "../support/context.js";
import { ended } from "./ended.js";
import { openFolder } from "./folder.js";
import { openNorthwind } from "./northwind.js";

type SignInVerifyOptions = Parameters<typeof signInVerify>[1];

const fileOf = (block?: WarehouseSignIn): string =>
  stringify({
    version: 1,
    organization: { id: "org_northwind" },
    ...(block === undefined ? {} : { warehouse_sign_in: block }),
  });

async function start(given: TestContextOptions & { readonly block?: WarehouseSignIn } = {}) {
  const { block = BLOCK, ...options } = given;
  const folder = await openFolder();
  const file = [await folder.write("orgform.yaml", fileOf(block))];
  return { ...testContext({ now: NOW, ...options }), folder, file };
}

const LATE = { ...BLOCK, client_secret: { expires_on: "2026-03-01" } };

describe("sign-in render", () => {
  it("prints one form, or all of them with their names", async () => {
    const { context, stdout, file } = await start();
    expect(await signInRender(context, { file, format: "graph" })).toBe("ok");
    expect(JSON.parse(stdout())).toMatchObject({ signInAudience: "AzureADMyOrg" });
    const all = await start();
    await signInRender(all.context, { file: all.file });
    expect(all.stdout()).toMatch(/^==> application\.portal\.json <==\n/);
    expect(all.stdout()).toContain("==> hand-off.md <==\n");
  });

  it("writes files into a folder, for the cloud that was named", async () => {
    const { context, folder, file, stdout, stderr } = await start();
    const authority = "https://login.microsoftonline.us";
    expect(await signInRender(context, { file, format: "sql", out: folder.path("out"), authority })).toBe(
      "ok",
    );
    expect(stdout()).toBe("");
    expect(stderr()).toContain(folder.path("out/snowflake-create.sql"));
    expect(await folder.read("out/snowflake-create.sql")).toContain(`${authority}/${BLOCK.tenant_id}`);
  });

  it("says what is doubtful and renders all the same", async () => {
    const { context, file, stdout, stderr } = await start({ block: LATE });
    expect(await signInRender(context, { file, format: "handoff" })).toBe("ok");
    expect(stderr()).toContain("The client secret expired on 2026-03-01");
    expect(stdout()).toContain("# Warehouse sign-in");
  });

  it("renders nothing of a set-up that the warehouse refuses", async () => {
    const { context, file, stdout } = await start({
      block: { ...BLOCK, roles: BLOCK.roles.map((role) => ({ ...role, name: "ACCOUNTADMIN" })) },
    });
    expect(await ended(signInRender(context, { file, format: "sql" }))).toMatchObject({ outcome: "error" });
    expect(stdout()).toBe("");
  });

  it("offers every form that there is", () => {
    const command = COMMANDS.find(({ name }) => name === "sign-in render");
    const choices = command?.options.find(({ flags }) => flags.startsWith("--format"))?.choices;
    expect(new Set(choices)).toEqual(new Set(SIGN_IN_FORMATS));
  });

  it("needs the block", async () => {
    const folder = await openFolder();
    const file = [await folder.write("orgform.yaml", fileOf())];
    expect(await ended(signInRender(testContext().context, { file }))).toMatchObject({
      diagnostics: [{ code: "missing-key" }],
    });
  });
});

describe("sign-in check", () => {
  it("compares an exported application, from a file or stdin", async () => {
    const { context, folder, file } = await start();
    await signInRender(context, { file, format: "portal", out: folder.path("app") });
    const manifest = await folder.read("app/application.portal.json");
    const same = await start();
    expect(
      await signInCheck(same.context, { file, manifest: folder.path("app/application.portal.json") }),
    ).toBe("ok");
    const drifted = await start({ stdin: manifest.replace(BLOCK.app_url, "https://evil.example") });
    expect(await signInCheck(drifted.context, { file, manifest: "-", format: "json" })).toBe("differences");
    const { outcome, findings } = JSON.parse(drifted.stdout());
    expect(outcome).toBe("differences");
    expect(findings.map(({ name }: { name: string }) => name)).toContain("redirect-uri-missing");
  });

  it.each([
    [undefined, "ok"],
    ["2027-01-20", "differences"],
    ["2027-02-01", "refused"],
  ])("looks at the secret from a day that is given (%s)", async (now, outcome) => {
    const { context, file } = await start();
    expect(await signInCheck(context, { file, ...(now === undefined ? {} : { now }) })).toBe(outcome);
  });

  it("takes no other text for a day", async () => {
    const { context, file } = await start();
    expect(await ended(signInCheck(context, { file, now: "2026-02-30" }))).toMatchObject({
      diagnostics: [{ code: "usage" }],
    });
  });
});

describe("sign-in verify", () => {
  let entra: Entra;
  beforeAll(async () => {
    entra = await startEntra(BLOCK);
  });
  afterAll(() => entra.close());

  async function verify(options: SignInVerifyOptions, given: TestContextOptions = {}) {
    const { context, stdout, stderr, file } = await start(given);
    const outcome = await signInVerify(context, { file, authority: entra.authority, ...options });
    return { outcome, stdout: stdout(), stderr: stderr() };
  }

  it("takes the secret from the environment or stdin, and never shows it", async () => {
    const fromEnvironment = await verify({ flow: "app" }, { env: { ORGFORM_CLIENT_SECRET: entra.secret } });
    const fromStdin = await verify({ flow: "app", secretStdin: true }, { stdin: `${entra.secret}\n` });
    for (const { outcome, stdout, stderr } of [fromEnvironment, fromStdin]) {
      expect(outcome).toBe("ok");
      expect(stdout).toContain("The warehouse is expected to accept this token.");
      expect(stdout + stderr).not.toContain(entra.secret);
    }
    expect((await verify({ flow: "app" })).outcome).toBe("error");
  });

  it("shows the address to sign in at, and reads the one landed on", async () => {
    const { context, stdout, stderr, file } = await start({ stdin: "https://elsewhere.example/?code=1\n" });
    const options = { file, authority: entra.authority, flow: "user", format: "json" } as const;
    expect(await signInVerify(context, options)).toBe("error");
    expect(stderr()).toContain(`${entra.authority}/${BLOCK.tenant_id}`);
    expect(JSON.parse(stdout()).findings).toMatchObject([{ name: "ADDRESS_UNEXPECTED" }]);
  });

  it("judges a token at hand, offline with keys", async () => {
    const folder = await openFolder();
    const jwks = await folder.write("keys.json", '{"keys":[]}');
    const { outcome, stdout } = await verify({ token: "-", jwks, format: "json" }, { stdin: "a.b.c" });
    expect(outcome).toBe("refused");
    expect(JSON.parse(stdout).findings).toMatchObject([{ name: "EXTERNAL_OAUTH_JWS_INVALID_FORMAT" }]);
  });

  it.each(["{}", '{"keys":{}}', '{"keys":[1]}', "[]"])("refuses %s as a set of keys", async (text) => {
    const folder = await openFolder();
    const jwks = await folder.write("keys.json", text);
    const { diagnostics } = await ended(verify({ token: "-", jwks }, { stdin: "a.b.c" }));
    expect(diagnostics).toMatchObject([{ summary: `${jwks} is not a set of keys` }]);
  });

  it.each<SignInVerifyOptions>([
    {},
    { flow: "app", token: "-" },
    { token: "eyJhbGciOi" },
    { flow: "app", jwks: "keys.json" },
    { flow: "app", loopback: true },
    { flow: "user", secretStdin: true },
    { token: "-", loopback: true },
  ])("refuses %j", async (options) => {
    const { diagnostics } = await ended(verify(options));
    expect(diagnostics).toMatchObject([{ code: "usage" }]);
    expect(JSON.stringify(diagnostics)).not.toContain("eyJ");
  });
});

describe("a sign-in that is not in order", () => {
  it("is an error of the file, at its place", async () => {
    const { context, stdout, file } = await start({ block: LATE });
    expect(await validate(context, { file, format: "json" })).toBe("error");
    expect(JSON.parse(stdout()).diagnostics).toMatchObject([
      {
        code: "sign-in-secret-expiry",
        range: { filename: file[0] },
        snippet: { code: expect.stringContaining("2026-03-01") },
      },
    ]);
  });

  it("is a check of every plan, and forbids none", async () => {
    const sandbox = await openNorthwind();
    const { context, stdout, file } = await start({ block: LATE, sandbox });
    expect(await plan(context, { file, format: "json" })).toBe("ok");
    expect(JSON.parse(stdout()).checks).toMatchObject([{ code: "sign-in-secret-expiry", severity: "error" }]);
  });
});
