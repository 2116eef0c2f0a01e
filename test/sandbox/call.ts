import {
  type Sandbox,
  type SandboxInProcess,
  type SandboxOptions,
  startSandbox,
} from "../../src/sandbox/start-sandbox.js";
import { checkedFetch } from "../support/openapi-check.js";

/** How a sandbox is reached: over HTTP where it listens. */
const wayOf = (sandbox: Reached): typeof globalThis.fetch => sandbox.fetch ?? globalThis.fetch;

type Reached = Pick<Sandbox, "url" | "origin" | "token"> & Partial<Pick<SandboxInProcess, "fetch">>;

/** An answer of the API, taken apart. */
export interface Answered {
  readonly status: number;
  // Tests look into whatever comes back; the OpenAPI check has judged its shape.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly data: any;
  readonly errors: readonly { readonly message: string; readonly error_code: string | null }[];
  readonly warnings: readonly string[];
  readonly headers: Headers;
}

/** Sends one request with a token; every request and answer is checked against the OpenAPI description. */
export async function call(
  sandbox: Reached,
  method: string,
  path: string,
  body?: unknown,
  token: string | null = sandbox.token,
): Promise<Answered> {
  const response = await checkedFetch(wayOf(sandbox))(sandbox.url + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { data, meta } = text === "" ? { data: undefined, meta: {} } : JSON.parse(text);
  return {
    status: response.status,
    data,
    errors: meta.errors ?? [],
    warnings: (meta.warnings ?? []).map((warning: { message: string }) => warning.message),
    headers: response.headers,
  };
}

/** What the product's actions answer, each a part of it. */
interface ProductAnswer {
  readonly error: string;
  readonly token: string;
  readonly user_id: string;
  readonly joined: readonly string[];
}

/** Does one of the actions that only the product has; throws when it is refused. */
export async function product(sandbox: Reached, action: string, body: unknown): Promise<ProductAnswer> {
  const response = await wayOf(sandbox)(`${sandbox.origin}/_sandbox/${action}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as ProductAnswer;
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Runs a test against a sandbox of its own, and closes it whatever happens. */
export function withSandbox(
  options: SandboxOptions,
  test: (sandbox: Sandbox) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const sandbox = await startSandbox(options);
    try {
      await test(sandbox);
    } finally {
      await sandbox.close();
    }
  };
}
