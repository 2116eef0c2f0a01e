import { finding } from "../../model/diagnostic.js";
import { createFinding, type Finding } from "../terms/finding.js";

/** The facts of a failed request: the provider's own words, or a transport's code. */
interface Failure {
  readonly message: string;
  readonly reason: string;
}

/**
 * Turns an error of a protocol library into a finding. `withheld` are the secrets, codes and tokens of this run, which
 * are not shown if a provider repeats them. The error itself is dropped, because its causes hold bodies.
 */
export async function requestFailure(
  doing: string,
  error: unknown,
  withheld: readonly (string | undefined)[],
): Promise<Finding> {
  const { message, reason } = await describe(error);
  const text = withhold(message, withheld);
  const code = aadstsIn(text);
  const detail = `${doing} failed (${withhold(reason, withheld)}).`;
  if (code === undefined) {
    return createFinding("REQUEST_FAILED", text === "" ? detail : `${detail} It said: ${text}`);
  }
  const hint = HINTS[code.slice("AADSTS".length)] ?? "Look the code up in the provider's documentation.";
  const summary = `The identity provider refused with ${code}`;
  return { ...finding("sign-in-request", summary, `${detail} ${hint} It said: ${text}`), name: code };
}

async function describe(error: unknown): Promise<Failure> {
  if (!(error instanceof Error)) return { message: "", reason: "unknown" };
  const { error: name, error_description, status } = fieldsOf(error);
  if (typeof name === "string") {
    const message = typeof error_description === "string" ? error_description : "";
    return { message, reason: typeof status === "number" ? `${name}, HTTP ${status}` : name };
  }
  // A challenge keeps its answer apart from the causes.
  const response = [...causes(error), fieldsOf(error).response].find(isResponse);
  if (response !== undefined) {
    const message = response.bodyUsed ? "" : await response.text().catch(() => "");
    return { message: descriptionIn(message), reason: `HTTP ${response.status}` };
  }
  const codes = causes(error).map((cause) => fieldsOf(cause).code);
  const code = codes.findLast((value) => typeof value === "string");
  return { message: "", reason: typeof code === "string" ? code : error.message };
}

/** Returns true for a response, also where a server in the same process has replaced the class `Response`. */
const isResponse = (value: unknown): value is Response =>
  Object.prototype.toString.call(value) === "[object Response]";

/** The chain of causes, the error first; the reason of a fetch is two levels down. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 8; at = fieldsOf(at).cause)
    chain.push(at);
  return chain;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // Any object can be read by key; the values stay unknown.
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

function descriptionIn(body: string): string {
  try {
    const { error_description } = fieldsOf(JSON.parse(body));
    return typeof error_description === "string" ? error_description : "";
  } catch {
    return aadstsIn(body) ?? "";
  }
}

const MAX_LENGTH = 600;

function withhold(text: string, withheld: readonly (string | undefined)[]): string {
  const secrets = withheld.flatMap((secret) => (secret ? spellingsOf(secret) : []));
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, "(withheld)"), text);
  const line = clean.replaceAll(/\p{Cc}+/gu, " ").trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

/** The forms of a secret: as it is, as in a URL and in a form (they differ in `~` and others), and as in JSON. */
function spellingsOf(secret: string): readonly string[] {
  const form = new URLSearchParams({ secret }).toString().slice("secret=".length);
  return [secret, encodeURIComponent(secret), form, form.toLowerCase(), JSON.stringify(secret).slice(1, -1)];
}

/** The expected meaning of the identity provider's codes for this set-up, and what to do. */
const HINTS: Readonly<Record<string, string>> = {
  "50011":
    "The redirect URI is not registered: it has to equal app_url byte for byte, on the single-page application platform.",
  "50076": "The tenant asks the person for a second factor: sign in again in a browser that can give it.",
  "50105":
    "The person is not assigned to the application: assign them under Enterprise applications, or switch off that an assignment is required.",
  "53003":
    "A Conditional Access policy of the tenant blocks this sign-in: its administrators see which one in the sign-in logs.",
  "54005":
    "The code was redeemed already, usually because the page at app_url was quicker: sign in again and copy the address at once, or use --loopback.",
  "65001": "Nobody has consented: grant admin consent under API permissions.",
  "65004": "The person declined the consent.",
  "70008": "The code has expired; it is good for a few minutes: sign in again, and paste the address sooner.",
  "70011":
    "The scope is not one of the application: compare the Application ID URI and the scopes with the file.",
  "90002": "There is no such tenant: correct tenant_id, or give --authority for a national cloud.",
  "90008":
    "The application does not ask to sign users in: add Microsoft Graph's delegated permission User.Read under API permissions (step 7), and grant admin consent.",
  "90009":
    "An application that asks for a token for itself has to ask by its client id, not by the Application ID URI: `<client id>/.default`.",
  "90094": "An administrator has to consent: grant admin consent under API permissions.",
  "500011":
    "There is no service principal for the Application ID URI in this tenant: compare it with the file.",
  "501481":
    "The code belongs to another run, which has another verifier: sign in at the address that this run printed.",
  "650056":
    "A permission or its consent is missing: compare API permissions with step 7, Microsoft Graph's User.Read included, and grant admin consent.",
  "650057": "The permission is not listed: add the scopes under API permissions (step 7).",
  "700016": "The tenant does not know the client id: correct application.client_id or tenant_id.",
  "700025":
    "The redirect URI is on a platform of public clients: move it to the single-page application platform.",
  "700054": "ID tokens are off for implicit flows: switch them on under Authentication (step 5).",
  "1002012":
    "The application's own token is asked for with the scope `<Application ID URI>/.default`, and with no other.",
  "7000215":
    "The client secret is wrong. It is the secret's Value, shown once when it was created, not the Secret ID.",
  "7000218":
    "The redirect URI is on the web platform, which asks for a secret: move it to the single-page application platform.",
  "7000222": "The client secret has expired: create a new one and hand it over.",
  "9002326": "The redirect URI is not on the single-page application platform: move it there.",
  "9002327":
    "The redirect URI is on the single-page application platform, and its code was redeemed as if it were not.",
};

/** The first code of the identity provider in a text, or `undefined` when there is none. */
const aadstsIn = (text: string) => /\bAADSTS\d{4,8}\b/.exec(text)?.[0] as `AADSTS${string}` | undefined; // the pattern begins so
