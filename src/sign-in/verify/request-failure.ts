import { createFinding, type Finding } from "../terms/finding.js";
import { findAadstsCode } from "./aadsts.js";

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
  const aadsts = findAadstsCode(text);
  const detail = `${doing} failed (${withhold(reason, withheld)}).`;
  if (aadsts === undefined) {
    return createFinding("REQUEST_FAILED", { detail: text === "" ? detail : `${detail} It said: ${text}` });
  }
  return {
    severity: "error",
    code: "sign-in-request",
    name: aadsts.code,
    summary: `The identity provider refused with ${aadsts.code}`,
    detail: `${detail} ${aadsts.hint ?? "Look the code up in the provider's documentation."} It said: ${text}`,
  };
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
    return findAadstsCode(body)?.code ?? "";
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
