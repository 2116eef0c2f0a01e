import { isDeclined } from "./network-failure.js";

const LONGEST_WAIT_MS = 1_000;

/** Returns true if a server agrees to a TLS handshake, whatever its certificate, or declines it in TLS. It gets nothing else. */
export async function speaksTls(host: string, port: number): Promise<boolean> {
  const { connect } = await import("node:tls");
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: LONGEST_WAIT_MS });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("secureConnect", () => end(true));
    socket.on("timeout", () => end(false));
    socket.on("error", (error) => end(isDeclined(error)));
  });
}
