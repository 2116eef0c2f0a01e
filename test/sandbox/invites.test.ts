import { expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";
import { call, product, withSandbox } from "./call.js";
import { world } from "./world.js";

const invites = "/workspaces/ws_prod/invites";
const invite = (sandbox: Sandbox, email: string, role?: string, token?: string) =>
  call(sandbox, "POST", invites, { email, ...(role ? { role } : {}) }, token);

test(
  "an invite is pending until it is accepted, then its addressee is a member",
  withSandbox({ seed: world, now: () => new Date("2026-01-01T00:00:00Z") }, async (sandbox) => {
    const { status, data } = await invite(sandbox, "Dan@northwind.example", "develop");
    expect(status).toBe(201);
    expect(data).toEqual({
      id: data.id,
      workspace_id: "ws_prod",
      email: "Dan@northwind.example",
      role: "develop",
      invite_url: expect.stringMatching(/^https:/),
      created_date: "2026-01-01T00:00:00.000Z",
    });
    expect((await call(sandbox, "GET", invites)).data).toContainEqual(data);
    await product(sandbox, "accept-invite", { email: "dan@northwind.example", workspace: "northwind-prod" });
    expect((await call(sandbox, "GET", invites)).data).toMatchObject([{ id: "invite_cal" }]);
    expect((await call(sandbox, "GET", "/workspaces/ws_prod/members")).data).toContainEqual(
      expect.objectContaining({ email: "Dan@northwind.example", role: "develop" }),
    );
  }),
);

test(
  "without a role an invite has the workspace's default",
  withSandbox({ seed: world }, async (sandbox) => {
    expect((await invite(sandbox, "dan@northwind.example")).data.role).toBe("explore");
    const lab = await call(sandbox, "POST", "/workspaces/ws_lab/invites", {
      email: "d@n.example",
      role: null,
    });
    expect(lab.data.role).toBe("view");
  }),
);

test(
  "nobody is invited twice, or as a member, whatever the case of the address",
  withSandbox({ seed: world }, async (sandbox) => {
    expect((await invite(sandbox, "CAL@northwind.example")).status).toBe(409);
    expect((await invite(sandbox, "ada@northwind.example")).status).toBe(409);
    expect(
      (await call(sandbox, "POST", "/workspaces/ws_lab/invites", { email: "ada@northwind.example" })).status,
    ).toBe(201);
  }),
);

test(
  "only an organization admin invites another one",
  withSandbox({ seed: world }, async (sandbox) => {
    const asAdmin = (role: string) => invite(sandbox, "dan@northwind.example", role, "admin-token");
    expect((await asAdmin("organization_admin")).status).toBe(403);
    await product(sandbox, "promote", { email: "ada@northwind.example" });
    expect((await asAdmin("organization_admin")).status).toBe(201);
  }),
);

test(
  "plan and policy of the organization hold for invites",
  withSandbox({ seed: world }, async (sandbox) => {
    const attempt = async (settings: object, role?: string) => {
      await product(sandbox, "settings", settings);
      return (await invite(sandbox, "dan@other.example", role)).status;
    };
    expect(await attempt({ seats: 4 })).toBe(403);
    expect(await attempt({ seats: null, billing: "past_due" })).toBe(403);
    expect(await attempt({ billing: "active", allowed_email_domains: ["northwind.example"] })).toBe(400);
    expect(await attempt({ allowed_email_domains: null, tier: "free" }, "view")).toBe(400);
    expect(await attempt({}, "admin")).toBe(201);
    await product(sandbox, "settings", {
      seats: 6,
      allowed_email_domains: ["northwind.example"],
      tier: "paid",
    });
    expect((await invite(sandbox, "dan@NORTHWIND.example")).status).toBe(201);
  }),
);
