import { connect as connectTcp } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

const LONGEST_WAIT_MS = 1_000;

/** Content types of a TLS record, and the message that answers a handshake (RFC 8446, sections 4 and 5.1). */
const ALERT = 21;
const HANDSHAKE = 22;
const SERVER_HELLO = 2;

/**
 * Returns true if what listens at an address answers a TLS handshake, whatever certificate it shows and also where it
 * declines. Nothing else is sent there. The answer's own bytes decide: OpenSSL's names of errors change with its version.
 */
export function speaksTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const wire = connectTcp({ host, port, timeout: LONGEST_WAIT_MS });
    // Node writes the first message of the handshake; its answer is read here and goes no further.
    const greeting = new Duplex({
      read() {},
      write(chunk, _, next) {
        wire.write(chunk);
        next();
      },
    });
    const greeter = connectTls({ socket: greeting, rejectUnauthorized: false });
    const end = (answer: boolean): void => {
      greeter.destroy();
      wire.destroy();
      resolve(answer);
    };
    greeter.on("error", () => {});
    wire.on("data", (bytes) => end(isTlsAnswer(bytes)));
    wire.on("error", () => end(false));
    wire.on("timeout", () => end(false));
    wire.on("close", () => end(false));
  });
}

function isTlsAnswer([type, major, , , , message]: Uint8Array): boolean {
  return major === 3 && (type === ALERT || (type === HANDSHAKE && message === SERVER_HELLO));
}
