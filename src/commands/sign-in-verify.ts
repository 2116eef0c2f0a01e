import type { Outcome } from "../model/plan.js";
import { jsonText } from "../render/json-text.js";
import { renderVerificationText } from "../sign-in/text.js";
import { type TokenSource, verifySignIn } from "../sign-in/verify.js";
import type { CommandContext } from "./context.js";
import { emit } from "./emit.js";
import { type Halt, halt } from "./halt.js";
import type { CommonOptions, FileOptions } from "./options.js";
import { readJson } from "./read-json.js";
import { readLine, readStdin } from "./read-stdin.js";
import { loadSignIn } from "./sign-in-block.js";

/** Options of `sign-in verify`. */
export type SignInVerifyOptions = FileOptions &
  CommonOptions & {
    readonly flow?: "app" | "user";
    readonly token?: string;
    readonly jwks?: string;
    readonly role?: string;
    readonly authority?: string;
    readonly loopback?: boolean;
    readonly secretStdin?: boolean;
  };

/** `orgform sign-in verify`: gets or takes a token and says whether the warehouse is expected to accept it. */
export async function signInVerify(context: CommandContext, options: SignInVerifyOptions): Promise<Outcome> {
  const { block } = await loadSignIn(context, options);
  const verification = await verifySignIn({
    block,
    source: await sourceOf(context, options),
    ...(options.role === undefined ? {} : { role: options.role }),
    ...(options.authority === undefined ? {} : { authority: options.authority }),
    now: context.now,
    progress: (message) => void context.stderr.write(`${message}\n`),
  });
  const text =
    options.format === "json"
      ? jsonText({ format_version: "1.0", ...verification })
      : renderVerificationText(verification);
  await emit(context, options.output, text);
  return verification.outcome;
}

async function sourceOf(context: CommandContext, options: SignInVerifyOptions): Promise<TokenSource> {
  const { flow, token, jwks, loopback, secretStdin } = options;
  if ((flow === undefined) === (token === undefined))
    throw usage(
      "Say which token to judge",
      "Give --flow app, --flow user, or --token - with the token on stdin.",
    );
  if (token !== undefined) {
    // A token on the command line would stand in the shell's history and in the list of processes.
    if (token !== "-")
      throw usage("A token cannot be given on the command line", "Pipe it in, with --token -.");
    return {
      flow: "token",
      token: await readStdin(context),
      ...(jwks === undefined
        ? {}
        : { jwks: await readJson(jwks, "set of keys", "It is what the provider's keys address answers.") }),
    };
  }
  if (flow === "app") {
    const secret = secretStdin ? await readStdin(context) : context.env.ORGFORM_CLIENT_SECRET;
    return { flow, secret };
  }
  const show = (url: string): void =>
    void context.stderr.write(`Open this address and sign in:\n\n${url}\n\n`);
  if (loopback) return { flow: "user", browser: { kind: "loopback", show } };
  const ask = async (url: string): Promise<string> => {
    show(url);
    context.stderr.write("Paste the address that the browser landed on, and press Enter:\n");
    return await readLine(context);
  };
  return { flow: "user", browser: { kind: "paste", ask } };
}

const usage = (summary: string, detail: string): Halt => halt("error", "usage", summary, detail);
