import { type Diagnostic, finding } from "../model/diagnostic.js";
import { isRecord } from "../util/record.js";
import type { ApiError, ApiErrorReason } from "./call/api-error.js";
import { SSO_REQUIRED } from "./refusal.js";
import {
  CLOSED,
  connectionFailure,
  EXPIRED,
  NO_HTTP,
  NO_TLS,
  TLS_DECLINED,
  TLS_EXPECTED,
  UNTRUSTED,
  WRONG_NAME,
} from "./transport/network-failure.js";

/** A summary, one line without a full stop, and what to do. */
type Advice = readonly [summary: string, help: string];

const BY_REASON: Readonly<Record<ApiErrorReason, Advice>> = {
  unauthorized: [
    "The service does not accept the token",
    "Check that ORGFORM_TOKEN (or --token-file) holds a token that was not revoked, of the region that the file names.",
  ],
  forbidden: [
    "The service does not allow this",
    "It gives the same answer if the token may not do this, may not see it, or if the id does not exist. `orgform whoami` shows what the token reaches.",
  ],
  "not-found": [
    "The service does not know this",
    "Somebody may have removed it meanwhile. Run the command again to plan from the current state.",
  ],
  conflict: [
    "The service reports a conflict with what exists",
    "Somebody may have created it meanwhile. Run the command again to plan from the current state.",
  ],
  rejected: [
    "The service refuses this",
    "A rule of the service forbids it. Its own message, quoted here, names the rule.",
  ],
  "rate-limited": [
    "The service allows no more requests for now",
    "Wait, or lower --concurrency; other users of the same token count as well.",
  ],
  unavailable: ["The service failed", "Run the command again later."],
  timeout: [
    "The service did not answer in time",
    "Run the command again, with a longer --timeout if the organization is large.",
  ],
  network: [
    "The service cannot be reached",
    "Check the address, the network, HTTPS_PROXY and NO_PROXY, and NODE_EXTRA_CA_CERTS where a private authority signs certificates.",
  ],
  "malformed-response": [
    "The response does not match the service's API description",
    "A gateway or proxy may have answered in its place, or the address may be wrong. orgform never treats such a response as an empty list.",
  ],
  incomplete: [
    "The service gave only a part of a list",
    "Planning from a partial list could delete or create the wrong things, so the run stops.",
  ],
  interrupted: ["The request was given up", "Run the command again."],
};

/** The advice where the service's code says more than the reason. */
const SIGN_ON: Advice = [
  "The organization requires single sign-on",
  "This token was not made by somebody signed in that way. Sign in to the service through the identity provider, create a new token there, and use that.",
];

/** One end of a connection, in words. */
interface End {
  readonly name: string;
  /** Where its address is written. */
  readonly address: string;
  /** Host and port that were tried, as far as the error names them. */
  readonly where: string;
}

const SERVICE = {
  name: "The service",
  address: "the address (--base-url, ORGFORM_BASE_URL or `service` in the file)",
};
const PROXY = { name: "The proxy", address: "the proxy's address (HTTPS_PROXY)" };

/** The meaning of a failed connection, by its code. */
const BY_NETWORK_CODE: Readonly<Record<string, (end: End) => Advice>> = {
  ECONNREFUSED: ({ name, address, where }) => [
    `Nothing listens at ${where}`,
    `Check ${address}, and that ${inSentence(name)} runs.`,
  ],
  ENOTFOUND: ({ address }) => [
    "There is no host of that name",
    `Check ${address}, the network, and HTTPS_PROXY where names are known to a proxy only.`,
  ],
  [NO_TLS]: ({ name, address }) => [
    `${name} does not speak https at its address`,
    `Write the port that speaks https in ${address}, or http:// for a sandbox or a plain proxy.`,
  ],
  [TLS_EXPECTED]: ({ name, address }) => [`${name} speaks https, not http`, `Write https:// in ${address}.`],
  [NO_HTTP]: ({ name, address }) => [
    `${name} does not speak http at its address`,
    `If it speaks https, write https:// in ${address}; if it is another program's, correct it.`,
  ],
  [CLOSED]: ({ name, address }) => [
    `${name} closed the connection`,
    name === PROXY.name
      ? `It may open no way to this host, or speak https itself (then write https:// in ${address}).`
      : `Run the command again; if that does not help, check ${address}, HTTPS_PROXY and NO_PROXY.`,
  ],
  [TLS_DECLINED]: ({ name, address }) => [
    `${name} declines the TLS handshake`,
    `It speaks https, but not for this host name or with this version of TLS. Check ${address}.`,
  ],
  [WRONG_NAME]: ({ name, address }) => [
    `The certificate of ${inSentence(name)} is for another host name`,
    `Check ${address}: the certificate does not name its host.`,
  ],
  [EXPIRED]: ({ name }) => [
    `The certificate of ${inSentence(name)} has expired`,
    "Whoever runs it has to renew it; check the date of this machine, too.",
  ],
  [UNTRUSTED]: ({ name }) => [
    `The certificate of ${inSentence(name)} is not trusted`,
    "This machine does not know who signed it. If that is your company's own authority, put its certificate into a file and that file's path into NODE_EXTRA_CA_CERTS.",
  ],
};

const inSentence = (name: string): string => name.replace("The", "the");

function networkExplanation(error: ApiError): Advice | undefined {
  const failure = connectionFailure(error);
  if (failure === undefined) return undefined;
  const { code, isOfProxy, proxyStatus } = failure;
  if (proxyStatus !== undefined) return proxyAnswer(proxyStatus);
  const end = isOfProxy ? PROXY : SERVICE;
  const where = whereOf(error) ?? `the address of ${inSentence(end.name)}`;
  return BY_NETWORK_CODE[code]?.({ ...end, where });
}

const proxyAnswer = (status: number): Advice =>
  status === 407
    ? [
        "The proxy asks for a user name and a password",
        "Write them in HTTPS_PROXY, as in http://USER:PASSWORD@HOST:PORT (with %40 for an @). If they are there, it does not accept them.",
      ]
    : [
        `The proxy opens no way to the service (${status})`,
        status < 500
          ? "Whoever runs it decides which hosts it leads to. NO_PROXY lists the hosts that need no proxy."
          : "It may not reach the service. Run the command again later.",
      ];

/** Host and port as Node puts them: `connect ECONNREFUSED 127.0.0.1:8080`, and `::1:8080` where addresses have brackets. */
function whereOf({ cause }: ApiError): string | undefined {
  const [, host = "", port] =
    cause instanceof Error ? (/^connect \w+ (\S+):(\d+)$/.exec(cause.message) ?? []) : [];
  return port === undefined ? undefined : `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A failed request as a diagnostic: what it means in one line, what happened in the service's words, what to do. */
export function apiDiagnostic(error: ApiError): Diagnostic {
  const isSignOn = error.errorCode === SSO_REQUIRED;
  const [summary, help] = isSignOn ? SIGN_ON : (networkExplanation(error) ?? BY_REASON[error.reason]);
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
