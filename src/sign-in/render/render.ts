import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { byKey } from "../../util/collections.js";
import { markdownCell, markdownCode } from "../../util/escape.js";
import { buildApplication } from "../manifest/application.js";
import { deriveNames, scopeValue } from "../terms/names.js";
import { GRAPH_BODY_FILE, renderAzScript } from "./az-script.js";
import { renderChecklist } from "./checklist.js";
import { renderAlterSql, renderCreateSql, renderUsersSql } from "./snowflake-sql.js";
import { renderTerraform } from "./terraform.js";

/** A file to write: a bare name and its text. */
export interface RenderedFile {
  readonly name: string;
  readonly text: string;
}

type Renderer = (block: WarehouseSignIn, authority: string | undefined) => readonly RenderedFile[];

/** The body of a Graph PATCH. Graph refuses `origin` and the application's own id, so they are not in it. */
const graphBody = (block: WarehouseSignIn): RenderedFile => ({
  name: GRAPH_BODY_FILE,
  text: json(buildApplication(block)),
});

const RENDERERS = {
  portal: (block) => [{ name: "application.portal.json", text: renderPortalManifest(block) }],
  graph: (block) => [graphBody(block)],
  az: (block) => [{ name: "create-application.sh", text: renderAzScript(block) }, graphBody(block)],
  terraform: (block, authority) => [
    { name: "warehouse-sign-in.tf.json", text: renderTerraform(block, authority) },
  ],
  sql: (block, authority) => [
    { name: "snowflake-create.sql", text: renderCreateSql(block, authority) },
    { name: "snowflake-alter.sql", text: renderAlterSql(block, authority) },
    { name: "snowflake-users.sql", text: renderUsersSql(block) },
  ],
  handoff: (block) => [{ name: "hand-off.md", text: renderHandoff(block) }],
  checklist: (block) => [{ name: "checklist.md", text: renderChecklist(block) }],
} as const satisfies Record<string, Renderer>;

/** A form of the rendered set-up, or all of them. */
export type SignInFormat = keyof typeof RENDERERS | "all";

/** Every format, in the order in which help should list them. */
export const SIGN_IN_FORMATS = [...Object.keys(RENDERERS), "all"] as readonly SignInFormat[];

/**
 * Renders the set-up; the same block always gives the same bytes, and no secret is ever in them.
 * `authority` is the origin that people sign in at, for national clouds. Lint the block first: rendering does not check
 * what the identity provider or the warehouse refuses.
 */
export function renderSignIn(
  block: WarehouseSignIn,
  format: SignInFormat,
  authority?: string,
): { readonly files: readonly RenderedFile[] } {
  if (format !== "all") return { files: RENDERERS[format](block, authority) };
  const files = Object.values<Renderer>(RENDERERS).flatMap((render) => render(block, authority));
  // The Graph body comes with two formats.
  return { files: [...byKey(files, "name").values()] };
}

/** The content of the portal's manifest page: Graph's fields, the client id once known, and the origin of each app role. */
function renderPortalManifest(block: WarehouseSignIn): string {
  const application = buildApplication(block);
  return json({
    appId: deriveNames(block).clientId,
    ...application,
    appRoles: application.appRoles.map((role) => ({ ...role, origin: "Application" })),
  });
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The sheet for the service operator: everything they need except the secret, which is sent separately. */
function renderHandoff(block: WarehouseSignIn): string {
  const { tenantId, clientId } = deriveNames(block);
  const secret =
    block.client_secret === undefined
      ? "sent separately"
      : `sent separately; expires on ${markdownCode(block.client_secret.expires_on)}`;
  const consents = block.roles.map(
    ({ name, consent }) =>
      `- [ ] ${markdownCode(scopeValue(name))}: ${consent === "admin" ? "an administrator consents" : "users may consent"}`,
  );
  return `# Warehouse sign-in: for the service operator

| What | Value |
|---|---|
| Application (client) ID | ${clientId === undefined ? "not created yet" : markdownCell(clientId)} |
| Directory (tenant) ID | ${markdownCell(tenantId)} |
| Application ID URI | ${markdownCell(block.application.id_uri)} |
| Client secret | ${secret} |

For reference:

| What | Value |
|---|---|
| Warehouse account URL | ${markdownCell(block.warehouse.account_url)} |
| Security integration | ${markdownCell(block.warehouse.integration_name)} |
| Redirect URI | ${markdownCell(block.app_url)} |

Consents (tick what has been given):

- [ ] admin consent for the application permissions, needed for tokens without a user
${consents.join("\n")}

Send the secret's **Value** over a channel of its own, never in this sheet. The Secret ID, a GUID, is not it.
`;
}
