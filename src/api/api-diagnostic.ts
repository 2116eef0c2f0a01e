import type { Diagnostic } from "../model/diagnostic.js";
import type { ApiError, ApiErrorReason } from "./api-error.js";

interface Explanation {
  /** One line without a full stop. */
  readonly summary: string;
  /** What to do. */
  readonly help: string;
}

const BY_REASON: Readonly<Record<ApiErrorReason, Explanation>> = {
  unauthorized: {
    summary: "The service does not accept the token",
    help: "Check that ORGFORM_TOKEN (or --token-file) holds a token that was not revoked, of the region that the file names.",
  },
  forbidden: {
    summary: "The service does not allow this",
    help: "It gives this one answer for what the token may not do, may not see, and for ids that do not exist. `orgform whoami` shows what the token reaches.",
  },
  "not-found": {
    summary: "The service does not know this",
    help: "It may have been removed meanwhile. Run the command again to plan from what is there now.",
  },
  conflict: {
    summary: "The service says that this collides with what is there",
    help: "It may have been created meanwhile. Run the command again to plan from what is there now.",
  },
  rejected: {
    summary: "The service refuses this",
    help: "A rule of the service forbids it; what it says above names the rule.",
  },
  "rate-limited": {
    summary: "The service allows no more requests for now",
    help: "Wait, or lower --concurrency; other users of the same token count as well.",
  },
  unavailable: {
    summary: "The service failed",
    help: "What may be asked again was, in vain. Run the command again later: it goes on from what is there.",
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
    summary: "The answer is not what the service promises",
    help: "A gateway or proxy may have answered in its place, or the address may be wrong. No such answer is ever read as if it said that nothing is there.",
  },
  incomplete: {
    summary: "The service gave only a part of a list",
    help: "A plan from a part would delete or create what it must not, so the run stops.",
  },
  interrupted: {
    summary: "The request was given up",
    help: "Run the command again: it goes on from what is there.",
  },
};

const BY_ERROR_CODE: ReadonlyMap<string, Explanation> = new Map([
  [
    "SSO_REQUIRED",
    {
      summary: "The organization requires single sign-on",
      help: "This token was not made by somebody signed in that way. Sign in to the service through the identity provider, create a new token there, and use that.",
    },
  ],
]);

/** What to make of a failed request: what it means in one line, what happened in the service's words, what to do. */
export function apiDiagnostic(error: ApiError): Diagnostic {
  const { summary, help } = BY_ERROR_CODE.get(error.errorCode ?? "") ?? BY_REASON[error.reason];
  const doubt = error.mayHaveHappened ? " It may have had its effect all the same." : "";
  return {
    severity: "error",
    code: error.reason === "interrupted" ? "interrupted" : "api",
    summary,
    detail: `${error.message.replace(/\.$/, "")}.${doubt} ${help}`,
  };
}
