import { once } from "node:events";
import { proxyAgentFor } from "../../api/transport/http-fetch.js";
import { proxyFor } from "../../api/transport/proxy.js";
import { fail, usageError } from "../../commands/context/command-error.js";
import type { CommandContext } from "../../commands/context/context.js";
import type { SharedOptions } from "../../commands/context/options.js";
import { readJsonOf } from "../../commands/documents/read-json.js";
import { readLine, readStdin } from "../../commands/documents/read-stdin.js";
import { writeOutput } from "../../commands/documents/write-output.js";
import type { Outcome } from "../../model/plan/plan.js";
import { jsonText } from "../../report/words/json-text.js";
import { visible } from "../../util/escape.js";
import { isRecord } from "../../util/record.js";
import { type TokenSource, verifySignIn } from "../verify/verify.js";
import { loadSignIn } from "./sign-in-block.js";
import { verificationText } from "./sign-in-text.js";

type SignInVerifyOptions = SharedOptions & {
  readonly flow?: "app" | "user";
  readonly token?: string;
  readonly jwks?: string;
  readonly role?: string;
  readonly authority?: string;
  readonly loopback?: boolean;
  readonly secretStdin?: boolean;
};

/**
 * The command `orgform sign-in verify`: gets or takes a token and reports whether the warehouse is expected
 * to accept it.
 */
export async function signInVerify(context: CommandContext, options: SignInVerifyOptions): Promise<Outcome> {
  const { block } = await loadSignIn(context, options);
  const verification = await untilStopped(context, async () =>
    verifySignIn({
      block,
      source: await sourceOf(context, options),
      fetch: fetchOf(context, options),
      role: options.role,
      authority: options.authority,
      now: context.now,
      progress: (message) => void context.stderr.write(`${message}\n`),
    }),
  );
  const text =
    options.format === "json"
      ? jsonText({ format_version: "1.0", ...verification })
      : verificationText(verification);
  await writeOutput(context, options.out, text);
  return verification.outcome;
}

/** A person or a provider may take minutes: an interrupt ends the waiting, since nothing is written. */
async function untilStopped<T>(context: CommandContext, run: () => Promise<T>): Promise<T> {
  const stopped = once(context.stop, "abort").then(() => undefined);
  const result = context.stop.aborted ? undefined : await Promise.race([run(), stopped]);
  if (result === undefined)
    throw fail("interrupted", "interrupted", "The run was interrupted", "No token was judged.");
  return result;
}

/** A fetch whose requests end with the run, go through the proxy if there is one, and are logged with --verbose. */
function fetchOf(context: CommandContext, options: SignInVerifyOptions): typeof fetch {
  let proxyAgent: Promise<object | undefined> | undefined;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isProxied = proxyFor(url.href, context.env) !== undefined;
    if (isProxied) proxyAgent ??= proxyAgentFor(url.href, context.env);
    // The platform's fetch is undici as well, and takes its connections; only its types do not say so.
    const route: object = isProxied ? { dispatcher: await proxyAgent } : {};
    const signals = [context.stop, ...(init?.signal ? [init.signal] : [])];
    const answer = await fetch(input, { ...init, ...route, signal: AbortSignal.any(signals) });
    // A query may hold a code.
    if (options.verbose)
      context.stderr.write(
        `${init?.method ?? "GET"} ${visible(url.origin + url.pathname)} ${answer.status}\n`,
      );
    return answer;
  };
}

/** Ends the command for an option that the chosen way to a token would pass over. */
function assertUsed(option: string, owner: string, isUsed: boolean): void {
  if (!isUsed) throw usageError(`${option} without ${owner}`, `It belongs to ${owner}. Leave it out here.`);
}

const KEY_SET_ADVICE = "It is what the provider's keys address answers.";

const isKeySet = (json: unknown): json is object =>
  isRecord(json) && Array.isArray(json.keys) && json.keys.every(isRecord);

async function sourceOf(context: CommandContext, options: SignInVerifyOptions): Promise<TokenSource> {
  const { flow, token, jwks, loopback, secretStdin } = options;
  if ((flow === undefined) === (token === undefined))
    throw usageError(
      "Say which token to judge",
      "Give --flow app, --flow user, or --token - with the token on stdin.",
    );
  assertUsed("--jwks", "--token -", jwks === undefined || token !== undefined);
  assertUsed("--loopback", "--flow user", !loopback || flow === "user");
  assertUsed("--secret-stdin", "--flow app", !secretStdin || flow === "app");
  if (token !== undefined) {
    // A token on the command line would be in the shell's history and in the list of processes.
    if (token !== "-")
      throw usageError("A token cannot be given on the command line", "Pipe it in, with --token -.");
    const piped = (await readStdin(context)).trim();
    if (piped === "")
      throw usageError("There is no token on stdin", "What should have given it may have failed.");
    return {
      flow: "token",
      token: piped,
      ...(jwks === undefined
        ? {}
        : { jwks: await readJsonOf(jwks, isKeySet, `${jwks} is not a set of keys`, KEY_SET_ADVICE) }),
    };
  }
  if (flow === "app") {
    const secret = secretStdin ? await readStdin(context) : context.env.ORGFORM_CLIENT_SECRET;
    return { flow, secret };
  }
  const show = (url: string): void =>
    void context.stderr.write(`Open this address and sign in:\n\n${url}\n\n`);
  if (loopback) {
    context.stderr.write(
      "The application needs http://localhost as a further redirect URI, for single pages.\n",
    );
    return { flow: "user", browser: { kind: "loopback", show } };
  }
  const ask = async (url: string): Promise<string> => {
    show(url);
    context.stderr.write("Paste the address that the browser landed on, and press Enter:\n");
    return await readLine(context);
  };
  return { flow: "user", browser: { kind: "paste", ask } };
}
