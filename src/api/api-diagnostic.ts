import { type Diagnostic, finding } from "../model/diagnostic.js";
import { isRecord } from "../util/record.js";
import type { ApiError, ApiErrorReason } from "./call/api-error.js";
import { SSO_REQUIRED } from "./refusal.js";
import { CLOSED, NO_HTTP, NO_TLS, networkCode, TLS_DECLINED } from "./transport/network-failure.js";

interface Advice {
  /** One line without a full stop. */
  readonly summary: string;
  readonly help: string;
}

const BY_REASON: Readonly<Record<ApiErrorReason, Advice>> = {
  unauthorized: {
    summary: "The service does not accept the token",
    help: "Check that ORGFORM_TOKEN (or --token-file) holds a token that was not revoked, of the region that the file names.",
  },
  forbidden: {
    summary: "The service does not allow this",
    help: "It gives the same answer if the token may not do this, may not see it, or if the id does not exist. `orgform whoami` shows what the token reaches.",
  },
  "not-found": {
    summary: "The service does not know this",
    help: "Somebody may have removed it meanwhile. Run the command again to plan from the current state.",
  },
  conflict: {
    summary: "The service reports a conflict with what exists",
    help: "Somebody may have created it meanwhile. Run the command again to plan from the current state.",
  },
  rejected: {
    summary: "The service refuses this",
    help: "A rule of the service forbids it. Its own message, quoted here, names the rule.",
  },
  "rate-limited": {
    summary: "The service allows no more requests for now",
    help: "Wait, or lower --concurrency; other users of the same token count as well.",
  },
  unavailable: {
    summary: "The service failed",
    help: "Run the command again later.",
  },
  timeout: {
    summary: "The service did not answer in time",
    help: "Run the command again, with a longer --timeout if the organization is large.",
  },
  network: {
    summary: "The service cannot be reached",
    help: "Check the address, the network, HTTPS_PROXY and NO_PROXY, and NODE_EXTRA_CA_CERTS where a private authority signs certificates.",
  },
  "malformed-response": {
    summary: "The response does not match the service's API description",
    help: "A gateway or proxy may have answered in its place, or the address may be wrong. orgform never treats such a response as an empty list.",
  },
  incomplete: {
    summary: "The service gave only a part of a list",
    help: "Planning from a partial list could delete or create the wrong things, so the run stops.",
  },
  interrupted: {
    summary: "The request was given up",
    help: "Run the command again.",
  },
};

const BY_ERROR_CODE: ReadonlyMap<string, Advice> = new Map([
  [
    SSO_REQUIRED,
    {
      summary: "The organization requires single sign-on",
      help: "This token was not made by somebody signed in that way. Sign in to the service through the identity provider, create a new token there, and use that.",
    },
  ],
]);

const WHICH_ADDRESS = "the address (--base-url, ORGFORM_BASE_URL or `service` in the file)";

/** The meaning of a failed connection, by its code; `where` is the address that was tried. */
const BY_NETWORK_CODE: ReadonlyMap<string, (where: string) => Advice> = new Map([
  [
    "ECONNREFUSED",
    (where: string) => ({
      summary: `Nothing listens at ${where}`,
      help: `Check ${WHICH_ADDRESS}, HTTPS_PROXY where it is a proxy's, and that the service runs.`,
    }),
  ],
  [
    "ENOTFOUND",
    () => ({
      summary: "There is no host of that name",
      help: `Check ${WHICH_ADDRESS}, and the network.`,
    }),
  ],
  [
    NO_TLS,
    () => ({
      summary: "The address of the service does not speak https",
      help: "Write http:// for a sandbox, or the port that speaks https.",
    }),
  ],
  [
    NO_HTTP,
    () => ({
      summary: "The address of the service does not speak http",
      help: `If it speaks https, write https:// in ${WHICH_ADDRESS}; if it is another program's, correct it.`,
    }),
  ],
  [
    CLOSED,
    () => ({
      summary: BY_REASON.network.summary,
      help: `It closed the connection. If it speaks https and the address says http, write https:// in ${WHICH_ADDRESS}. ${BY_REASON.network.help}`,
    }),
  ],
  [
    TLS_DECLINED,
    () => ({
      summary: "The service declines the TLS handshake",
      help: `It speaks https, but not for this host name or with this version of TLS. Check ${WHICH_ADDRESS}.`,
    }),
  ],
]);

function networkExplanation(error: ApiError): Advice | undefined {
  const { cause } = error;
  // As Node puts it: `connect ECONNREFUSED 127.0.0.1:8080`, and `::1:8080` where addresses have brackets.
  const [, host = "", port] =
    cause instanceof Error ? (/^connect \w+ (\S+):(\d+)$/.exec(cause.message) ?? []) : [];
  const name = host.includes(":") ? `[${host}]` : host;
  const where = port === undefined ? "the address of the service" : `${name}:${port}`;
  return BY_NETWORK_CODE.get(networkCode(error))?.(where);
}

/** A failed request as a diagnostic: what it means in one line, what happened in the service's words, what to do. */
export function apiDiagnostic(error: ApiError): Diagnostic {
  const { summary, help } =
    BY_ERROR_CODE.get(error.errorCode ?? "") ?? networkExplanation(error) ?? BY_REASON[error.reason];
  const doubt = error.mayHaveHappened ? " It may have had its effect all the same." : "";
  const service = error.service ?? (error.status === undefined ? undefined : { status_code: error.status });
  return finding(
    error.reason === "interrupted" ? "interrupted" : "api",
    summary,
    `${error.message.replace(/\.$/, "")}.${moreText(service?.error_metadata)}${doubt} ${help}`,
    { service },
  );
}

/** The most facts of an error that are shown; JSON has all. */
const MOST_FACTS = 3;

/** The plain facts that the service adds to an error: an address to go to, or a limit. */
function moreText(metadata: unknown): string {
  const facts = Object.entries(isRecord(metadata) ? metadata : {}).filter(
    ([, fact]) => !isRecord(fact) && fact !== null,
  );
  if (facts.length === 0) return "";
  return ` It adds: ${facts
    .slice(0, MOST_FACTS)
    .map(([name, fact]) => `${name} = ${String(fact)}`)
    .join(", ")}.`;
}
