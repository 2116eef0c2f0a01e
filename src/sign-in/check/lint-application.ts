import type { Diagnostic } from "../../model/diagnostic.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { parseUrl } from "../terms/authority.js";
import { isGuid } from "../terms/names.js";
import { doubtful, invalid } from "./lint-diagnostic.js";

/** Limits of an application registration and its redirect URI. */
export function* lintApplication(block: WarehouseSignIn): Generator<Diagnostic> {
  const { application } = block;
  if (!isGuid(block.tenant_id)) {
    yield invalid(
      ["tenant_id"],
      "The tenant id is not a GUID",
      "Tokens name their issuer by the tenant's GUID, never by a domain or `common`. It is the Directory (tenant) ID of the application's overview page.",
    );
  }
  if (application.name.trim() === "" || application.name.length > 120) {
    yield invalid(
      ["application", "name"],
      "The application's name must have 1 to 120 characters",
      `It has ${application.name.length}.`,
    );
  }
  yield* lintClientId(block);
  yield* lintVerifiedDomains(application.verified_domains);
  yield* lintIdUri(block);
  yield* lintAppUrl(block.app_url);
}

function* lintClientId({ tenant_id, application }: WarehouseSignIn): Generator<Diagnostic> {
  const { client_id } = application;
  if (client_id === undefined) return;
  if (!isGuid(client_id)) {
    yield invalid(
      ["application", "client_id"],
      "The client id is not a GUID",
      "It is the Application (client) ID of the application's overview page. Leave the key out until the application exists.",
    );
  } else if (client_id.toLowerCase() === tenant_id.toLowerCase()) {
    yield invalid(
      ["application", "client_id"],
      "The client id is the tenant id",
      "The overview page shows both: take the Application (client) ID here.",
    );
  }
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

function* lintVerifiedDomains(domains: readonly string[]): Generator<Diagnostic> {
  for (const [i, domain] of domains.entries()) {
    if (!DOMAIN.test(domain)) {
      yield invalid(
        ["application", "verified_domains", i],
        "This is not a domain name",
        "Write the bare name as the tenant lists it, such as northwind.example: no scheme, no path, no wildcard.",
      );
    }
  }
}

function* lintIdUri(block: WarehouseSignIn): Generator<Diagnostic> {
  const { id_uri } = block.application;
  const refuse = (summary: string, detail: string) => invalid(["application", "id_uri"], summary, detail);
  if (id_uri.length > 255)
    yield refuse("The Application ID URI is too long", `It has ${id_uri.length} of at most 255 characters.`);
  if (id_uri.includes("*"))
    yield refuse("The Application ID URI has a wildcard", "Name one URI; it is compared byte for byte.");
  if (id_uri.endsWith("/")) {
    yield refuse(
      "The Application ID URI ends in a slash",
      "Leave the slash out: scopes and audiences are built on the URI as it stands.",
    );
  }
  if (!/^[\x21-\x7e]*$/.test(id_uri) || /["'\\<>?#]/.test(id_uri)) {
    yield refuse(
      "The Application ID URI has a character that it cannot have",
      "Use printable ASCII without spaces, quotes, backslashes, angle brackets, `?` and `#`.",
    );
    return;
  }
  if (/^[a-z]+:\/\/[^/]*@/i.test(id_uri)) {
    yield refuse("The Application ID URI carries credentials", "Leave the user and the password out.");
    return;
  }
  yield* lintIdUriOwner(block);
}

/** Domains that a tenant has from the start; the file does not say whose domain it is. */
const INITIAL_DOMAIN = /^[a-z0-9-]+\.(?:onmicrosoft\.(?:com|us)|partner\.onmschina\.cn)$/;

/**
 * The identifier-URI policy: a new URI has to be on a domain, or carry an id, that the tenant owns. What is registered
 * already may stay as it is, and a policy may leave out applications with version 2 tokens: never an error.
 */
function* lintIdUriOwner({ tenant_id, application }: WarehouseSignIn): Generator<Diagnostic> {
  const { id_uri, client_id, verified_domains } = application;
  const path = ["application", "id_uri"];
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(?:\/\/)?(.+)$/.exec(id_uri.toLowerCase()) ?? [];
  if (scheme === "") {
    yield invalid(
      path,
      "The Application ID URI has no scheme",
      "Take a URI that is unique in the tenant: https:// on a domain that the tenant has verified, or api:// with the client id.",
    );
    return;
  }
  const parts = rest.split(/[/:]/);
  const [host = ""] = parts;
  const isOwned =
    [tenant_id, client_id].some((id) => id !== undefined && parts.includes(id.toLowerCase())) ||
    verified_domains.some((domain) => isWithin(host, domain.toLowerCase())) ||
    INITIAL_DOMAIN.test(host);
  if (isOwned) return;
  yield doubtful(
    path,
    "The Application ID URI is not on a verified domain",
    `${host} is neither one of application.verified_domains nor below one, and no part of it is the tenant id or the client id. A tenant may refuse to add such a URI; one that is registered already stays. Add the domain once the tenant has verified it${
      client_id === undefined ? "" : `, or use api://${client_id.toLowerCase()}`
    }.`,
  );
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

function* lintAppUrl(appUrl: string): Generator<Diagnostic> {
  const refuse = (summary: string, detail: string) => invalid(["app_url"], summary, detail);
  if (appUrl.length > 256)
    yield refuse(
      "The app URL is too long",
      `A redirect URI has at most 256 characters; this has ${appUrl.length}.`,
    );
  const url = parseUrl(appUrl);
  if (url === undefined || !appUrl.startsWith("https://")) {
    yield refuse(
      "The app URL is not an https:// address",
      "It becomes the redirect URI, which has to be https.",
    );
    return;
  }
  if (url.username !== "" || url.password !== "") {
    yield refuse("The app URL carries credentials", "Leave the user and the password out.");
    return;
  }
  if (/[*!$'(),;?#\s]/.test(appUrl)) {
    yield refuse(
      "The app URL has a character that a redirect URI cannot have",
      "No wildcard, query, fragment or space, and none of ! $ ' ( ) , ;",
    );
  }
  if (!appUrl.slice("https://".length).startsWith(url.host)) {
    yield doubtful(
      ["app_url"],
      "The app URL's host is not written the way browsers write it",
      `Redirect URIs are compared exactly, case included; browsers send ${url.origin}.`,
    );
  }
}
