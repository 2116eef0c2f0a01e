import { connect } from "node:tls";
import { errorCode } from "../../util/error-code.js";

const LONGEST_WAIT_MS = 1_000;

/**
 * Returns true if what listens at an address answers a TLS handshake, whatever certificate it shows and also where it
 * declines. Nothing else is sent there.
 */
export function speaksTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: LONGEST_WAIT_MS });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("secureConnect", () => end(true));
    socket.on("error", (error) => end(/^ERR_SSL_\w*ALERT/.test(errorCode(error))));
    socket.on("timeout", () => end(false));
    socket.on("close", () => end(false));
  });
}
