import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A listener for the address at which a sign-in ends. */
interface LoopbackListener {
  /**
   * The redirect URI, registered in addition to the app URL on the single-page platform; the provider ignores
   * the port.
   */
  readonly redirectUri: string;
  /** The address that the browser opened after the sign-in of this `state`; rejects if none came in time. */
  landing(state: string): Promise<string>;
  close(): void;
}

/** Listens on this machine only, on a free port. */
export async function listenOnLoopback(timeoutMs: number): Promise<LoopbackListener> {
  let expected: string | undefined;
  let land: (address: string) => void = () => {};
  const landed = new Promise<string>((resolve) => {
    land = resolve;
  });
  const server = createServer((request, response) => {
    // Other programs on this machine may send requests too, such as one that looks for ports.
    const [path, search = ""] = (request.url ?? "").split("?");
    const answer = new URLSearchParams(search);
    const isAnswer = answer.has("code") || answer.has("error");
    if (path !== "/" || !isAnswer || answer.get("state") !== expected) {
      response.writeHead(404, { connection: "close" }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end("Signed in. You can close this page and go back to the terminal.\n");
    land(`${redirectUri}/?${search}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "localhost", resolve);
  });
  // A TCP server's address is an object.
  const redirectUri = `http://localhost:${(server.address() as AddressInfo).port}`;
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error("nobody signed in")), timeoutMs);
    server.once("close", () => clearTimeout(timer));
  });
  const landedOn = Promise.race([landed, late]);
  landedOn.catch(() => {});
  return {
    redirectUri,
    landing(state) {
      expected = state;
      return landedOn;
    },
    close: () => void server.close(),
  };
}
